// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/plan/placement_plan.h"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stowage {

/// The options that plan, check and load share (command-line.md), as they were typed.
class PlacementOptions {
public:
    /// How the verb takes its map.
    enum class MapOption { InsteadOfStrategy, Required };

    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command, MapOption map);

    /// The plan for `tree` that follows from everything typed; warnings go to the context.
    /// Errors: InvalidArgument that names the option; those of reading a map file; Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> makePlan(
        std::shared_ptr<const ModuleTree> tree, const CommandContext& context) const;

private:
    [[nodiscard]] Result<PlacementRequest> makeRequest(std::shared_ptr<const ModuleTree> tree,
                                                       const CommandContext& context) const;
    [[nodiscard]] Result<std::vector<MemoryBudget>> makeBudgets(
        const std::vector<DeviceInfo>& devices, const CommandContext& context) const;
    [[nodiscard]] Result<PlacementConstraints> makeConstraints(const ModuleTree& tree,
                                                               const CommandContext& context) const;
    [[nodiscard]] Result<void> setStrategy(PlacementRequest& request,
                                           const CommandContext& context) const;

    std::string m_gpus = "none";
    std::string m_ram;
    std::string m_maxMemory;
    std::string m_strategy = "auto";
    std::string m_rules = "accelerate";
    std::string m_deviceMap;
    std::vector<std::string> m_pins;
    std::vector<std::string> m_noSplit;
    bool m_noSplitGiven = false;
    std::string m_dtype;
    bool m_offloadBuffers = false;
    bool m_fallbackAllocation = false;
    bool m_keepMapUnclean = false;
};

/// The value of `--gpus`; sizes that count bits are warned of. Error: InvalidArgument, also for
/// "real": this build drives no CUDA.
[[nodiscard]] Result<std::vector<DeviceInfo>> parseGpus(const std::string& spec,
                                                        const CommandContext& context);

/// Help text of `--gpus`, the same wherever it is taken.
[[nodiscard]] const char* gpusHelp();

}  // namespace stowage
