// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>
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

std::optional<std::uint64_t> DeviceEstimate::shareBytes() const {
    if (!share || !device.capacity) {
        return std::nullopt;
    }
    const std::uint64_t taken = share->isStatic ? device.usedByOthers + context : 0;
    const auto whole = static_cast<double>(*device.capacity - std::min(taken, *device.capacity));
    return static_cast<std::uint64_t>(share->isStatic ? std::floor(whole * share->utilization)
                                                      : std::ceil(whole * share->utilization));
}

std::optional<std::int64_t> DeviceEstimate::free() const {
    if (!device.capacity) {
        return std::nullopt;
    }
    const auto unused = static_cast<std::int64_t>(*device.capacity) -
                        static_cast<std::int64_t>(device.usedByOthers);
    const auto need = static_cast<std::int64_t>(needed());
    if (!share) {
        return unused - need;
    }
    const auto bytes = static_cast<std::int64_t>(*shareBytes());
    if (share->isStatic) {
        return std::min(bytes - static_cast<std::int64_t>(weights + kvCache + state),
                        unused - need);
    }
    // All of the share has to be free before the engine starts.
    const std::int64_t atStart = unused - bytes - static_cast<std::int64_t>(share->sure);
    const std::int64_t left = bytes + static_cast<std::int64_t>(share->before) - need;
    return atStart < 0 ? std::min(atStart, left) : left;
}

std::uint64_t DeviceEstimate::leastCapacity() const {
    const std::uint64_t all = needed() + device.usedByOthers;
    if (!share || share->utilization <= 0 || share->utilization >= 1) {
        return all;
    }
    const double part = share->utilization;
    const auto others = static_cast<double>(device.usedByOthers);
    const auto before = static_cast<double>(share->before);
    const double least = share->isStatic
                             ? std::max(others + static_cast<double>(context) +
                                            static_cast<double>(weights + kvCache + state) / part,
                                        static_cast<double>(all))
                             : std::max((static_cast<double>(needed()) - before) / part,
                                        (others + static_cast<double>(share->sure)) / (1 - part));
    constexpr double kRounding = 4;
    DeviceEstimate tried;
    tried.device = device;
    tried.weights = weights;
    tried.kvCache = kvCache;
    tried.state = state;
    tried.context = context;
    tried.peakReserved = peakReserved;
    tried.share = share;
    auto capacity = static_cast<std::uint64_t>(std::max(least - kRounding, 0.0));
    do {
        tried.device.capacity = capacity++;
    } while (*tried.free() < 0);
    return *tried.device.capacity;
}

std::optional<std::uint64_t> DeviceEstimate::cacheRoom() const {
    if (!device.capacity) {
        return std::nullopt;
    }
    const std::uint64_t rest = needed() - std::min(needed(), kvCache + state);
    const std::uint64_t unused = *device.capacity - std::min(device.usedByOthers, *device.capacity);
    const std::uint64_t left = unused - std::min(unused, rest);
    if (!share) {
        return left;
    }
    const std::uint64_t bytes = *shareBytes();
    return share->isStatic ? std::min(left, bytes - std::min(bytes, weights))
                           : bytes + share->before - std::min(bytes + share->before, rest);
}

