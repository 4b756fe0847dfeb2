// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_trace.h"

#include "engine/base/byte_size.h"
#include "engine/plan/apply_moves.h"

#include <algorithm>

namespace stowage {

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
std::string roomText(const PlacementDecision& decision) {
    const std::string label = deviceLabel(decision.device);
    if (!decision.left) {
        return label + " has no limit";
    }
    std::string text = *decision.left < 0
                           ? label + " was " + formatSize(-*decision.left) + " short already"
                           : label + " had " + formatSize(*decision.left) + " left";
    if (decision.reserved > 0) {
        text += " after " + formatSize(decision.reserved) + " kept for the largest layer";
    }
    return text;
}

std::string partnersText(const PlacementDecision& decision) {
    std::string text;
    for (const std::string& partner : decision.tiedWith) {
        text += (text.empty() ? "" : ", ") + partner;
    }
    return text;
}

std::string reasonText(const PlacementDecision& decision) {
    const std::string needed = formatSize(decision.needed);
    const std::string together =
        decision.tiedWith.empty() ? "" : " together with its tied " + partnersText(decision);
    switch (decision.kind) {
        case PlacementDecision::Kind::Placed:
            return "Fits" + together + ": needs " + needed + ", " + roomText(decision) + ".";
        case PlacementDecision::Kind::DoesNotFit:
            return "Did not fit" + together + " and cannot be split: needed " + needed + ", " +
                   roomText(decision) + "; the planner goes to the next device.";
        case PlacementDecision::Kind::Split:
            return "Did not fit whole: needed " + needed + ", " + roomText(decision) +
                   "; its parts are tried one by one.";
        case PlacementDecision::Kind::SplitPartner:
            return "Fits alone, but not with what it is tied to: needed " + needed + ", " +
                   roomText(decision) + "; " + partnersText(decision) + " is split.";
        case PlacementDecision::Kind::Fallback:
            return "Did not fit on the still empty device: needed " + needed + "; the smaller " +
                   partnersText(decision) + " is taken first.";
        case PlacementDecision::Kind::LeftOnCpu:
            return "Did not fit: needed " + needed + ", and " + roomText(decision) +
                   ", whose turn it was; diffusers leaves such a model on the CPU.";
        case PlacementDecision::Kind::Pinned:
            return "Pinned to " + deviceLabel(decision.device) + " before the strategy ran.";
        case PlacementDecision::Kind::MovedByHand:
            break;
    }
    return "Moved to " + deviceLabel(decision.device) + " by hand.";
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

std::vector<PlacementDecision> decisionsFor(const PlacementPlan& plan, ModuleId module) {
    const ModuleTree& tree = *plan.request.tree;
    const std::string& path = tree.path(module);
    const auto isAtOrAbove = [&tree, module](TreeItem item) {
        return !item.isTensor && item.id <= module.value &&
               module < tree.node(item.module()).subtreeEnd;
    };
    return decisionsWhere(
        plan,
        [&isAtOrAbove](const InferTrace& trace, const InferStep& step) {
            const auto partners = trace.partnersOf(step);
            return isAtOrAbove(step.item) || std::ranges::any_of(partners, isAtOrAbove);
        },
        [&path](const std::string& moved) { return isAtOrBelow(path, moved); });
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

std::string accelerateErrorText(const PythonException& failure, PlacementRules rules) {
    const bool isTransformers = rules == PlacementRules::Transformers;
    const std::string head =
        isTransformers ? "transformers fails here: " : "Accelerate fails here: ";
    const std::string tail = " (" + failure.type + ": " + failure.message + ").";
    if (failure.type == "IndexError") {
        return head + "it looks for the module that holds the tied weight " + failure.tensor +
               " among those still to be placed, and there is none" + tail +
               " Give the devices more room so that nothing has to be split there, name the "
               "module's class as not to be split, or place by hand.";
    }
    if (failure.type == "AttributeError") {
        return head +
               "fallback allocation cannot work with a limit that is not a whole number of "
               "bytes" +
               tail + " Turn fallback allocation off, or type whole limits for all GPUs.";
    }
    if (failure.type == "KeyError") {
        return head +
               "balanced_low_0 needs a limit for each of the GPUs 0, 1, 2 … without a gap; "
               "GPU " +
               failure.message + " has none" + tail + " Give that GPU a limit, or choose balanced.";
    }
    if (isTransformers && failure.type == "ValueError" && !failure.tensor.empty()) {
        return head + "the device map that it computes has no device for the tied tensor " +
               failure.tensor + ", a buffer of a module that was split" + tail +
               " Name the class of that module as not to be split, or place by hand.";
    }
    if (isTransformers && failure.type == "ValueError") {
        return head +
               "it takes the largest module of the classes that must stay whole, and the model "
               "has none of them" +
               tail + " Name a class that the model has, name none, or choose sequential.";
    }
    return head + failure.message + tail;
}

}  // namespace stowage
