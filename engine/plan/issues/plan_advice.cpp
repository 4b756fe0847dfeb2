// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/issues/plan_issues.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/plan_basis.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace stowage {

namespace {

using Issues = std::vector<PlanIssue>;

constexpr std::size_t kMostListed = 3;  ///< further GPUs or classes of a list are only counted

bool isIdleGpu(const DevicePlacement& placement) {
    return placement.device.id.isGpu() && placement.weights <= 0;
}

bool anyGpu(const PlacementPlan& plan) {
    return std::ranges::any_of(plan.placements,
                               [](const auto& placement) { return placement.device.id.isGpu(); });
}

const MemoryBudget* effectiveBudget(const PlacementPlan& plan, DeviceId device) {
    const auto found = std::ranges::find(plan.effectiveBudgets, device, &MemoryBudget::device);
    return found == plan.effectiveBudgets.end() ? nullptr : &*found;
}

bool isStowages(const PlacementPlan& plan) {
    return strategyOwner(plan.request) == StrategyOwner::Stowage;
}

/// Who places: a library, or Stowage by a strategy of its own.
std::string placerOf(const PlacementPlan& plan) {
    return isStowages(plan)                                          ? "Stowage"
           : strategyOwner(plan.request) == StrategyOwner::Diffusers ? "diffusers"
                                                                     : "Accelerate";
}

/// Whose rules place and count.
std::string libraryOf(const PlacementPlan& plan) {
    const bool isTransformers = plan.request.rules == PlacementRules::Transformers;
    return isTransformers && !isStowages(plan) ? "transformers" : placerOf(plan);
}

/// Bytes of a module or tensor in memory, each storage once.
double realBytes(const PlacementPlan& plan, const std::string& name) {
    const ModuleTree& tree = *plan.request.tree;
    const auto module = tree.findModule(name);
    const auto tensor = tree.findTensor(name);
    std::map<std::size_t, std::uint64_t> bytes;
    for (const TensorSpec& spec : module   ? tree.subtreeTensors(*module)
                                  : tensor ? tree.tensors().subspan(tensor->index(), 1)
                                           : std::span<const TensorSpec>()) {
        bytes[spec.storage.index()] = plannedBytes(plan, spec);
    }
    double sum = 0;
    for (const auto& [storage, size] : bytes) {
        sum += static_cast<double>(size);
    }
    return sum;
}

/// That the planner counts a model that is to be quantised by a rule of its own, where that shows.
Message countedOtherwise(const PlacementPlan& plan, const std::string& name, double counted) {
    const std::string real = formatSize(realBytes(plan, name));
    if (!plan.request.constraints.quantization || real == formatSize(counted)) {
        return {};
    }
    return say("With %2, %1 plans with this size, but %3 needs %4 in memory.", libraryOf(plan),
               quantizationName(plan.request.constraints.quantization->method), name, real);
}

/// The least size that is no smaller and that formatSize() shows as it is: for who types it.
double roundedUp(double bytes) {
    const auto step = [bytes] {
        constexpr double kBeforeTheNext = 1023.95;
        return bytes >= kBeforeTheNext * static_cast<double>(kMiB) ? static_cast<double>(kGiB) / 100
               : bytes >= kBeforeTheNext * static_cast<double>(kKiB)
                   ? static_cast<double>(kMiB) / 10
               : bytes >= static_cast<double>(kKiB) ? static_cast<double>(kKiB) / 10
                                                    : 1.0;
    }();
    return std::ceil(bytes / step) * step;
}

/// Whether the strategy of a changed request would put something on a device.
bool wouldUse(const PlacementPlan& plan, const PlacementRequest& changed, DeviceId device) {
    const auto outcome =
        strategyRow(changed.strategy).run(changed, *plan.strategyResult->facts, {});
    return outcome && !outcome->failure &&
           std::ranges::any_of(outcome->map.entries(),
                               [device](const auto& entry) { return entry.second == device; });
}

/// The request with this limit for a GPU, or for all of them.
PlacementRequest withLimit(const PlacementPlan& plan, std::optional<DeviceId> device,
                           double limit) {
    PlacementRequest changed = plan.request;
    changed.budgetsAreDefaults = false;
    for (MemoryBudget& budget : changed.budgets) {
        if (device ? budget.device == *device : budget.device.isGpu()) {
            budget = {budget.device, limit, {}, false};
        }
    }
    return changed;
}

/// The limit of which the strategy has so many bytes: transformers leaves a tenth of each to
/// bitsandbytes (quantizersBudgets()).
double limitFor(const PlacementPlan& plan, double wanted) {
    constexpr double kAny = 1e12;
    const double share =
        quantizersBudgets(plan.request, {{DeviceKey::gpu(0), {kAny, false}}}).front().second.value /
        kAny;
    return roundedUp(wanted / share);
}

/// A remedy for a GPU that gets nothing, `wanted` bytes: each was tried. Empty where
/// nothing that was tried does.
Message whatWouldUse(const PlacementPlan& plan, const DevicePlacement& placement, double wanted) {
    const DeviceId id = placement.device.id;
    const double limit = limitFor(plan, wanted);
    const bool isHeld = limit <= static_cast<double>(placement.device.freeBytes().value_or(~0ULL));
    const bool isMore = isHeld && limit > placement.budget.value_or(0);
    if (isMore && wouldUse(plan, withLimit(plan, id, limit), id)) {
        return say("A limit of %1 would be enough.", formatSize(limit));
    }
    if (isMore && wouldUse(plan, withLimit(plan, std::nullopt, limit), id)) {
        return say("A limit of %1 on each GPU would be enough.", formatSize(limit));
    }
    PlacementRequest sequential = plan.request;
    sequential.strategy = Strategy::Sequential;
    return plan.request.strategy != Strategy::Sequential && wouldUse(plan, sequential, id)
               ? say("The sequential strategy would use this GPU.")
               : Message();
}

PlanIssue emptyGpuIssue(const PlacementPlan& plan, const DevicePlacement& placement,
                        const FirstRefusal& refusal, bool isTried) {
    const DeviceId id = placement.device.id;
    const MemoryBudget* const budget = effectiveBudget(plan, id);
    const double share = budget != nullptr ? budget->bytes : 0;
    const double wanted = refusal.needed + refusal.reserved;
    const Message text =
        refusal.reserved > 0
            ? say("%1 receives no weights: %2 needs %3. The strategy allows this GPU %4, of which "
                  "%6 remains after reserving %5 for the largest layer.",
                  deviceLabel(id), refusal.module, formatSize(refusal.needed), formatSize(share),
                  formatSize(refusal.reserved), formatSize(std::max(0.0, share - refusal.reserved)))
            : say("%1 receives no weights: %2 needs %3, but the strategy allows this GPU only %4.",
                  deviceLabel(id), refusal.module, formatSize(refusal.needed), formatSize(share));
    const Message remedy = isTried ? whatWouldUse(plan, placement, wanted) : Message();
    return {Severity::Warning,
            "gpu_gets_nothing",
            refusal.module,
            id,
            wanted,
            joined({text, remedy, countedOtherwise(plan, refusal.module, refusal.needed)}, " ")};
}

/// Whether the strategy, or the given map, had put something there before moves by hand.
bool wasEmptied(const PlacementPlan& plan, DeviceId device) {
    return plan.strategyResult != nullptr && !plan.request.moves.empty() &&
           std::ranges::any_of(plan.strategyResult->outcome.map.entries(),
                               [device](const auto& entry) { return entry.second == device; });
}

/// Bytes that a strategy itself put on CPU and disk: not by pins, and not by hand.
double offloadedByStrategy(const PlacementPlan& plan) {
    if (plan.request.strategy == Strategy::Manual || !plan.request.moves.empty()) {
        return 0;
    }
    double bytes = weightsOn(plan, DeviceKind::Cpu) + weightsOn(plan, DeviceKind::Disk);
    if (plan.request.constraints.pins.empty()) {
        return bytes;
    }
    for (std::size_t i = 0; i < plan.storageDevices.size(); ++i) {
        const TensorSpec& owner = plan.request.tree->tensor(plan.storageOwners[i]);
        const auto device = plan.storageDevices[i];
        if (device && !device->isGpu() && plan.isPinned(owner.module)) {
            bytes -= static_cast<double>(plan.strategyResult->facts->storageBytes[i]);
        }
    }
    return bytes;
}

/// True where all weights lie on devices before this one, and fit there.
bool allFitsBefore(const PlacementPlan& plan, DeviceId device) {
    const StorageDevices& storages = plan.storageDevices;
    for (std::size_t i = 0; i < storages.size(); i = storages.endOfRun(i)) {
        const DevicePlacement* const placement =
            storages[i] ? plan.placement(*storages[i]) : nullptr;
        if (placement == nullptr || !(placement->device.id < device) ||
            placement->overBudget() > 0 || placement->overCapacity() > 0) {
            return false;
        }
    }
    return !storages.empty() && unplacedBlocks(plan).empty();
}

/// Why GPUs are not used, and what would use them.
Message whyNotUsed(const PlacementPlan& plan, const std::vector<DeviceId>& gpus) {
    const std::optional<LoadModelPreset>& preset = plan.request.preset;
    if (preset && preset->maxMemory.empty()) {
        return preset->numGpus
                   ? say("num_gpus is %1. A larger num_gpus uses more GPUs.", *preset->numGpus)
                   : say("model.to(\"cuda\") moves everything to one GPU. To use more GPUs, set "
                         "num_gpus.");
    }
    return gpus.size() == 1 ? say("max_memory does not contain this GPU, and %1 uses only devices "
                                  "in max_memory. Add this GPU, as in %2=10GiB.",
                                  placerOf(plan), gpus.front().index)
                            : say("max_memory does not contain these GPUs, and %1 uses only "
                                  "devices in max_memory. Add these GPUs, as in %2=10GiB.",
                                  placerOf(plan), gpus.front().index);
}

/// GPUs beyond num_gpus, and those that a max_memory leaves out.
void adviseOnUnusedGpus(const PlacementPlan& plan, Issues& issues) {
    std::vector<DeviceId> gpus;
    std::vector<Message> labels;
    double free = 0;
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.device.id.isGpu() && isNotUsed(plan, placement)) {
            gpus.push_back(placement.device.id);
            labels.emplace_back(deviceLabel(placement.device.id));
            free += static_cast<double>(placement.device.freeBytes().value_or(0));
        }
    }
    const std::optional<LoadModelPreset>& preset = plan.request.preset;
    if (gpus.empty() || (preset && preset->device != "cuda")) {
        return;  // on another device they stay empty because that was asked for
    }
    const Message names = listedMessages(std::move(labels), kMostListed);
    const Message why = whyNotUsed(plan, gpus);
    issues.push_back(planIssue(Severity::Hint, "gpu_not_used", gpus.front(), free,
                               gpus.size() == 1 ? say("%1 is not used: %2", names, why)
                                                : say("%1 are not used: %2", names, why)));
}

