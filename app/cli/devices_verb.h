// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"
#include "engine/device/machine_rates.h"

#include <memory>
#include <optional>
#include <string>

namespace stowage {

/// `devices`: the GPUs in use and the host, with what is free and what others hold, and what
/// `--measure` found on this machine, then or earlier. With `--catalogue` the cards that `--gpus`
/// knows by name.
class DevicesVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    /// Measures and keeps the result. Error: those of calibrate() and of writing the file.
    [[nodiscard]] Result<std::shared_ptr<const MachineRates>> measure(
        const CommandContext& context) const;

    bool m_catalogue = false;
    std::optional<std::string> m_gpus;  ///< nothing: real ones where there are any
    bool m_measure = false;
    std::string m_folder;
    std::string m_fileSize = "512MiB";
};

}  // namespace stowage
