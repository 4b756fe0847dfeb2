// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/strategies/accelerate_strategies.h"

#include "engine/plan/plan_basis.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>

namespace stowage {

namespace {

/// infer_auto_device_map with the request's flags; fills the outcome.
void inferInto(StrategyOutcome& outcome, const PlacementRequest& request, const PlanFacts& facts,
               const MaxMemory& budgets, std::stop_token stop) {
    InferOptions options;
    options.cleanResult = !request.constraints.keepMapUnclean;
    // from_pretrained hands neither of the two on to its planner.
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    options.offloadBuffers = request.constraints.offloadBuffers && !isTransformers;
    options.fallbackAllocation = request.constraints.fallbackAllocation && !isTransformers;
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            options.pins.emplace_back(*module, DeviceKey::fromDevice(device));
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

}  // namespace

MaxMemory requestedMemory(const PlacementRequest& request, AccelerateNotes& notes) {
    RawMaxMemory given;
    for (const MemoryBudget& budget : request.budgets) {
        given.emplace_back(DeviceKey::fromDevice(budget.device),
                           PythonNumber{budget.bytes, budget.isFloat});
    }
    const auto gpus = std::ranges::count_if(
        request.devices, [](const DeviceInfo& device) { return device.id.isGpu(); });
    auto checked = checkedMemory(given, gpus, notes);
    auto* const budgets = std::get_if<MaxMemory>(&checked);
    // Every DeviceId is a key that Accelerate knows, and all sizes are numbers.
    if (budgets == nullptr) {
        return {};
    }
    const bool reserves =
        request.rules == PlacementRules::Transformers && request.budgetsAreDefaults;
    return reserves ? withTransformersReserve(std::move(*budgets)) : std::move(*budgets);
}

Result<StrategyOutcome> runSequential(const PlacementRequest& request, const PlanFacts& facts,
                                      std::stop_token stop) {
    StrategyOutcome outcome;
    const MaxMemory budgets = requestedMemory(request, outcome.notes);
    inferInto(outcome, request, facts, budgets, stop);
    return outcome;
}

Result<StrategyOutcome> runBalanced(const PlacementRequest& request, const PlanFacts& facts,
                                    std::stop_token stop) {
    StrategyOutcome outcome;
    BalanceOptions options;
    options.memoryWasUnset = request.budgetsAreDefaults;
    options.lowZero = request.strategy == Strategy::BalancedLow0;
    options.noSplit = facts.noSplit;
    const MaxMemory budgets = requestedMemory(request, outcome.notes);
    const AccelerateModel& model = facts.model;
    auto balanced = balancedMemory(model.tree(), model.sizes(), budgets, model.dtypes().rules,
                                   options, outcome.notes);
    if (const auto* const failure = failureOf(balanced)) {
        if (failure->type == "RuntimeError") {
            return fail(ErrorCode::InvalidArgument,
                        phrase("Accelerate's balanced strategies stop where the disk has a limit; "
                               "leave disk out of the limits or choose sequential."),
                        {}, "disk");
        }
        outcome.failure = *failure;
        outcome.budgets = budgets;
        return outcome;
    }
    inferInto(outcome, request, facts, std::get<MaxMemory>(balanced), stop);
    return outcome;
}

}  // namespace stowage
