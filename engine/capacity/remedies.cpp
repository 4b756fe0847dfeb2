// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/answers.h"
#include "engine/model/quantization.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace stowage {
namespace {

using Kind = CapacityChange::Kind;
using Kinds = std::vector<Kind>;

constexpr std::uint64_t kSmallChunk = 512;  ///< tokens; contexts are not shortened below it either

/// The price of a kind of change for a person.
enum class Cost { Setting, Engine, Offload, Precision, Work };

Cost costOf(Kind kind) {
    return kind < Kind::Engine     ? Cost::Setting
           : kind == Kind::Engine  ? Cost::Engine
           : kind == Kind::Offload ? Cost::Offload
           : kind < Kind::Batch    ? Cost::Precision
                                   : Cost::Work;
}

bool isOfMap(Kind kind) {
    return kind == Kind::Placement || kind == Kind::Limits || kind == Kind::Offload;
}

bool contains(const Kinds& kinds, Kind kind) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

/// KV types by what they take, the most first.
constexpr std::array<KvType, 4> kSmallerTypes{KvType::BFloat16, KvType::Fp8, KvType::Int8,
                                              KvType::Q4};

/// "0=20480MiB,cpu=65536MiB": whole MiB, of less than a GiB KiB, rounded down.
std::string limitsText(const std::map<DeviceId, double>& limits) {
    std::string text;
    for (const auto& [device, bytes] : limits) {
        const std::string name = device.isGpu() ? std::to_string(device.index) : deviceName(device);
        const bool isLarge = bytes >= static_cast<double>(kGiB);
        const double unit = static_cast<double>(isLarge ? kMiB : kKiB);
        text += (text.empty() ? "" : ",") + name + "=" +
                std::to_string(static_cast<std::uint64_t>(bytes / unit)) +
                (isLarge ? "MiB" : "KiB");
    }
    return text;
}

/// Bytes that devices lack, then those that all of them need.
using Need = std::pair<std::uint64_t, std::uint64_t>;

Need needOf(const CapacityEstimate& estimate) {
    Need need;
    for (const DeviceEstimate& device : estimate.devices) {
        const std::int64_t free = device.free().value_or(0);
        need.first += free < 0 ? static_cast<std::uint64_t>(-free) : 0;
        need.second += device.needed();
    }
    return need;
}

/// Seconds of all that is asked for, good for comparing plans; nothing where no time is estimated.
std::optional<double> secondsOf(const CapacityEstimate& estimate) {
    const auto& time = estimate.time;
    return time ? std::optional(time->toFirstToken +
                                time->perToken * static_cast<double>(estimate.served.generate))
                : std::nullopt;
}

/// Whether GPUs leave weights to the CPU or the disk.
bool leavesSome(const PlacementPlan& plan) {
    const auto isGpu = [](const DevicePlacement& placement) { return placement.device.id.isGpu(); };
    return std::ranges::any_of(plan.placements, isGpu) &&
           std::ranges::any_of(plan.placements, [&](const DevicePlacement& placement) {
               return !isGpu(placement) && placement.weights > 0;
           });
}

/// Lowers the limits of devices that lack room by the weights whose removal frees it, which takes
/// their layers' cache along; false where none can be lowered.
bool lower(std::map<DeviceId, double>& limits, const CapacityEstimate& found) {
    bool isLowered = false;
    for (const DeviceEstimate& device : found.devices) {
        const auto limit = limits.find(device.device.id);
        const auto free = static_cast<double>(device.free().value_or(0));
        const DevicePlacement* const placement = found.plan->placement(device.device.id);
        if (free >= 0 || placement == nullptr || limit == limits.end() || limit->second <= 0) {
            continue;
        }
        const double weights = placement->weights;
        const double kept = weights + static_cast<double>(device.kvCache + device.state);
        const double held = std::min(limit->second, weights + placement->reservedForLargestLayer);
        limit->second = std::max(0.0, held + (kept > 0 ? free * weights / kept : free));
        isLowered = true;
    }
    return isLowered;
}

}  // namespace

std::vector<Kind> usualSacrifices() {
    return {Kind::Placement, Kind::PrefillChunk, Kind::Allocator,    Kind::Limits, Kind::Engine,
            Kind::Offload,   Kind::KvType,       Kind::Quantization, Kind::Batch,  Kind::Context};
}