void adviseOnIdleGpus(const PlacementPlan& plan, Issues& issues) {
    if (plan.request.preset && endsOnOneDevice(*plan.request.preset)) {
        return;  // that they stay empty is what was asked for
    }
    std::uint32_t idle = 0;
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceId id = placement.device.id;
        if (!isIdleGpu(placement) || placement.budget.value_or(0) <= 0 || wasEmptied(plan, id)) {
            continue;
        }
        if (plan.optimal != nullptr) {
            issues.push_back(planIssue(
                Severity::Hint, "gpu_left_out", id, 0,
                say("%1 is not used: no better plan that uses it was found.", deviceLabel(id))));
            continue;
        }
        ++idle;
        if (const auto refusal = firstRefusal(plan, id)) {
            issues.push_back(emptyGpuIssue(plan, placement, *refusal, idle <= kMostListed));
        } else if (plan.request.strategy != Strategy::Manual && allFitsBefore(plan, id)) {
            issues.push_back(
                planIssue(Severity::Hint, "gpu_not_needed", id, 0,
                          say("%1 remains empty: all weights fit on the devices before it.",
                              deviceLabel(id))));
        }
    }
    const double offloaded = offloadedByStrategy(plan);
    if (idle > 1 && offloaded > 0) {
        issues.push_back(planIssue(Severity::Warning, "gpus_idle_while_offloading", std::nullopt,
                                   offloaded,
                                   say("%1 GPUs remain empty while %2 of weights is offloaded; "
                                       "larger limits or another strategy may use these GPUs.",
                                       idle, formatSize(offloaded))));
    }
}

