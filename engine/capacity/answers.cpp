// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/answers.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/model/quantization.h"
#include "engine/plan/edit/plan_edit.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>

namespace stowage {
namespace {

/// Searches end where their answer is known to so many tokens of a context.
constexpr std::uint64_t kContextStep = 1;
constexpr std::uint64_t kMostSearched = std::uint64_t{1} << 26;
constexpr std::uint64_t kLeastContext = 512;

bool fits(const CapacityEstimate& estimate) {
    return isYes(estimate.verdict);
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

using ChangedValues = std::vector<std::pair<std::string, std::string>>;

/// Both, of one key the later.
ChangedValues withBoth(ChangedValues before, const ChangedValues& after) {
    for (const auto& value : after) {
        std::erase_if(before, [&](const auto& earlier) { return earlier.first == value.first; });
        before.push_back(value);
    }
    return before;
}

}  // namespace

Workload oneAfterAnother(Workload workload, std::uint64_t prompt, std::uint64_t sequences) {
    const std::uint64_t now =
        workload.prefillChunk == 0 ? prompt : std::min(workload.prefillChunk, prompt);
    workload.batch = sequences;
    workload.prefillChunk = std::max<std::uint64_t>(now / sequences, 1);
    return workload;
}

std::vector<CapacityChange::Kind> usualSacrifices() {
    using Kind = CapacityChange::Kind;
    return {Kind::PrefillChunk, Kind::Context,      Kind::KvType,
            Kind::Batch,        Kind::Quantization, Kind::Offload};
}

CapacityQuestions::CapacityQuestions(EstimateInput input, std::stop_token stop,
                                     std::function<void()> progress)
    : m_input(std::move(input)), m_stop(std::move(stop)), m_progress(std::move(progress)) {}

Result<void> CapacityQuestions::begin() {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The estimate was cancelled."));
    }
    if (m_progress) {
        m_progress();
    }
    return {};
}

CapacityQuestions::Estimated CapacityQuestions::estimate(const EstimateInput& input) {
    STOWAGE_TRY(begin());
    return estimateCapacity(input, m_stop);
}

/// The largest number from `least` to `limit` with which the plan still fits by formula, `least`
/// where none does: doubled until it does not fit, then halved in between.
Result<std::uint64_t> CapacityQuestions::calculated(
    std::uint64_t least, std::uint64_t limit,
    const std::function<void(Workload&, std::uint64_t)>& set) {
    auto estimator = PlanEstimator::make(m_input, m_stop);
    STOWAGE_TRY(estimator);
    const auto holds = [&](std::uint64_t value) -> Result<bool> {
        Workload work = m_input.workload;
        set(work, value);
        const auto estimated = estimator->calculateMemory(work);
        if (!estimated && estimated.error().code == ErrorCode::InvalidArgument) {
            return false;  // more than the model reads
        }
        STOWAGE_TRY(estimated);
        return fits(*estimated);
    };
    auto good = holds(least);
    STOWAGE_TRY(good);
    if (!*good) {
        return least;
    }
    std::uint64_t fitting = least;
    std::uint64_t failing = limit + 1;
    for (std::uint64_t next = least * 2; next <= limit; next *= 2) {
        good = holds(next);
        STOWAGE_TRY(good);
        if (!*good) {
            failing = next;
            break;
        }
        fitting = next;
    }
    while (failing - fitting > kContextStep) {
        const std::uint64_t middle = fitting + (failing - fitting) / 2;
        good = holds(middle);
        STOWAGE_TRY(good);
        (*good ? fitting : failing) = middle;
    }
    return fitting;
}

Result<std::optional<std::uint64_t>> CapacityQuestions::most(
    std::uint64_t limit, const std::function<void(Workload&, std::uint64_t)>& set) {
    const auto guess = calculated(1, limit, set);
    STOWAGE_TRY(guess);
    if (*guess > kMostReplayedSequences) {
        return *guess < limit ? std::optional(*guess) : std::nullopt;
    }
    return confirmed(1, *guess, limit, set);
}

/// From a guess to the answer of whole estimates: the largest that fits, where one more does not.
/// Steps away from the guess double; between one that fits and one that does not, bytes left and
/// bytes missing say where to look, and every other time the middle.
Result<std::optional<std::uint64_t>> CapacityQuestions::confirmed(
    std::uint64_t least, std::uint64_t value, std::uint64_t limit,
    const std::function<void(Workload&, std::uint64_t)>& set) {
    struct Tried {
        std::uint64_t value;
        double bytes;
    };
    auto estimator = PlanEstimator::make(m_input, m_stop);
    STOWAGE_TRY(estimator);
    std::optional<Tried> fitting;
    std::optional<Tried> failing;
    std::uint64_t step = std::max<std::uint64_t>(value / 32, 1);
    for (bool halves = false; value < limit; halves = !halves) {
        STOWAGE_TRY(begin());
        Workload work = m_input.workload;
        set(work, value);
        const auto estimated =
            m_input.byFormula ? estimator->calculateMemory(work) : estimator->estimateBriefly(work);
        const bool isTooMuch = !estimated && estimated.error().code == ErrorCode::InvalidArgument;
        if (!isTooMuch) {
            STOWAGE_TRY(estimated);
        }
        const bool hasMargin = !isTooMuch && estimated->tightest.has_value();
        const double bytes =
            hasMargin ? std::abs(static_cast<double>(estimated->tightest->margin)) : 0;
        (!isTooMuch && fits(*estimated) ? fitting : failing) = Tried{value, bytes};
        if (fitting && failing) {
            const std::uint64_t gap = failing->value - fitting->value;
            if (gap <= 1) {
                return std::optional(fitting->value);
            }
            const double sum = fitting->bytes + failing->bytes;
            const double share = halves || sum <= 0 ? 0.5 : fitting->bytes / sum;
            value = fitting->value +
                    std::clamp<std::uint64_t>(
                        static_cast<std::uint64_t>(static_cast<double>(gap) * share), 1, gap - 1);
        } else if (fitting) {
            value = std::min(limit, value + step);
        } else if (value == least) {
            return std::optional(std::uint64_t{0});
        } else {
            value = value - least > step ? value - step : least;
        }
        step *= 2;
    }
    return std::optional<std::uint64_t>();
}

/// One replay that ends where memory does tells more than many that do not fit.
Result<std::optional<std::uint64_t>> CapacityQuestions::largestContext() {
    const auto set = [](Workload& changed, std::uint64_t tokens) {
        changed.context = tokens;
        changed.generate = std::min(changed.generate, tokens - changed.prompt);
    };
    const std::uint64_t least = m_input.workload.prompt;
    const auto guess = calculated(least, kMostSearched, set);
    STOWAGE_TRY(guess);
    if (m_input.byFormula) {
        return confirmed(least, *guess, kMostSearched, set);
    }
    auto estimator = PlanEstimator::make(m_input, m_stop);
    STOWAGE_TRY(estimator);
    const auto replayed = estimator->longest(m_input.workload);
    STOWAGE_TRY(replayed);
    const std::uint64_t value = !*replayed           ? *guess
                                : (*replayed)->isEnd ? (*replayed)->tokens
                                                     : std::max(*guess, (*replayed)->tokens);
    return confirmed(least, value, kMostSearched, set);
}

Workload CapacityQuestions::served(const Workload& workload) const {
    const auto facts = knownFacts(*m_input.checkpoint, *m_input.plan->request.tree);
    return withImageTokens(workload, facts.get());
}

Result<CapacityLimits> CapacityQuestions::largest() {
    CapacityLimits limits;
    const Workload& work = m_input.workload;
    const auto context = largestContext();
    STOWAGE_TRY(context);
    limits.context = *context;
    constexpr std::uint64_t kMostSequences = std::uint64_t{1} << 16;
    auto batch = most(kMostSequences, [](Workload& changed, std::uint64_t sequences) {
        changed.batch = sequences;
    });
    STOWAGE_TRY(batch);
    limits.batch = *batch;
    const std::uint64_t prompt = served(work).prompt;
    auto users = most(kMostSequences, [&](Workload& changed, std::uint64_t sequences) {
        changed = oneAfterAnother(work, prompt, sequences);
    });
    STOWAGE_TRY(users);
    limits.users = *users;
    if (limits.users && (!limits.batch || *limits.batch > *limits.users)) {
        limits.users = limits.batch;  // what goes in together goes in one after another, too
    }
    return limits;
}

Result<std::vector<std::pair<DeviceId, std::uint64_t>>> CapacityQuestions::smallestCapacities() {
    const auto now = estimate(m_input);
    STOWAGE_TRY(now);
    std::vector<std::pair<DeviceId, std::uint64_t>> smallest;
    for (const DeviceEstimate& device : (*now)->devices) {
        if (device.device.id.isGpu()) {
            smallest.emplace_back(device.device.id, device.leastCapacity());
        }
    }
    return smallest;
}

Result<std::optional<CapacityChange>> CapacityQuestions::change(CapacityChange::Kind kind,
                                                                EstimateInput& input) {
    using Kind = CapacityChange::Kind;
    CapacityChange change{kind, {}, {}, nullptr};
    Workload& work = input.workload;
    const auto tell = [&](const char* key, const std::string& value, Message text) {
        change.values.emplace_back(key, value);
        change.text = std::move(text);
    };
    const auto none = std::optional<CapacityChange>();
    if (kind == Kind::PrefillChunk) {
        if (work.prompt <= kLeastContext || work.prefillChunk == kLeastContext) {
            return none;
        }
        work.prefillChunk = kLeastContext;
        tell("prefill_chunk", std::to_string(work.prefillChunk),
             say("prompts in chunks of %1 tokens", groupedText(work.prefillChunk)));
    } else if (kind == Kind::Context) {
        const std::uint64_t least = std::max(served(work).prompt + work.generate, kLeastContext);
        if (work.context <= least) {
            return none;
        }
        work.context = std::max(work.context / 2, least);
        tell("context", std::to_string(work.context),
             say("a context of %1 tokens", groupedText(work.context)));
    } else if (kind == Kind::KvType) {
        EstimateInput probe = input;
        probe.byFormula = true;
        const auto now = estimate(probe);  // it knows the engine and what it keeps now
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
            return none;
        }
        work.kvType = *smaller;
        tell("kv_dtype", std::string(kvTypeName(*smaller)),
             say("keys and values in %1", kvTypeName(*smaller)));
    } else if (kind == Kind::Batch) {
        if (work.batch <= 1) {
            return none;
        }
        work.batch /= 2;
        tell("batch", std::to_string(work.batch),
             work.batch == 1 ? say("%1 sequence at once", groupedText(work.batch))
                             : say("%1 sequences at once", groupedText(work.batch)));
    } else if (kind == Kind::Offload) {
        const auto limits = offload(input);
        STOWAGE_TRY(limits);
        if (!*limits) {
            return none;
        }
        tell("max_memory", **limits, say("weights offloaded under lower limits"));
    } else {
        PlacementRequest changed = input.plan->request;
        auto& quantization = changed.constraints.quantization;
        const bool isInt8 = quantization && quantization->method == QuantizationMethod::Int8 &&
                            quantization->declaredBy.empty();
        if (quantization && !isInt8) {
            return none;
        }
        const std::string name = isInt8 ? "nf4" : "int8";
        quantization = quantizationOfMethod(name);
        auto plan = place(changed, m_stop);
        STOWAGE_TRY(plan);
        input.plan = *plan;
        tell("quantize", name, say("weights in %1", name));
    }
    auto result = estimate(input);
    if (!result && result.error().code == ErrorCode::Unsupported) {
        return none;  // the engine that was asked for has no such thing
    }
    STOWAGE_TRY(result);
    change.result = std::move(*result);
    if (kind == Kind::Quantization) {
        const auto before = PlanEstimator::make(m_input, m_stop);
        STOWAGE_TRY(before);
        // This program's own engine takes no such weights: another's times stand there then.
        if (change.result->engine.name != before->engine().name) {
            change.text = say("%1 (engine: %2)", change.text, change.result->engine.name);
        }
    }
    if (kind == Kind::Offload && change.result->verdict == Verdict::Fits) {
        change.text = say("weights shared out under lower limits");
    }
    return std::optional(std::move(change));
}

