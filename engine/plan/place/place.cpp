// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/place/place.h"

#include "engine/device/allocator_model.h"
#include "engine/device/machine_link.h"
#include "engine/plan/issues/plan_issues.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/resolved_map.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace stowage {

namespace {

/// Where every storage goes, as index into TensorPlaces::devices: with the tensor that owns it.
std::vector<std::uint32_t> storagePlaces(const PlanFacts& facts, const TensorPlaces& places) {
    std::vector<std::uint32_t> storages;
    storages.reserve(facts.storageOwners->size());
    for (const TensorId owner : *facts.storageOwners) {
        storages.push_back(places.tensors[owner.index()]);
    }
    return storages;
}

/// What lies on a device, by index into TensorPlaces::devices.
struct DeviceLoad {
    std::uint64_t bytes = 0;
    std::uint32_t blocks = 0;
    bool isChanged = false;       ///< holds them otherwise than in the plan before
    AllocatorGrowth allocator{};  ///< of GPUs that changed; before, an empty one of its kind
};

/// Writes the devices of all storages into the plan; marks the loads that changed.
void fillStorages(PlacementPlan& plan, const TensorPlaces& places,
                  const std::vector<std::uint32_t>& storages, const PlacementPlan* before,
                  std::vector<DeviceLoad>& loads) {
    plan.storageOwners = StorageOwners(plan.strategyResult->facts->storageOwners);
    if (before != nullptr) {
        plan.storageDevices = before->storageDevices;
    }
    for (const DeviceId device : plan.storageDevices.assign(storages, places.devices)) {
        const auto found = std::find(places.devices.begin(), places.devices.end(), device);
        if (found != places.devices.end()) {
            loads[static_cast<std::size_t>(found - places.devices.begin())].isChanged = true;
        }
    }
}

/// What a GPU's caching allocator makes of the weights, as `to` would put them there. Without a
/// limit the model never refuses; the verdict compares with the capacity.
void fillAllocators(const PlanFacts& facts, const TensorPlaces& places,
                    const std::vector<std::uint32_t>& storages, std::vector<DeviceLoad>& loads) {
    std::vector<AllocatorGrowth*> allocators(loads.size());
    for (std::size_t i = 0; i < loads.size(); ++i) {
        allocators[i] =
            loads[i].isChanged && places.devices[i].isGpu() ? &loads[i].allocator : nullptr;
    }
    for (const StorageId storage : facts.applyOrder) {
        const std::uint32_t device = storages[storage.index()];
        if (device != TensorPlaces::kNowhere && allocators[device] != nullptr) {
            allocateStorage(facts, storage, *allocators[device]);
        }
    }
}

void addBudget(DevicePlacement& placement, const PlacementRequest& request) {
    const auto budget = std::ranges::find_if(
        request.budgets,
        [&placement](const MemoryBudget& entry) { return entry.device == placement.device.id; });
    if (budget != request.budgets.end()) {
        placement.budget = budget->bytes;
        placement.budgetText = budget->text;
    }
}

/// Bytes of all devices that the map names; changed are those whose allocator is.
std::vector<DeviceLoad> loadsOf(const PlacementPlan& plan, const TensorPlaces& places,
                                const std::vector<std::uint32_t>& storages,
                                const PlacementPlan* before) {
    std::vector<DeviceLoad> loads(places.devices.size());
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (const DeviceInfo* const info = findDevice(plan.request.devices, places.devices[i])) {
            loads[i].allocator = AllocatorGrowth(info->allocator);
            loads[i].isChanged = before != nullptr && before->placement(info->id) != nullptr &&
                                 before->placement(info->id)->device.allocator != info->allocator;
        }
    }
    for (std::size_t i = 0; i < storages.size(); ++i) {
        if (storages[i] != TensorPlaces::kNowhere) {
            loads[storages[i]].bytes += plan.strategyResult->facts->storageBytes[i];
        }
    }
    return loads;
}

/// The map's entries, by where they lie: a tied module's with its weights, whatever its entry says.
void countBlocks(const PlacementPlan& plan, const TensorPlaces& places,
                 std::vector<DeviceLoad>& loads) {
    std::unordered_map<DeviceId, std::size_t> indices;
    for (std::size_t i = 0; i < places.devices.size(); ++i) {
        indices.emplace(places.devices[i], i);
    }
    std::size_t last = 0;  // neighbours mostly lie together
    for (const auto& [path, device] : plan.map.entries()) {
        last = places.devices[last] == device ? last : indices.at(device);
        loads[last].blocks += 1;
    }
    const ModuleTree& tree = *plan.request.tree;
    std::set<ModuleId> tied;
    for (const std::vector<TensorId>& group : tree.tiedGroups()) {
        for (const TensorId member : std::span(group).subspan(1)) {  // the first owns them
            tied.insert(tree.tensor(member).module);
        }
    }
    for (const ModuleId module : tied) {
        const auto named = plan.map.exact(tree.path(module));
        const auto lies = named ? plan.deviceOf(module) : std::nullopt;
        if (lies && lies != named) {
            loads[indices.at(*named)].blocks -= 1;
            loads[indices.at(*lies)].blocks += 1;
        }
    }
}