/// An atom that no GPU's share can hold: Accelerate passes over every GPU then.
void adviseOnLargestLayer(const PlacementPlan& plan, Issues& issues) {
    const bool isAccelerates = strategyOwner(plan.request) == StrategyOwner::Accelerate;
    if (!anyGpu(plan) || !isAccelerates || !plan.strategyResult) {
        return;
    }
    const PlanFacts& facts = *plan.strategyResult->facts;
    const double largest = facts.largestLayerBytes;
    double share = 0;
    double limit = 0;
    for (const DevicePlacement& placement : plan.placements) {
        const MemoryBudget* const budget = effectiveBudget(plan, placement.device.id);
        if (placement.device.id.isGpu() && budget != nullptr) {
            share = std::max(share, budget->bytes);
            limit = std::max(limit, placement.budget.value_or(0));
        }
    }
    if (!facts.largestLayer || share <= 0 || largest <= share) {
        return;
    }
    const std::string name = itemName(*facts.tree, *facts.largestLayer);
    PlacementRequest sequential = plan.request;
    sequential.strategy = Strategy::Sequential;
    const bool isSequential = plan.request.strategy == Strategy::Sequential;
    const bool balancing = largest <= limit && !isSequential &&
                           std::ranges::any_of(plan.placements, [&](const auto& placement) {
                               return placement.device.id.isGpu() &&
                                      placement.budget.value_or(0) >= largest &&
                                      wouldUse(plan, sequential, placement.device.id);
                           });
    const Message text =
        balancing ? say("%1 (%2) cannot be split, but balancing allows each GPU at most %3, so it "
                        "does not fit on any GPU. The sequential strategy uses the full limits.",
                        name, formatSize(largest), formatSize(share))
                  : say("%1 (%2) cannot be split, but the strategy allows each GPU at most %3, so "
                        "it does not fit on any GPU. Give one GPU a larger limit, or plan in a "
                        "smaller dtype.",
                        name, formatSize(largest), formatSize(share));
    issues.push_back(
        {Severity::Warning,
         balancing ? "layer_larger_than_balanced_share" : "layer_larger_than_every_gpu", name,
         std::nullopt, largest, joined({text, countedOtherwise(plan, name, largest)}, " ")});
}

