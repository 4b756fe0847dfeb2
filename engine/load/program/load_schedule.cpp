// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_schedule.h"

#include "engine/base/byte_size.h"
#include "engine/base/scratch_folder.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/write/offload_folder_writer.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/staging_ring.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

namespace stowage {
namespace {

constexpr std::size_t kNamesInMessage = 3;

Message listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesInMessage); ++i) {
        text += (i == 0 ? "" : ", ") + names[i];
    }
    return names.size() > kNamesInMessage
               ? say("%1 and %2 more", text, names.size() - kNamesInMessage)
               : Message(std::move(text));
}

Result<void> requireKeys(const KeyReport& keys, const Checkpoint& checkpoint) {
    if (!keys.missing.empty()) {
        return fail(ErrorCode::KeyMismatch,
                    keys.missing.size() == 1
                        ? say("The checkpoint lacks %1 tensor of the model: %2. Open the "
                              "checkpoint that belongs to this model.",
                              keys.missing.size(), listed(keys.missing))
                        : say("The checkpoint lacks %1 tensors of the model: %2. Open the "
                              "checkpoint that belongs to this model.",
                              keys.missing.size(), listed(keys.missing)),
                    checkpoint.path, keys.missing.front());
    }
    if (!keys.mismatched.empty()) {
        return fail(ErrorCode::KeyMismatch,
                    say("Some tensors of the checkpoint have another shape than in the model: %1. "
                        "Open the checkpoint that belongs to this model.",
                        listed(keys.mismatched)),
                    checkpoint.path, keys.mismatched.front());
    }
    return {};
}

/// The dtype to load in: the planned one for floating tensors, else the model's, else as stored.
Result<DType> loadedDType(const TensorSpec& spec, const StoredTensor& stored,
                          const PlacementPlan& plan) {
    if (stored.isMeta) {
        return fail(ErrorCode::Unsupported,
                    say("The tensor %1 was saved on the meta device, so the file contains no "
                        "weights for this tensor. The tensor can be planned but not loaded; save "
                        "the model with its weights.",
                        spec.name),
                    {}, spec.name);
    }
    if (const Message refusal = torchRefusal(stored.dtype, stored.shape); !refusal.empty()) {
        return fail(
            ErrorCode::Unsupported,
            say("The tensor %1 %2. The tensor cannot be loaded; save it in another dtype or shape.",
                quotedForMessage(spec.name), refusal),
            {}, spec.name);
    }
    const DType wanted = plannedDtype(plan, spec);
    if (wanted != stored.dtype && !isCastSupported(stored.dtype, wanted)) {
        return fail(ErrorCode::Unsupported,
                    say("The tensor %1 is stored as %2 and cannot be cast to %3. Load the model in "
                        "Stowage in its stored dtype; to run it, %4.",
                        spec.name, dtypeName(stored.dtype), dtypeName(wanted),
                        computableAdvice(stored.dtype, phrase("load the model in float32"))),
                    {}, spec.name);
    }
    return wanted;
}

Result<DeviceId> deviceFor(const TensorSpec& spec, const PlacementPlan& plan) {
    const std::size_t storage = spec.storage.index();
    if (storage >= plan.storageDevices.size() || !plan.storageDevices[storage]) {
        return fail(ErrorCode::InvalidPlan,
                    plan.accelerateError
                        ? Message(*plan.accelerateError)
                        : say("The device map contains no device for %1; assign a device to the "
                              "module of this tensor before loading.",
                              spec.name),
                    {}, spec.name);
    }
    const DeviceId device = *plan.storageDevices[storage];
    // Accelerate's folder cannot hold an empty tensor; without bytes it may as well be in RAM.
    return device.kind == DeviceKind::Disk && elementCount(spec.shape) == 0 ? DeviceId::cpu()
                                                                            : device;
}

/// Module.to's order: children first, then the module's own parameters and buffers.
void appendApplyOrder(const ModuleTree& tree, ModuleId module,
                      std::vector<std::optional<std::uint32_t>>& scheduledByStorage,
                      std::vector<std::uint32_t>& order) {
    for (const ModuleId child : tree.children(module)) {
        appendApplyOrder(tree, child, scheduledByStorage, order);
    }
    for (const TensorSpec& spec : tree.ownTensors(module)) {
        std::optional<std::uint32_t>& scheduled = scheduledByStorage[spec.storage.index()];
        if (scheduled) {
            order.push_back(*scheduled);
            scheduled.reset();  // a tied name met again stays where it is
        }
    }
}

