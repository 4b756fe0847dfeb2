// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/engine_export.h"

// The functions that exportTargets() lists, each with its engine's own rules; the header of an
// engine's .cpp file names its sources. Errors: those of exportPlan() and importPlacement().
namespace stowage {

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
