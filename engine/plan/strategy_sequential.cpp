// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/plan_facts.h"
#include "engine/plan/plan_strategy.h"
#include "engine/plan/quantized_counts.h"

#include <algorithm>
#include <cmath>

namespace stowage {

const std::vector<std::string>& noSplitInForce(const PlacementRequest& request) {
    return request.constraints.noSplit ? *request.constraints.noSplit
                                       : request.tree->noSplitClasses();
}

ReferenceBudgets requestedMemory(const PlacementRequest& request, ReferenceNotes& notes) {
    ReferenceRawBudgets given;
    for (const MemoryBudget& budget : request.budgets) {
        given.emplace_back(ReferenceKey::fromDevice(budget.device),
                           ReferenceNumber{budget.bytes, budget.isFloat});
    }
    const auto gpus = std::count_if(request.devices.begin(), request.devices.end(),
                                    [](const DeviceInfo& device) { return device.id.isGpu(); });
    auto checked = checkedMemory(given, gpus, notes);
    auto* const budgets = std::get_if<ReferenceBudgets>(&checked);
    // Every DeviceId is a key that Accelerate knows, and all sizes are numbers.
    if (budgets == nullptr) {
        return {};
    }
    const bool reserves =
        request.rules == PlacementRules::Transformers && request.budgetsAreDefaults;
    return reserves ? withTransformersReserve(std::move(*budgets)) : std::move(*budgets);
}

ReferenceDtypes requestedDtypes(const PlacementRequest& request) {
    ReferenceDtypes dtypes;
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    dtypes.rules = isTransformers ? ReferenceRules::Transformers : ReferenceRules::Accelerate;
    if (request.constraints.dtype) {
        const double bytes = isTransformers ? storedBits(*request.constraints.dtype) / 8.0
                                            : accelerateElementBytes(*request.constraints.dtype);
        dtypes.dtype = ReferenceNumber{bytes, bytes != std::floor(bytes)};
    }
    return dtypes;
}

void inferInto(StrategyOutcome& outcome, const PlacementRequest& request, const PlanFacts& facts,
               const ReferenceBudgets& budgets, std::stop_token stop) {
    InferOptions options;
    options.cleanResult = !request.constraints.keepMapUnclean;
    // from_pretrained hands neither of the two on to its planner.
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    options.offloadBuffers = request.constraints.offloadBuffers && !isTransformers;
    options.fallbackAllocation = request.constraints.fallbackAllocation && !isTransformers;
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            options.pins.emplace_back(*module, ReferenceKey::fromDevice(device));
        }
    }
    outcome.budgets = quantizersBudgets(request, budgets);
    auto result = inferDeviceMap(facts.model, outcome.budgets, options, outcome.notes, stop);
    if (const auto* const failure = failureOf(result)) {
        outcome.failure = *failure;
        return;
    }
    InferResult& inferred = std::get<InferResult>(result);
    outcome.cancelled = inferred.cancelled;
    outcome.items = std::move(inferred.items);
    outcome.trace = std::move(inferred.trace);
    outcome.reserves = std::move(inferred.reserves);
    std::vector<DeviceMap::Entry> entries;
    entries.reserve(inferred.map.size());
    for (auto& [path, key] : inferred.map) {
        // Only GPUs, cpu and disk were handed in, so every key is a device of ours.
        entries.emplace_back(std::move(path), key.device().value_or(DeviceId::disk()));
    }
    outcome.map = DeviceMap(std::move(entries));
}

StrategyOutcome runSequential(const PlacementRequest& request, const PlanFacts& facts,
                              std::stop_token stop) {
    StrategyOutcome outcome;
    const ReferenceBudgets budgets = requestedMemory(request, outcome.notes);
    inferInto(outcome, request, facts, budgets, stop);
    return outcome;
}

}  // namespace stowage
