// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/optimal/search_items.h"

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace stowage {

/// Choices for all items, and where offloaded weights that travel are used.
struct SearchLayout {
    DeviceId main;
    std::vector<ItemChoice> choices;  ///< by item
};

/// By what the rates that a time depends on may be off.
struct RateFactors {
    double gpu = 1;
    double cpu = 1;
    double link = 1;
    double disk = 1;
};

/// What every item's choices cost, from the evaluator's own passes of plans in which all items are
/// alike: put together they are the passes of any plan, in microseconds instead of milliseconds.
/// GPUs of one kind share what was found. Where one stage runs several items, each one's share is
/// what it alone changes. Not thread-safe.
class ChoiceTimes {
public:
    /// All outlive the times. `input.plan` is not looked at.
    ChoiceTimes(const PlacementRequest& request, const SearchItems& items, EstimateInput input,
                std::stop_token stop);

    /// True once some of what was learnt is of this program's runs and some is not: then
    /// askClockAlone() forgets all of it, and PlanClock gives every time.
    [[nodiscard]] bool isMixed() const { return m_isMixed; }
    void askClockAlone();

    /// Plans are asked for by kinds: the first GPU that is like this one.
    [[nodiscard]] DeviceId kindOf(DeviceId device) const;

    /// Finds out what these choices cost. False where their times are not known as those of the
    /// first choice ever asked for are. Errors: those of estimates.
    [[nodiscard]] Result<bool> learn(const ItemChoice& choice, DeviceId main);
    /// What going from one of these devices to another costs, both ways.
    [[nodiscard]] Result<void> learnHops(DeviceId a, DeviceId b);

    /// The passes of a layout all of whose choices were learnt.
    [[nodiscard]] PassTimes passes(PlanClock::Part part, const SearchLayout& layout,
                                   const RateFactors& factors = {}) const;
    /// What one item adds to the time that is asked for with this choice, alone: seconds.
    struct Share {
        double compute = 0;
        double ahead = 0;
        double onDemand = 0;
    };
    [[nodiscard]] Share share(PlanClock::Part part, std::size_t item, const ItemChoice& choice,
                              DeviceId main) const;
    /// The least that a change of device costs in that time. Seconds.
    enum class HopTo { Any, Gpu };
    [[nodiscard]] double leastHop(PlanClock::Part part, HopTo to) const;
    /// The most that computing, and carrying, keep of their speed while the other goes on.
    struct Sharing {
        double computing = 1;
        double carrying = 1;
    };
    [[nodiscard]] Sharing bestSharing(PlanClock::Part part) const;
    /// The items that run in each stage of a token, or of this part.
    [[nodiscard]] const std::vector<std::vector<std::size_t>>& stages(
        PlanClock::Part part = PlanClock::Part::Token) const {
        return m_stageItems[static_cast<std::size_t>(part)];
    }
    /// What it adds to the time that is asked for that the stage before ran elsewhere. Seconds.
    [[nodiscard]] double hop(PlanClock::Part part, std::size_t stage, DeviceId from,
                             DeviceId to) const;
    /// Plans that were priced as a whole for this.
    [[nodiscard]] std::uint64_t probes() const { return m_probes; }

private:
    /// The j-th item of each stage takes the choice, or all do.
    struct Key {
        ItemChoice choice;
        DeviceId main;
        std::optional<std::size_t> only{};
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    using Hops = std::map<std::pair<DeviceId, DeviceId>, std::vector<double>>;
    /// By part: the times of all stages in each first pass, then in the steady one.
    using Lists = std::vector<std::vector<StageTime>>;
    using Probe = std::shared_ptr<const std::array<Lists, 2>>;

    [[nodiscard]] Key keyOf(const ItemChoice& choice, DeviceId main) const;
    [[nodiscard]] ItemChoice fitted(std::size_t item, const ItemChoice& choice) const;
    [[nodiscard]] Result<TimedPasses> probe(const std::vector<ItemChoice>& choices, DeviceId main);
    void takeStages(const TimedPasses& passes);
    [[nodiscard]] const std::array<Lists, 2>* find(const Key& key) const;
    class Assembly;

    const PlacementRequest& m_request;
    const SearchItems& m_items;
    EstimateInput m_input;
    std::stop_token m_stop;
    std::map<DeviceId, DeviceId> m_kinds;
    std::map<Key, Probe> m_known;
    std::array<Hops, 2> m_hops;  ///< by part
    std::set<std::pair<DeviceId, DeviceId>> m_hopsLearnt;
    /// By part and stage: the items that run in it.
    std::array<std::vector<std::vector<std::size_t>>, 2> m_stageItems;
    std::array<std::vector<std::vector<std::size_t>>, 2> m_itemStages;
    std::size_t m_mostInStage = 1;
    std::uint64_t m_probes = 0;
    /// What PlanClock needs; nothing until the first plan was priced, or while runs give times.
    struct Clock {
        std::shared_ptr<const ModelFacts> facts;
        ModelShape shape;
        DType computeType;
        double cacheBytes;
        Workload served;
        SpeedSource speeds;
        std::vector<KernelCost> kernels;
    };
    std::optional<Clock> m_clock;
    bool m_isMixed = false;
    bool m_isClockAsked = false;
    std::optional<TimedPasses> m_reference;  ///< all items where the first choice put them
    Probe m_referenceLists;
    std::optional<Key> m_referenceKey;
};

}  // namespace stowage
