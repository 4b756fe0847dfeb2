// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/answers.h"

#include "engine/checkpoint/checkpoint_facts.h"

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

/// Searches end where their answer is known to so many tokens of a context.
constexpr std::uint64_t kContextStep = 1;
constexpr std::uint64_t kMostSearched = std::uint64_t{1} << 26;

/// A workload without the numbers in which the estimates of one estimator may differ.
Workload withoutNumbers(Workload workload) {
    const Workload fresh;
    workload.batch = fresh.batch;
    workload.prompt = fresh.prompt;
    workload.context = fresh.context;
    workload.generate = fresh.generate;
    workload.prefillChunk = fresh.prefillChunk;
    return workload;
}

bool fits(const CapacityEstimate& estimate) {
    return isYes(estimate.verdict);
}

}  // namespace

Workload oneAfterAnother(Workload workload, std::uint64_t prompt, std::uint64_t sequences) {
    const std::uint64_t now =
        workload.prefillChunk == 0 ? prompt : std::min(workload.prefillChunk, prompt);
    workload.batch = sequences;
    workload.prefillChunk = std::max<std::uint64_t>(now / sequences, 1);
    return workload;
}

CapacityQuestions::CapacityQuestions(EstimateInput input, std::stop_token stop,
                                     std::function<void()> progress,
                                     std::shared_ptr<const CapacityEstimate> now)
    : m_input(std::move(input)),
      m_stop(std::move(stop)),
      m_progress(std::move(progress)),
      m_now(std::move(now)) {}

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
    auto own = known(input);
    STOWAGE_TRY(own);
    const auto found = std::ranges::find_if((*own)->estimates, [&](const Known::Estimate& before) {
        return before.byFormula == input.byFormula && before.workload == input.workload;
    });
    if (found != (*own)->estimates.end()) {
        return found->result;
    }
    // If a formula only tells what is to be replayed, its time counts only where it fits.
    PlanEstimator& estimator = (*own)->estimator;
    auto made = !input.byFormula    ? estimator.estimate(input.workload)
                : m_input.byFormula ? estimator.calculate(input.workload)
                                    : estimator.calculateIfFits(input.workload);
    STOWAGE_TRY(made);
    auto result = std::make_shared<const CapacityEstimate>(std::move(*made));
    (*own)->estimates.push_back({input.workload, input.byFormula, result});
    return result;
}

Result<CapacityQuestions::Known*> CapacityQuestions::known(const EstimateInput& input) {
    const Workload frame = withoutNumbers(input.workload);
    const auto found = std::ranges::find_if(m_known, [&](const std::unique_ptr<Known>& own) {
        return own->input.plan == input.plan && own->input.window == input.window &&
               own->input.mostCached == input.mostCached && own->input.workload == frame;
    });
    if (found != m_known.end()) {
        return found->get();
    }
    auto estimator = PlanEstimator::make(input, m_stop);
    STOWAGE_TRY(estimator);
    constexpr std::size_t kMostKnown = 8;  // some MB each, of a large mixture of experts
    if (m_known.size() == kMostKnown) {
        m_known.erase(m_known.begin() + 1);  // the first one is of the question's own plan
    }
    EstimateInput own = input;
    own.workload = frame;
    m_known.push_back(std::make_unique<Known>(Known{std::move(own), std::move(*estimator)}));
    if (m_known.size() == 1 && m_now && input.plan == m_input.plan) {
        m_known.front()->estimates.push_back({m_input.workload, m_input.byFormula, m_now});
    }
    return m_known.back().get();
}

