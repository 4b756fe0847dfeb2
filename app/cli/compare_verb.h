// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/compare_runs.h"
#include "app/cli/placement_options.h"
#include "app/cli/verb.h"

#include <string>
#include <vector>

namespace stowage {

struct OpenedModel;

/// `compare MODEL`: loads by several methods, each in a fresh process whose memory is polled from
/// outside, and tables what they took.
class CompareVerb : public Verb {
public:
    [[nodiscard]] CLI::App* describe(CLI::App& app) override;
    [[nodiscard]] Result<int> run(CommandContext& context) override;

private:
    [[nodiscard]] Result<std::vector<std::string>> chosenMethods() const;
    [[nodiscard]] std::vector<std::string> childArguments(const std::string& method) const;
    [[nodiscard]] Result<void> checkArguments() const;
    [[nodiscard]] Result<Comparison> compare(const OpenedModel& model,
                                             const std::vector<std::string>& methods,
                                             const CommandContext& context) const;

    CLI::App* m_command = nullptr;
    std::string m_model;
    PlacementOptions m_placement;
    std::string m_methods = "all";
    std::string m_cache = "as-is";
    std::string m_memory = "as-is";
    std::string m_offloadDir;
    std::string m_csvFolder;
    bool m_verify = false;
    bool m_force = false;
};

}  // namespace stowage
