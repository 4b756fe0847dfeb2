// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace stowage {

/// Layouts found item by item, and what no layout can beat.
struct FoundPaths {
    std::vector<SearchLayout> layouts;  ///< those that have the least to do first
    double bound = 0;                   ///< seconds; no plan that uses these GPUs takes less
    bool isComplete = false;            ///< all ways were followed that could take less
    std::uint64_t steps = 0;            ///< from one item to a choice for the next
};

/// Goes through a model's items in their order: each takes a place, changes of device cost what
/// they do, and devices hold what they hold by addition. Memory has prices that make the dearest
/// plan that every plan must pay (Lagrange multipliers, found by subgradients); of all ways so far,
/// those are followed that may still take less than `atMost` at these prices, the most promising of
/// them where there are many. One thing computes and one carries: the time is no less than what
/// each of them has to do. It knows no windows and not how what travels is best spaced.
[[nodiscard]] FoundPaths findPaths(const SearchModel& model, const GpuSet& set, double atMost,
                                   ItemMemory::Sum sum, const std::stop_token& stop);

}  // namespace stowage
