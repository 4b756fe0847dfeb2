// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_basis.h"

#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/allocator_model.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stowage {

namespace {

std::vector<std::uint64_t> bytesOf(const ModuleTree& tree, const std::vector<TensorId>& owners,
                                   const PlannedDtypes& planned) {
    std::vector<std::uint64_t> bytes;
    bytes.reserve(owners.size());
    for (const TensorId owner : owners) {
        bytes.push_back(plannedBytes(tree, owner, planned));
    }
    return bytes;
}

std::vector<StorageId> storagesInApplyOrder(const ModuleTree& tree) {
    std::vector<StorageId> order;
    order.reserve(tree.storageCount());
    std::vector<bool> met(tree.storageCount());
    for (const ModuleId module : applyOrder(tree)) {
        for (const TensorSpec& tensor : tree.ownTensors(module)) {
            if (!met[tensor.storage.index()]) {
                met[tensor.storage.index()] = true;
                order.push_back(tensor.storage);
            }
        }
    }
    return order;
}

}  // namespace

PlanFacts::PlanFacts(const PlacementRequest& request)
    : tree(request.tree),
      dtype(request.constraints.dtype),
      quantization(appliedQuantization(request)),
      quantized(quantization && quantization->method != QuantizationMethod::Other
                    ? std::make_shared<const QuantizedWeights>(*tree, *quantization)
                    : nullptr),
      rules(request.rules),
      noSplit(noSplitInForce(request)),
      model(*tree, countedDtypes(request, quantized.get()), noSplit),
      storageOwners(std::make_shared<const std::vector<TensorId>>(stowage::storageOwners(*tree))),
      storageBytes(bytesOf(*tree, *storageOwners, {dtype, quantized.get(), rules})),
      applyOrder(storagesInApplyOrder(*tree)) {
    PythonNumber largest;
    for (const TreeItem item : rootItems(*tree)) {
        const PythonNumber size =
            item.isTensor ? model.sizes().of(item) : model.largestBelow()[item.id];
        if (size.value > largest.value) {
            largest = size;
            largestLayer = item;
        }
    }
    largestLayerBytes = largest.value;
    if (largestLayer && !largestLayer->isTensor) {
        largestLayer = stowage::largestLayer(*tree, {*largestLayer}, model.sizes(), model.whole())
                           .layers.front();
    }
}

bool PlanFacts::holdFor(const PlacementRequest& request) const {
    return tree == request.tree && dtype == request.constraints.dtype &&
           quantization == appliedQuantization(request) && rules == request.rules &&
           noSplit == noSplitInForce(request);
}

std::shared_ptr<const PlanFacts> factsFor(const PlacementRequest& request,
                                          const std::shared_ptr<const PlanFacts>& known) {
    return known && known->holdFor(request) ? known : std::make_shared<const PlanFacts>(request);
}

void allocateStorage(const PlanFacts& facts, StorageId storage, AllocatorGrowth& allocator) {
    const TensorId owner = (*facts.storageOwners)[storage.index()];
    if (facts.quantized == nullptr || !facts.quantized->contains(owner)) {
        allocator.allocate(facts.storageBytes[storage.index()]);
        return;
    }
    for (const QuantizedPart& part : facts.quantized->partsOf(*facts.tree, owner)) {
        allocator.allocate(part.bytes);
    }
}

const std::vector<std::string>& noSplitInForce(const PlacementRequest& request) {
    return request.constraints.noSplit ? *request.constraints.noSplit
                                       : request.tree->noSplitClasses();
}

