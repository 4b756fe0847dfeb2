// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/answers.h"

#include "engine/base/number_text.h"
#include "engine/model/quantization.h"
#include "engine/plan/edit/fitting_plan.h"
#include "engine/plan/place/place.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stowage {
namespace {

/// Searches end where their answer is known to so many tokens of a context.
constexpr std::uint64_t kContextStep = 1;
constexpr std::uint64_t kMostSearched = std::uint64_t{1} << 26;
constexpr std::uint64_t kLeastContext = 512;

bool fits(const CapacityEstimate& estimate) {
    return estimate.verdict != Verdict::DoesNotFit;
}

/// KV types by what they take, the most first.
constexpr std::array<KvType, 4> kSmallerTypes{KvType::BFloat16, KvType::Fp8, KvType::Int8,
                                              KvType::Q4};

}  // namespace

std::vector<CapacityChange::Kind> usualSacrifices() {
    using Kind = CapacityChange::Kind;
    return {Kind::PrefillChunk, Kind::Context,      Kind::KvType,
            Kind::Batch,        Kind::Quantization, Kind::Offload};
}

CapacityQuestions::CapacityQuestions(EstimateInput input, std::stop_token stop,
                                     std::function<void()> progress)
    : m_input(std::move(input)), m_stop(std::move(stop)), m_progress(std::move(progress)) {}

CapacityQuestions::Estimated CapacityQuestions::estimate(const EstimateInput& input) {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "The estimate was cancelled.");
    }
    if (m_progress) {
        m_progress();
    }
    return estimateCapacity(input, m_stop);
}