/// The limits under which the plan's strategy leaves room for the rest, as max_memory has them,
/// and `input` with its plan: each device's lowered by what it lacks, again and again. Nothing
/// where no limits are found, and where no limits make the plan.
Result<std::optional<std::string>> CapacityQuestions::offload(EstimateInput& input) {
    const auto none = std::optional<std::string>();
    if (input.plan->request.strategy == Strategy::Manual) {
        return none;  // the map is given
    }
    std::map<DeviceId, double> limits;
    for (const MemoryBudget& budget : input.plan->request.budgets) {
        limits[budget.device] = budget.bytes;
    }
    constexpr int kMostSteps = 12;
    for (int step = 0; step < kMostSteps; ++step) {
        EstimateInput probe = input;
        probe.byFormula = true;
        auto found = estimate(probe);
        STOWAGE_TRY(found);
        if ((*found)->workload.tensorParallel > 1) {
            return none;  // each GPU holds its part of every layer
        }
        if (fits(**found)) {
            found = estimate(input);
            STOWAGE_TRY(found);
            if (fits(**found)) {
                return std::optional(limitsText(limits));
            }
        }
        bool isLowered = false;
        for (const DeviceEstimate& device : (*found)->devices) {
            const auto limit = limits.find(device.device.id);
            const std::int64_t free = device.free().value_or(0);
            const DevicePlacement* const placement = input.plan->placement(device.device.id);
            if (free < 0 && placement != nullptr && limit != limits.end() && limit->second > 0) {
                const double held = std::min(limit->second, placement->weights);
                limit->second = std::max(0.0, held + static_cast<double>(free));
                isLowered = true;
            }
        }
        if (!isLowered) {
            return none;
        }
        auto plan = applyEdit(*input.plan, SetBudgetEdit{{}, limitsText(limits)}, m_stop);
        if (!plan && plan.error().code == ErrorCode::InvalidArgument) {
            return none;
        }
        STOWAGE_TRY(plan);
        input.plan = std::move(*plan);
    }
    return none;
}

