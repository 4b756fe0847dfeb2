// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/optimal_search.h"

#include "engine/capacity/optimal/all_layouts.h"
#include "engine/capacity/optimal/objective_value.h"
#include "engine/capacity/optimal/path_search.h"
#include "engine/capacity/optimal/plan_bound.h"
#include "engine/capacity/optimal/plan_pool.h"
#include "engine/capacity/optimal/plan_proof.h"
#include "engine/capacity/optimal/room_bound.h"
#include "engine/capacity/optimal/search_model.h"
#include "engine/plan/place/place.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace stowage {
namespace {

constexpr int kMostRounds = 8;                      ///< of learning what addition did not tell
constexpr std::uint64_t kMostFollowed = 4'000'000;  ///< steps from item to item
constexpr std::size_t kFewItems = 64;               ///< whose layouts take no time
constexpr std::size_t kTriedARound = 4;             ///< plans of each that are estimated
constexpr std::size_t kTriedOfAll = 2'000;          ///< of a small model's layouts
constexpr std::size_t kTriedExchanges = 400;        ///< of a small model's items
constexpr std::size_t kTriedWithRates = 100;        ///< the same where each is a run, replayed

using Taken = std::vector<std::pair<DeviceId, double>>;

Taken takenBy(const CapacityEstimate& estimate) {
    Taken taken;
    for (const DeviceEstimate& device : estimate.devices) {
        taken.emplace_back(device.device.id, static_cast<double>(device.needed()));
    }
    return taken;
}

/// A plan as the estimate sees it.
struct Judged {
    DeviceMap map;
    OffloadedRun run;
    double value = kForever;    ///< of the objective
    double seconds = kForever;  ///< a token, which decides between plans with as much room
    bool fits = false;
    std::optional<std::uint64_t> positions;  ///< the model was made for
    Taken taken;                             ///< by GPUs and the CPU, contexts apart
    std::optional<SearchLayout> layout;      ///< where its items are known
};

/// One search for one request.
class Searcher {
public:
    Searcher(const PlacementRequest& request, const EstimateInput& input, std::stop_token stop)
        : m_request(request), m_input(input), m_stop(std::move(stop)) {}

    Result<FoundPlacement> run() {
        const auto begun = std::chrono::steady_clock::now();
        m_facts = factsFor(m_request, nullptr);
        auto model = SearchModel::make(m_request, *m_facts, m_input, m_stop);
        STOWAGE_TRY(model);
        m_model = std::move(*model);
        if (isMaximised(m_request.objective.kind)) {
            STOWAGE_TRY(searchRoom());
            STOWAGE_TRY(tryOthers());
        } else {
            findBounds();
            STOWAGE_TRY(searchSets());
            STOWAGE_TRY(tryOthers());
            STOWAGE_TRY(searchPaths());
            STOWAGE_TRY(searchAll());
            STOWAGE_TRY(tryExchanges());
        }
        STOWAGE_TRY(checkStop());
        if (!m_best && m_hasNoCaches) {
            return fail(ErrorCode::InvalidArgument, noCachesText(m_request.objective.kind), {},
                        "objective");
        }
        FoundPlacement found = finish();
        auto proof = std::make_shared<OptimalProof>(*found.proof);
        proof->seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        found.proof = std::move(proof);
        return found;
    }

private:
    using Learn = ItemMemory::Learn;

    [[nodiscard]] Result<void> checkStop() const {
        return m_stop.stop_requested()
                   ? Result<void>(fail(ErrorCode::Cancelled, say("Planning was stopped.")))
                   : Result<void>();
    }

    /// By set, the most promising first.
    [[nodiscard]] std::vector<std::pair<PlanBound, const GpuSet*>> boundsOfSets() const {
        std::vector<std::pair<PlanBound, const GpuSet*>> bounds;
        for (const GpuSet& set : m_model->sets) {
            if (const auto bound = lowerBound(*m_model, set)) {
                bounds.emplace_back(*bound, &set);
            }
        }
        std::ranges::stable_sort(bounds, {}, [](const auto& bound) { return bound.first.seconds; });
        return bounds;
    }

    void findBounds() {
        m_bounds = boundsOfSets();
        m_surely = m_bounds.empty() ? kForever : m_bounds.front().first.seconds;
    }

