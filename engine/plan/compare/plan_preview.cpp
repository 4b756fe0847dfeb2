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

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    }
    return text;
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

/// How the devices' sums change: "81.0 MiB would leave the CPU: 54.0 MiB for GPU 0 and …".
std::string changeText(const PlacementPlan& before, const PlacementPlan& after,
                       const PlanDiff& diff) {
    std::vector<std::string> gains;
    std::vector<std::string> losses;
    double lost = 0;
    for (const DevicePlacement& placement : after.placements) {
        const DevicePlacement* const was = before.placement(placement.device.id);
        const double change = placement.weights - (was != nullptr ? was->weights : 0);
        const bool isGpu = placement.device.id.isGpu();
        const std::string label =
            std::string(isGpu ? "" : "the ") +
            (placement.device.id == DeviceId::disk() ? "disk" : deviceLabel(placement.device.id));
        if (change > 0) {
            gains.push_back(formatSize(change) + " for " + label);
        } else if (change < 0) {
            losses.push_back(label);
            lost -= change;
        }
    }
    const double moved = static_cast<double>(diff.bytesMoved);
    if (losses.empty() && gains.empty()) {
        return formatSize(moved) + " would change places, and every device hold as much as now";
    }
    if (losses.empty() || gains.empty()) {
        return formatSize(moved) + " would lie elsewhere";
    }
    return formatSize(lost) + " would leave " + joined(losses) + ": " + joined(gains);
}

std::string effectText(const PlacementPlan& plan, const NoSplitEffect& effect) {
    const std::string head = "Without " + effect.className + ", ";
    if (effect.modules == 0) {
        return head + "nothing would change: the model has no module of that class.";
    }
    if (plan.request.strategy == Strategy::Manual) {
        return head + "nothing would change: the map is given.";
    }
    if (effect.without->accelerateError) {
        return head + "there would be no plan. " + *effect.without->accelerateError;
    }
    if (plan.accelerateError) {
        return head + "Accelerate would not fail.";
    }
    if (effect.diff.moved.empty()) {
        return head + "nothing would change: all " + std::to_string(effect.modules) +
               " modules of the class lie whole all the same.";
    }
    const std::uint32_t split = countSplit(*effect.without, effect.className);
    return head + changeText(plan, *effect.without, effect.diff) + "; " + std::to_string(split) +
           " of the " + std::to_string(effect.modules) + " modules of the class would be split.";
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
                "Without " + className + ", there would be no plan: " + without.error().message;
        }
        effects.push_back(std::move(effect));
    }
    return effects;
}

}  // namespace stowage