/// `input` after changes of these kinds, which are gathered with what each comes to; nothing where
/// one of them cannot be made.
Result<std::optional<std::vector<CapacityChange>>> CapacityQuestions::changesOf(
    EstimateInput& input, std::span<const CapacityChange::Kind> kinds) {
    std::vector<CapacityChange> chain;
    for (const CapacityChange::Kind kind : kinds) {
        auto next = change(kind, input);
        STOWAGE_TRY(next);
        if (!*next) {
            return std::optional<std::vector<CapacityChange>>();
        }
        if (!chain.empty()) {
            (*next)->values = withBoth(chain.back().values, (*next)->values);
        }
        chain.push_back(std::move(**next));
    }
    return std::optional(std::move(chain));
}

/// Without the steps that the last one makes needless: it alone where it suffices, else all that
/// can be left out, the dearest first. By formula, and as a whole estimate in the end.
Result<std::vector<CapacityChange>> CapacityQuestions::shortest(std::vector<CapacityChange> chain) {
    using Kinds = std::vector<CapacityChange::Kind>;
    Kinds kinds;
    std::ranges::transform(chain, std::back_inserter(kinds), &CapacityChange::kind);
    if (kinds.size() == 1) {
        return chain;
    }
    const auto suffices = [&](const Kinds& fewer) -> Result<bool> {
        EstimateInput input = m_input;
        input.byFormula = true;
        const auto found = changesOf(input, fewer);
        STOWAGE_TRY(found);
        return *found && fits(*(*found)->back().result);
    };
    Kinds fewest{kinds.back()};
    const auto isEnough = suffices(fewest);
    STOWAGE_TRY(isEnough);
    if (!*isEnough) {
        fewest = kinds;
    }
    for (std::size_t i = kinds.size() - 1; fewest.size() > 2 && i-- > 0;) {
        Kinds fewer = fewest;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        const auto isNeedless = suffices(fewer);
        STOWAGE_TRY(isNeedless);
        fewest = *isNeedless ? fewer : fewest;
    }
    if (fewest.size() == kinds.size()) {
        return chain;
    }
    EstimateInput input = m_input;
    auto found = changesOf(input, fewest);
    STOWAGE_TRY(found);
    return *found && fits(*(*found)->back().result) ? std::move(**found) : std::move(chain);
}

