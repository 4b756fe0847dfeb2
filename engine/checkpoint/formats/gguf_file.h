// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace stowage {

/// The tensors of one file, and of how many files a split model has that it is a part of (0: it is
/// whole).
struct GgufContents {
    Checkpoint checkpoint;
    std::uint64_t splitFiles = 0;
};

/// Reads the header of a GGUF file, version 2 or 3: the tensors by name, their types and places.
/// GGUF counts dimensions from the fastest one; here they stand in PyTorch's order. Key-values are
/// walked over, of which only the alignment and the number of split files are kept. Quantised types
/// have exact sizes; such tensors can be planned, not loaded.
/// Format: ggml's docs/gguf.md and gguf.cpp.
/// Errors: Truncated, Malformed (bounds, overlaps, alignment, names), Unsupported (version 1, big
/// endian, unknown types), LimitExceeded, Cancelled.
[[nodiscard]] Result<GgufContents> readGgufFile(const std::shared_ptr<const RandomAccessFile>& file,
                                                const std::stop_token& stop);

}  // namespace stowage