/// A model of a pipeline that no GPU's limit holds: diffusers leaves all of it to the CPU.
void adviseOnLargestModel(const PlacementPlan& plan, Issues& issues) {
    if (strategyOwner(plan.request) != StrategyOwner::Diffusers || !plan.strategyResult) {
        return;
    }
    double limit = 0;
    for (const DevicePlacement& placement : plan.placements) {
        limit = std::max(limit, placement.device.id.isGpu() ? placement.budget.value_or(0) : 0);
    }
    const ModuleTree& tree = *plan.request.tree;
    for (const ModuleId model : tree.children(ModuleTree::root())) {
        const double size = pipelineModelSize(*plan.strategyResult->facts, model).value;
        if (limit <= 0 || size <= limit || plan.isPinned(model)) {
            continue;
        }
        issues.push_back(
            {Severity::Warning, "model_larger_than_every_gpu", tree.path(model), DeviceId::cpu(),
             size,
             say("%1 (%2) exceeds the limit of every GPU (%3) by %4, so the CPU computes the whole "
                 "model. Give one GPU a limit of %5, plan in a smaller dtype, or move one model at "
                 "a time to a GPU (enable_model_cpu_offload).",
                 tree.path(model), formatSize(size), formatSize(limit), formatSize(size - limit),
                 formatSize(roundedUp(size)))});
    }
}