namespace {

PlacementDecision::Kind kindOf(InferStep::Kind kind) {
    switch (kind) {
        case InferStep::Kind::Placed:
            return PlacementDecision::Kind::Placed;
        case InferStep::Kind::NextDevice:
            return PlacementDecision::Kind::DoesNotFit;
        case InferStep::Kind::Split:
            return PlacementDecision::Kind::Split;
        case InferStep::Kind::SplitPartner:
            return PlacementDecision::Kind::SplitPartner;
        case InferStep::Kind::Fallback:
            return PlacementDecision::Kind::Fallback;
        case InferStep::Kind::LeftOnCpu:
            return PlacementDecision::Kind::LeftOnCpu;
        case InferStep::Kind::Pinned:
            break;
    }
    return PlacementDecision::Kind::Pinned;
}

/// "GPU 0 had 380.0 MiB left after 154.0 MiB kept for the largest layer".
Message roomText(const PlacementDecision& decision) {
    const auto label = deviceLabel(decision.device);
    if (!decision.left) {
        return say("%1 has no limit", label);
    }
    const std::string left = formatSize(std::abs(*decision.left));
    const std::string reserved = formatSize(decision.reserved);
    if (*decision.left < 0) {
        return decision.reserved > 0 ? say("%1 already exceeded its limit by %2 after reserving %3 "
                                           "for the largest layer",
                                           label, left, reserved)
                                     : say("%1 already exceeded its limit by %2", label, left);
    }
    return decision.reserved > 0 ? say("%1 had %2 left after reserving %3 for the largest layer",
                                       label, left, reserved)
                                 : say("%1 had %2 left", label, left);
}

Message placedText(const std::string& needed, const Message& room, const std::string& partners) {
    return partners.empty() ? say("Fits: %1 is needed, and %2.", needed, room)
                            : say("Fits together with the tied %1: %2 is needed for all, and %3.",
                                  partners, needed, room);
}

Message doesNotFitText(const std::string& needed, const Message& room,
                       const std::string& partners) {
    return partners.empty()
               ? say("Did not fit and cannot be split: %1 was needed, but %2. The planner "
                     "continues with the next device.",
                     needed, room)
               : say("Did not fit together with the tied %1 and cannot be split: %2 was needed for "
                     "all, but %3. The planner continues with the next device.",
                     partners, needed, room);
}

Message reasonText(const PlacementDecision& decision) {
    const std::string needed = formatSize(decision.needed);
    const std::string partners = joinedText(decision.tiedWith, ", ");
    switch (decision.kind) {
        case PlacementDecision::Kind::Placed:
            return placedText(needed, roomText(decision), partners);
        case PlacementDecision::Kind::DoesNotFit:
            return doesNotFitText(needed, roomText(decision), partners);
        case PlacementDecision::Kind::Split:
            return say(
                "The module did not fit as a whole: %1 was needed, but %2. The planner tries the "
                "parts of the module one by one.",
                needed, roomText(decision));
        case PlacementDecision::Kind::SplitPartner:
            return say(
                "Fits alone, but not together with the tied modules: %1 was needed for all, but "
                "%2. The planner splits %3.",
                needed, roomText(decision), partners);
        case PlacementDecision::Kind::Fallback:
            return say(
                "Did not fit on the device, although the device was empty: %1 was needed. The "
                "planner places the smaller %2 first.",
                needed, partners);
        case PlacementDecision::Kind::LeftOnCpu:
            return say(
                "Did not fit on the next device in order: %1 was needed, but %2. diffusers leaves "
                "such a model on the CPU.",
                needed, roomText(decision));
        case PlacementDecision::Kind::Pinned:
            return say("Pinned to %1 before the strategy ran.", deviceLabel(decision.device));
        case PlacementDecision::Kind::Given:
        case PlacementDecision::Kind::MovedByHand:
            break;
    }
    return say("Moved to %1 by hand.", deviceLabel(decision.device));
}

PlacementDecision decisionOf(const ModuleTree& tree, const InferTrace& trace,
                             const InferStep& step) {
    PlacementDecision decision;
    decision.kind = kindOf(step.kind);
    decision.module = itemName(tree, step.item);
    decision.device = trace.devices[step.device].device().value_or(DeviceId::disk());
    decision.needed = step.needed;
    if (step.left != InferStep::kUnlimited) {
        decision.left = step.left;
    }
    decision.reserved = step.reserved;
    for (const TreeItem partner : trace.partnersOf(step)) {
        const std::string& name = itemName(tree, partner);
        if (std::find(decision.tiedWith.begin(), decision.tiedWith.end(), name) ==
            decision.tiedWith.end()) {
            decision.tiedWith.push_back(name);
        }
    }
    decision.reason = reasonText(decision);
    return decision;
}

/// The decisions whose step, and the moves by hand whose path, are wanted.
template <class WantsStep, class WantsMove>
std::vector<PlacementDecision> decisionsWhere(const PlacementPlan& plan, WantsStep wantsStep,
                                              WantsMove wantsMove) {
    std::vector<PlacementDecision> decisions;
    if (plan.strategyResult) {
        const InferTrace& trace = plan.strategyResult->outcome.trace;
        for (const InferStep& step : trace.steps) {
            if (wantsStep(trace, step)) {
                decisions.push_back(decisionOf(*plan.request.tree, trace, step));
            }
        }
    }
    for (const auto& [path, device] : plan.request.moves) {
        if (wantsMove(path)) {
            PlacementDecision decision;
            decision.kind = PlacementDecision::Kind::MovedByHand;
            decision.module = path;
            decision.device = device;
            decision.reason = reasonText(decision);
            decisions.push_back(std::move(decision));
        }
    }
    return decisions;
}

}  // namespace

std::vector<PlacementDecision> decisionsOf(const PlacementPlan& plan) {
    return decisionsWhere(
        plan, [](const InferTrace&, const InferStep&) { return true; },
        [](const std::string&) { return true; });
}

