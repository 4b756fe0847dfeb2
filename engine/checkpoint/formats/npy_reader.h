// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What the header of a `.npy` file says, as it stands there.
struct NpyHeader {
    std::string descr;  ///< "<f4"
    bool isFortranOrder = false;
    std::vector<std::int64_t> shape;
};

/// Parses the Python dict of a `.npy` header: 'descr', 'fortran_order' and 'shape', each once.
/// Nothing is evaluated. Errors: Malformed; Unsupported (structured dtypes); LimitExceeded (more
/// than 64 dimensions). `file` is for messages, offsets are within `text`.
[[nodiscard]] Result<NpyHeader> parseNpyHeader(std::string_view text, const std::string& file);

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
