// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/compare/plan_preview.h"

#include "engine/base/byte_size.h"
#include "engine/plan/place/load_model_preset.h"
#include "engine/plan/place/place.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>

namespace stowage {

namespace {

/// The request as a strategy alone would see it, under the limits that a preset stands for.
PlacementRequest bareRequest(const PlacementRequest& request) {
    PlacementRequest bare = request;
    if (request.preset) {
        if (auto resolved = withPreset(request, *request.preset)) {
            bare = std::move(*resolved);
        }
    }
    bare.preset.reset();
    bare.moves.clear();
    bare.givenMap = {};
    bare.doubledKeys.clear();
    return bare;
}

std::uint32_t countModules(const ModuleTree& tree, const std::string& className) {
    const auto nodes = tree.nodes();
    return static_cast<std::uint32_t>(std::ranges::count_if(
        nodes, [&className](const ModuleNode& node) { return node.className == className; }));
}

std::uint32_t countSplit(const PlacementPlan& plan, const std::string& className) {
    std::uint32_t split = 0;
    for (const ModuleNode& node : plan.request.tree->nodes()) {
        split += node.className == className && plan.isMixed(node.id) ? 1U : 0U;
    }
    return split;
}

/// A device within a sentence.
Message namedDevice(DeviceId device) {
    return device.isGpu()               ? Message(deviceLabel(device))
           : device == DeviceId::disk() ? Message(phrase("the disk"))
                                        : Message(phrase("the CPU"));
}

/// How the devices' sums change: "81.0 MiB would leave the CPU: 54.0 MiB for GPU 0 and …".
Message changeText(const PlacementPlan& before, const PlacementPlan& after, const PlanDiff& diff) {
    std::vector<Message> gains;
    std::vector<Message> losses;
    double lost = 0;
    for (const DevicePlacement& placement : after.placements) {
        const DevicePlacement* const was = before.placement(placement.device.id);
        const double change = placement.weights - (was != nullptr ? was->weights : 0);
        const Message label = namedDevice(placement.device.id);
        if (change > 0) {
            gains.push_back(say("%1 for %2", formatSize(change), label));
        } else if (change < 0) {
            losses.push_back(label);
            lost -= change;
        }
    }
    const std::string moved = formatSize(static_cast<double>(diff.bytesMoved));
    if (losses.empty() && gains.empty()) {
        return say("%1 would change places, and every device hold as much as now", moved);
    }
    if (losses.empty() || gains.empty()) {
        return say("%1 would lie elsewhere", moved);
    }
    return say("%1 would leave %2: %3", formatSize(lost), enumerated(std::move(losses)),
               enumerated(std::move(gains)));
}

Message effectText(const PlacementPlan& plan, const NoSplitEffect& effect) {
    const std::string& name = effect.className;
    if (effect.modules == 0) {
        return say("Without %1, nothing would change: the model has no module of that class.",
                   name);
    }
    if (plan.request.strategy == Strategy::Manual) {
        return say("Without %1, nothing would change: the map is given.", name);
    }
    if (effect.without->accelerateError) {
        return joined(
            {say("Without %1, there would be no plan.", name), *effect.without->accelerateError},
            " ");
    }
    if (plan.accelerateError) {
        return say("Without %1, Accelerate would not fail.", name);
    }
    if (effect.diff.moved.empty() && effect.modules == 1) {
        return say(
            "Without %1, nothing would change: the only module of the class lies whole all "
            "the same.",
            name);
    }
    if (effect.diff.moved.empty()) {
        return say(
            "Without %1, nothing would change: all %2 modules of the class lie whole all "
            "the same.",
            name, effect.modules);
    }
    const Message change = changeText(plan, *effect.without, effect.diff);
    const std::size_t split = countSplit(*effect.without, effect.className);
    return effect.modules == 1 && split == 1
               ? say("Without %1, %2; the only module of the class would be split.", name, change)
               : say("Without %1, %2; %3 of the %4 modules of the class would be split.", name,
                     change, split, effect.modules);
}

}  // namespace

std::vector<StrategyPreview> previewStrategies(const PlacementRequest& request,
                                               std::stop_token stop) {
    std::vector<StrategyPreview> previews;
    PlacementRequest bare = bareRequest(request);
    for (const StrategyRow& row : strategies()) {
        if (row.strategy == Strategy::Optimal && bare.search == nullptr) {
            continue;
        }
        bare.strategy = row.strategy;
        const auto plan = place(bare, stop);
        if (!plan && plan.error().code == ErrorCode::Cancelled) {
            break;
        }
        StrategyPreview preview;
        preview.strategy = row.strategy;
        if (plan) {
            preview.plan = *plan;
        } else {
            preview.refusal = plan.error().message;
        }
        previews.push_back(std::move(preview));
    }
    return previews;
}

std::vector<NoSplitEffect> noSplitEffects(const PlacementPlan& plan, std::stop_token stop) {
    std::vector<NoSplitEffect> effects;
    const std::vector<std::string>& classes = plan.noSplitClasses();
    for (const std::string& className : classes) {
        PlacementRequest request = plan.request;
        std::vector<std::string> others = classes;
        std::erase(others, className);
        request.constraints.noSplit = std::move(others);
        const auto without = place(request, stop);
        if (!without && without.error().code == ErrorCode::Cancelled) {
            break;
        }
        NoSplitEffect effect;
        effect.className = className;
        effect.modules = countModules(*request.tree, className);
        if (without) {
            effect.without = *without;
            if (!plan.accelerateError && !effect.without->accelerateError) {
                effect.diff = diffPlans(plan, *effect.without);
            }
            effect.text = effectText(plan, effect);
        } else {
            effect.text =
                say("Without %1, there would be no plan: %2", className, without.error().message);
        }
        effects.push_back(std::move(effect));
    }
    return effects;
}

}  // namespace stowage