/// Searches changes by formula; what it gives out is an estimate of the questions' own kind.
class CapacityQuestions::RemedySearch {
public:
    explicit RemedySearch(CapacityQuestions& questions) : m_questions(questions) {}

    Result<std::vector<CapacityChange>> find(const Kinds& order);
    /// Nothing where changes of these kinds cannot be made, and where they include a map and none
    /// was found that carries the work.
    Result<std::optional<CapacityChange>> made(const Kinds& kinds, bool byFormula);

private:
    /// An input with changes, each with its words: {"kv_dtype", "fp8", "keys and values in fp8"}.
    struct Draft {
        EstimateInput input;
        PlacementRequest request;
        std::vector<std::tuple<std::string, std::string, Message>> changes{};

        void put(const std::string& key, const std::string& value, Message text) {
            std::erase_if(changes, [&](const auto& other) { return std::get<0>(other) == key; });
            changes.emplace_back(key, value, std::move(text));
        }
    };
    using Made = Result<std::optional<CapacityChange>>;

    /// An engine that has no such thing, or a plan that a strategy refuses, is no remedy.
    static Made orNone(Made made) {
        return made || made.error().code == ErrorCode::Cancelled ? std::move(made)
                                                                 : std::optional<CapacityChange>();
    }
    [[nodiscard]] const PlacementRequest& request() const {
        return m_questions.m_input.plan->request;
    }
    Result<bool> change(Kind kind, Draft& draft);
    Result<bool> shrinkKv(Draft& draft);
    /// All changes of these kinds except another map.
    Result<std::optional<Draft>> drafted(const Kinds& kinds, bool byFormula);
    Made estimated(Draft draft, Kind kind);
    Made mapped(const Draft& draft, const Kinds& kinds);
    Made fitted(Draft draft, Strategy strategy, const Kinds& kinds);
    Result<Kinds> fewest(Kinds kinds, bool mayOffload);
    Result<bool> add(const Kinds& kinds, bool mayOffload);
    Result<void> tryAlone(Kind kind);
    Result<void> tryTogether(Cost cost);
    Result<void> tryOptimal();
    [[nodiscard]] bool helps(const CapacityEstimate& result, bool mayOffload) const;
    [[nodiscard]] bool isSolved() const;
    /// Whether another map may be proposed: a search has compared those of `optimal`.
    [[nodiscard]] bool mayMap(Kind kind) const {
        return m_now->workload.tensorParallel <= 1 && request().strategy != Strategy::Optimal &&
               !(request().preset && endsOnOneDevice(*request().preset)) &&
               !(kind == Kind::Limits && request().budgetsAreDefaults);
    }
    /// Whether changes of this cost help where weights are offloaded with them.
    [[nodiscard]] bool mayOffload(Cost cost) const {
        return cost >= Cost::Offload && !isYes(m_now->verdict) &&
               (cost == Cost::Offload || m_remedies.empty());
    }

    CapacityQuestions& m_questions;
    std::shared_ptr<const CapacityEstimate> m_now;
    Need m_need;                        ///< by formula
    Kinds m_chain;                      ///< what alone was not enough, and lowers the need
    bool m_isOffloadChosen = false;     ///< without it the work fits as well
    std::optional<Kinds> m_offloading;  ///< a change of settings that fits with offload
    std::vector<CapacityChange> m_remedies;
};

