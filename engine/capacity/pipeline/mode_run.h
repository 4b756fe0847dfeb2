// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/pipeline/gpu_weights.h"
#include "engine/capacity/pipeline/offload_modes.h"
#include "engine/capacity/pipeline/pipeline_rules.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Whether a model of a pipeline works in every denoising step, by its name: "transformer_2",
/// "unet".
[[nodiscard]] bool isDenoiser(std::string_view name);

/// One pipeline under one mode, while its models run: what all modes share. `tree` and `rules`
/// outlive it. Not thread-safe.
class ModeRun {
public:
    ModeRun(const ModuleTree& tree, const PipelineRules& rules, std::optional<DType> dtype,
            const DeviceInfo& device);

    [[nodiscard]] const ModuleTree& tree() const { return m_tree; }
    [[nodiscard]] const PipelineRules& rules() const { return m_rules; }
    /// Of the pipeline's class; null where diffusers does not know it.
    [[nodiscard]] const PipelineClassRules* pipeline() const { return m_class; }
    /// Of a model's class; the usual ones where it has none of its own.
    [[nodiscard]] const ModelClassRules& rulesOf(ModuleId model) const;
    [[nodiscard]] std::optional<DType> dtype() const { return m_dtype; }
    [[nodiscard]] GpuWeights& gpu() { return m_gpu; }
    [[nodiscard]] OffloadModeFigures& figures() { return m_figures; }

    [[nodiscard]] const std::string& nameOf(ModuleId model) const;
    [[nodiscard]] bool isExcluded(ModuleId model) const;
    [[nodiscard]] bool isInSequence(ModuleId model) const;
    [[nodiscard]] bool isLeafLayer(ModuleId module) const;
    /// T5's `shared`, which is there for others to take its weight, and is never called itself.
    [[nodiscard]] bool isNeverCalled(ModuleId module) const;
    /// The models in the order in which they run.
    [[nodiscard]] std::vector<ModuleId> order() const;

    /// Puts a model on the GPU for good.
    void keep(ModuleId model);
    void keepAll();
    /// Tensors that lie in RAM while they are not on the GPU; tied ones once.
    void countOnHost(std::span<const TensorSpec> tensors);
    /// What a model that has run brought to the GPU: each step where it is a denoiser, else once.
    void countMovedEachStep(ModuleId model);
    void countMovedOnce() { m_figures.movedOnce += m_gpu.takeMoved(); }

    /// The figures, once all models have run.
    [[nodiscard]] OffloadModeFigures take();

private:
    void keepFloat32(ModuleId model);

    const ModuleTree& m_tree;
    const PipelineRules& m_rules;
    const PipelineClassRules* m_class;
    std::optional<DType> m_dtype;
    GpuWeights m_gpu;
    std::vector<bool> m_isOnHost;  ///< by StorageId
    OffloadModeFigures m_figures;
};

// The modes, a file each: every model runs once, every module of it in the tree's order.

void runModelOffload(ModeRun& run);       ///< model_offload.cpp
void runSequentialOffload(ModeRun& run);  ///< sequential_offload.cpp
void runBlockOffload(ModeRun& run);       ///< group_offload.cpp
void runLeafOffload(ModeRun& run);        ///< group_offload.cpp
void runLayerwiseCasting(ModeRun& run);   ///< layerwise_casting.cpp

}  // namespace stowage
