// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <optional>
#include <utility>
#include <vector>

namespace stowage {

/// What no plan can beat, and what that rests on.
struct PlanBound {
    double seconds = 0;
    std::size_t layers = 0;    ///< that are alike; 0: they were not counted
    std::size_t resident = 0;  ///< of these, those on GPUs where the bound is reached
    std::size_t streamed = 0;  ///< that travel
    std::size_t computed = 0;  ///< that the CPU computes
    enum class Limit { Computing, Carrying, OneByOne } limit = Limit::Computing;
    bool isFollowed = false;  ///< every way to place its items was followed that could take less
};

/// The least that any plan may take which uses these GPUs; nothing where no plan does. Layers that
/// are alike are counted, as many on GPUs as there is room for by addition; the other items take
/// what is best for each combination of them; where there are too many, all of it is relaxed to
/// shares of items (a knapsack's bound with multipliers). One thing computes and one carries: the
/// time is no less than what each of them has to do.
[[nodiscard]] std::optional<PlanBound> lowerBound(const SearchModel& model, const GpuSet& set);

/// Of every set of GPUs that has one, ascending.
[[nodiscard]] std::vector<std::pair<PlanBound, const GpuSet*>> boundsOfSets(
    const SearchModel& model);

}  // namespace stowage
