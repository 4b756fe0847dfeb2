// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of checkpoint_bench share. See checkpoint_bench.cpp.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage::bench {

/// A checkpoint to open, and which Python reads it.
struct HeaderCase {
    std::string what;    ///< "safetensors, one file"
    std::string path;    ///< for us
    std::string python;  ///< for Python; the index where `path` is a folder
    enum class Reader { None, Safetensors, Torch } reader = Reader::None;
    /// Openings in a row that are timed as one: of a small file a single one measures how cold the
    /// caches are.
    unsigned repeats = 1;
    bool isCold = false;  ///< the file's pages are dropped before each opening
};

/// Makes the checkpoints in a folder: `few` and `many` tensors of 4 × 4, and a sparse one of 200
/// files, 1 TB and `most` tensors. Errors: those of the writers.
[[nodiscard]] Result<std::vector<HeaderCase>> makeHeaderCases(const std::string& folder,
                                                              std::size_t few, std::size_t many,
                                                              std::size_t most,
                                                              const std::stop_token& stop);

/// Times trees made of the known models' config.json and prints the largest. Errors: Internal.
[[nodiscard]] Result<void> printConfigTrees();

}  // namespace stowage::bench
