// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/search_model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

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

/// The same with what travels evenly spaced among what the main device runs, under the best window
/// that holds by addition, then with places exchanged while that takes less; nothing where none
/// holds.
[[nodiscard]] std::optional<PricedLayout> pricedSpaced(const SearchModel& model,
                                                       const SearchLayout& layout,
                                                       std::uint64_t& explored,
                                                       const std::stop_token& stop);

/// Good layouts that use these GPUs and hold by addition, the best first: everything on GPUs, or
/// items offloaded in each way and in pairs of ways, in all numbers that matter, spaced over the
/// model or over the main device's share of it. It ends early with one that takes no longer than
/// `bound`.
[[nodiscard]] std::vector<PricedLayout> spacedLayouts(const SearchModel& model, const GpuSet& set,
                                                      double bound, std::uint64_t& explored,
                                                      const std::stop_token& stop);

/// Layouts that use these GPUs and hold by addition, whatever time they take: everything on GPUs,
/// and unless `onGpusAlone`, with the least offloaded in each way.
[[nodiscard]] std::vector<SearchLayout> roomLayouts(const SearchModel& model, const GpuSet& set,
                                                    bool onGpusAlone);

}  // namespace stowage
