// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/placement_options.h"
#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `export MODEL --to accelerate`: the plan as what another program takes, and what is lost.
class ExportVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    std::string m_to;
    std::string m_folder;
    PlacementOptions m_placement;
};

}  // namespace stowage
