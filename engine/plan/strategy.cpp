// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/strategy.h"

#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/map/apply_moves.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

std::vector<std::uint64_t> bytesOf(const ModuleTree& tree, const std::vector<TensorId>& owners,
                                   const std::optional<DType>& planned,
                                   const QuantizedWeights* quantized) {
    std::vector<std::uint64_t> bytes;
    bytes.reserve(owners.size());
    for (const TensorId owner : owners) {
        bytes.push_back(plannedBytes(tree, owner, planned, quantized));
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
      quantization(request.constraints.quantization),
      quantized(quantization ? std::make_shared<const QuantizedWeights>(*tree, *quantization)
                             : nullptr),
      rules(request.rules),
      noSplit(noSplitInForce(request)),
      model(*tree, countedDtypes(request, quantized.get()), noSplit),
      storageOwners(std::make_shared<const std::vector<TensorId>>(stowage::storageOwners(*tree))),
      storageBytes(bytesOf(*tree, *storageOwners, dtype, quantized.get())),
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
           quantization == request.constraints.quantization && rules == request.rules &&
           noSplit == noSplitInForce(request);
}

std::shared_ptr<const PlanFacts> factsFor(const PlacementRequest& request,
                                          const std::shared_ptr<const PlanFacts>& known) {
    return known && known->holdFor(request) ? known : std::make_shared<const PlanFacts>(request);
}

const std::vector<std::string>& noSplitInForce(const PlacementRequest& request) {
    return request.constraints.noSplit ? *request.constraints.noSplit
                                       : request.tree->noSplitClasses();
}

MaxMemory requestedMemory(const PlacementRequest& request, AccelerateNotes& notes) {
    RawMaxMemory given;
    for (const MemoryBudget& budget : request.budgets) {
        given.emplace_back(DeviceKey::fromDevice(budget.device),
                           PythonNumber{budget.bytes, budget.isFloat});
    }
    const auto gpus = std::count_if(request.devices.begin(), request.devices.end(),
                                    [](const DeviceInfo& device) { return device.id.isGpu(); });
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

AccelerateDtypes requestedDtypes(const PlacementRequest& request) {
    AccelerateDtypes dtypes;
    const bool isTransformers = request.rules == PlacementRules::Transformers;
    dtypes.rules = isTransformers ? PlannerRules::Transformers : PlannerRules::Accelerate;
    if (request.constraints.dtype) {
        const double bytes = isTransformers ? storedBits(*request.constraints.dtype) / 8.0
                                            : accelerateElementBytes(*request.constraints.dtype);
        dtypes.dtype = PythonNumber{bytes, bytes != std::floor(bytes)};
    }
    return dtypes;
}

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

StrategyOutcome runSequential(const PlacementRequest& request, const PlanFacts& facts,
                              std::stop_token stop) {
    StrategyOutcome outcome;
    const MaxMemory budgets = requestedMemory(request, outcome.notes);
    inferInto(outcome, request, facts, budgets, stop);
    return outcome;
}

StrategyOutcome runBalanced(const PlacementRequest& request, const PlanFacts& facts,
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
        outcome.failure = *failure;
        outcome.budgets = budgets;
        return outcome;
    }
    inferInto(outcome, request, facts, std::get<MaxMemory>(balanced), stop);
    return outcome;
}

StrategyOutcome runManual(const PlacementRequest& request) {
    StrategyOutcome outcome;
    outcome.budgets = requestedMemory(request, outcome.notes);
    outcome.map = withMoves(*request.tree, request.givenMap, request.constraints.pins);
    for (const auto& [path, device] : request.constraints.pins) {
        if (const auto module = request.tree->findModule(path)) {
            InferStep step;
            step.kind = InferStep::Kind::Pinned;
            step.item = TreeItem::of(*module);
            step.device = static_cast<std::uint32_t>(outcome.trace.devices.size());
            outcome.trace.devices.push_back(DeviceKey::fromDevice(device));
            outcome.trace.steps.push_back(step);
        }
    }
    return outcome;
}

}  // namespace stowage