Result<bool> CapacityQuestions::RemedySearch::change(Kind kind, Draft& draft) {
    Workload& work = draft.input.workload;
    if (kind == Kind::PrefillChunk) {
        if (work.prompt <= kSmallChunk ||
            (work.prefillChunk > 0 && work.prefillChunk <= kSmallChunk)) {
            return false;
        }
        work.prefillChunk = kSmallChunk;
        draft.put("prefill_chunk", std::to_string(work.prefillChunk),
                  say("prompts in chunks of %1 tokens", groupedText(work.prefillChunk)));
    } else if (kind == Kind::Context) {
        const std::uint64_t least =
            std::max(m_questions.served(work).prompt + work.generate, kSmallChunk);
        if (work.context <= least) {
            return false;
        }
        work.context = std::max(work.context / 2, least);
        draft.put("context", std::to_string(work.context),
                  say("a context of %1 tokens", groupedText(work.context)));
    } else if (kind == Kind::KvType) {
        return shrinkKv(draft);
    } else if (kind == Kind::Batch) {
        if (work.batch <= 1) {
            return false;
        }
        work.batch /= 2;
        draft.put("batch", std::to_string(work.batch),
                  work.batch == 1 ? say("%1 sequence at once", groupedText(work.batch))
                                  : say("%1 sequences at once", groupedText(work.batch)));
    } else if (kind == Kind::Engine) {
        if (m_now->engine.name == kUsualEngine || work.engine == kUsualEngine) {
            return false;
        }
        work.engine = kUsualEngine;
        draft.put("engine", work.engine, say("the engine \"%1\"", work.engine));
    } else if (kind == Kind::Allocator) {
        bool isOther = false;
        for (DeviceInfo& device : draft.request.devices) {
            const bool isNative =
                device.id.isGpu() && device.simulated && device.allocator == AllocatorKind::Native;
            device.allocator = isNative ? AllocatorKind::ExpandableSegments : device.allocator;
            isOther = isOther || isNative;
        }
        const std::string name(allocatorName(AllocatorKind::ExpandableSegments));
        draft.put("allocator", name, say("the allocator setting %1", name));
        return isOther;
    } else if (kind == Kind::Quantization) {
        auto& quantization = draft.request.constraints.quantization;
        const bool isInt8 = quantization && quantization->method == QuantizationMethod::Int8 &&
                            quantization->declaredBy.empty();
        if (quantization && !isInt8) {
            return false;
        }
        const std::string name = isInt8 ? "nf4" : "int8";
        quantization = quantizationOfMethod(name);
        draft.put("quantize", name, say("weights in %1", name));
    }
    return true;
}

Result<bool> CapacityQuestions::RemedySearch::shrinkKv(Draft& draft) {
    EstimateInput probe = draft.input;
    probe.byFormula = true;
    const auto now = m_questions.estimate(probe);  // it knows the engine and what it keeps now
    STOWAGE_TRY(now);
    const auto bitsOf = [&](KvType type) {
        const auto found = (*now)->engine.bits.find(type);
        return found == (*now)->engine.bits.end() ? std::nullopt : found->second;
    };
    const auto smaller = std::ranges::find_if(kSmallerTypes, [&](KvType type) {
        return (*now)->kvType && type != KvType::BFloat16 && bitsOf(type) &&
               *bitsOf(type) < bitsOf(*(*now)->kvType).value_or(64);
    });
    if (smaller == kSmallerTypes.end()) {
        return false;
    }
    draft.input.workload.kvType = *smaller;
    draft.put("kv_dtype", std::string(kvTypeName(*smaller)),
              say("keys and values in %1", kvTypeName(*smaller)));
    return true;
}

Result<std::optional<CapacityQuestions::RemedySearch::Draft>>
CapacityQuestions::RemedySearch::drafted(const Kinds& kinds, bool byFormula) {
    Draft draft{m_questions.m_input, request()};
    draft.input.byFormula = draft.input.byFormula || byFormula;
    for (const Kind kind : kinds) {
        const auto isMade = isOfMap(kind) ? Result<bool>(true) : change(kind, draft);
        STOWAGE_TRY(isMade);
        if (!*isMade) {
            return std::optional<Draft>();
        }
    }
    const bool isAssumed = byFormula && draft.request.strategy == Strategy::Optimal;
    if (draft.changes.empty() && !isAssumed) {
        return std::optional(std::move(draft));
    }
    // As with the options typed: `optimal` searches for the work that it is to carry. That takes
    // seconds: by formula a map of `sequential` shows whether there is a plan.
    draft.request.workload = draft.input.workload;
    draft.request.strategy = isAssumed ? Strategy::Sequential : draft.request.strategy;
    if (draft.request.strategy == Strategy::Optimal) {
        draft.request.givenMap = {};  // a typed command knows no earlier map to keep
    }
    auto plan = place(draft.request, m_questions.m_stop);
    STOWAGE_TRY(plan);
    draft.input.plan = std::move(*plan);
    return std::optional(std::move(draft));
}

CapacityQuestions::RemedySearch::Made CapacityQuestions::RemedySearch::estimated(Draft draft,
                                                                                 Kind kind) {
    auto result = m_questions.estimate(draft.input);
    STOWAGE_TRY(result);
    CapacityChange made{kind, {}, {}, std::move(*result)};
    std::vector<Message> texts;
    for (auto& [key, value, text] : draft.changes) {
        made.values.emplace_back(std::move(key), std::move(value));
        texts.push_back(std::move(text));
    }
    made.text = joined(std::move(texts), ", ");
    return std::optional(std::move(made));
}

