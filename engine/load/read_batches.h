// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_steps.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// What a worker claims: neighbouring reads of one shard that one pread serves.
struct ReadBatch {
    std::uint32_t shard = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::size_t firstRead = 0;  ///< index into LoadSchedule::reads
    std::size_t readCount = 0;
    bool isDirect = false;  ///< one read straight into host memory, past the staging buffers
};

/// Merges the schedule's sorted reads where gaps are below 64 KiB and the whole stays within
/// kReadBytes. Tensors that are not contiguous are left out: they are read by readTensor.
[[nodiscard]] std::vector<ReadBatch> makeReadBatches(const LoadWork& work);

}  // namespace stowage
