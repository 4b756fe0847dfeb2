// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/placement_options.h"
#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `diff MODEL A B`: what lies elsewhere in the second map, module by module.
class DiffVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_before;
    std::string m_after;
    PlacementOptions m_placement;
};

}  // namespace stowage
