// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_statistics.h"
#include "engine/device/segment_map.h"

#include <nlohmann/json_fwd.hpp>

namespace stowage {

/// One flat object under torch.cuda.memory_stats' own keys.
[[nodiscard]] nlohmann::ordered_json allocatorStatisticsJson(const AllocatorCounters& counters);

/// {"reserved", "allocated", "requested", "waste", "cached", "trapped", "largest_free",
/// "fragmentation", "segments": [{"id", "pool", "size", "blocks": [{"offset", "size", "requested",
/// "state", "owner"?}]}]}; pool and state as in torch.cuda.memory_snapshot.
[[nodiscard]] nlohmann::ordered_json segmentMapJson(const std::vector<SegmentSnapshot>& segments);

}  // namespace stowage
