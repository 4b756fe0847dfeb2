// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/models/pipeline_stage.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <cstddef>
#include <memory>
#include <string>

namespace stowage {

/// Whether a unit of the whole model's stages() belongs to a stage: what stands before the layers
/// is the first, one each is a layer, all others stand after them.
[[nodiscard]] bool isOfStage(const RunModel& whole, const PipelineStage& stage, std::size_t unit);

/// Cuts a stage's part out of a model: the modules of its layers, under their own names, with the
/// tensors that they need. Of tied weights each stage that uses them has its own.
/// Errors: Unsupported (a family that does not divide by layers, or several models at once),
/// InvalidArgument (layers that the model does not have, or does not end with), those of
/// runModelOf().
[[nodiscard]] Result<StagePart> stagePartOf(const StagedRun& run, const std::string& configText,
                                            const std::string& configFile);

/// The model of one stage: it takes what the stage before gives and gives what the next one takes,
/// over the run's channel. `own`: the stage's weights. Where it is not the last stage, its outputs
/// are rows of one number that mean nothing. Both must outlive it. Errors: as stagePartOf().
[[nodiscard]] Result<std::unique_ptr<RunModel>> stagedModelOf(const StagedRun& run,
                                                              const WeightSource& own,
                                                              const std::string& configText);

}  // namespace stowage
