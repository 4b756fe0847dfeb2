// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_proof.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stowage {
namespace {

constexpr double kMostOff = 0.9;       ///< of a rate
constexpr std::size_t kCompared = 24;  ///< plans, the best ones

std::string timeText(double seconds) {
    const double milliseconds = seconds * 1e3;
    return milliseconds < 1000 ? formatFixed(milliseconds, milliseconds < 10 ? 2 : 1) + " ms"
                               : formatFixed(seconds, 2) + " s";
}

std::string_view unitText(Objective objective) {
    switch (objective) {
        case Objective::Prefill:
            return " to the first token";
        case Objective::Mix:
            return " of the weighted sum";
        case Objective::Decode:
        case Objective::Context:
        case Objective::Pipeline:
            break;
    }
    return " a token";
}

std::string layersText(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " layer" : " layers");
}

/// What the bound's plan is held up by.
std::string limitText(const PlanBound& bound) {
    if (bound.layers == 0) {
        return bound.isFollowed
                   ? " Every way to place its layers was followed that could be faster."
                   : "";
    }
    std::string text = " Best of all numbers is that " +
                       (bound.resident == bound.layers ? "all" : std::to_string(bound.resident)) +
                       " of its " + layersText(bound.layers) +
                       (bound.resident == 1 ? " lies on a GPU" : " lie on GPUs");
    text += bound.streamed > 0 ? ", " + std::to_string(bound.streamed) +
                                     (bound.streamed == 1 ? " travels" : " travel")
                               : "";
    text += bound.computed > 0
                ? (bound.streamed > 0 ? " and the CPU computes " : ", and the CPU computes ") +
                      std::to_string(bound.computed)
                : "";
    switch (bound.limit) {
        case PlanBound::Limit::Computing:
            return text + "; what takes the time then is computing.";
        case PlanBound::Limit::Carrying:
            return text + "; what takes the time then is carrying weights.";
        case PlanBound::Limit::OneByOne:
            break;
    }
    return text + "; there is room for one of those at a time, which is carried, then computed.";
}

using Factor = double RateFactors::*;
constexpr std::array<Factor, 4> kFactors{&RateFactors::gpu, &RateFactors::cpu, &RateFactors::link,
                                         &RateFactors::disk};

/// Of what is to be as much as can be.
std::string roomText(const OptimalProof& proof) {
    const auto count = [](double value) { return groupedText(static_cast<std::uint64_t>(value)); };
    const std::string unit = proof.objective.kind == Objective::Context
                                 ? " tokens of each sequence"
                                 : " KV blocks in the stage that has the fewest";
    std::string text = "No plan has room for more than " + count(proof.bound) + unit +
                       ", by addition alone; this one has room for " + count(*proof.value) + ".";
    if (!proof.isProven()) {
        text +=
            " Of what lies between, " + formatFixed(100 * proof.gap(), proof.gap() < 0.01 ? 2 : 1) +
            " %, nothing is known: addition knows neither caches that grow in steps nor what an "
            "allocator cannot use.";
    }
    return text;
}

}  // namespace

std::string proofText(const OptimalProof& proof, const PlanBound* bound, bool sawAll) {
    if (isMaximised(proof.objective.kind)) {
        return roomText(proof);
    }
    const std::string unit(unitText(proof.objective.kind));
    std::string text = "No plan can beat " + timeText(proof.bound) + unit + "; this one takes " +
                       timeText(*proof.value) + ".";
    if (!proof.isProven()) {
        text += " Between the two, by " +
                formatFixed(100 * proof.gap(), proof.gap() < 0.01 ? 2 : 1) +
                " %, nothing is known: no plan was found there, and none was ruled out.";
    }
    if (sawAll) {
        return text + " Every plan was compared that could be faster.";
    }
    return text + (bound != nullptr ? limitText(*bound) : std::string());
}

std::string noPlanText(bool sawAll) {
    return sawAll ? "No plan carries this work: every one was compared."
                  : "No plan was found that carries this work.";
}

std::optional<double> robustWithin(const SearchModel& model, std::span<const PricedLayout> plans,
                                   double seconds) {
    std::vector<PricedLayout> best(plans.begin(), plans.end());
    std::sort(best.begin(), best.end());
    const auto chosen = std::ranges::find_if(best, [seconds](const PricedLayout& plan) {
        return std::abs(plan.seconds - seconds) <= 1e-6 * seconds;
    });
    if (chosen == best.end()) {
        return std::nullopt;
    }
    const PricedLayout own = *chosen;
    // Those that are faster by the tables alone were ruled out.
    std::erase_if(best, [&](const PricedLayout& plan) {
        return plan.seconds <= own.seconds * (1 + kSameValue);
    });
    best.resize(std::min(best.size(), kCompared));
    std::optional<double> least;
    for (const Factor factor : kFactors) {
        for (const double sign : {-1.0, 1.0}) {
            const auto winsAt = [&](double share) {
                RateFactors factors;
                factors.*factor = 1 + sign * share;
                const double value = model.seconds(own.layout, own.window, factors);
                return std::ranges::any_of(best, [&](const PricedLayout& plan) {
                    return model.seconds(plan.layout, plan.window, factors) <
                           value * (1 - kSameValue);
                });
            };
            double low = 0;
            double high = least.value_or(kMostOff);
            if (!winsAt(high)) {
                continue;
            }
            for (int step = 0; step < 10; ++step) {
                const double middle = (low + high) / 2;
                (winsAt(middle) ? high : low) = middle;
            }
            least = high;
        }
    }
    return least;
}

}  // namespace stowage