/// Reads of one tensor: whole elements, at most kReadBytes, also once cast. A file that only
/// describes its tensors can claim any size, so their number has a limit.
Result<void> appendReads(const StoredTensor& stored, std::uint32_t scheduled, DType dtype,
                         std::vector<ReadStep>& reads) {
    constexpr std::uint64_t kMostReads = 1U << 23U;  // of 4 MiB: 32 TiB where nothing is cast
    const std::uint64_t widest = std::max(storedBits(stored.dtype), storedBits(dtype));
    const std::uint64_t step = kReadBytes * storedBits(stored.dtype) / widest;
    const TensorLocation& location = stored.location;
    if (location.length / step > kMostReads - std::min<std::uint64_t>(reads.size(), kMostReads)) {
        return fail(
            ErrorCode::LimitExceeded,
            say("The tensors up to %1 (a tensor of %2) need too many reads; a load can plan at "
                "most %3 reads of up to %4 each.",
                quotedForMessage(stored.name), formatSize(static_cast<double>(location.length)),
                kMostReads, formatSize(static_cast<double>(kReadBytes))),
            {}, stored.name);
    }
    for (std::uint64_t at = 0; at < location.length; at += step) {
        const auto length = static_cast<std::uint32_t>(std::min(step, location.length - at));
        reads.push_back(ReadStep{location.shard, location.offset + at, length, scheduled, at});
    }
    return {};
}

/// Whether all that is to lie on disk can lie in an offload folder.
Result<void> requireOffloadable(const LoadSchedule& schedule) {
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const TensorSpec& spec = schedule.plan->request.tree->tensor(tensor.tensor);
        // An empty tensor gets no file.
        if (tensor.device.kind == DeviceKind::Disk && tensor.bytes > 0) {
            STOWAGE_TRY(checkOffloadTensor(spec.name, tensor.dtype, spec.shape, tensor.bytes));
        }
    }
    return {};
}

Result<void> chooseOffloadFolder(LoadSchedule& schedule, const ScheduleOptions& options) {
    const bool needed = std::any_of(
        schedule.tensors.begin(), schedule.tensors.end(),
        [](const ScheduledTensor& tensor) { return tensor.device.kind == DeviceKind::Disk; });
    if (!needed) {
        return {};
    }
    std::vector<std::string> sources;
    for (const auto& shard : schedule.checkpoint->shards) {
        sources.push_back(shard->path());
    }
    STOWAGE_TRY(checkIsNotSource(options.offloadFolder, sources));
    schedule.removeOffloadFolder = options.offloadFolder.empty();
    schedule.offloadFolder = options.offloadFolder.empty()
                                 ? ScratchFolder::freshPath(temporaryFolder(), ScratchKind::Offload)
                                 : options.offloadFolder;
    return requireOffloadable(schedule);
}

Result<void> scheduleTensors(LoadSchedule& schedule, const KeyMatch& match) {
    const ModuleTree& tree = *schedule.plan->request.tree;
    const Checkpoint& checkpoint = *schedule.checkpoint;
    std::vector<std::optional<std::uint32_t>> scheduledByStorage(tree.storageCount());
    for (std::uint32_t i = 0; i < tree.tensors().size(); ++i) {
        const TensorSpec& spec = tree.tensors()[i];
        const std::optional<std::uint32_t> stored = match.storedByStorage[spec.storage.index()];
        if (!stored || scheduledByStorage[spec.storage.index()]) {
            continue;
        }
        const StoredTensor& source = checkpoint.tensors[*stored];
        const Result<DeviceId> device = deviceFor(spec, *schedule.plan);
        STOWAGE_TRY(device);
        const Result<DType> dtype = loadedDType(spec, source, *schedule.plan);
        STOWAGE_TRY(dtype);
        const auto index = static_cast<std::uint32_t>(schedule.tensors.size());
        const std::uint64_t bytes = storedBytes(*dtype, elementCount(spec.shape));
        schedule.tensors.push_back(ScheduledTensor{TensorId{i}, *stored, *device, *dtype, bytes});
        scheduledByStorage[spec.storage.index()] = index;
        STOWAGE_TRY(appendReads(source, index, *dtype, schedule.reads));
        schedule.totalBytes += source.location.length;
    }
    appendApplyOrder(tree, ModuleTree::root(), scheduledByStorage, schedule.applyOrder);
    const std::vector<std::uint32_t> turns = turnsOf(schedule);
    const auto turn = [&turns](const ReadStep& read) { return turns[read.scheduled]; };
    if (!std::ranges::is_sorted(schedule.reads, {}, turn)) {
        std::ranges::stable_sort(schedule.reads, {}, turn);
    }
    return {};
}

