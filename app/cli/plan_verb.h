// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/placement_options.h"
#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `plan MODEL`: a device map by a strategy, with what it puts where and why.
class PlanVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    PlacementOptions m_placement;
    bool m_explain = false;
};

}  // namespace stowage