/// Which keys of a given map place a module: the longest one at or above it; then, a decision a
/// device, those below it.
std::vector<PlacementDecision> givenKeys(const DeviceMap& map, const std::string& path) {
    constexpr std::size_t kMostQuotedKeys = 3;
    const DeviceMap::Entry* around = nullptr;
    std::map<DeviceId, std::vector<std::string>> below;
    for (const DeviceMap::Entry& entry : map.entries()) {
        if (isAtOrBelow(path, entry.first)) {
            around =
                around == nullptr || around->first.size() < entry.first.size() ? &entry : around;
        } else if (isAtOrBelow(entry.first, path)) {
            below[entry.second].push_back(quotedForMessage(entry.first));
        }
    }
    std::vector<PlacementDecision> decisions;
    const auto add = [&](DeviceId device, Message reason) {
        PlacementDecision& decision = decisions.emplace_back();
        decision.kind = PlacementDecision::Kind::Given;
        decision.module = path;
        decision.device = device;
        decision.reason = std::move(reason);
    };
    if (around != nullptr) {
        below.erase(around->second);  // no other place than all of it has
        add(around->second,
            say("Placed by the key %1 of the map.", quotedForMessage(around->first)));
    }
    for (const auto& [device, keys] : below) {
        add(device, say("The map places parts of this module by separate keys: %1.",
                        listedNames(keys, kMostQuotedKeys)));
    }
    return decisions;
}

std::vector<PlacementDecision> decisionsFor(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const std::string& path = tree.path(module);
    const auto isAtOrAbove = [&tree, module](TreeItem item) {
        return !item.isTensor && item.id <= module.value &&
               module < tree.node(item.module()).subtreeEnd;
    };
    std::vector<PlacementDecision> decisions = decisionsWhere(
        plan,
        [&isAtOrAbove](const InferTrace& trace, const InferStep& step) {
            const auto partners = trace.partnersOf(step);
            return isAtOrAbove(step.item) || std::ranges::any_of(partners, isAtOrAbove);
        },
        [&path](const std::string& moved) { return isAtOrBelow(path, moved); });
    if (plan.request.strategy == Strategy::Manual) {
        const auto keys = givenKeys(plan.request.givenMap, path);
        decisions.insert(decisions.begin(), keys.begin(), keys.end());
    }
    return decisions;
}

std::optional<FirstRefusal> firstRefusal(const PlacementPlan& plan, DeviceId device) {
    if (!plan.strategyResult) {
        return std::nullopt;
    }
    const InferTrace& trace = plan.strategyResult->outcome.trace;
    const auto found = std::ranges::find_if(trace.steps, [&trace, device](const InferStep& step) {
        return (step.kind == InferStep::Kind::NextDevice ||
                step.kind == InferStep::Kind::LeftOnCpu) &&
               trace.devices[step.device].device() == device;
    });
    if (found == trace.steps.end()) {
        return std::nullopt;
    }
    return FirstRefusal{itemName(*plan.request.tree, found->item), found->needed, found->reserved};
}

Message accelerateErrorText(const PythonException& failure, PlacementRules rules) {
    const bool isTransformers = rules == PlacementRules::Transformers;
    const auto whole = [&](const Message& cause, Phrase remedy) {
        const std::string raised = failure.type + ": " + failure.message;
        return joined({isTransformers ? say("transformers fails here: %1 (%2).", cause, raised)
                                      : say("Accelerate fails here: %1 (%2).", cause, raised),
                       remedy},
                      " ");
    };
    if (failure.type == "IndexError") {
        return whole(
            say("no unplaced module has the tied weight %1", failure.tensor),
            phrase("Give the devices more memory so that no module has to be split, add the class "
                   "of the module to the no-split classes, or place the modules by hand."));
    }
    if (failure.type == "AttributeError") {
        return whole(
            phrase("fallback allocation cannot work with a limit that is not a whole "
                   "number of bytes"),
            phrase("Turn fallback allocation off, or type limits in whole bytes for all GPUs."));
    }
    if (failure.type == "KeyError") {
        return whole(
            say("balanced_low_0 needs limits for GPUs 0, 1, 2 … without a gap, but GPU %1 has none",
                failure.message),
            phrase("Set a limit for that GPU, or choose the strategy \"balanced\"."));
    }
    if (isTransformers && failure.type == "ValueError" && !failure.tensor.empty()) {
        return whole(say("the computed device map has no device for the tied tensor %1, which is a "
                         "buffer of a split module",
                         failure.tensor),
                     phrase("Add the class of that module to the no-split classes, or place the "
                            "modules by hand."));
    }
    if (isTransformers && failure.type == "ValueError") {
        return whole(phrase("the strategy uses the largest module of the no-split classes, but the "
                            "model has no module of these classes"),
                     phrase("Specify a no-split class that the model contains, specify no class, "
                            "or choose the strategy \"sequential\"."));
    }
    return whole(failure.message, Phrase());
}

}  // namespace stowage