void adviseOnOffloadCost(const PlacementPlan& plan, Issues& issues) {
    const DeviceId runsOn = plan.executionDevice();
    const BroughtBytes cpu = bytesBrought(plan, DeviceId::cpu(), runsOn);
    const BroughtBytes fromDisk = bytesBrought(plan, DeviceId::disk(), runsOn);
    const auto moved = static_cast<double>(cpu.first + fromDisk.first);
    const auto later = static_cast<double>(cpu.later + fromDisk.later);
    const auto disk = static_cast<double>(fromDisk.first);
    if (moved <= 0) {
        return;
    }
    const std::string size = formatSize(moved);
    const Message device = deviceLabel(runsOn);
    Message text =
        isOfSeveralModels(*plan.request.tree)
            ? say("%1 of offloaded weights is copied to %2, the weights of each model whenever "
                  "that model runs",
                  size, device)
        : later == moved
            ? say("%1 of offloaded weights is copied to %2 in every forward pass", size, device)
            : say("%1 of offloaded weights is copied to %2 in the first forward pass of each "
                  "prompt, and %3 in every later pass",
                  size, device, formatSize(later));
    if (runsOn.isGpu() && disk > 0) {
        text = say("%1; %2 of these weights is read from disk", text, formatSize(disk));
    }
    const DevicePlacement* const placement = plan.placement(runsOn);
    if (placement != nullptr && placement->device.linkBytesPerSecond) {
        text = say("%1; the copy takes at least %2 over the link of that device", text,
                   secondsText(moved / *placement->device.linkBytesPerSecond));
    }
    issues.push_back(planIssue(Severity::Hint, "offload_cost", runsOn, moved, say("%1.", text)));
}

void adviseOnBudgets(const PlacementPlan& plan, Issues& issues) {
    bool cpuHasBudget = false;
    for (const MemoryBudget& budget : plan.request.budgets) {
        cpuHasBudget = cpuHasBudget || budget.device == DeviceId::cpu();
        const auto parsed = parseSize(budget.text);
        if (parsed && parsed->countedBits) {
            issues.push_back(
                planIssue(Severity::Warning, "size_in_bits", budget.device, budget.bytes,
                          say("As in Accelerate, the limit \"%1\" for %2 is in bits and equals %3. "
                              "Write a capital B for bytes.",
                              budget.text, deviceLabel(budget.device), formatSize(budget.bytes))));
        }
    }
    const double disk = weightsOn(plan, DeviceKind::Disk);
    if (!cpuHasBudget && disk > 0 && plan.request.strategy != Strategy::Manual) {
        issues.push_back(
            planIssue(Severity::Hint, "no_cpu_limit", DeviceId::cpu(), disk,
                      say("No limit is given for the CPU, so %1 does not use the CPU, and %2 of "
                          "weights is placed on disk. Add a limit, as in cpu=30GiB.",
                          placerOf(plan), formatSize(disk))));
    }
}

/// Where the map has one device, load_state_dict (accelerate/utils/modeling.py, 1.15) hands it to
/// safetensors, which knows no disk.
void adviseOnWholeDisk(const PlacementPlan& plan, Issues& issues) {
    const auto& entries = plan.map.entries();
    const bool isAllOnDisk =
        !entries.empty() && std::ranges::all_of(entries, [](const DeviceMap::Entry& entry) {
            return entry.second == DeviceId::disk();
        });
    if (isAllOnDisk && plan.request.rules == PlacementRules::Accelerate &&
        !isOfSeveralModels(*plan.request.tree)) {
        issues.push_back(planIssue(
            Severity::Warning, "all_on_disk", DeviceId::disk(), weightsOn(plan, DeviceKind::Disk),
            phrase("The whole model is on disk. Accelerate's load_checkpoint_and_dispatch then "
                   "fails if the weights are safetensors files, because load_state_dict requests "
                   "the invalid device \"disk\". Put one module on the CPU, or load with "
                   "from_pretrained.")));
    }
}

