// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/model/dtype.h"
#include "engine/model/module_tree.h"
#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// How diffusers brings a pipeline's weights to one GPU while it makes an image.
enum class OffloadMode {
    None,        ///< pipe.to("cuda")
    Model,       ///< enable_model_cpu_offload(): a model at a time
    Sequential,  ///< enable_sequential_cpu_offload(): a layer at a time, by Accelerate's hooks
    GroupBlock,  ///< enable_group_offload(offload_type="block_level"), a block a group, no stream
    GroupLeaf,   ///< the same with "leaf_level"
    Layerwise,   ///< enable_layerwise_casting() of the denoisers, float8_e4m3fn; all on the GPU
};
[[nodiscard]] std::string_view offloadModeName(OffloadMode mode);  ///< "group-block"

/// What a mode takes. Bytes of weights and buffers alone: activations are not counted.
struct OffloadModeFigures {
    OffloadMode mode = OffloadMode::None;
    std::string call;  ///< the line of Python that switches it on
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
    std::string peakModule;           ///< what was brought there when the most was allocated
    std::uint64_t staying = 0;        ///< on the GPU all the time, of peakAllocated
    std::uint64_t hostBytes = 0;      ///< the most that is kept in RAM
    std::uint64_t movedOnce = 0;      ///< to the GPU for an image, whatever the number of steps
    std::uint64_t movedEachStep = 0;  ///< to the GPU for each denoising step
    std::vector<Message> notes{};     ///< sentences: what the mode does not do with this pipeline
    /// Nothing: the mode cannot be switched on; `notes` says why.
    bool isAvailable = true;

    /// Peak and context beside other programs; nothing where the capacity is not known.
    [[nodiscard]] std::optional<std::int64_t> freeOn(const DeviceInfo& gpu) const;
};

/// The modes side by side, over the allocator's model of `gpu` without a limit: the moves of
/// diffusers' and Accelerate's hooks in their order, each model once (hooks/group_offloading.py,
/// hooks/layerwise_casting.py, pipelines/pipeline_utils.py of diffusers; hooks.py of Accelerate).
/// `tree` is a pipeline's; `dtype`: of floating tensors (nothing: as stored). Pure; milliseconds.
/// Errors: InvalidArgument (no pipeline), those of pipelineRules().
[[nodiscard]] Result<std::vector<OffloadModeFigures>> offloadModes(const ModuleTree& tree,
                                                                   std::optional<DType> dtype,
                                                                   const DeviceInfo& gpu);

/// The modes over the pipeline of a plan, for the GPU that has the most left beside other programs.
struct PlannedOffloadModes {
    DeviceInfo gpu;
    std::vector<OffloadModeFigures> modes;
};
/// Errors: those of offloadModes(), InvalidArgument (the plan has no GPU).
[[nodiscard]] Result<PlannedOffloadModes> offloadModes(const PlacementPlan& plan);

}  // namespace stowage
