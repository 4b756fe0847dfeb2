// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pipeline/offload_modes.h"

#include "engine/capacity/pipeline/mode_run.h"
#include "engine/capacity/pipeline/pipeline_rules.h"
#include "engine/model/joined_tree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace stowage {
namespace {

void runOnGpu(ModeRun& run) {
    run.figures().call = "pipe.to(\"cuda\")";
    run.keepAll();
}

struct ModeRow {
    OffloadMode mode;
    std::string_view name;
    void (*run)(ModeRun&);
};

/// A new mode is an enumerator and a row, in the order in which people are shown them.
constexpr std::array kModes{
    ModeRow{OffloadMode::None, "none", runOnGpu},
    ModeRow{OffloadMode::Model, "model", runModelOffload},
    ModeRow{OffloadMode::GroupBlock, "group-block", runBlockOffload},
    ModeRow{OffloadMode::GroupLeaf, "group-leaf", runLeafOffload},
    ModeRow{OffloadMode::Sequential, "sequential", runSequentialOffload},
    ModeRow{OffloadMode::Layerwise, "layerwise", runLayerwiseCasting},
};

}  // namespace

std::string_view offloadModeName(OffloadMode mode) {
    return std::ranges::find(kModes, mode, &ModeRow::mode)->name;
}

std::optional<std::int64_t> OffloadModeFigures::freeOn(const DeviceInfo& gpu) const {
    if (!gpu.capacity) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*gpu.capacity) -
           static_cast<std::int64_t>(gpu.usedByOthers + gpu.context + peakReserved);
}

Result<std::vector<OffloadModeFigures>> offloadModes(const ModuleTree& tree,
                                                     std::optional<DType> dtype,
                                                     const DeviceInfo& gpu) {
    if (!isPipeline(tree)) {
        return fail(ErrorCode::InvalidArgument,
                    say("Ways to offload are compared for pipelines of diffusers, and this is a "
                        "single model."));
    }
    const auto rules = pipelineRules();
    STOWAGE_TRY(rules);
    std::vector<OffloadModeFigures> all;
    for (const ModeRow& row : kModes) {
        ModeRun run(tree, **rules, dtype, gpu);
        run.figures().mode = row.mode;
        row.run(run);
        all.push_back(run.take());
    }
    return all;
}

Result<PlannedOffloadModes> offloadModes(const PlacementPlan& plan) {
    const DeviceInfo* gpu = nullptr;
    const auto left = [](const DeviceInfo& device) {
        return device.capacity ? static_cast<double>(*device.capacity) -
                                     static_cast<double>(device.usedByOthers + device.context)
                               : std::numeric_limits<double>::infinity();
    };
    for (const DeviceInfo& device : plan.request.devices) {
        if (device.id.isGpu() && (gpu == nullptr || left(device) > left(*gpu))) {
            gpu = &device;
        }
    }
    if (gpu == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    say("Ways to offload bring weights to a GPU, and the plan has none; add one."));
    }
    auto modes = offloadModes(*plan.request.tree, plan.request.constraints.dtype, *gpu);
    STOWAGE_TRY(modes);
    return PlannedOffloadModes{*gpu, std::move(*modes)};
}

}  // namespace stowage