Result<std::vector<CapacityChange>> CapacityQuestions::untilItFits(
    const std::vector<CapacityChange::Kind>& order) {
    std::vector<CapacityChange> tried;
    EstimateInput input = m_input;
    const auto before = estimate(input);
    STOWAGE_TRY(before);
    Need need = needOf(**before);
    for (const CapacityChange::Kind kind : order) {
        for (;;) {
            EstimateInput next = input;
            auto changed = change(kind, next);
            STOWAGE_TRY(changed);
            if (!*changed) {
                break;
            }
            const Need now = needOf(*(*changed)->result);
            if (!fits(*(*changed)->result) && now >= need) {
                break;  // it is given up for nothing
            }
            need = now;
            if (!tried.empty()) {
                (*changed)->values = withBoth(tried.back().values, (*changed)->values);
            }
            tried.push_back(std::move(**changed));
            input = std::move(next);
            if (fits(*tried.back().result)) {
                return shortest(std::move(tried));
            }
        }
    }
    // A plan in int8 is for another engine, and may leave nothing that offloading could mend.
    EstimateInput whole = m_input;
    const bool mayOffload = std::ranges::find(order, CapacityChange::Kind::Offload) != order.end();
    auto alone = mayOffload ? change(CapacityChange::Kind::Offload, whole)
                            : Result<std::optional<CapacityChange>>(std::nullopt);
    STOWAGE_TRY(alone);
    if (*alone && fits(*(*alone)->result)) {
        tried.clear();
        tried.push_back(std::move(**alone));
    }
    if (!tried.empty() && fits(*tried.back().result)) {
        return tried;
    }
    for (EstimateInput* const of : {&m_input, &input}) {
        auto placed = placement(*of);
        STOWAGE_TRY(placed);
        if (!*placed) {
            continue;
        }
        if (of == &m_input) {
            tried.clear();
        } else if (!tried.empty()) {
            (*placed)->values = withBoth(tried.back().values, (*placed)->values);
        }
        tried.push_back(std::move(**placed));
        break;
    }
    return tried;
}

