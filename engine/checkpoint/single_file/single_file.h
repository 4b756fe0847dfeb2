// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <optional>

namespace stowage {

/// The pipeline that a file of weights holds in the layout of its first release, as ComfyUI's
/// checkpoints do ("model.diffusion_model.double_blocks.0…"): its models become the root's children
/// with the modules and names of diffusers and transformers (joinCheckpoints()). Nothing is
/// converted: each tensor says where in the file it lies, as rows of another, transposed or with
/// its halves swapped. Models of the pipeline that the file does not hold are named in a warning.
///
/// Nothing for other files. One that is recognised, but of which no pipeline can be made, gets a
/// warning and stays what it is. Error: Internal, of the tables that are compiled in.
[[nodiscard]] Result<std::optional<Checkpoint>> pipelineOfSingleFile(Checkpoint& file);

}  // namespace stowage
