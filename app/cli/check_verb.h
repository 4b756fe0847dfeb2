// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/placement_options.h"
#include "app/cli/verb.h"

#include <string>

namespace stowage {

/// `check MODEL --device-map FILE`: whether a map can be loaded, and what speaks against it.
class CheckVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    std::string m_model;
    PlacementOptions m_placement;
};

}  // namespace stowage
