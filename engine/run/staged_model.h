// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/pipeline_stage.h"
#include "engine/run/run_model.h"
#include "engine/run/weight_source.h"

#include <memory>
#include <string>

namespace stowage {

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