    Result<Judged> judge(const DeviceMap& map, const OffloadedRun& run,
                         EstimateInput::Window window = EstimateInput::Window::AsPlanned) {
        STOWAGE_TRY(checkStop());
        EstimateInput input = m_input;
        const auto plan = place(requestOf(m_request, map, run), m_stop);
        STOWAGE_TRY(plan);
        input.plan = *plan;
        input.window = window;
        const auto estimate = estimateCapacity(input, m_stop);
        STOWAGE_TRY(estimate);
        ++m_explored;
        return judged(**estimate, input, run);
    }

    [[nodiscard]] Result<Judged> judged(const CapacityEstimate& estimate,
                                        const EstimateInput& input, const OffloadedRun& run) {
        Judged result;
        result.map = estimate.plan->map;
        result.run = run;
        result.run.prefetchWindow = estimate.prefetchWindow.value_or(run.prefetchWindow);
        result.taken = takenBy(estimate);
        result.positions = estimate.positions;
        result.seconds = estimate.time ? estimate.time->perToken : kForever;
        const bool isMostRoom =
            m_roomBound && m_best && m_best->value >= static_cast<double>(*m_roomBound);
        if (isMostRoom && result.seconds > m_best->seconds * (1 + kSameValue)) {
            return result;  // it can but be slower
        }
        const auto value = objectiveValue(estimate, input, m_request.objective, m_stop);
        STOWAGE_TRY(value);
        result.fits = value->has_value();
        const bool isOnGpus = estimate.verdict == Verdict::Fits;
        m_hasNoCaches =
            m_hasNoCaches || (isMaximised(m_request.objective.kind) && isOnGpus && !result.fits);
        result.value = value->value_or(worst());
        return result;
    }

    [[nodiscard]] double worst() const {
        return isMaximised(m_request.objective.kind) ? 0 : kForever;
    }

    /// By more than rounding.
    [[nodiscard]] bool isBetter(double value, double than) const {
        return isMaximised(m_request.objective.kind) ? value > than * (1 + kSameValue)
                                                     : value < than * (1 - kSameValue);
    }

    /// Of as much room the faster one is better.
    [[nodiscard]] bool isBetter(const Judged& judged, const Judged& than) const {
        const bool isWorse = isBetter(than.value, judged.value);
        return isBetter(judged.value, than.value) ||
               (isMaximised(m_request.objective.kind) && !isWorse &&
                judged.seconds < than.seconds * (1 - kSameValue));
    }

    /// Of equal plans the first stays, unless the other one is the present plan.
    enum class Plan { Found, Present };
    void take(Judged judged, Plan plan = Plan::Found) {
        const bool isTaken = !m_best || isBetter(judged, *m_best) ||
                             (plan == Plan::Present && !isBetter(*m_best, judged));
        if (judged.fits && isTaken) {
            m_best = std::move(judged);
        }
    }

    /// No plan, of a strategy or not, is faster than the best one found.
    [[nodiscard]] bool isProvenBest() const {
        return m_best && !m_bounds.empty() && m_surely >= m_best->value * (1 - kSameValue);
    }

    /// The plan that there is, and those of the other strategies.
    Result<void> tryOthers() {
        const OffloadedRun asked{m_request.prefetchWindow, m_request.hooks.offloaded};
        if (!m_request.givenMap.empty()) {
            STOWAGE_TRY(tryMap(m_request.givenMap, asked, Plan::Present));
        }
        if (isProvenBest()) {
            return {};
        }
        std::vector<StorageDevices> seen;
        for (const StrategyRow& row : accelerateStrategies()) {
            PlacementRequest request = m_request;
            request.strategy = row.strategy;
            request.moves.clear();
            const auto plan = place(request, m_stop);
            if (!plan && plan.error().code == ErrorCode::Cancelled) {
                return plan.unexpected();
            }
            const bool isNew = plan && !(*plan)->accelerateError &&
                               std::ranges::find(seen, (*plan)->storageDevices) == seen.end();
            if (isNew) {
                seen.push_back((*plan)->storageDevices);
                STOWAGE_TRY(tryPlan(**plan, asked));
            }
        }
        return {};
    }

