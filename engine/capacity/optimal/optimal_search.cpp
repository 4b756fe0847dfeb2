// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/optimal_search.h"

#include "engine/capacity/optimal/path_search.h"
#include "engine/capacity/optimal/plan_bound.h"
#include "engine/capacity/optimal/plan_judge.h"
#include "engine/capacity/optimal/plan_pool.h"
#include "engine/capacity/optimal/plan_proof.h"
#include "engine/capacity/optimal/room_search.h"
#include "engine/capacity/optimal/search_model.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/plan/place/place.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <chrono>
#include <map>
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

/// One search for one request.
class Searcher {
public:
    Searcher(PlanJudge& judge, bool hasRates)
        : m_judge(judge),
          m_request(judge.request()),
          m_model(judge.model()),
          m_stop(judge.stop()),
          m_mostExchanges(hasRates ? kTriedWithRates : kTriedExchanges) {}

    Result<FoundPlacement> run() {
        if (isMaximised(m_request.objective.kind)) {
            STOWAGE_TRY(searchRoom(m_judge));
            STOWAGE_TRY(tryOthers());
            if (!best()) {  // plans with the most room by addition do not hold: any that does
                m_model.memory.forgetRoom();
                m_bounds = boundsOfSets(m_model);
                STOWAGE_TRY(searchSets());
                STOWAGE_TRY(searchPaths());
            }
            if (best() && m_model.memory.setRoom(static_cast<std::uint64_t>(best()->room))) {
                m_judge.compareTimes();
                STOWAGE_TRY(searchTimes());
                m_model.memory.forgetRoom();
            }
        } else {
            STOWAGE_TRY(searchTimes());
        }
        STOWAGE_TRY(m_judge.checkStop());
        if (!best() && m_judge.hasNoCaches()) {
            return fail(ErrorCode::InvalidArgument, noCachesText(m_request.objective.kind), {},
                        "objective");
        }
        return finish();
    }

private:
    using Learn = ItemMemory::Learn;

    /// No plan, of a strategy or not, is faster than the best one found.
    [[nodiscard]] bool isProvenBest() const {
        return best() && !m_bounds.empty() && m_surely >= best()->value * (1 - kSameValue);
    }

    /// The fastest plan.
    Result<void> searchTimes() {
        m_bounds = boundsOfSets(m_model);
        m_surely = m_bounds.empty() ? kForever : m_bounds.front().first.seconds;
        STOWAGE_TRY(searchSets());
        if (isMaximised(m_request.objective.kind)) {  // each plan takes several estimates
            return searchPaths();
        }
        STOWAGE_TRY(tryOthers());
        STOWAGE_TRY(searchPaths());
        STOWAGE_TRY(searchAll());
        return tryExchanges();
    }

