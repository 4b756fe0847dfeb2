// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_statistics.h"
#include "engine/device/segment_map.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stowage {

/// What PyTorch's caching allocator says of the device with CUDA's number `ordinal`: the figures
/// behind torch.cuda.memory_stats. Cheap: a lock and a copy. May throw c10::Error.
[[nodiscard]] AllocatorCounters cudaCounters(int ordinal);

/// The allocator's segments on that device, by address, from torch.cuda.memory_snapshot's source.
/// `owners`: a tensor's name by the address of its block. `ids`: the number of each segment by its
/// address, kept between calls; new segments get numbers here and those that are gone lose theirs.
/// May throw c10::Error.
[[nodiscard]] std::vector<SegmentSnapshot> cudaSegments(
    int ordinal, const std::map<std::uint64_t, std::string>& owners,
    std::map<std::uint64_t, std::uint64_t>& ids, std::uint64_t& nextId);

}  // namespace stowage
