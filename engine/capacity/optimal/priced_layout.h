// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

namespace stowage {

/// A layout whose value was put together from its items' times.
struct PricedLayout {
    SearchLayout layout;
    unsigned window = 0;
    double seconds = 0;
    std::size_t hops = 0;  ///< changes of the device that runs
};
/// The faster first; of equal ones that with fewer changes of device.
[[nodiscard]] bool operator<(const PricedLayout& a, const PricedLayout& b);

[[nodiscard]] PricedLayout priced(const SearchModel& model, const SearchLayout& layout,
                                  unsigned window);

/// A plan whose offloaded modules all travel, as a layout; nothing where it parts items.
[[nodiscard]] std::optional<SearchLayout> layoutOf(const SearchModel& model,
                                                   const PlacementPlan& plan);

/// The layout under the best window that holds by addition; nothing where none does.
[[nodiscard]] std::optional<PricedLayout> pricedBest(const SearchModel& model,
                                                     const SearchLayout& layout,
                                                     std::uint64_t& explored);

/// Places of what is offloaded are exchanged, and other windows tried, as long as that takes less.
[[nodiscard]] PricedLayout polished(const SearchModel& model, PricedLayout layout,
                                    std::uint64_t& explored, const std::stop_token& stop);

/// A layout with what travels evenly spaced among what the main device runs, under the best window
/// that holds by addition, then polished; nothing where none holds.
[[nodiscard]] std::optional<PricedLayout> pricedSpaced(const SearchModel& model,
                                                       const SearchLayout& layout,
                                                       std::uint64_t& explored,
                                                       const std::stop_token& stop);

}  // namespace stowage
