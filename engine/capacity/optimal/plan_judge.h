// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/optimal/search_model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>
#include <vector>

namespace stowage {

/// A layout whose value was put together from its items' times.
struct PricedLayout {
    SearchLayout layout;
    unsigned window = 0;
    double seconds = 0;
    double offloaded = 0;  ///< bytes of weights on the CPU or on disk
    std::size_t hops = 0;  ///< changes of the device that runs
};
/// The faster first; of equal ones that with less offloaded, then with fewer changes of device.
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

/// Why an estimate's time is not that of what computes: a sentence; "": it is.
[[nodiscard]] Message doubtOf(const CapacityEstimate& estimate);

/// A plan as the estimate sees it.
struct JudgedPlan {
    DeviceMap map;
    OffloadedRun run;
    double value = kForever;    ///< of the objective; PlanJudge::compareTimes(): `seconds`
    double seconds = kForever;  ///< a token, which decides between plans with as much room
    double room = 0;            ///< of the objectives that are to be as much as can be
    double offloaded = 0;       ///< as of PricedLayout
    bool fits = false;
    std::optional<std::uint64_t> positions;  ///< the model was made for
    /// Bytes by GPUs and the CPU, contexts apart.
    std::vector<std::pair<DeviceId, double>> taken;
    std::optional<SearchLayout> layout;  ///< where its items are known
    bool isCompared = false;             ///< OptimalProof::isCompared
    Message doubt;                       ///< doubtOf() it
};

/// Estimates the plans of one search, keeps the best one, and lets the search's model learn where
/// plans take more than addition told. Not for use by several threads at once.
class PlanJudge {
public:
    using Learn = ItemMemory::Learn;
    /// Of equal plans the first stays, unless the other one is the present plan.
    enum class Plan { Found, Present };

    /// All three outlive it.
    PlanJudge(const PlacementRequest& request, const EstimateInput& input, SearchModel& model,
              std::stop_token stop)
        : m_request(request), m_input(input), m_model(model), m_stop(std::move(stop)) {}

    /// Also reports how many plans were compared. Error: Cancelled.
    [[nodiscard]] Result<void> checkStop() const;
    void reportTo(ProgressSink progress) { m_progress = std::move(progress); }

    /// Errors: Cancelled, and those of place() and of estimates.
    [[nodiscard]] Result<JudgedPlan> judge(
        const DeviceMap& map, const OffloadedRun& run,
        EstimateInput::Window window = EstimateInput::Window::AsPlanned);
    [[nodiscard]] Result<JudgedPlan> judge(const PricedLayout& layout, Learn how = Learn::All);
    /// Whether it carries a context of so many tokens, by formula. True where the model's tables
    /// have no such room, or another objective counts.
    [[nodiscard]] Result<bool> carriesContext(const PricedLayout& layout, std::uint64_t tokens);
    /// It is the best from now on if it fits and is better.
    void take(JudgedPlan judged, Plan plan = Plan::Found);
    [[nodiscard]] const std::optional<JudgedPlan>& best() const { return m_best; }
    /// By more than rounding.
    [[nodiscard]] bool isBetter(double value, double than) const;
    /// Whether a plan that takes so many seconds, with so many bytes offloaded, may be taken.
    [[nodiscard]] bool wouldTake(double seconds, double offloaded) const;

    /// Whether a layout was not asked for yet.
    [[nodiscard]] bool isNew(const PricedLayout& layout);
    /// What other rates might make better; what is judged is kept, too.
    void keep(const PricedLayout& layout) { m_kept.push_back(layout); }
    [[nodiscard]] const std::vector<PricedLayout>& kept() const { return m_kept; }

    /// From now on plans must have the room of the best one, and the faster is better.
    void compareTimes();

    /// No plan has room for more: of those that have as much, slower ones are of no use.
    void setMostRoom(std::uint64_t room) { m_mostRoom = room; }
    /// Nothing where the objective is no room.
    [[nodiscard]] const std::optional<std::uint64_t>& mostRoom() const { return m_mostRoom; }
    /// Whether a plan on GPUs carries the work and has nothing that the objective counts.
    [[nodiscard]] bool hasNoCaches() const { return m_hasNoCaches; }

    [[nodiscard]] const PlacementRequest& request() const { return m_request; }
    [[nodiscard]] const EstimateInput& input() const { return m_input; }
    [[nodiscard]] SearchModel& model() const { return m_model; }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    /// Plans looked at; a search adds those that it only prices.
    [[nodiscard]] std::uint64_t& explored() { return m_explored; }

private:
    [[nodiscard]] Result<JudgedPlan> judged(const CapacityEstimate& estimate,
                                            const EstimateInput& input, const OffloadedRun& run);
    [[nodiscard]] bool isBetter(const JudgedPlan& judged, const JudgedPlan& than) const;
    /// Whether values are room, and not seconds.
    [[nodiscard]] bool isRoom() const;
    /// `window`: the widest one that was found to fit.
    void learn(const PricedLayout& layout, const std::vector<std::pair<DeviceId, double>>& taken,
               unsigned window, Learn how);

    const PlacementRequest& m_request;
    const EstimateInput& m_input;
    SearchModel& m_model;
    std::stop_token m_stop;
    ProgressSink m_progress;
    std::optional<JudgedPlan> m_best;
    std::vector<PricedLayout> m_kept;
    std::set<std::pair<unsigned, std::vector<ItemChoice>>> m_tried;
    std::optional<std::uint64_t> m_mostRoom;
    bool m_comparesTimes = false;
    bool m_hasNoCaches = false;
    std::uint64_t m_explored = 0;
};

}  // namespace stowage
