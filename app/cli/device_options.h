// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/device/device_info.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace stowage {

/// `--gpus` and `--visible`, as they were typed.
class DeviceOptions {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);

    /// True where a person said which devices there are.
    [[nodiscard]] bool areGiven() const { return m_gpus || m_visible; }

    /// The GPUs, those that are visible, renumbered. Notes on the list go to the context. Where
    /// nothing was typed: the real ones where there are any, else none.
    /// Error: InvalidArgument that names the option, BackendUnavailable for "real".
    [[nodiscard]] Result<std::vector<DeviceInfo>> makeGpus(const CommandContext& context) const;

private:
    std::optional<std::string> m_gpus;
    std::optional<std::string> m_visible;
};

/// The value of `--gpus`; sizes that count bits are warned of. "real" opens LibTorch.
/// Errors: InvalidArgument; BackendUnavailable where nothing real can be used.
[[nodiscard]] Result<std::vector<DeviceInfo>> parseGpus(const std::string& spec,
                                                        const CommandContext& context);

/// Help text of `--gpus`, the same wherever it is taken.
[[nodiscard]] const char* gpusHelp();

/// An option given with nothing behind it, as by an unset variable, is a mistake.
[[nodiscard]] CLI::Validator notEmpty();

}  // namespace stowage