void hintAbsentBuffers(LoadSchedule& schedule, const std::vector<std::string>& absent) {
    if (!absent.empty()) {
        PlanIssue issue;
        issue.severity = Severity::Hint;
        issue.code = "load_buffers_not_stored";
        issue.text = absent.size() == 1
                         ? say("%1 buffer that the model computes itself is not loaded: %2.",
                               absent.size(), listed(absent))
                         : say("%1 buffers that the model computes itself are not loaded: %2.",
                               absent.size(), listed(absent));
        schedule.preflight.push_back(std::move(issue));
    }
}

void addKeyObjections(LoadSchedule& schedule) {
    std::vector<PlanIssue> objections = keyObjections(schedule);
    schedule.preflight.insert(schedule.preflight.end(), std::make_move_iterator(objections.begin()),
                              std::make_move_iterator(objections.end()));
}

void dropErrors(LoadSchedule& schedule) {
    std::erase_if(schedule.preflight,
                  [](const PlanIssue& issue) { return issue.severity == Severity::Error; });
}

/// The nearest method that fits, where there is one: `auto` takes none that memory refuses.
void takeFittingMethod(LoadSchedule& schedule) {
    const auto fitting = nearestWorkingMethod(
        schedule, schedule.dryRun ? std::nullopt : hostBudgetBytes(readHostMemory()));
    if (!fitting) {
        return;
    }
    schedule.methodReason =
        say("\"auto\" chose \"%1\": \"%2\" would need more memory than allowed.",
            loadMethodName(*fitting), loadMethodName(schedule.method));
    schedule.method = *fitting;
    dropErrors(schedule);
    checkBeforeLoad(schedule, schedule.dryRun);
}

std::shared_ptr<const LoadSchedule> predictAnew(std::shared_ptr<LoadSchedule> schedule) {
    schedule->prediction.reset();
    // What spoke against the load as it was says nothing about it as it is now.
    dropErrors(*schedule);
    checkBeforeLoad(*schedule, schedule->dryRun);
    addKeyObjections(*schedule);
    return schedule;
}

}  // namespace

std::vector<std::uint32_t> turnsOf(const LoadSchedule& schedule) {
    std::vector<std::uint32_t> turns(schedule.tensors.size(), 0);
    for (std::uint32_t turn = 0; turn < schedule.applyOrder.size(); ++turn) {
        turns[schedule.applyOrder[turn]] = turn;
    }
    return turns;
}

std::shared_ptr<const Checkpoint> checkpointOfTree(const ModuleTree& tree) {
    /// Where a real file's tensors begin; no dtype is wider.
    constexpr std::uint64_t kAlignment = 64;
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->format = CheckpointFormat::TreeJson;
    std::vector<bool> isStored(tree.storageCount(), false);
    std::uint64_t at = 0;
    for (const TensorSpec& spec : tree.tensors()) {
        if (isStored[spec.storage.index()] || !spec.persistent) {
            continue;
        }
        isStored[spec.storage.index()] = true;
        checkpoint->tensors.push_back(StoredTensor{
            spec.name, spec.dtype, spec.shape, {}, TensorLocation{0, at, spec.byteSize}, 0});
        at += (spec.byteSize + kAlignment - 1) / kAlignment * kAlignment;
    }
    return checkpoint;
}

Result<void> requireLoadable(const PlacementPlan& plan, const Checkpoint& checkpoint) {
    if (checkpoint.tensors.empty()) {
        return {};
    }
    const ModuleTree& tree = *plan.request.tree;
    const KeyMatch match = matchKeys(tree, checkpoint);
    STOWAGE_TRY(requireAgreement(plan, checkpoint));
    STOWAGE_TRY(requireKeys(match.keys, checkpoint));
    for (const TensorSpec& spec : tree.tensors()) {
        const auto stored = match.storedByStorage[spec.storage.index()];
        if (!stored) {
            continue;
        }
        STOWAGE_TRY(loadedDType(spec, checkpoint.tensors[*stored], plan));
    }
    return {};
}

std::vector<PlanIssue> loadObjections(const LoadSchedule& schedule) {
    for (const std::vector<PlanIssue>* issues : {&schedule.preflight, &schedule.plan->issues}) {
        std::vector<PlanIssue> errors;
        std::copy_if(issues->begin(), issues->end(), std::back_inserter(errors),
                     [](const PlanIssue& issue) { return issue.severity == Severity::Error; });
        if (!errors.empty()) {
            return errors;
        }
    }
    return {};
}