/// The plan of the strategy `optimal`; nothing where it does not carry the work either.
Result<std::optional<CapacityChange>> CapacityQuestions::placement(const EstimateInput& input) {
    const auto none = std::optional<CapacityChange>();
    PlacementRequest request = input.plan->request;
    if (request.search == nullptr || request.strategy == Strategy::Optimal ||
        input.workload.tensorParallel > 1) {
        return none;
    }
    request.strategy = Strategy::Optimal;
    request.workload = input.workload;
    request.moves.clear();
    const auto plan = place(request, m_stop);
    if (!plan && plan.error().code == ErrorCode::Cancelled) {
        return plan.unexpected();
    }
    if (!plan || (*plan)->optimal == nullptr || !(*plan)->optimal->value) {
        return none;
    }
    EstimateInput changed = input;
    changed.plan = *plan;
    auto result = estimate(changed);
    STOWAGE_TRY(result);
    if (!fits(**result)) {
        return none;
    }
    return std::optional(CapacityChange{CapacityChange::Kind::Placement,
                                        say("modules placed by the strategy optimal"),
                                        {{"strategy", "optimal"}},
                                        std::move(*result)});
}

Result<std::vector<CapacityChange>> CapacityQuestions::alternatives() {
    std::vector<CapacityChange> found;
    for (const CapacityChange::Kind kind :
         {CapacityChange::Kind::KvType, CapacityChange::Kind::Quantization}) {
        EstimateInput input = m_input;
        auto changed = change(kind, input);
        STOWAGE_TRY(changed);
        if (*changed) {
            found.push_back(std::move(**changed));
        }
    }
    return found;
}

}  // namespace stowage
