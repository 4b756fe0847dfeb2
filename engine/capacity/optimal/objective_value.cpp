// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/objective_value.h"

#include "engine/capacity/answers.h"

#include <algorithm>

namespace stowage {
namespace {

/// Of the stage that has room for the fewest; every layer has to be on a GPU.
std::optional<double> pipelineBlocks(const CapacityEstimate& estimate) {
    if (estimate.verdict != Verdict::Fits) {
        return std::nullopt;
    }
    std::optional<double> least;
    for (const DeviceEstimate& device : estimate.devices) {
        if (const auto blocks = device.kvBlocks(estimate.served)) {
            const auto own = static_cast<double>(*blocks);
            least = least ? std::min(*least, own) : own;
        }
    }
    return least;
}

}  // namespace

double timeWeight(const PlanObjective& objective, PlanClock::Part part) {
    const bool isPrompt = part == PlanClock::Part::Prompt;
    switch (objective.kind) {
        case Objective::Prefill:
            return isPrompt ? 1 : 0;
        case Objective::Mix:
            return isPrompt ? objective.prefillWeight : objective.decodeWeight;
        case Objective::Decode:
        case Objective::Context:
        case Objective::Pipeline:
            break;
    }
    return isPrompt ? 0 : 1;
}

Result<std::optional<double>> objectiveValue(const CapacityEstimate& estimate,
                                             const EstimateInput& input,
                                             const PlanObjective& objective,
                                             const std::stop_token& stop) {
    if (estimate.verdict == Verdict::DoesNotFit) {
        return std::optional<double>();
    }
    if (objective.kind == Objective::Pipeline) {
        return pipelineBlocks(estimate);
    }
    if (objective.kind == Objective::Context) {
        const auto longest = CapacityQuestions(input, stop).largestContext();
        STOWAGE_TRY(longest);
        return *longest ? std::optional(static_cast<double>(**longest)) : std::nullopt;
    }
    if (!estimate.time) {
        return std::optional<double>();
    }
    return std::optional(timeWeight(objective, PlanClock::Part::Prompt) *
                             estimate.time->toFirstToken +
                         timeWeight(objective, PlanClock::Part::Token) * estimate.time->perToken);
}

}  // namespace stowage