CapacityQuestions::RemedySearch::Made CapacityQuestions::RemedySearch::made(const Kinds& kinds,
                                                                            bool byFormula) {
    const bool isMap = std::ranges::any_of(kinds, isOfMap);
    const bool isAssumed = byFormula && request().strategy == Strategy::Optimal;
    const auto result = [&]() -> Made {
        auto draft = drafted(kinds, byFormula);
        STOWAGE_TRY(draft);
        Made found = std::optional<CapacityChange>();
        if (*draft && (isMap || isAssumed)) {
            found = mapped(**draft, kinds);
        }
        const bool isNone = *draft && found && !*found && !(isMap && !isAssumed);
        return isNone ? estimated(std::move(**draft), kinds.back()) : std::move(found);
    };
    return orNone(result());
}

/// The best map of Accelerate's strategies: on GPUs alone if there is one, with as few options as
/// can be, and the quickest of those.
CapacityQuestions::RemedySearch::Made CapacityQuestions::RemedySearch::mapped(const Draft& draft,
                                                                              const Kinds& kinds) {
    const PlacementRequest& asked = draft.input.plan->request;
    std::optional<CapacityChange> best;
    const auto rank = [](const CapacityChange& made) {
        const bool isFull = made.result->verdict == Verdict::Fits;
        return std::tuple(!isFull, isFull ? made.values.size() : 0,
                          secondsOf(*made.result).value_or(0));
    };
    std::vector<Strategy> strategies{asked.strategy};
    for (const StrategyRow& row : accelerateStrategies()) {
        const bool isAuto = row.strategy == Strategy::Auto && asked.strategy == Strategy::Balanced;
        if (row.strategy != asked.strategy && row.strategy != Strategy::Balanced && !isAuto) {
            strategies.push_back(row.strategy);  // `auto` and `balanced` are one
        }
    }
    for (const Strategy strategy : strategies) {
        if (strategy == Strategy::Manual) {
            continue;
        }
        auto found = orNone(fitted(draft, strategy, kinds));
        STOWAGE_TRY(found);
        if (*found && (!best || rank(**found) < rank(*best))) {
            best = std::move(**found);
        }
    }
    return best;
}

/// A map of this strategy that carries the work: under the limits as they are, then under limits
/// that are lowered where a device lacks room, again and again. Nothing where there is none.
CapacityQuestions::RemedySearch::Made CapacityQuestions::RemedySearch::fitted(Draft draft,
                                                                              Strategy strategy,
                                                                              const Kinds& kinds) {
    auto& plan = draft.input.plan;
    const bool raises = contains(kinds, Kind::Limits);
    const bool offloads = contains(kinds, Kind::Offload);
    const std::stop_token& stop = m_questions.m_stop;
    if (strategy != plan->request.strategy) {
        auto other = applyEdit(*plan, SetStrategyEdit{strategy}, stop);
        STOWAGE_TRY(other);
        plan = std::move(*other);
        draft.put("strategy", std::string(strategyName(strategy)),
                  say("the strategy \"%1\"", strategyName(strategy)));
    }
    std::map<DeviceId, double> limits;
    const DeviceInfo* const cpu = findDevice(plan->request.devices, DeviceId::cpu());
    const double ram = cpu != nullptr ? static_cast<double>(cpu->freeBytes().value_or(0)) : 0;
    for (const auto& budgets :
         {plan->request.budgets,
          raises ? defaultBudgets(plan->request.devices, ram) : std::vector<MemoryBudget>()}) {
        for (const MemoryBudget& budget : budgets) {
            limits[budget.device] = std::max(limits[budget.device], budget.bytes);
        }
    }
    constexpr int kMostSteps = 16;
    for (int step = 0; step < kMostSteps; ++step) {
        if (step > 0 || raises) {
            auto limited = applyEdit(*plan, SetBudgetEdit{{}, limitsText(limits)}, stop);
            STOWAGE_TRY(limited);
            plan = std::move(*limited);
            draft.put("max_memory", limitsText(limits),
                      raises              ? say("weights distributed under changed limits")
                      : leavesSome(*plan) ? say("weights offloaded under lower limits")
                                          : say("weights distributed under lower limits"));
        }
        Draft probe = draft;
        probe.input.byFormula = true;
        auto found = estimated(std::move(probe), kinds.back());
        STOWAGE_TRY(found);
        const bool isOne = helps(*(*found)->result, offloads);
        m_isOffloadChosen =
            m_isOffloadChosen || (!isOne && (*found)->result->verdict == Verdict::Fits);
        if (isOne) {
            found = draft.input.byFormula ? std::move(found) : estimated(draft, kinds.back());
            STOWAGE_TRY(found);
            if (helps(*(*found)->result, offloads)) {
                return found;
            }
        }
        const CapacityEstimate& result = *(*found)->result;
        const bool isDivided = result.workload.tensorParallel > 1;  // each GPU holds its part
        if (isDivided || (!offloads && leavesSome(*plan)) || !lower(limits, result)) {
            break;
        }
    }
    return std::optional<CapacityChange>();
}

