// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <string_view>

namespace stowage {

/// Whether a file's first bytes are those of a `.npy` file.
[[nodiscard]] bool isNpyFile(std::string_view head);

/// Reads the header of a `.npy` file, versions 1 to 3: one tensor without a name, with strides
/// where it is in Fortran order. Format: `numpy/lib/format.py`.
/// Errors: Truncated, Malformed, Unsupported (objects, structured dtypes, dates, texts, big endian,
/// float128), LimitExceeded.
[[nodiscard]] Result<StoredTensor> readNpyTensor(
    const std::shared_ptr<const RandomAccessFile>& file);

/// The same as a checkpoint of one tensor, named as the file without its ending.
[[nodiscard]] Result<Checkpoint> readNpy(const std::shared_ptr<const RandomAccessFile>& file);

}  // namespace stowage