    /// Not where the tables tell that it is slower.
    Result<void> tryPlan(const PlacementPlan& plan, const OffloadedRun& run) {
        const auto layout = layoutOf(*m_model, plan);
        const bool isSlower =
            layout && m_best && !isMaximised(m_request.objective.kind) &&
            m_model->seconds(*layout, run.prefetchWindow) > m_best->value * (1 + kSameValue);
        return isSlower ? Result<void>() : tryMap(plan.map, run);
    }

    Result<void> tryMap(const DeviceMap& map, const OffloadedRun& run, Plan kind = Plan::Found) {
        auto judged = judge(map, run, EstimateInput::Window::WidestThatFits);
        if (!judged && judged.error().code == ErrorCode::Cancelled) {
            return judged.unexpected();
        }
        if (judged) {
            take(std::move(*judged), kind);
        }
        return {};
    }

    Result<void> searchSets() {
        const std::vector<std::pair<PlanBound, const GpuSet*>> inTheirOrder = m_bounds;
        for (const auto& [bound, set] : inTheirOrder) {
            if (m_best && bound.seconds >= m_best->value * (1 - kSameValue)) {
                break;
            }
            STOWAGE_TRY(searchSet(*set, bound.seconds));
        }
        return {};
    }

    /// Lays out, estimates the best, and where one takes more than addition told, lays out again
    /// by what was learnt.
    Result<void> searchSet(const GpuSet& set, double bound) {
        m_model->memory.forgetExcess();
        // Not every plan takes as much more; of large models there is no time to try.
        const Learn learn = m_model->items.items.size() <= kFewItems ? Learn::Gently : Learn::All;
        for (int round = 0; round < kMostRounds; ++round) {
            const std::vector<PricedLayout> layouts =
                spacedLayouts(*m_model, set, bound, m_explored, m_stop);
            STOWAGE_TRY(checkStop());
            const auto learnt = tryBest(layouts, learn);
            STOWAGE_TRY(learnt);
            if (!*learnt) {
                break;
            }
        }
        return {};
    }

    /// Estimates the best layouts until one does not fit: true then.
    Result<bool> tryBest(const std::vector<PricedLayout>& layouts, Learn learn) {
        keepForComparison(layouts);
        std::size_t tried = 0;
        for (const PricedLayout& layout : layouts) {
            const bool isBetter = !m_best || layout.seconds < m_best->value * (1 - kSameValue);
            if (tried >= kTriedARound || !isBetter) {
                break;
            }
            if (!m_model->holds(layout.layout, layout.window) ||
                !m_tried.insert(keyOf(layout)).second) {
                continue;
            }
            ++tried;
            auto judged = judgeLayout(layout, learn);
            STOWAGE_TRY(judged);
            const bool fits = judged->fits;
            take(std::move(*judged));
            if (!fits) {
                return true;
            }
        }
        return false;
    }

    /// Item by item, where the bound does not yet tell that nothing is better.
    Result<void> searchPaths() {
        for (auto& [bound, set] : m_bounds) {
            STOWAGE_TRY(searchPaths(bound, *set));
        }
        m_surely = kForever;
        for (const auto& [bound, set] : m_bounds) {
            m_surely = std::min(m_surely, bound.seconds);
        }
        return {};
    }

    /// By addition, then with less room where plans took more.
    Result<void> searchPaths(PlanBound& bound, const GpuSet& set) {
        m_model->memory.forgetExcess();
        for (int round = 0; round < kMostRounds; ++round) {
            const double atMost = m_best ? m_best->value : kForever;
            if (bound.seconds >= atMost * (1 - kSameValue) || m_followed > kMostFollowed) {
                break;
            }
            const auto sum = round == 0 ? ItemMemory::Sum::Least : ItemMemory::Sum::Likely;
            const FoundPaths paths = findPaths(*m_model, set, atMost, sum, m_stop);
            m_followed += paths.steps;
            STOWAGE_TRY(checkStop());
            if (round == 0 && paths.bound > bound.seconds * (1 + kSameValue)) {
                bound = {};
                bound.seconds = paths.bound;
                bound.isFollowed = paths.isComplete;
            }
            std::vector<PricedLayout> layouts;
            for (const SearchLayout& layout : paths.layouts) {
                if (auto own = pricedSpaced(*m_model, layout, m_explored, m_stop)) {
                    layouts.push_back(std::move(*own));
                }
            }
            std::sort(layouts.begin(), layouts.end());
            const auto lacks = tryBest(layouts, Learn::Gently);
            STOWAGE_TRY(lacks);
            if (round > 0 && !*lacks) {
                break;
            }
        }
        return {};
    }

