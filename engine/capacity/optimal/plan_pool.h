// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/optimal/plan_judge.h"
#include "engine/capacity/optimal/search_model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

/// How items are laid out: some of them offloaded, evenly spaced, the rest on GPUs one after
/// another.
struct SpacedPattern {
    std::vector<DeviceId> order;  ///< in which the GPUs are filled
    DeviceId main;
    /// By item: what is said of it beforehand; nothing: it goes to a GPU, or is one of `spaced`.
    std::vector<std::optional<ItemChoice>> fixed;
    std::vector<std::size_t> spaced;  ///< items of which some are offloaded, ascending
    ItemChoice first;                 ///< what is done with `firstCount` of them
    ItemChoice second;                ///< and with `secondCount` others
    std::size_t firstCount = 0;
    std::size_t secondCount = 0;
    double phase = 0.5;  ///< where in its interval each lies: 0 at its beginning, below 1
    enum class Region {
        Model,  ///< spaced over all of them
        Main    ///< over those of the main device, which is filled first
    };
    Region region = Region::Model;
    /// Where those lie that the CPU computes; what travels is spaced evenly.
    enum class Spread {
        Front,          ///< together, before all others: the fewest changes of device
        Back,           ///< together, behind them
        Even,           ///< spaced as well
        BeforeStreamed  ///< before those that travel, which come while the CPU computes
    };
    Spread computed = Spread::Front;
    unsigned inFlight = 1;  ///< items on their way at once for which there must be room
};

/// The layout; nothing where it does not hold by addition.
[[nodiscard]] std::optional<SearchLayout> spacedLayout(const SearchModel& model,
                                                       const SpacedPattern& pattern);

/// The same with as few of the first kind as hold, not less than `least`; the pattern has their
/// count then.
[[nodiscard]] std::optional<SearchLayout> leastOffloaded(const SearchModel& model,
                                                         SpacedPattern& pattern,
                                                         std::size_t least = 0);

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