/// The largest number from `least` to `limit` with which the plan still fits: doubled until it does
/// not, then halved in between. What a person is told has been estimated.
Result<std::optional<std::uint64_t>> CapacityQuestions::most(
    std::uint64_t least, std::uint64_t limit,
    const std::function<void(Workload&, std::uint64_t)>& set) {
    const auto holds = [&](std::uint64_t value) -> Result<bool> {
        EstimateInput input = m_input;
        input.byFormula = true;
        set(input.workload, value);
        const auto estimated = estimate(input);
        if (!estimated && estimated.error().code == ErrorCode::InvalidArgument) {
            return false;  // more than the model reads
        }
        STOWAGE_TRY(estimated);
        return fits(**estimated);
    };
    auto good = holds(least);
    STOWAGE_TRY(good);
    if (!*good) {
        return std::optional<std::uint64_t>();
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
    if (fitting == limit) {
        return std::optional<std::uint64_t>();
    }
    return confirmed(least, fitting, set);
}

/// The formula's answer, or the nearest below it that a replay agrees to.
Result<std::optional<std::uint64_t>> CapacityQuestions::confirmed(
    std::uint64_t least, std::uint64_t value,
    const std::function<void(Workload&, std::uint64_t)>& set) {
    constexpr std::uint64_t kSteps = 64;
    const auto holds = [&](std::uint64_t candidate) -> Result<bool> {
        EstimateInput input = m_input;
        set(input.workload, candidate);
        const auto estimated = estimate(input);
        STOWAGE_TRY(estimated);
        return fits(**estimated);
    };
    const std::uint64_t exactness = std::max<std::uint64_t>(value / kSteps, 1);
    std::uint64_t failing = value + 1;
    std::uint64_t fitting = value;
    for (std::uint64_t step = exactness;; step *= 2) {
        const auto good = holds(fitting);
        STOWAGE_TRY(good);
        if (*good) {
            break;
        }
        if (fitting == least) {
            return std::optional<std::uint64_t>();
        }
        failing = fitting;
        fitting = value - std::min(step, value - least);
    }
    while (failing <= value && failing - fitting > exactness) {
        const std::uint64_t middle = fitting + (failing - fitting) / 2;
        const auto good = holds(middle);
        STOWAGE_TRY(good);
        (*good ? fitting : failing) = middle;
    }
    return std::optional(fitting);
}

Result<std::optional<std::uint64_t>> CapacityQuestions::largestContext() {
    return most(m_input.workload.prompt, kMostSearched,
                [](Workload& changed, std::uint64_t tokens) {
                    changed.context = tokens;
                    changed.generate = std::min(changed.generate, tokens - changed.prompt);
                });
}

Result<CapacityLimits> CapacityQuestions::largest() {
    CapacityLimits limits;
    const Workload& work = m_input.workload;
    auto context = largestContext();
    STOWAGE_TRY(context);
    limits.context = *context;
    constexpr std::uint64_t kMostSequences = std::uint64_t{1} << 16;
    auto batch = most(1, kMostSequences, [](Workload& changed, std::uint64_t sequences) {
        changed.batch = sequences;
    });
    STOWAGE_TRY(batch);
    limits.batch = *batch;
    // Prompts one after another: all go in as one chunk of one prompt's tokens.
    auto users = most(1, kMostSequences, [&](Workload& changed, std::uint64_t sequences) {
        changed.batch = sequences;
        changed.prefillChunk = std::max<std::uint64_t>(work.prompt / sequences, 1);
    });
    STOWAGE_TRY(users);
    limits.users = *users;
    return limits;
}

Result<std::vector<std::pair<DeviceId, std::uint64_t>>> CapacityQuestions::smallestCapacities() {
    const auto now = estimate(m_input);
    STOWAGE_TRY(now);
    std::vector<std::pair<DeviceId, std::uint64_t>> smallest;
    for (const DeviceEstimate& device : (*now)->devices) {
        if (device.device.id.isGpu()) {
            smallest.emplace_back(device.device.id, device.needed() + device.device.usedByOthers);
        }
    }
    return smallest;
}

Result<std::optional<CapacityChange>> CapacityQuestions::change(CapacityChange::Kind kind,
                                                                EstimateInput& input) {
    using Kind = CapacityChange::Kind;
    CapacityChange change{kind, {}, {}, nullptr};
    Workload& work = input.workload;
    const auto tell = [&](const char* key, const std::string& value, std::string text) {
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
             "prompts in chunks of " + groupedText(work.prefillChunk) + " tokens");
    } else if (kind == Kind::Context) {
        if (work.context <= std::max(work.prompt + work.generate, kLeastContext)) {
            return none;
        }
        work.context = std::max({work.context / 2, work.prompt + work.generate, kLeastContext});
        tell("context", std::to_string(work.context),
             "a context of " + groupedText(work.context) + " tokens");
    } else if (kind == Kind::KvType) {
        const auto engine = findEngine(work.engine.empty() ? kUsualEngine : work.engine);
        STOWAGE_TRY(engine);
        const auto smaller = std::ranges::find_if(kSmallerTypes, [&](KvType type) {
            const auto bits = engine->bits.find(type);
            return type != KvType::BFloat16 && bits != engine->bits.end() && bits->second &&
                   (!work.kvType || *bits->second < engine->bits.at(*work.kvType).value_or(64));
        });
        if (smaller == kSmallerTypes.end()) {
            return none;
        }
        work.kvType = *smaller;
        tell("kv_dtype", std::string(kvTypeName(*smaller)),
             "keys and values in " + std::string(kvTypeName(*smaller)));
    } else if (kind == Kind::Batch) {
        if (work.batch <= 1) {
            return none;
        }
        work.batch /= 2;
        tell("batch", std::to_string(work.batch),
             groupedText(work.batch) + (work.batch == 1 ? " sequence" : " sequences") + " at once");
    } else {
        auto changed = kind == Kind::Offload ? fittingRequest(*input.plan, m_stop)
                                             : Result<PlacementRequest>(input.plan->request);
        if (!changed) {
            return none;
        }
        if (kind == Kind::Quantization) {
            if (changed->constraints.quantization) {
                return none;
            }
            changed->constraints.quantization = Quantization();
        }
        auto plan = place(*changed, m_stop);
        STOWAGE_TRY(plan);
        input.plan = *plan;
        tell(kind == Kind::Quantization ? "quantize" : "strategy",
             kind == Kind::Quantization ? "int8" : "fit",
             kind == Kind::Quantization ? "weights in int8"
                                        : "weights offloaded to the CPU until the rest fits");
    }
    auto result = estimate(input);
    STOWAGE_TRY(result);
    change.result = std::move(*result);
    return std::optional(std::move(change));
}

Result<std::vector<CapacityChange>> CapacityQuestions::untilItFits(
    const std::vector<CapacityChange::Kind>& order) {
    std::vector<CapacityChange> tried;
    EstimateInput input = m_input;
    for (const CapacityChange::Kind kind : order) {
        for (;;) {
            EstimateInput next = input;
            auto changed = change(kind, next);
            STOWAGE_TRY(changed);
            if (!*changed) {
                break;
            }
            tried.push_back(std::move(**changed));
            input = std::move(next);
            if (fits(*tried.back().result)) {
                return tried;
            }
        }
    }
    return tried;
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
