// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/judged_plan.h"

#include <optional>

namespace stowage {

std::shared_ptr<const PlacementPlan> judgedPlan(const CapacityEstimate& estimate) {
    if (estimate.plan->verdict == Verdict::DoesNotFit) {
        return estimate.plan;
    }
    auto judged = std::make_shared<PlacementPlan>(*estimate.plan);
    judged->verdict = estimate.verdict;
    const Message sentence = estimateSentence(estimate);
    judged->verdictText = sentence;
    if (estimate.verdict == Verdict::DoesNotFit) {
        const auto& tightest = estimate.tightest;
        judged->issues.insert(
            judged->issues.begin(),
            planIssue(
                Severity::Error, "workload_does_not_fit",
                tightest ? std::optional(tightest->device) : std::nullopt,
                tightest ? static_cast<double>(-tightest->margin) : 0,
                joined({sentence, say("See what would make it fit with stowagectl estimate.")},
                       " ")));
    }
    if (const std::uint64_t cards = estimate.workload.tensorParallel; cards > 1) {
        judged->issues.push_back(
            planIssue(Severity::Hint, "layers_divided", std::nullopt, 0,
                      say("The verdict is that of layers which are divided among %1 GPUs each; the "
                          "device map cannot express that, and places whole ones.",
                          cards)));
    }
    return judged;
}

}  // namespace stowage
