// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `devices`: the GPUs in use and the host, with what is free and what others hold.
class DevicesVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_gpus = "none";
};

}  // namespace stowage
