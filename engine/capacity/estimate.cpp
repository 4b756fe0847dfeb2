// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

namespace {

/// "2 sequences of 4,096 tokens".
Message workText(const Workload& work) {
    const std::string batch = groupedText(work.batch);
    const std::string tokens = groupedText(work.tokens());
    if (work.tokens() == 1) {
        return work.batch == 1 ? say("%1 sequence of %2 token", batch, tokens)
                               : say("%1 sequences of %2 token", batch, tokens);
    }
    return work.batch == 1 ? say("%1 sequence of %2 tokens", batch, tokens)
                           : say("%1 sequences of %2 tokens", batch, tokens);
}

}  // namespace

std::string_view basisName(EstimateBasis basis) {
    return basis == EstimateBasis::Replay    ? "replay"
           : basis == EstimateBasis::Formula ? "formula"
                                             : "incomplete";
}

Message basisText(EstimateBasis basis) {
    return basis == EstimateBasis::Replay    ? phrase("replayed")
           : basis == EstimateBasis::Formula ? phrase("by formula")
                                             : phrase("incomplete");
}

std::optional<std::int64_t> DeviceEstimate::free() const {
    if (!device.capacity) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*device.capacity) -
           static_cast<std::int64_t>(device.usedByOthers) - static_cast<std::int64_t>(needed());
}

std::optional<std::uint64_t> DeviceEstimate::kvBlocks(const Workload& workload) const {
    const auto left = free();
    if (kvCache == 0 || !left) {
        return std::nullopt;
    }
    const double ofBlock = static_cast<double>(kvCache * kKvBlockTokens) /
                           static_cast<double>(workload.tokens() * workload.batch);
    const double room = std::max(static_cast<double>(kvCache) + static_cast<double>(*left), 0.0);
    return static_cast<std::uint64_t>(room / ofBlock);
}

std::int64_t DeviceEstimate::other() const {
    const std::uint64_t passes = std::max({prefillActivations, decodeActivations, logits});
    return static_cast<std::int64_t>(peakAllocated) -
           static_cast<std::int64_t>(weights + kvCache + state + window + passes);
}

const DeviceEstimate* CapacityEstimate::on(DeviceId device) const {
    const auto found = std::ranges::find(
        devices, device, [](const DeviceEstimate& estimate) { return estimate.device.id; });
    return found == devices.end() ? nullptr : &*found;
}

bool CapacityEstimate::holds() const {
    return std::ranges::all_of(
        devices, [](const DeviceEstimate& device) { return device.free().value_or(0) >= 0; });
}

const TimeEstimate* CapacityEstimate::toldTime() const {
    return time && !time->isStandIn ? &*time : nullptr;
}

std::vector<Message> CapacityEstimate::toldNotes() const {
    std::vector<Message> told = notes;
    if (time && time->isStandIn) {
        told.push_back(standInSentence(time->unknownCard));
    }
    return told;
}

Result<std::shared_ptr<const CapacityEstimate>> estimateCapacity(const EstimateInput& input,
                                                                 const std::stop_token& stop) {
    auto estimator = PlanEstimator::make(input, stop);
    STOWAGE_TRY(estimator);
    auto estimate = input.byFormula ? estimator->calculate(input.workload)
                                    : estimator->estimate(input.workload);
    STOWAGE_TRY(estimate);
    return std::make_shared<const CapacityEstimate>(std::move(*estimate));
}

Result<void> checkGenerates(const Workload& workload, const ModelFacts& facts) {
    if (workload.generate == 0 || facts.generates) {
        return {};
    }
    return fail(
        ErrorCode::InvalidArgument,
        say("No token follows a prompt in %1; leave out what is to be generated.", facts.className),
        {}, "generate");
}

Workload withImageTokens(Workload workload, const ModelFacts* facts) {
    if (facts != nullptr && facts->images) {
        workload.prompt += workload.images * facts->images->tokens;
    }
    return workload;
}

Workload usualWorkload(const ModelFacts* facts) {
    constexpr std::uint64_t kPrompt = 1024;
    constexpr std::uint64_t kAnswer = 256;
    Workload work;
    if (facts == nullptr) {
        return work;
    }
    const bool generates = facts->generates;
    const std::uint64_t positions = facts->contextLength.value_or(2 * kPrompt);
    work.prompt = std::clamp<std::uint64_t>(generates ? positions / 2 : positions, 1, kPrompt);
    work.generate = generates ? std::min(positions / 4, kAnswer) : 0;
    return work;
}

Message estimateSentence(const CapacityEstimate& estimate) {
    const Message work = workText(estimate.served);
    if (estimate.verdict == Verdict::Undetermined) {
        return joined({say("Undetermined: %1.", work), missingText(estimate.missing)}, " ");
    }
    const Message verdict = estimate.verdict == Verdict::DoesNotFit ? say("Does not fit: %1.", work)
                            : estimate.verdict == Verdict::Fits
                                ? say("Fits: %1.", work)
                                : say("Fits with offload: %1.", work);
    const auto& tightest = estimate.tightest;
    if (estimate.refusal) {
        return joined({verdict, *estimate.refusal}, " ");
    }
    if (estimate.verdict == Verdict::DoesNotFit && (!tightest || tightest->margin >= 0)) {
        const Message why = estimate.plan->verdictText;  // the map itself does not hold
        return joined({verdict, why.english().ends_with('.') ? why : say("%1.", why)}, " ");
    }
    if (!tightest) {
        return verdict;
    }
    const std::int64_t margin = tightest->margin;
    const Message device = deviceLabel(tightest->device);
    const std::string bytes = formatSize(static_cast<std::uint64_t>(margin < 0 ? -margin : margin));
    return joined(
        {verdict, margin < 0 ? say("Tightest is %1: %2 too little.", device, bytes)
                             : say("Tightest is %1: %2 to the next failure.", device, bytes)},
        " ");
}

std::shared_ptr<const PlacementPlan> judgedPlan(const CapacityEstimate& estimate) {
    if (estimate.plan->verdict == Verdict::DoesNotFit) {
        return estimate.plan;
    }
    auto judged = std::make_shared<PlacementPlan>(*estimate.plan);
    judged->verdict = estimate.verdict;
    judged->judged = PlacementPlan::Judged::Workload;
    judged->missing = estimate.missing;
    const Message sentence = estimateSentence(estimate);
    judged->verdictText = sentence;
    if (estimate.verdict == Verdict::Undetermined) {
        judged->issues.insert(
            judged->issues.begin(),
            planIssue(Severity::Error, "workload_undetermined", std::nullopt, 0, sentence));
    }
    if (estimate.refusal) {
        judged->issues.insert(
            judged->issues.begin(),
            planIssue(Severity::Error, "weights_not_loaded", std::nullopt, 0, *estimate.refusal));
    } else if (estimate.verdict == Verdict::DoesNotFit) {
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