/// Everything in a plan that is a number: what lies where and what it takes, from its request, map
/// and strategy. `places` is where the map puts every tensor.
/// `before` may be null, or a plan on the same strategy's result: what lies alike there is taken
/// from it.
void fillFigures(PlacementPlan& plan, const TensorPlaces& places, const PlacementPlan* before) {
    const StrategyResult& strategyResult = *plan.strategyResult;
    const std::vector<std::uint32_t> storages = storagePlaces(*strategyResult.facts, places);
    std::vector<DeviceLoad> loads = loadsOf(plan, places, storages, before);
    fillStorages(plan, places, storages, before, loads);
    countBlocks(plan, places, loads);
    fillAllocators(*strategyResult.facts, places, storages, loads);
    for (const DeviceInfo& device : plan.request.devices) {
        DevicePlacement placement;
        placement.device = device;
        placement.device.machine = machineOf(plan.request.devices, device.id);
        addBudget(placement, plan.request);
        for (const auto& [key, bytes] : strategyResult.outcome.reserves) {
            if (key.device() == device.id) {
                placement.reservedForLargestLayer = bytes.value;
            }
        }
        const auto found = std::find(places.devices.begin(), places.devices.end(), device.id);
        if (found == places.devices.end()) {
            plan.placements.push_back(std::move(placement));
            continue;
        }
        const auto index = static_cast<std::uint32_t>(found - places.devices.begin());
        const DeviceLoad& load = loads[index];
        placement.weights = static_cast<double>(load.bytes);
        placement.blocks = load.blocks;
        placement.weightsAllocated = load.bytes;
        placement.weightsReserved = load.bytes;
        const DevicePlacement* const same =
            before != nullptr && !load.isChanged ? before->placement(device.id) : nullptr;
        if (same != nullptr) {
            placement.weightsAllocated = same->weightsAllocated;
            placement.weightsReserved = same->weightsReserved;
        } else if (device.id.isGpu()) {
            placement.weightsAllocated = load.allocator.allocated();
            placement.weightsReserved = load.allocator.reserved();
        }
        plan.placements.push_back(std::move(placement));
    }
    for (const auto& [key, bytes] : strategyResult.outcome.budgets) {
        if (const auto device = key.device()) {
            plan.effectiveBudgets.push_back({*device, bytes.value, {}, bytes.isFloat});
        }
    }
}

Result<void> checkRequest(const PlacementRequest& request) {
    if (!request.tree) {
        return fail(ErrorCode::InvalidArgument,
                    phrase("There is no model to place; open a model first."));
    }
    const auto unknown = [&](const ModuleMoves& modules) -> const std::string* {
        for (const auto& [path, device] : modules) {
            if (!request.tree->findModule(path) && !request.tree->findTensor(path)) {
                return &path;
            }
        }
        return nullptr;
    };
    const std::string* path = unknown(request.constraints.pins);
    if (path == nullptr) {
        path = unknown(request.moves);
    }
    if (path != nullptr) {
        return fail(
            ErrorCode::InvalidArgument,
            say("The model has no module \"%1\"; give a module's full path, as shown by inspect.",
                *path),
            {}, *path);
    }
    return {};
}

Unexpected stopped() {
    return fail(ErrorCode::Cancelled, phrase("Planning was stopped."));
}

/// Puts what the search finds into a request of Strategy::Optimal, and takes it out of another one.
Result<std::shared_ptr<const OptimalProof>> searchInto(PlacementRequest& request,
                                                       const std::stop_token& stop) {
    auto known = std::exchange(request.proof, nullptr);
    if (known != nullptr && request.strategy == Strategy::Optimal) {
        return known;
    }
    std::optional<OffloadedRun> givenRun;
    if (request.runBeforeStrategy) {
        givenRun = OffloadedRun{request.prefetchWindow, std::move(request.hooks.offloaded)};
        request.prefetchWindow = request.runBeforeStrategy->prefetchWindow;
        request.hooks.offloaded = std::move(request.runBeforeStrategy->offloaded);
        request.runBeforeStrategy.reset();
    }
    if (request.strategy != Strategy::Optimal) {
        return std::shared_ptr<const OptimalProof>();
    }
    if (request.search == nullptr) {
        return fail(ErrorCode::Unsupported,
                    phrase("The strategy \"optimal\" compares the estimates of plans, but no "
                           "estimates are available for this request; choose another strategy."),
                    {}, "strategy");
    }
    request.givenRun = std::move(givenRun);
    auto found = request.search->find(request, stop);
    request.givenRun.reset();
    STOWAGE_TRY(found);
    request.runBeforeStrategy = OffloadedRun{request.prefetchWindow, request.hooks.offloaded};
    request.givenMap = std::move(found->map);
    request.prefetchWindow = found->run.prefetchWindow;
    request.hooks.offloaded = std::move(found->run.offloaded);
    return std::move(found->proof);
}

