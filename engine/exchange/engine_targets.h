// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that exportTargets() lists, each with its engine's own rules; the header of an
// engine's .cpp file names its sources. Errors: those of exportPlan() and importPlacement().
#pragma once

#include "engine/exchange/engine_export.h"

#include <cstddef>
#include <vector>

namespace stowage {

/// How an engine that serves a model in stages shares out its layers: get_pp_indices() of vLLM and
/// of SGLang.
struct StagePartition {
    const char* variable;  ///< of the environment: layers of each stage, "16,32"
    /// Layers that are left over go to the stages before the last one, from the back; else to the
    /// last ones.
    bool sparesLast;
};
inline constexpr StagePartition kVllmPartition{"VLLM_PP_LAYER_PARTITION", true};
inline constexpr StagePartition kSglangPartition{"SGLANG_PP_LAYER_PARTITION", false};

inline constexpr const char* kCudaVisibleDevices = "CUDA_VISIBLE_DEVICES";

/// Layers of each stage where the variable is not set.
[[nodiscard]] std::vector<std::size_t> usualStageCounts(std::size_t layers, std::size_t stages,
                                                        const StagePartition& partition);

class SettingsText;

/// Reads the workload of settings whose placement is read, by the names that the engine of a
/// profile has ("": none) for it, into `plan`, and says there which settings were not taken over.
/// Error: InvalidArgument.
[[nodiscard]] Result<void> finishImport(SettingsText& text, const ImportInput& input,
                                        std::string_view engine, ImportedPlan& plan);

[[nodiscard]] Result<EngineExport> exportToAccelerate(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToVllm(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToSglang(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToRay(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToLlamaCpp(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToOllama(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToExllama(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToMegatron(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToDeepspeed(const ExportInput& input);
[[nodiscard]] Result<EngineExport> exportToTorchPipelining(const ExportInput& input);

[[nodiscard]] Result<ImportedPlan> importFromAccelerate(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromVllm(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromSglang(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromRay(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromLlamaCpp(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromOllama(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromExllama(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromMegatron(const ImportInput& input);
[[nodiscard]] Result<ImportedPlan> importFromTorchPipelining(const ImportInput& input);

}  // namespace stowage