    /// The best of those that hold by addition: what other rates might make better.
    void keepForComparison(const std::vector<PricedLayout>& layouts) {
        constexpr std::size_t kKept = 24;
        std::size_t kept = 0;
        for (const PricedLayout& layout : layouts) {
            if (kept < kKept && m_model->holds(layout.layout, layout.window)) {
                m_pool.push_back(layout);
                ++kept;
            }
        }
    }

    [[nodiscard]] Result<Judged> judgeLayout(const PricedLayout& layout, Learn how = Learn::All) {
        if (m_pool.size() < kTriedOfAll) {
            m_pool.push_back(layout);
        }
        auto judged = judge(mapOf(m_request, m_model->items, layout.layout.choices),
                            {layout.window, rulesOf(m_model->items, layout.layout.choices)});
        STOWAGE_TRY(judged);
        judged->layout = layout.layout;
        learn(layout, judged->taken, how);
        return judged;
    }

    void learn(const PricedLayout& layout, const Taken& taken, Learn how) {
        const double onTheirWay =
            SearchModel::InFlight(m_model->travelling(layout.layout)).most(layout.window);
        for (const auto& [device, bytes] : taken) {
            if (device == DeviceId::disk()) {
                continue;
            }
            const ItemMemory::Use use = m_model->memory.useOf(device, layout.layout);
            const double added =
                m_model->memory.need(device, use, device == layout.layout.main ? onTheirWay : 0) +
                m_model->memory.contextOn(device);
            if (use.weights > 0 || use.layers > 0) {
                const double room =
                    m_model->memory.room(device) + m_model->memory.contextOn(device);
                m_model->memory.learnExcess(device, bytes - added, bytes - room, how);
            }
        }
    }

    using LayoutKey = std::pair<unsigned, std::vector<ItemChoice>>;
    static LayoutKey keyOf(const PricedLayout& layout) {
        return {layout.window, layout.layout.choices};
    }

    /// Plans with the most room, then the fastest of those with as much.
    Result<void> searchRoom() {
        constexpr int kRooms = 3;  // by what the plans of the one before took
        m_roomBound = roomBound(*m_model);
        for (int round = 0; round < kRooms; ++round) {
            const auto [room, layouts] = mostRoom();
            for (const SearchLayout& layout : layouts) {
                STOWAGE_TRY(tryRoom(layout, room, Room::OrLess));
            }
            if (layouts.empty() || (m_best && m_best->value >= static_cast<double>(room))) {
                break;
            }
        }
        return m_best ? tryFaster() : Result<void>();
    }

    /// The most for which layouts hold by addition, and those; by a share that matters to none.
    std::pair<std::uint64_t, std::vector<SearchLayout>> mostRoom() {
        constexpr std::uint64_t kShares = 4096;
        std::uint64_t holds = 0;
        std::uint64_t fails = *m_roomBound + 1;
        std::vector<SearchLayout> best;
        for (std::uint64_t room = *m_roomBound; fails - holds > 1 + fails / kShares;
             room = holds + (fails - holds) / 2) {
            auto more = roomyLayouts(room);
            (more.empty() ? fails : holds) = room;
            if (!more.empty()) {
                best = std::move(more);
            }
            if (m_stop.stop_requested()) {
                break;
            }
        }
        return {holds, std::move(best)};
    }

    /// One for each set of GPUs and way to offload that holds with the caches of so much room.
    [[nodiscard]] std::vector<SearchLayout> roomyLayouts(std::uint64_t room) {
        std::vector<SearchLayout> found;
        if (!m_model->memory.setRoom(room)) {
            return found;
        }
        for (const GpuSet& set : m_model->sets) {
            const bool isPipeline = m_request.objective.kind == Objective::Pipeline;
            for (SearchLayout& layout : roomLayouts(*m_model, set, isPipeline)) {
                ++m_explored;
                if (std::ranges::find(found, layout.choices, &SearchLayout::choices) ==
                    found.end()) {
                    found.push_back(std::move(layout));
                }
            }
        }
        return found;
    }