/// diffusers computes a model on the device where it put it, on the CPU too; llama.cpp everything
/// that is in the CPU's memory.
void computeWhereLeft(PlacementRequest& request, const StrategyOutcome& outcome) {
    if (request.workload && request.workload->isComputedInPlace()) {
        request.runBeforeStrategy = OffloadedRun{request.prefetchWindow, request.hooks.offloaded};
        request.hooks.offloaded = {{OffloadRule::Mode::Compute, {}}};
        return;
    }
    if (strategyOwner(request) != StrategyOwner::Diffusers) {
        return;
    }
    OffloadedRun before{request.prefetchWindow, request.hooks.offloaded};
    for (const auto& [path, device] : outcome.map.entries()) {
        if (device == DeviceId::cpu()) {
            request.hooks.offloaded.push_back({OffloadRule::Mode::Compute, path});
            request.runBeforeStrategy = before;
        }
    }
}

Result<std::shared_ptr<const StrategyResult>> makeStrategyResult(
    const PlacementRequest& request, std::shared_ptr<const PlanFacts> facts,
    std::shared_ptr<const OptimalProof> proof, std::stop_token stop) {
    auto outcome = strategyRow(request.strategy).run(request, *facts, stop);
    if (stop.stop_requested() || (outcome && outcome->cancelled)) {
        return stopped();
    }
    STOWAGE_TRY(outcome);
    outcome->proof = std::move(proof);
    return std::make_shared<const StrategyResult>(std::move(facts), std::move(*outcome));
}

/// The plan of a request from its strategy's result. `before` is null, or another plan of the same
/// strategy's result.
std::shared_ptr<PlacementPlan> planOn(std::shared_ptr<const StrategyResult> strategyResult,
                                      PlacementRequest request, const PlacementPlan* before) {
    auto plan = std::make_shared<PlacementPlan>();
    plan->request = std::move(request);
    plan->strategyResult = std::move(strategyResult);
    const StrategyOutcome& outcome = plan->strategyResult->outcome;
    MovedMap moved{plan->strategyResult->map.map(), {}};
    if (outcome.failure) {
        plan->accelerateError = accelerateErrorText(*outcome.failure, plan->request.rules);
        moved.places = plan->strategyResult->map.places();
    } else {
        moved =
            applyMoves(*plan->request.tree, plan->strategyResult->map, plan->request.moves,
                       *plan->strategyResult->facts->storageOwners, plan->request.constraints.pins);
    }
    plan->map = std::move(moved.map);
    plan->optimal = plan->request.moves.empty() ? outcome.proof : nullptr;
    plan->warnings = outcome.notes.warnings;
    for (const auto& [level, text] : outcome.notes.log) {
        if (level == "WARNING") {
            plan->warnings.push_back(text);
        }
    }
    fillFigures(*plan, moved.places, before);
    std::vector<PlanIssue> fromPreset;
    if (!plan->accelerateError) {
        fromPreset = presetIssues(*plan);
    }
    addIssues(*plan, moved.places, std::move(fromPreset));
    decideVerdict(*plan);
    return plan;
}

}  // namespace

Result<std::shared_ptr<PlacementPlan>> replan(const PlacementRequest& asked,
                                              const PlacementPlan* before, std::stop_token stop) {
    auto resolved =
        asked.preset ? withPreset(asked, *asked.preset, stop) : Result<PlacementRequest>(asked);
    STOWAGE_TRY(resolved);
    STOWAGE_TRY(checkRequest(*resolved));
    if (stop.stop_requested()) {
        return stopped();
    }
    auto proof = searchInto(*resolved, stop);
    STOWAGE_TRY(proof);
    const auto known =
        before != nullptr && before->strategyResult ? before->strategyResult->facts : nullptr;
    auto strategyResult =
        makeStrategyResult(*resolved, factsFor(*resolved, known), std::move(*proof), stop);
    STOWAGE_TRY(strategyResult);
    computeWhereLeft(*resolved, (*strategyResult)->outcome);
    return planOn(std::move(*strategyResult), std::move(*resolved), nullptr);
}

Result<std::shared_ptr<PlacementPlan>> replanMoved(PlacementRequest request,
                                                   const PlacementPlan& before,
                                                   std::stop_token stop) {
    // A strategy plans around pins.
    if (!before.strategyResult || request.constraints.pins != before.request.constraints.pins) {
        return replan(request, &before, stop);
    }
    return planOn(before.strategyResult, std::move(request), &before);
}

Result<std::shared_ptr<const PlacementPlan>> place(const PlacementRequest& request,
                                                   std::stop_token stop) {
    auto plan = replan(request, nullptr, stop);
    STOWAGE_TRY(plan);
    return std::shared_ptr<const PlacementPlan>(std::move(*plan));
}

}  // namespace stowage