    /// The plan that there is, and those of the other strategies.
    Result<void> tryOthers() {
        const OffloadedRun asked{m_request.prefetchWindow, m_request.hooks.offloaded};
        if (!m_request.givenMap.empty()) {
            STOWAGE_TRY(tryMap(m_request.givenMap, m_request.givenRun.value_or(asked),
                               PlanJudge::Plan::Present));
        }
        if (isProvenBest() && best()->offloaded == 0) {
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
        const auto layout = layoutOf(m_model, plan);
        const bool isSlower =
            layout && best() && !isMaximised(m_request.objective.kind) &&
            m_model.seconds(*layout, run.prefetchWindow) > best()->value * (1 + kSameValue);
        return isSlower ? Result<void>() : tryMap(plan.map, run);
    }

    Result<void> tryMap(const DeviceMap& map, const OffloadedRun& run,
                        PlanJudge::Plan kind = PlanJudge::Plan::Found) {
        auto judged = m_judge.judge(map, run, EstimateInput::Window::WidestThatFits);
        if (!judged && judged.error().code == ErrorCode::Cancelled) {
            return judged.unexpected();
        }
        if (judged) {
            m_judge.take(std::move(*judged), kind);
        }
        return {};
    }

    Result<void> searchSets() {
        const std::vector<std::pair<PlanBound, const GpuSet*>> inTheirOrder = m_bounds;
        for (const auto& [bound, set] : inTheirOrder) {
            if (!m_judge.wouldTake(bound.seconds, 0)) {
                break;
            }
            STOWAGE_TRY(searchSet(*set, bound.seconds));
        }
        return {};
    }

    /// Lays out, estimates the best, and where one takes more than addition told, lays out again
    /// by what was learnt.
    Result<void> searchSet(const GpuSet& set, double bound) {
        m_model.memory.forgetExcess();
        // Not every plan takes as much more; of large models there is no time to try.
        const Learn learn = m_model.items.items.size() <= kFewItems ? Learn::Gently : Learn::All;
        for (int round = 0; round < kMostRounds; ++round) {
            const std::vector<PricedLayout> layouts =
                spacedLayouts(m_model, set, bound, m_judge.explored(), m_stop);
            STOWAGE_TRY(m_judge.checkStop());
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
            if (tried >= kTriedARound || !m_judge.wouldTake(layout.seconds, layout.offloaded)) {
                break;
            }
            if (!m_model.holds(layout.layout, layout.window) || !m_judge.isNew(layout)) {
                continue;
            }
            ++tried;
            auto judged = m_judge.judge(layout, learn);
            STOWAGE_TRY(judged);
            const bool fits = judged->fits && judged->run.prefetchWindow >= layout.window;
            m_judge.take(std::move(*judged));
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
        m_model.memory.forgetExcess();
        for (int round = 0; round < kMostRounds; ++round) {
            const double atMost = best() ? best()->value : kForever;
            if (bound.seconds >= atMost * (1 - kSameValue) || m_followed > kMostFollowed) {
                break;
            }
            const auto sum = round == 0 ? ItemMemory::Sum::Least : ItemMemory::Sum::Likely;
            const FoundPaths paths = findPaths(m_model, set, atMost, sum, m_stop);
            m_followed += paths.steps;
            STOWAGE_TRY(m_judge.checkStop());
            if (round == 0 && paths.bound > bound.seconds * (1 + kSameValue)) {
                bound = {};
                bound.seconds = paths.bound;
                bound.isFollowed = paths.isComplete;
            }
            std::vector<PricedLayout> layouts;
            for (const SearchLayout& layout : paths.layouts) {
                if (auto own = pricedSpaced(m_model, layout, m_judge.explored(), m_stop)) {
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
            if (kept < kKept && m_model.holds(layout.layout, layout.window)) {
                m_judge.keep(layout);
                ++kept;
            }
        }
    }

    /// Every layout of a small model, in the order of their times, until one holds.
    Result<void> searchAll() {
        const double atMost = best() ? best()->value : kForever;
        if (m_surely >= atMost * (1 - kSameValue)) {
            return {};
        }
        const auto layouts = allLayouts(m_model, atMost, m_judge.explored(), m_stop);
        STOWAGE_TRY(m_judge.checkStop());
        if (!layouts) {
            return {};
        }
        std::size_t tried = 0;
        // A wider window takes no less: what failed with one fails with it too.
        std::map<std::vector<ItemChoice>, unsigned> failedFrom;
        for (const PricedLayout& layout : *layouts) {
            if (best() && layout.seconds >= best()->value * (1 - kSameValue)) {
                break;
            }
            const auto failed = failedFrom.find(layout.layout.choices);
            if ((failed != failedFrom.end() && layout.window >= failed->second) ||
                !m_judge.isNew(layout)) {
                continue;
            }
            if (++tried > kTriedOfAll) {
                m_leftFrom = layout.seconds;
                return {};
            }
            auto judged = m_judge.judge(layout);
            STOWAGE_TRY(judged);
            if (!judged->fits) {
                failedFrom[layout.layout.choices] = layout.window;
            }
            m_judge.take(std::move(*judged));
        }
        m_sawAll = true;
        return {};
    }

    /// Improves the plan of a small model that is not proven: with one item or all layers placed
    /// elsewhere, or two items exchanged, as long as that helps. The allocator may hold what
    /// addition does not.
    Result<void> tryExchanges() {
        const bool isSmall = m_model.items.items.size() <= kFewItems;
        std::size_t left = isSmall && !m_sawAll && !isProvenBest() ? m_mostExchanges : 0;
        while (left > 0 && best() && best()->layout) {
            const double before = best()->value;
            for (const PricedLayout& next : exchanged(*best()->layout, best()->run)) {
                if (left == 0 || m_judge.isBetter(best()->value, before)) {
                    break;
                }
                if (m_judge.isNew(next)) {
                    --left;
                    auto judged = m_judge.judge(next);
                    STOWAGE_TRY(judged);
                    m_judge.take(std::move(*judged));
                }
            }
            if (!m_judge.isBetter(best()->value, before)) {
                break;
            }
        }
        return {};
    }

    [[nodiscard]] bool mayMove(std::size_t item) const {
        return m_model.memory.isLayer(item) && !m_model.items.items[item].pinnedTo;
    }

    /// Those that are faster by the tables, the fastest first.
    [[nodiscard]] std::vector<PricedLayout> exchanged(const SearchLayout& from,
                                                      const OffloadedRun& run) {
        std::vector<PricedLayout> faster;
        const auto set = std::ranges::find(m_model.sets, from.main, &GpuSet::main);
        const std::size_t items = from.choices.size();
        const auto look = [&](const SearchLayout& layout) {
            for (const unsigned window : {run.prefetchWindow, 0U, 1U}) {
                PricedLayout own = priced(m_model, layout, window);
                ++m_judge.explored();
                if (m_judge.isBetter(own.seconds, best()->value)) {
                    faster.push_back(std::move(own));
                }
            }
        };
        // One layer elsewhere may cost two changes of device, where all of them together gain.
        std::size_t layer = 0;
        while (layer < items && !mayMove(layer)) {
            ++layer;
        }
        for (auto other = m_model.sets.begin(); layer < items && other != m_model.sets.end();
             ++other) {
            SearchLayout layout{other->main, from.choices};
            for (const ItemChoice& choice : m_model.choicesOf(layer, *other)) {
                for (std::size_t item = layer; item < items; ++item) {
                    layout.choices[item] = mayMove(item) ? choice : from.choices[item];
                }
                look(layout);
            }
        }
        for (std::size_t item = 0; set != m_model.sets.end() && item < items; ++item) {
            SearchLayout layout = from;
            for (const ItemChoice& choice : m_model.choicesOf(item, *set)) {
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
        proof.explored = m_judge.explored() + m_model.times.probes();
        const double least = m_bounds.empty() ? 0 : m_bounds.front().first.seconds;
        proof.bound = m_judge.mostRoom() ? static_cast<double>(*m_judge.mostRoom())
                                         : std::max(least, m_leftFrom.value_or(0));
        if (!best()) {
            FoundPlacement none;
            const auto other = fallback();
            proof.text =
                joined({noPlanText(m_request.objective.kind, m_sawAll),
                        other ? say("The device map shown comes from the strategy \"%1\".",
                                    strategies().front().name)
                              : say("The device map shown places all modules on the CPU.")},
                       " ");
            none.run = {m_request.prefetchWindow, m_request.hooks.offloaded};
            none.map = other.value_or(DeviceMap({{"", DeviceId::cpu()}}));
            none.proof = std::make_shared<const OptimalProof>(std::move(proof));
            return none;
        }
        const bool isRoom = m_judge.mostRoom().has_value();
        proof.value = isRoom ? best()->room : best()->value;
        proof.isCompared = best()->isCompared && !isRoom;
        const bool isOpen = !m_model.hasAllSets && !isRoom;
        if (isOpen) {
            proof.bound = 0;
        } else if (isRoom ? proof.bound <= *proof.value
                          : m_sawAll || !m_judge.isBetter(proof.bound, *proof.value)) {
            proof.bound = *proof.value;
        }
        const PlanBound* const bound = m_bounds.empty() ? nullptr : &m_bounds.front().first;
        proof.text =
            isOpen ? say("This plan takes the least time of all compared plans. There are too many "
                         "sets of GPUs to compare all sets, so a faster plan may exist.")
            : isRoom ? roomText(proof, *best())
                     : proofText(proof, bound, m_sawAll);
        const bool areParted = std::ranges::any_of(m_model.items.items, [](const SearchItem& item) {
            return std::ranges::any_of(
                item.parts, [](const SearchItem::Content& part) { return !part.paths.empty(); });
        });
        if (areParted) {
            proof.text = joined({proof.text, say("Layers were split into experts, feed-forward and "
                                                 "attention, but not into smaller parts.")},
                                " ");
        }
        if (!isRoom) {
            proof.doubt = best()->doubt;
            proof.text = joined({proof.text, proof.doubt}, " ");
            proof.robustWithin = robustWithin(m_model, m_judge.kept(), best()->value);
        }
        proof.options = optionWords();
        FoundPlacement found{best()->map, best()->run, {}};
        found.proof = std::make_shared<const OptimalProof>(std::move(proof));
        return found;
    }

    /// Where no plan holds: the map of the first strategy, unless Accelerate fails there.
    [[nodiscard]] std::optional<DeviceMap> fallback() const {
        PlacementRequest request = m_request;
        request.strategy = strategies().front().strategy;
        request.moves.clear();
        const auto plan = place(request, m_stop);
        return plan && !(*plan)->accelerateError ? std::optional((*plan)->map) : std::nullopt;
    }

    [[nodiscard]] std::vector<std::string> optionWords() const {
        std::vector<std::string> words;
        const auto entries = best()->map.entries();
        const bool isOffloaded = std::ranges::any_of(
            entries, [](const DeviceMap::Entry& entry) { return !entry.second.isGpu(); });
        if (isOffloaded) {
            words = {"--prefetch-window", std::to_string(best()->run.prefetchWindow)};
        }
        for (const std::string& rule : offloadRuleWords(best()->run.offloaded)) {
            words.insert(words.end(), {"--offloaded", rule});
        }
        return words;
    }

    [[nodiscard]] const std::optional<JudgedPlan>& best() const { return m_judge.best(); }

    PlanJudge& m_judge;
    const PlacementRequest& m_request;
    SearchModel& m_model;
    std::stop_token m_stop;
    std::vector<std::pair<PlanBound, const GpuSet*>> m_bounds;  ///< ascending
    std::size_t m_mostExchanges;
    double m_surely = kForever;  ///< no plan is better, by addition alone
    bool m_sawAll = false;
    std::optional<double> m_leftFrom;  ///< all layouts faster than this were estimated
    std::uint64_t m_followed = 0;
};

class OptimalSearch : public PlacementSearch {
public:
    OptimalSearch(std::shared_ptr<const Checkpoint> checkpoint,
                  std::shared_ptr<const MachineRates> rates, const Workload& usual,
                  ProgressSink progress)
        : m_checkpoint(std::move(checkpoint)),
          m_rates(std::move(rates)),
          m_usual(usual),
          m_progress(std::move(progress)) {}

    [[nodiscard]] Result<FoundPlacement> find(const PlacementRequest& asked,
                                              const std::stop_token& stop) const override {
        const auto begun = std::chrono::steady_clock::now();
        PlacementRequest request = asked;
        request.objective = objectiveOf(asked);
        const EstimateInput input = inputOf(request);
        const auto facts = factsFor(request, nullptr);
        const auto model = SearchModel::make(request, *facts, input, stop);
        STOWAGE_TRY(model);
        PlanJudge judge(request, input, **model, stop);
        ProgressThrottle throttle(m_progress);
        judge.reportTo([&throttle](const Progress& progress) { throttle.report(progress); });
        auto found = Searcher(judge, input.rates != nullptr).run();
        STOWAGE_TRY(found);
        auto proof = std::make_shared<OptimalProof>(*found->proof);
        proof->seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        found->proof = std::move(proof);
        return found;
    }

    [[nodiscard]] Result<PlanValue> price(const std::shared_ptr<const PlacementPlan>& plan,
                                          const std::stop_token& stop) const override {
        EstimateInput input = inputOf(plan->request);
        input.plan = plan;
        const auto estimate = estimateCapacity(input, stop);
        STOWAGE_TRY(estimate);
        const PlanObjective objective = objectiveOf(plan->request);
        const bool isOfTime = !isMaximised(objective.kind);
        if (isOfTime && (*estimate)->toldTime() == nullptr) {
            const Message why = (*estimate)->whyNoTime();
            return PlanValue{std::nullopt, why.empty() ? missingText((*estimate)->missing) : why};
        }
        const auto value = objectiveValue(**estimate, input, objective, stop);
        STOWAGE_TRY(value);
        return PlanValue{*value, !*value    ? say("The plan does not fit with this workload.")
                                 : isOfTime ? doubtOf(**estimate)
                                            : Message()};
    }

private:
    /// Of a model in which no token follows, the prompt's time in place of a token's.
    [[nodiscard]] PlanObjective objectiveOf(const PlacementRequest& request) const {
        const Objective kind = request.objective.kind;
        const auto facts = knownFacts(*m_checkpoint, *request.tree);
        const bool isOfTokens = kind == Objective::Decode || kind == Objective::Mix;
        return isOfTokens && facts != nullptr && !facts->generates
                   ? PlanObjective{Objective::Prefill}
                   : request.objective.forWorkload(request.workload.value_or(m_usual));
    }

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
    ProgressSink m_progress;
};

}  // namespace

std::shared_ptr<const PlacementSearch> makePlacementSearch(
    std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const MachineRates> rates,
    const Workload& usual, ProgressSink progress) {
    return std::make_shared<const OptimalSearch>(std::move(checkpoint), std::move(rates), usual,
                                                 std::move(progress));
}

}  // namespace stowage