/// On GPUs alone, or with offload where that may be. What fits already has to become no slower, and
/// twice as fast where it still offloads.
bool CapacityQuestions::RemedySearch::helps(const CapacityEstimate& result, bool mayOffload) const {
    const auto seconds = secondsOf(result);
    const auto before = secondsOf(*m_now);
    if (!isYes(m_now->verdict)) {
        return result.verdict == Verdict::Fits || (mayOffload && isYes(result.verdict));
    }
    constexpr double kWorthIt = 0.5;
    return result.verdict == Verdict::Fits
               ? !seconds || !before || *seconds <= *before
               : isYes(result.verdict) && seconds && before && *seconds <= kWorthIt * *before;
}

bool CapacityQuestions::RemedySearch::isSolved() const {
    return m_isOffloadChosen ||
           std::ranges::any_of(m_remedies, [this](const CapacityChange& remedy) {
               return remedy.result->verdict == Verdict::Fits || isYes(m_now->verdict);
           });
}

/// Adds the remedy of changes that suffice by formula, if they do as a whole estimate.
Result<bool> CapacityQuestions::RemedySearch::add(const Kinds& kinds, bool mayOffload) {
    auto whole = made(kinds, false);
    STOWAGE_TRY(whole);
    const bool isOne = *whole && helps(*(*whole)->result, mayOffload);
    if (isOne) {
        m_remedies.push_back(std::move(**whole));
    }
    return isOne;
}

/// As few changes of these kinds as suffice by formula: the last ones are left out first.
Result<Kinds> CapacityQuestions::RemedySearch::fewest(Kinds kinds, bool mayOffload) {
    Kinds distinct = kinds;
    distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
    for (auto kind = distinct.rbegin(); kind != distinct.rend(); ++kind) {
        while (kinds.size() > 1 && contains(kinds, *kind)) {
            Kinds fewer = kinds;
            fewer.erase(std::ranges::find(fewer, *kind));
            const auto found = made(fewer, true);
            STOWAGE_TRY(found);
            if (!*found || !helps(*(*found)->result, mayOffload)) {
                break;
            }
            kinds = std::move(fewer);
        }
    }
    return kinds;
}

/// One kind of change, made as often as it takes.
Result<void> CapacityQuestions::RemedySearch::tryAlone(Kind kind) {
    const bool mayOffload = this->mayOffload(costOf(kind));
    if (isOfMap(kind) && !mayMap(kind)) {
        if (kind == Kind::Placement && request().strategy == Strategy::Optimal) {
            const auto other = made({kind}, true);
            STOWAGE_TRY(other);
            m_isOffloadChosen = m_isOffloadChosen || (*other && isYes(m_now->verdict));
        }
        return {};
    }
    Need need = m_need;
    for (Kinds alone{kind};; alone.push_back(kind)) {
        const auto found = made(alone, true);
        STOWAGE_TRY(found);
        if (*found && helps(*(*found)->result, mayOffload)) {
            const auto isOne = add(alone, mayOffload);
            STOWAGE_TRY(isOne);
            if (*isOne) {
                return {};
            }
        }
        if (isOfMap(kind)) {
            m_chain.push_back(kind);
            return {};
        }
        if (*found && !m_offloading && isYes((*found)->result->verdict)) {
            m_offloading = alone;
        }
        // The allocator's setting counts in a replay alone.
        const bool isCounted = request().strategy != Strategy::Optimal && kind != Kind::Allocator;
        if (!*found || (isCounted && needOf(*(*found)->result) >= need)) {
            return {};
        }
        need = needOf(*(*found)->result);
        m_chain.push_back(kind);
    }
}