void adviseOnMachine(const PlacementPlan& plan, Issues& issues) {
    if (const auto sentence = whyNotLoadedHere(plan.request)) {
        issues.push_back(
            planIssue(Severity::Hint, "machine_elsewhere", std::nullopt, 0, *sentence));
    }
}

/// What the library says beside its map, by its meaning; its own words follow where it warns.
void adviseOnNotices(const PlacementPlan& plan, Issues& issues) {
    if (!plan.strategyResult) {
        return;
    }
    const std::string library = libraryOf(plan);
    for (const AccelerateNotice& notice : plan.strategyResult->outcome.notes.notices) {
        const auto device = notice.device.device();
        // A strategy of ours only borrows the library's arithmetic, so nobody warns but Stowage.
        const Message words =
            isStowages(plan) ? Message() : say("%1 warns: \"%2\"", library, notice.text);
        switch (notice.kind) {
            case AccelerateNotice::Kind::TenPercentKept:
                issues.push_back(
                    planIssue(Severity::Hint, "ten_percent_kept", device, notice.bytes,
                              say("If you set no limit, %1 plans with 90 % of %2 (%3) and leaves "
                                  "10 % free. Set a limit to use more of this memory.",
                                  library, deviceLabel(device.value_or(DeviceId::gpu(0))),
                                  formatSize(notice.bytes))));
                break;
            case AccelerateNotice::Kind::BuffersMayNotFit:
                issues.push_back(planIssue(
                    Severity::Warning, "offload_buffers", std::nullopt, notice.bytes,
                    joined({say("The buffers of offloaded layers (%1) remain on the GPU that runs "
                                "these layers, but no GPU has enough free memory for all of them. "
                                "Offload the buffers as well (offload_buffers).",
                                formatSize(notice.bytes)),
                            words},
                           " ")));
                break;
            case AccelerateNotice::Kind::DeviceNotAvailable:
                issues.push_back(
                    planIssue(Severity::Warning, "limit_without_device", device, notice.bytes,
                              joined({say("A limit is given for %1, which is not among the devices "
                                          "in use.",
                                          deviceLabel(*device)),
                                      words},
                                     " ")));
                break;
        }
    }
}

/// A map that is no library's is not mistaken for one.
void adviseOnFittedMap(const PlacementPlan& plan, Issues& issues) {
    if (plan.request.isFitted && plan.request.strategy == Strategy::Manual) {
        issues.push_back(
            planIssue(Severity::Hint, "fitted_map", std::nullopt, 0,
                      phrase("No library would create this device map: Stowage lowered the limits "
                             "of the strategy until the actual bytes fit.")));
    }
}

/// Classes that no model declared are kept whole all the same, which nobody asked for.
void adviseOnGuessedClasses(const PlacementPlan& plan, Issues& issues) {
    const std::vector<std::string>& guessed = plan.request.tree->guessedClasses();
    if (guessed.empty() || plan.request.constraints.noSplit) {
        return;
    }
    const Message names = listedNames(guessed, kMostListed);
    issues.push_back(
        planIssue(Severity::Hint, "guessed_no_split", std::nullopt, 0,
                  guessed.size() == 1
                      ? say("Stowage guesses from the tensor names that %1 is a no-split class, "
                            "because its blocks repeat with equal shapes. Specify other no-split "
                            "classes, or none (--no-split '') to allow splitting.",
                            names)
                      : say("Stowage guesses from the tensor names that %1 are no-split classes, "
                            "because their blocks repeat with equal shapes. Specify other no-split "
                            "classes, or none (--no-split '') to allow splitting.",
                            names)));
}

