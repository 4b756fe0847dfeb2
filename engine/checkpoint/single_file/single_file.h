// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <optional>

namespace stowage {

/// A pipeline of diffusers from one file in the layout of its authors (Stable Diffusion 1.5 and XL,
/// FLUX.1; ComfyUI's too), as from_single_file() reads it: each model a child of the root, with the
/// tensors of the file under the library's names, cut, transposed or with their halves swapped
/// where the library's layers are others. Models that the file does not hold are named, and not
/// counted. Nothing of other files. Reads no byte. Truth: tests/reference/record_single_files.py.
/// Errors: those of the components' configurations and of joinCheckpoints().
[[nodiscard]] Result<std::optional<Checkpoint>> readSingleFile(const Checkpoint& file);

}  // namespace stowage