/// All that was not enough alone.
Result<void> CapacityQuestions::RemedySearch::tryTogether(Cost cost) {
    if (m_chain.size() < 2) {
        return {};
    }
    const bool mayOffload = this->mayOffload(cost);
    const auto found = made(m_chain, true);
    STOWAGE_TRY(found);
    if (!*found || !helps(*(*found)->result, mayOffload)) {
        return {};
    }
    auto kinds = fewest(m_chain, mayOffload);
    STOWAGE_TRY(kinds);
    auto isOne = add(*kinds, mayOffload);
    STOWAGE_TRY(isOne);
    // A replay may need more than the formula.
    for (auto kind = m_chain.rbegin(); kind != m_chain.rend() && !*isOne; ++kind) {
        if (!contains(*kinds, *kind)) {
            kinds->insert(std::ranges::lower_bound(*kinds, *kind), *kind);
            isOne = add(*kinds, mayOffload);
            STOWAGE_TRY(isOne);
        }
    }
    return {};
}

/// The plan of the strategy `optimal`, whose search takes seconds.
Result<void> CapacityQuestions::RemedySearch::tryOptimal() {
    Draft draft{m_questions.m_input, request()};
    const bool isWindowChosen = draft.request.prefetchWindow != PlacementRequest().prefetchWindow ||
                                !draft.request.hooks.offloaded.empty();
    if (draft.request.search == nullptr || draft.request.strategy == Strategy::Manual ||
        draft.request.preset || isWindowChosen || !mayMap(Kind::Placement)) {
        return {};
    }
    draft.request.strategy = Strategy::Optimal;
    draft.request.workload = draft.input.workload;
    const auto plan = place(draft.request, m_questions.m_stop);
    if (plan && (*plan)->optimal != nullptr && (*plan)->optimal->value) {
        draft.input.plan = *plan;
        const std::string name(strategyName(Strategy::Optimal));
        draft.put("strategy", name, say("the strategy \"%1\"", name));
        auto placed = orNone(estimated(std::move(draft), Kind::Offload));
        STOWAGE_TRY(placed);
        if (*placed && helps(*(*placed)->result, true)) {
            m_remedies.push_back(std::move(**placed));
        }
    }
    return {};
}

Result<std::vector<CapacityChange>> CapacityQuestions::RemedySearch::find(const Kinds& order) {
    EstimateInput input = m_questions.m_input;
    auto now = m_questions.estimate(input);
    STOWAGE_TRY(now);
    m_now = std::move(*now);
    input.byFormula = true;
    const auto calculated = m_questions.estimate(input);
    STOWAGE_TRY(calculated);
    m_need = needOf(**calculated);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Cost cost = costOf(order[i]);
        const bool isSkipped =
            cost == Cost::Offload ? isYes(m_now->verdict) || isSolved()
            : cost == Cost::Precision
                ? isSolved()
                : cost == Cost::Work && (isYes(m_now->verdict) || !m_remedies.empty());
        if (isSkipped) {
            continue;
        }
        if (cost == Cost::Offload && m_offloading) {
            const auto isOne = add(*m_offloading, true);
            STOWAGE_TRY(isOne);
        }
        STOWAGE_TRY(tryAlone(order[i]));
        const bool isLast = i + 1 == order.size() || costOf(order[i + 1]) != cost;
        const bool isOffloading = cost == Cost::Offload || cost == Cost::Work;
        if (isLast && !isSolved() && (!isOffloading || m_remedies.empty())) {
            STOWAGE_TRY(tryTogether(cost));
        }
        if (cost == Cost::Offload && m_remedies.empty()) {
            STOWAGE_TRY(tryOptimal());
        }
    }
    return std::move(m_remedies);
}

Result<std::vector<CapacityChange>> CapacityQuestions::untilItFits(const Kinds& order) {
    return RemedySearch(*this).find(order);
}

Result<std::vector<CapacityChange>> CapacityQuestions::alternatives() {
    std::vector<CapacityChange> found;
    for (const Kind kind : {Kind::KvType, Kind::Quantization}) {
        auto changed = RemedySearch(*this).made({kind}, false);
        STOWAGE_TRY(changed);
        if (*changed) {
            found.push_back(std::move(**changed));
        }
    }
    return found;
}

}  // namespace stowage
