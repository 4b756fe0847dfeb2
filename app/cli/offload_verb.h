// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `offload MODEL DIR`: writes the folder that Accelerate offloads a model into.
class OffloadVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_folder;
    bool m_resume = false;
};

}  // namespace stowage