Result<std::shared_ptr<const LoadSchedule>> makeLoadSchedule(
    std::shared_ptr<const PlacementPlan> plan, std::shared_ptr<const Checkpoint> checkpoint,
    const ScheduleOptions& options) {
    const bool isBareTree = checkpoint->describedTree != nullptr && checkpoint->tensors.empty();
    const bool lacksBytes =
        isBareTree || std::ranges::any_of(checkpoint->tensors, &StoredTensor::isMeta);
    if (lacksBytes && options.dryRun) {
        checkpoint = checkpointOfTree(*plan->request.tree);
    } else if (checkpoint->elsewhere && !options.dryRun) {
        return Unexpected{elsewhereError(*checkpoint)};
    } else if (isBareTree) {
        return fail(ErrorCode::NoCheckpoint,
                    say("%1 describes a model but contains no weights, so there is nothing to "
                        "load: open the checkpoint itself.",
                        checkpoint->path),
                    checkpoint->path);
    }
    if (plan->request.constraints.quantization) {
        return fail(ErrorCode::Unsupported, quantizedLoadRefusal(*plan));
    }
    if (const auto elsewhere = whyNotLoadedHere(plan->request); elsewhere && !options.dryRun) {
        return fail(ErrorCode::Unsupported, *elsewhere);
    }
    auto schedule = std::make_shared<LoadSchedule>();
    schedule->plan = std::move(plan);
    schedule->checkpoint = std::move(checkpoint);
    schedule->dryRun = options.dryRun;
    schedule->deviceStates = options.deviceStates;
    schedule->rates = options.rates;
    schedule->describedSource = options.describedSource;
    schedule->ramLimit = options.ramLimit;
    schedule->freeMemory = options.freeMemory;
    KeyMatch match = matchKeys(*schedule->plan->request.tree, *schedule->checkpoint);
    const auto agreed = requireAgreement(*schedule->plan, *schedule->checkpoint);
    STOWAGE_TRY(agreed ? requireKeys(match.keys, *schedule->checkpoint) : agreed);
    STOWAGE_TRY(scheduleTensors(*schedule, match));
    if (options.method) {
        schedule->method = *options.method;
    } else {
        MethodChoice choice = chooseMethod(*schedule);
        schedule->method = choice.method;
        schedule->methodReason = std::move(choice.reason);
    }
    schedule->keys = schedule->checkpoint->keyCheck ? keyReportOf(*schedule->checkpoint->keyCheck)
                                                    : std::move(match.keys);
    STOWAGE_TRY(chooseOffloadFolder(*schedule, options));
    hintAbsentBuffers(*schedule, match.absentBuffers);
    checkBeforeLoad(*schedule, options.dryRun);
    if (!options.method && std::ranges::any_of(schedule->preflight, isMemoryObjection)) {
        takeFittingMethod(*schedule);
    }
    addKeyObjections(*schedule);
    return std::shared_ptr<const LoadSchedule>(std::move(schedule));
}

std::shared_ptr<const LoadSchedule> scheduleWithMethod(const LoadSchedule& schedule,
                                                       LoadMethod method) {
    auto other = std::make_shared<LoadSchedule>(schedule);
    other->method = method;
    other->methodReason = Message();
    return predictAnew(std::move(other));
}

std::shared_ptr<const LoadSchedule> scheduleWithStates(const LoadSchedule& schedule,
                                                       std::shared_ptr<const DeviceStates> states) {
    auto other = std::make_shared<LoadSchedule>(schedule);
    other->deviceStates = std::move(states);
    return predictAnew(std::move(other));
}

const StoredTensor& LoadSchedule::stored(std::uint32_t tensor) const {
    return checkpoint->tensors[tensors[tensor].stored];
}

std::string LoadSchedule::offloadSource() const {
    if (removeOffloadFolder || checkpoint->shards.empty()) {
        return {};
    }
    const std::string& path = checkpoint->shards.front()->path();
    std::error_code failure;
    const auto real = std::filesystem::canonical(path, failure);
    return failure ? path : real.string();
}

bool LoadSchedule::isCast(std::uint32_t tensor) const {
    return tensors[tensor].dtype != stored(tensor).dtype;
}

bool hasFilePerTensor(const LoadSchedule& schedule) {
    std::set<std::uint32_t> shards;
    for (std::uint32_t tensor = 0; tensor < schedule.tensors.size(); ++tensor) {
        if (!shards.insert(schedule.stored(tensor).location.shard).second) {
            return false;
        }
    }
    return true;
}

std::string perTensorParent(const LoadSchedule& schedule) {
    const Checkpoint& checkpoint = *schedule.checkpoint;
    const std::filesystem::path file =
        checkpoint.shards.empty() ? checkpoint.path : checkpoint.shards.front()->path();
    const std::string parent = file.parent_path().string();
    return parent.empty() ? "." : parent;
}

}  // namespace stowage