std::optional<std::uint64_t> DeviceEstimate::kvBlocks(const Workload& workload) const {
    const auto room = cacheRoom();
    if (kvCache == 0 || !room) {
        return std::nullopt;
    }
    if (share && share->plan.bytesPerBlock > 0) {
        return share->plan.blocks(*room);
    }
    const double ofBlock = static_cast<double>(kvCache * kKvBlockTokens) /
                           static_cast<double>(workload.tokens() * workload.batch);
    return static_cast<std::uint64_t>(static_cast<double>(*room - std::min(*room, state)) /
                                      ofBlock);
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

namespace {

/// Whether the quantiser of the engine does not load the map, whatever room there is.
bool isMapRefused(const PlacementPlan& plan) {
    return std::ranges::any_of(plan.issues, [](const PlanIssue& issue) {
        return issue.severity == Severity::Error && issue.code == "quantised_offload";
    });
}

}  // namespace

bool CapacityEstimate::holds() const {
    return std::ranges::all_of(
        devices, [](const DeviceEstimate& device) { return device.free().value_or(0) >= 0; });
}

const TimeEstimate* CapacityEstimate::toldTime() const {
    return time && !time->isStandIn && !refusal && !isMapRefused(*plan) ? &*time : nullptr;
}

std::vector<Message> CapacityEstimate::toldNotes() const {
    std::vector<Message> told = notes;
    if (Message why = whyNoTime(); !why.empty()) {
        told.push_back(std::move(why));
    }
    return told;
}

Message CapacityEstimate::whyNoTime() const {
    if (time && isMapRefused(*plan)) {
        return say("No time estimate: this device map cannot be loaded.");
    }
    if (!time || !time->isStandIn) {
        return noTime;
    }
    return time->unknownCard.empty()
               ? say("No time estimate: this machine has not been measured. Run \"stowagectl "
                     "devices --measure\" once.")
               : say("No time estimate: the compute speed of %1 is not published and has not been "
                     "measured. Run \"stowagectl devices --measure\" once on the machine with this "
                     "GPU.",
                     time->unknownCard);
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
        say("%1 generates no tokens after a prompt; leave out the number of tokens to generate.",
            facts.className),
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
    const bool generates = facts == nullptr || facts->generates;
    const std::uint64_t positions =
        facts == nullptr ? 2 * kPrompt : facts->contextLength.value_or(2 * kPrompt);
    work.prompt = std::clamp<std::uint64_t>(generates ? positions / 2 : positions, 1, kPrompt);
    work.generate = generates ? std::min(positions / 4, kAnswer) : 0;
    return work;
}

Message tightestText(const std::optional<TightestDevice>& tightest) {
    if (!tightest) {
        return {};
    }
    const std::int64_t margin = tightest->margin;
    const Message device = deviceLabel(tightest->device);
    const std::string bytes = formatSize(static_cast<std::uint64_t>(margin < 0 ? -margin : margin));
    return margin < 0 ? say("%1 is the tightest device and lacks %2.", device, bytes)
                      : say("%1 is the tightest device, with %2 to spare.", device, bytes);
}

Message estimateSentence(const CapacityEstimate& estimate) {
    const Message work = workText(estimate.served);
    const std::string& engine = estimate.engine.title;
    if (estimate.verdict == Verdict::Undetermined) {
        return joined(
            {say("Undetermined under %1: %2.", engine, work), missingText(estimate.missing)}, " ");
    }
    const Message verdict =
        estimate.verdict == Verdict::DoesNotFit ? say("Does not fit under %1: %2.", engine, work)
        : estimate.verdict == Verdict::Fits     ? say("Fits under %1: %2.", engine, work)
                                            : say("Fits with offload under %1: %2.", engine, work);
    const auto& tightest = estimate.tightest;
    if (estimate.refusal) {
        return joined({verdict, *estimate.refusal}, " ");
    }
    const bool isOfMap = !tightest || tightest->margin >= 0 || estimate.plan->hasNoOptimum();
    if (estimate.verdict == Verdict::DoesNotFit && isOfMap) {
        // The map itself does not hold.
        return joined({verdict, asSentence(estimate.plan->verdictText)}, " ");
    }
    return joined({verdict, tightestText(tightest)}, " ");
}

std::shared_ptr<const PlacementPlan> judgedPlan(const CapacityEstimate& estimate) {
    if (estimate.plan->verdict == Verdict::DoesNotFit) {
        return estimate.plan;
    }
    auto judged = std::make_shared<PlacementPlan>(*estimate.plan);
    judged->verdict = estimate.verdict;
    judged->judged = PlacementPlan::Judged::Workload;
    judged->missing = estimate.missing;
    if (judged->request.workload) {
        judged->request.workload->tensorParallel = estimate.workload.tensorParallel;
    }
    const Message sentence = estimateSentence(estimate);
    judged->verdictText = sentence;
    if (auto shortContext = shortContextText(estimate.served)) {
        judged->issues.insert(judged->issues.begin(),
                              planIssue(Severity::Warning, "context_too_short", std::nullopt, 0,
                                        std::move(*shortContext)));
    }
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
                joined({sentence,
                        say("Use stowagectl estimate to see which changes make the plan fit.")},
                       " ")));
    }
    if (const std::uint64_t cards = estimate.workload.tensorParallel; cards > 1) {
        judged->issues.push_back(
            planIssue(Severity::Hint, "layers_divided", std::nullopt, 0,
                      say("The verdict assumes that each layer is divided among %1 GPUs. The "
                          "device map cannot express this division and places whole layers.",
                          cards)));
    }
    return judged;
}

}  // namespace stowage
