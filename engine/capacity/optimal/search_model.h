// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/optimal/choice_times.h"
#include "engine/capacity/optimal/item_memory.h"
#include "engine/capacity/optimal/search_items.h"
#include "engine/plan/placement_request.h"

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stowage {

inline constexpr double kForever = std::numeric_limits<double>::infinity();
/// Values that differ by less than this share are equal.
inline constexpr double kSameValue = 1e-9;
inline constexpr std::array kClockParts{PlanClock::Part::Prompt, PlanClock::Part::Token};

/// GPUs that a plan uses, all of them, and where its offloaded weights are used.
struct GpuSet {
    std::vector<DeviceId> gpus;  ///< ascending
    DeviceId main;
};

/// Items that are alike in all that a search looks at.
struct ItemKind {
    std::vector<std::size_t> items;
    bool isLayer = false;
};

/// A model as a search sees it: its items, what each choice for them takes, and what devices hold.
class SearchModel {
public:
    /// `request` outlives it; `input.plan` is not looked at. Errors: those of estimates,
    /// Unsupported.
    [[nodiscard]] static Result<std::unique_ptr<SearchModel>> make(const PlacementRequest& request,
                                                                   const PlanFacts& facts,
                                                                   EstimateInput input,
                                                                   std::stop_token stop);

    const PlacementRequest& request;
    PlanObjective objective;
    SearchItems items;
    ChoiceTimes times;
    ItemMemory memory;
    /// Items in the order in which they run: a head that is tied to the embedding is last.
    std::vector<std::size_t> order;
    std::vector<ItemKind> kinds;
    std::vector<GpuSet> sets;  ///< worth looking at: of equal GPUs those with the most room
    bool hasAllSets = true;    ///< false: there are too many, and some were left out

    /// Seconds of the objective under a window; more than one part where it is a mix.
    [[nodiscard]] double seconds(const SearchLayout& layout, unsigned window,
                                 const RateFactors& factors = {}) const;
    /// What an item may do while these GPUs are used.
    [[nodiscard]] std::vector<ItemChoice> choicesOf(std::size_t item, const GpuSet& set) const;
    /// Ways to offload, the weights in RAM where it is used at all, else on disk.
    [[nodiscard]] std::vector<ItemChoice> offloads(const GpuSet& set) const;
    [[nodiscard]] bool isAllowed(DeviceId device) const;
    /// Bytes of an item's weights that are brought ahead; 0 where tokens choose of it.
    [[nodiscard]] double travelling(std::size_t item, const ItemChoice& choice) const;
    /// Bytes of weights that are brought ahead of each stage.
    [[nodiscard]] std::vector<double> travelling(const SearchLayout& layout) const;
    /// The most of them on their way at once, with one window or another.
    class InFlight {
    public:
        explicit InFlight(const std::vector<double>& travelling);
        [[nodiscard]] double most(unsigned window) const;

    private:
        std::size_t m_stages;
        std::vector<double> m_before;  ///< bytes of two passes, up to each stage
    };
    /// Windows of which no smaller one has as many bytes on their way; 0 where nothing travels.
    [[nodiscard]] std::vector<unsigned> windowsOf(const SearchLayout& layout) const;
    /// Whether nothing speaks against it by addition.
    [[nodiscard]] bool holds(const SearchLayout& layout, unsigned window,
                             ItemMemory::Sum sum = ItemMemory::Sum::Likely) const;

private:
    SearchModel(const PlacementRequest& itsRequest, SearchItems itsItems, EstimateInput input,
                const std::stop_token& stop);
    Result<void> learn();
    Result<void> learnPlaces(const std::vector<DeviceId>& gpuKinds);
    void findOrder();
    void findKinds();
    void findSets();
    [[nodiscard]] DeviceId mainOf(const std::vector<DeviceId>& gpus) const;
    /// Whether offloaded weights may be used there.
    [[nodiscard]] bool takesWeights(DeviceId device) const;

    std::vector<ItemChoice> m_offloads;  ///< that are known, for any set
    std::vector<bool> m_comesOnDemand;   ///< by item: tokens choose of it
};

}  // namespace stowage