/// The largest number from `least` to `limit` with which the plan still fits by formula, `least`
/// where none does: doubled until it does not fit, then halved in between.
Result<std::uint64_t> CapacityQuestions::calculated(
    std::uint64_t least, std::uint64_t limit,
    const std::function<void(Workload&, std::uint64_t)>& set) {
    const auto own = known(m_input);
    STOWAGE_TRY(own);
    PlanEstimator& estimator = (*own)->estimator;
    const auto holds = [&](std::uint64_t value) -> Result<bool> {
        Workload work = m_input.workload;
        set(work, value);
        const auto estimated = estimator.calculateMemory(work);
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

/// `atLeast`: so many are known to fit; a smaller answer is not looked for.
Result<std::optional<std::uint64_t>> CapacityQuestions::most(
    std::uint64_t limit, std::uint64_t atLeast,
    const std::function<void(Workload&, std::uint64_t)>& set) {
    const auto guess = calculated(1, limit, set);
    STOWAGE_TRY(guess);
    if (*guess > kMostReplayedSequences) {
        return *guess < limit ? std::optional(*guess) : std::nullopt;
    }
    return confirmed(1, *guess, limit, set, atLeast);
}

/// From a guess to the answer of whole estimates: the largest that fits, where one more does not.
/// Steps away from the guess double; between one that fits and one that does not, bytes left and
/// bytes missing say where to look, and every other time the middle.
Result<std::optional<std::uint64_t>> CapacityQuestions::confirmed(
    std::uint64_t least, std::uint64_t value, std::uint64_t limit,
    const std::function<void(Workload&, std::uint64_t)>& set, std::uint64_t atLeast) {
    struct Tried {
        std::uint64_t value;
        double bytes;
    };
    const auto own = known(m_input);
    STOWAGE_TRY(own);
    PlanEstimator& estimator = (*own)->estimator;
    std::optional<Tried> fitting;
    std::optional<Tried> failing;
    std::uint64_t step = std::max<std::uint64_t>(value / 32, 1);
    for (bool halves = false; value < limit; halves = !halves) {
        STOWAGE_TRY(begin());
        Workload work = m_input.workload;
        set(work, value);
        const auto estimated =
            m_input.byFormula ? estimator.calculateMemory(work) : estimator.estimateBriefly(work);
        const bool isTooMuch = !estimated && estimated.error().code == ErrorCode::InvalidArgument;
        if (!isTooMuch) {
            STOWAGE_TRY(estimated);
        }
        const bool hasMargin = !isTooMuch && estimated->tightest.has_value();
        const double bytes =
            hasMargin ? std::abs(static_cast<double>(estimated->tightest->margin)) : 0;
        (!isTooMuch && fits(*estimated) ? fitting : failing) = Tried{value, bytes};
        if (failing && failing->value <= atLeast + 1) {
            return std::optional(atLeast);
        }
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
    const auto own = known(m_input);
    STOWAGE_TRY(own);
    PlanEstimator& estimator = (*own)->estimator;
    const auto replayed = estimator.longest(m_input.workload);
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

/// An allocator may need less for a larger batch: its caches may fit into memory that was freed.
Result<void> CapacityQuestions::findUnfitBatch(std::optional<std::uint64_t> batch,
                                               CapacityLimits& limits) {
    const auto own = known(m_input);
    STOWAGE_TRY(own);
    const bool isReplayed = !m_input.byFormula && (*own)->estimator.replays();
    if (isReplayed && batch && *batch > 1 && *batch <= kMostReplayedSequences) {
        STOWAGE_TRY(begin());
        Workload work = m_input.workload;
        work.batch = *batch - 1;
        const auto estimated = (*own)->estimator.estimateBriefly(work);
        STOWAGE_TRY(estimated);
        limits.unfitBatch = fits(*estimated) ? std::nullopt : std::optional(work.batch);
    }
    return {};
}

Result<CapacityLimits> CapacityQuestions::largest(
    const std::function<void(const CapacityLimits&)>& tell) {
    CapacityLimits limits;
    limits.known = 0;
    const auto found = [&](std::optional<std::uint64_t> CapacityLimits::*limit,
                           std::optional<std::uint64_t> value) {
        limits.*limit = value;
        ++limits.known;
        if (tell) {
            tell(limits);
        }
    };
    const Workload& work = m_input.workload;
    const auto context = largestContext();
    STOWAGE_TRY(context);
    found(&CapacityLimits::context, *context);
    constexpr std::uint64_t kMostSequences = std::uint64_t{1} << 16;
    auto batch = most(kMostSequences, 0, [](Workload& changed, std::uint64_t sequences) {
        changed.batch = sequences;
    });
    STOWAGE_TRY(batch);
    STOWAGE_TRY(findUnfitBatch(*batch, limits));
    found(&CapacityLimits::batch, *batch);
    // Sequences that fit together also fit one after another.
    auto users = limits.batch;
    if (limits.batch) {
        const std::uint64_t prompt = served(work).prompt;
        auto value =
            most(kMostSequences, *limits.batch, [&](Workload& changed, std::uint64_t sequences) {
                changed = oneAfterAnother(work, prompt, sequences);
            });
        STOWAGE_TRY(value);
        users = *value ? std::max(*value, limits.batch) : std::nullopt;
    }
    found(&CapacityLimits::users, users);
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

}  // namespace stowage