/// Classes that were asked to be kept whole and that no module has: most likely misspelt, and the
/// model's own classes are split.
void adviseOnUnknownClasses(const PlacementPlan& plan, Issues& issues) {
    std::vector<std::string> unknown =
        plan.request.constraints.noSplit.value_or(std::vector<std::string>());
    std::erase_if(unknown, [&plan](const std::string& name) {
        return std::ranges::find(plan.request.tree->nodes(), name, &ModuleNode::className) !=
               plan.request.tree->nodes().end();
    });
    if (!unknown.empty()) {
        issues.push_back(planIssue(
            Severity::Warning, "no_split_unknown", std::nullopt, 0,
            say("No module of this model has the no-split class %1, so this class has no effect.",
                listedNames(unknown, kMostListed))));
    }
}

/// What an adapter takes apart from the weights that it changes, and where.
Message adapterText(const PlacedAdapter& adapter) {
    std::vector<Message> places;
    for (const auto& [device, bytes] : adapter.bytes) {
        places.push_back(say("%1 on %2", formatSize(bytes), deviceLabel(device)));
    }
    const Message where = joined(std::move(places), ", ");
    return adapter.modules == 1 ? say("The adapter %1 changes %2 module and uses %3 in addition to "
                                      "the weights of this module.",
                                      adapter.name, adapter.modules, where)
                                : say("The adapter %1 changes %2 modules and uses %3 in addition "
                                      "to the weights of these modules.",
                                      adapter.name, adapter.modules, where);
}

/// What merging an adapter into the weights would change.
Message mergingText(const PlacedAdapter& adapter) {
    std::uint64_t merging = 0;
    DeviceId most = DeviceId::cpu();
    for (const auto& [device, bytes] : adapter.merging) {
        if (bytes > merging) {
            merging = bytes;
            most = device;
        }
    }
    return merging == 0 ? say("An adapter that is merged into the weights (merge_and_unload) uses "
                              "no memory.")
                        : say("An adapter that is merged into the weights (merge_and_unload) uses "
                              "no memory; merging temporarily uses up to %1 more on %2.",
                              formatSize(merging), deviceLabel(most));
}

/// What LoRA adapters take apart from the weights, where, and what merging them would change.
void adviseOnAdapters(const PlacementPlan& plan, Issues& issues) {
    for (const PlacedAdapter& adapter : adapterPlaces(plan)) {
        issues.push_back(planIssue(Severity::Hint, "adapter_apart", std::nullopt,
                                   static_cast<double>(adapter.total()),
                                   joined({adapterText(adapter), mergingText(adapter)}, " ")));
    }
}

}  // namespace

bool isNotUsed(const PlacementPlan& plan, const DevicePlacement& placement) {
    const PlacementRequest& request = plan.request;
    // A limit is of what lies on a device: on the CPU that is not what is brought there to run.
    const bool takesWeights = placement.device.id.isGpu() && placement.window > 0;
    if (placement.device.id.kind == DeviceKind::Disk || placement.weights > 0 || takesWeights) {
        return false;
    }
    if (request.strategy == Strategy::Manual) {
        return request.preset && endsOnOneDevice(*request.preset);
    }
    return !placement.budget;
}

std::vector<PlanIssue> adviceFor(const PlacementPlan& plan) {
    Issues issues;
    adviseOnMachine(plan, issues);
    adviseOnIdleGpus(plan, issues);
    adviseOnUnusedGpus(plan, issues);
    adviseOnLargestLayer(plan, issues);
    adviseOnLargestModel(plan, issues);
    adviseOnBudgets(plan, issues);
    adviseOnNotices(plan, issues);
    adviseOnWholeDisk(plan, issues);
    adviseOnFittedMap(plan, issues);
    adviseOnOffloadCost(plan, issues);
    adviseOnUnknownClasses(plan, issues);
    adviseOnGuessedClasses(plan, issues);
    adviseOnAdapters(plan, issues);
    return issues;
}

}  // namespace stowage