    /// Estimates a layout, and learns from it where it has less room than addition told.
    enum class Room { OrLess, AtLeast };
    Result<void> tryRoom(const SearchLayout& layout, std::uint64_t room, Room wanted) {
        const PricedLayout own{layout, m_model->windowsOf(layout).size() > 1 ? 1U : 0U};
        if (!m_tried.insert(keyOf(own)).second) {
            return {};
        }
        auto carries = carriesRoom(own, room);
        STOWAGE_TRY(carries);
        if (!*carries && wanted == Room::OrLess) {
            // One estimate tells whether it has more room than the best, many how much.
            const auto most = static_cast<std::uint64_t>(m_best ? m_best->value : 0);
            carries = m_best ? carriesRoom(own, most + 1) : Result<bool>(true);
            STOWAGE_TRY(carries);
        }
        if (*carries) {
            m_model->memory.forgetRoom();
            auto judged = judgeLayout(own);
            STOWAGE_TRY(judged);
            take(std::move(*judged));
        }
        return {};
    }

    /// Whether it carries a context of so many tokens, by formula.
    Result<bool> carriesRoom(const PricedLayout& layout, std::uint64_t room) {
        if (m_request.objective.kind != Objective::Context || !m_model->memory.setRoom(room)) {
            return true;
        }
        STOWAGE_TRY(checkStop());
        EstimateInput input = m_input;
        const auto plan =
            place(requestOf(m_request, mapOf(m_request, m_model->items, layout.layout.choices),
                            {layout.window, rulesOf(m_model->items, layout.layout.choices)}),
                  m_stop);
        STOWAGE_TRY(plan);
        input.plan = *plan;
        input.byFormula = true;
        input.workload.context = room;
        input.workload.generate =
            std::min(input.workload.generate, room - std::min(room, input.workload.prompt));
        ++m_explored;
        const auto estimate = estimateCapacity(input, m_stop);
        if (!estimate && estimate.error().code == ErrorCode::InvalidArgument) {
            return false;  // more than the model reads
        }
        STOWAGE_TRY(estimate);
        learn(layout, takenBy(**estimate), Learn::Gently);
        return (*estimate)->verdict != Verdict::DoesNotFit;
    }

    /// Of plans with as much room the fastest: in RAM before on disk, and on GPUs before both.
    Result<void> tryFaster() {
        const auto room = static_cast<std::uint64_t>(m_best->value);
        if (!m_model->memory.setRoom(room)) {
            return {};
        }
        for (const auto& [bound, set] : boundsOfSets()) {
            if (bound.seconds >= m_best->seconds * (1 - kSameValue)) {
                break;
            }
            std::size_t tried = 0;
            STOWAGE_TRY(checkStop());
            for (const PricedLayout& layout :
                 spacedLayouts(*m_model, *set, bound.seconds, m_explored, m_stop)) {
                if (tried++ == kTriedARound || layout.seconds >= m_best->seconds) {
                    break;
                }
                STOWAGE_TRY(tryRoom(layout.layout, room, Room::AtLeast));
            }
        }
        m_model->memory.forgetRoom();
        return {};
    }

    /// Every layout of a small model, in the order of their times, until one holds.
    Result<void> searchAll() {
        const double best = m_best ? m_best->value : kForever;
        if (m_surely >= best * (1 - kSameValue)) {
            return {};
        }
        const auto layouts = allLayouts(*m_model, best, m_explored, m_stop);
        STOWAGE_TRY(checkStop());
        if (!layouts) {
            return {};
        }
        std::size_t tried = 0;
        // A wider window takes no less: what failed with one fails with it too.
        std::map<std::vector<ItemChoice>, unsigned> failedFrom;
        for (const PricedLayout& layout : *layouts) {
            if (m_best && layout.seconds >= m_best->value * (1 - kSameValue)) {
                break;
            }
            const auto failed = failedFrom.find(layout.layout.choices);
            if ((failed != failedFrom.end() && layout.window >= failed->second) ||
                !m_tried.insert(keyOf(layout)).second) {
                continue;
            }
            if (++tried > kTriedOfAll) {
                m_leftFrom = layout.seconds;
                return {};
            }
            auto judged = judgeLayout(layout);
            STOWAGE_TRY(judged);
            if (!judged->fits) {
                failedFrom[layout.layout.choices] = layout.window;
            }
            take(std::move(*judged));
        }
        m_sawAll = true;
        return {};
    }

