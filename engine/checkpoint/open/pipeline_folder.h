// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace stowage {

/// The model_index.json that a path means: the file itself, or that of the folder. Nothing where
/// there is none.
[[nodiscard]] std::optional<std::string> pipelineIndexAt(const std::string& path);

/// Which of the names in a component's folder diffusers loads: safetensors before PyTorch's files,
/// a whole file before an index. `variant` is "fp16" of "model.fp16.safetensors", "" for files
/// without one. Nothing where there are no such weights.
[[nodiscard]] std::optional<std::string> componentWeights(std::span<const std::string> names,
                                                          const std::string& variant);

/// Opens a pipeline of diffusers as one checkpoint (joinCheckpoints()): the weights of each
/// component, else its config.json alone, as the class that the pipeline names. Models whose
/// folders are not here are left out with a warning. Files of OpenOptions::variant are taken where
/// a component has them, and any variant where it has nothing else.
/// Errors: those of parsePipeline() and of opening a component, NoCheckpoint (no component is
/// here), InvalidArgument (an option for one model), Malformed (a link out of the folder).
[[nodiscard]] Result<Checkpoint> readPipeline(const std::string& indexPath,
                                              const OpenOptions& options,
                                              const std::stop_token& stop,
                                              const ProgressSink& progress = {});

}  // namespace stowage