    /// Of a small model that is not proven: the best plan with one item placed otherwise, or two
    /// exchanged, as long as that helps. The allocator may hold what addition does not.
    Result<void> tryExchanges() {
        const bool isSmall = m_model->items.items.size() <= kFewItems;
        const std::size_t most = m_input.rates ? kTriedWithRates : kTriedExchanges;
        std::size_t left = isSmall && !m_sawAll && !isProvenBest() ? most : 0;
        while (left > 0 && m_best && m_best->layout) {
            const double before = m_best->value;
            for (const PricedLayout& next : exchanged(*m_best->layout, m_best->run)) {
                if (left == 0 || isBetter(m_best->value, before)) {
                    break;
                }
                if (m_tried.insert(keyOf(next)).second) {
                    --left;
                    auto judged = judgeLayout(next);
                    STOWAGE_TRY(judged);
                    take(std::move(*judged));
                }
            }
            if (!isBetter(m_best->value, before)) {
                break;
            }
        }
        return {};
    }

    [[nodiscard]] bool mayMove(std::size_t item) const {
        return m_model->memory.isLayer(item) && !m_model->items.items[item].pinnedTo;
    }

    /// Those that are faster by the tables, the fastest first.
    [[nodiscard]] std::vector<PricedLayout> exchanged(const SearchLayout& from,
                                                      const OffloadedRun& run) {
        std::vector<PricedLayout> faster;
        const auto set = std::ranges::find(m_model->sets, from.main, &GpuSet::main);
        const std::size_t items = from.choices.size();
        const auto look = [&](const SearchLayout& layout) {
            for (const unsigned window : {run.prefetchWindow, 0U, 1U}) {
                PricedLayout own = priced(*m_model, layout, window);
                ++m_explored;
                if (isBetter(own.seconds, m_best->value)) {
                    faster.push_back(std::move(own));
                }
            }
        };
        for (std::size_t item = 0; set != m_model->sets.end() && item < items; ++item) {
            SearchLayout layout = from;
            for (const ItemChoice& choice : m_model->choicesOf(item, *set)) {
                layout.choices[item] = choice;
                look(layout);
            }
            layout = from;
            for (std::size_t other = item + 1; other < items; ++other) {
                if (from.choices[item] != from.choices[other] && mayMove(item) && mayMove(other)) {
                    std::swap(layout.choices[item], layout.choices[other]);
                    look(layout);
                    std::swap(layout.choices[item], layout.choices[other]);
                }
            }
        }
        std::sort(faster.begin(), faster.end());
        return faster;
    }

    [[nodiscard]] FoundPlacement finish() {
        std::ranges::stable_sort(m_bounds, {},
                                 [](const auto& bound) { return bound.first.seconds; });
        OptimalProof proof;
        proof.objective = m_request.objective;
        proof.explored = m_explored + m_model->times.probes();
        const double least = m_bounds.empty() ? 0 : m_bounds.front().first.seconds;
        proof.bound = m_roomBound ? static_cast<double>(*m_roomBound)
                                  : std::max(least, m_leftFrom.value_or(0));
        if (!m_best) {
            FoundPlacement none;
            proof.text = noPlanText(m_sawAll);
            none.run = {m_request.prefetchWindow, m_request.hooks.offloaded};
            none.map = fallback();
            none.proof = std::make_shared<const OptimalProof>(std::move(proof));
            return none;
        }
        proof.value = m_best->value;
        const bool isOpen = !m_model->hasAllSets && !m_roomBound;
        if (isOpen) {
            proof.bound = 0;
        } else if (m_sawAll || !isBetter(proof.bound, m_best->value)) {
            proof.bound = m_best->value;
        }
        const PlanBound* const bound = m_bounds.empty() ? nullptr : &m_bounds.front().first;
        proof.text = isOpen ? say("This plan takes the least of those that were looked at. There "
                                  "are too many sets of GPUs to look at all of them, so that "
                                  "nothing is proven.")
                     : m_roomBound ? roomText(proof, m_best->positions)
                                   : proofText(proof, bound, m_sawAll);
        const bool areParted =
            std::ranges::any_of(m_model->items.items, [](const SearchItem& item) {
                return std::ranges::any_of(item.parts, [](const SearchItem::Content& part) {
                    return !part.paths.empty();
                });
            });
        if (areParted) {
            proof.text = joined({proof.text, say("Layers were parted by experts, feed-forward and "
                                                 "attention, not finer.")},
                                " ");
        }
        proof.options = optionWords();
        proof.robustWithin = robustWithin(*m_model, m_pool, m_best->value);
        FoundPlacement found{m_best->map, m_best->run, {}};
        found.proof = std::make_shared<const OptimalProof>(std::move(proof));
        return found;
    }

    /// Where no plan holds: the one that the first strategy gives, with what is wrong with it.
    [[nodiscard]] DeviceMap fallback() const {
        PlacementRequest request = m_request;
        request.strategy = strategies().front().strategy;
        request.moves.clear();
        const auto plan = place(request, m_stop);
        return plan && !(*plan)->accelerateError ? (*plan)->map
                                                 : DeviceMap({{"", DeviceId::cpu()}});
    }

    [[nodiscard]] std::vector<std::string> optionWords() const {
        std::vector<std::string> words;
        const auto entries = m_best->map.entries();
        const bool isOffloaded = std::ranges::any_of(
            entries, [](const DeviceMap::Entry& entry) { return !entry.second.isGpu(); });
        if (isOffloaded) {
            words = {"--prefetch-window", std::to_string(m_best->run.prefetchWindow)};
        }
        for (const std::string& rule : offloadRuleWords(m_best->run.offloaded)) {
            words.insert(words.end(), {"--offloaded", rule});
        }
        return words;
    }

    const PlacementRequest& m_request;
    EstimateInput m_input;
    std::stop_token m_stop;
    std::shared_ptr<const PlanFacts> m_facts;
    std::unique_ptr<SearchModel> m_model;
    std::vector<std::pair<PlanBound, const GpuSet*>> m_bounds;  ///< ascending
    std::optional<Judged> m_best;
    std::vector<PricedLayout> m_pool;  ///< that were estimated
    std::set<LayoutKey> m_tried;
    double m_surely = kForever;  ///< no plan is better, by addition alone
    bool m_sawAll = false;
    std::optional<std::uint64_t> m_roomBound;  ///< of what is to be as much as can be
    bool m_hasNoCaches = false;        ///< a plan carries the work and has nothing of the objective
    std::optional<double> m_leftFrom;  ///< all layouts faster than this were estimated
    std::uint64_t m_explored = 0;
    std::uint64_t m_followed = 0;
};

class OptimalSearch : public PlacementSearch {
public:
    OptimalSearch(std::shared_ptr<const Checkpoint> checkpoint,
                  std::shared_ptr<const MachineRates> rates, const Workload& usual)
        : m_checkpoint(std::move(checkpoint)), m_rates(std::move(rates)), m_usual(usual) {}

    [[nodiscard]] Result<FoundPlacement> find(const PlacementRequest& request,
                                              const std::stop_token& stop) const override {
        return Searcher(request, inputOf(request), stop).run();
    }

    [[nodiscard]] Result<std::optional<double>> price(
        const std::shared_ptr<const PlacementPlan>& plan,
        const std::stop_token& stop) const override {
        EstimateInput input = inputOf(plan->request);
        input.plan = plan;
        const auto estimate = estimateCapacity(input, stop);
        STOWAGE_TRY(estimate);
        return objectiveValue(**estimate, input, plan->request.objective, stop);
    }

private:
    [[nodiscard]] EstimateInput inputOf(const PlacementRequest& request) const {
        EstimateInput input;
        input.checkpoint = m_checkpoint;
        input.rates = m_rates;
        input.workload = request.workload.value_or(m_usual);
        return input;
    }

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const MachineRates> m_rates;
    Workload m_usual;
};

}  // namespace

std::shared_ptr<const PlacementSearch> makePlacementSearch(
    std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const MachineRates> rates,
    const Workload& usual) {
    return std::make_shared<const OptimalSearch>(std::move(checkpoint), std::move(rates), usual);
}

}  // namespace stowage
