// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/program/load_preflight.h"

#include "engine/base/byte_size.h"
#include "engine/base/file_writer.h"
#include "engine/base/page_cache.h"
#include "engine/base/scratch_folder.h"
#include "engine/checkpoint/write/target_folder.h"
#include "engine/device/allocator_model.h"
#include "engine/device/host_memory.h"
#include "engine/device/machine_rates.h"
#include "engine/load/program/load_program.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/load/read_choice.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

constexpr const char* kOffloadSpaceCode = "load_offload_space";
constexpr const char* kOffloadFilesCode = "load_offload_files";
constexpr const char* kWaitingSpaceCode = "load_waiting_space";

Message takeMethod(LoadMethod method) {
    return say("use the load method \"%1\", which fits", loadMethodName(method));
}

Message adviceFor(const LoadSchedule& schedule, std::optional<std::uint64_t> hostLimit,
                  Phrase otherwise) {
    const std::optional<LoadMethod> method = nearestWorkingMethod(schedule, hostLimit);
    return method ? takeMethod(*method) : Message(otherwise);
}

const std::string& nameOf(const LoadSchedule& schedule, std::uint32_t tensor) {
    return schedule.plan->request.tree->tensor(schedule.tensors[tensor].tensor).name;
}

PlanIssue errorIssue(const char* code, DeviceId device, std::uint64_t bytes, Message text) {
    PlanIssue issue;
    issue.severity = Severity::Error;
    issue.code = code;
    issue.device = device;
    issue.bytes = static_cast<double>(bytes);
    issue.text = std::move(text);
    return issue;
}

/// What a GPU can hold in all, and what it holds before the load.
struct DeviceRoom {
    std::optional<std::uint64_t> limit;
    std::uint64_t held = 0;
};

DeviceRoom roomOn(const LoadSchedule& schedule, const DeviceInfo& device) {
    const DeviceStates* const states = schedule.deviceStates.get();
    if (states == nullptr || !states->contains(device.id)) {
        return {device.freeBytes(), 0};
    }
    const AllocatorModel& state = states->at(device.id);
    const bool isLimited = state.limit() < std::numeric_limits<std::uint64_t>::max();
    return {isLimited ? std::optional(state.limit()) : std::nullopt, state.statistics().allocated};
}

void checkDevices(LoadSchedule& schedule) {
    const ProgramPrediction& prediction = *schedule.prediction;
    if (prediction.shortages.empty()) {
        return;
    }
    const PredictedShortage& first = prediction.shortages.front();
    const std::string_view method = loadMethodName(schedule.method);
    const Message advice =
        adviceFor(schedule, std::nullopt, phrase("move layers away from this device"));
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const DeviceId device = placement.device.id;
        const auto peak = prediction.peaks.find(device);
        if (peak == prediction.peaks.end()) {
            continue;
        }
        const std::uint64_t needed = peak->second.reserved;
        const DeviceRoom room = roomOn(schedule, placement.device);
        const std::uint64_t free = room.limit.value_or(needed);
        if (needed <= free) {
            continue;
        }
        Message text = room.held == 0
                           ? say("The load method \"%1\" needs %2 on %3, which has %4 free", method,
                                 formatSize(needed), deviceLabel(device), formatSize(free))
                           : say("The load method \"%1\" needs %2 on %3, but the limit is %4, of "
                                 "which %5 is already in use",
                                 method, formatSize(needed), deviceLabel(device), formatSize(free),
                                 formatSize(room.held));
        if (first.device == device && first.tensor != kNone) {
            text = say("%1: %2 needs %3, but only %4 is free in the phase \"%5\"", text,
                       nameOf(schedule, first.tensor),
                       requestText(placement.device, first.neededBytes),
                       formatSize(first.freeBytes), first.phase);
        }
        schedule.preflight.push_back(
            errorIssue(kDeviceMemoryCode, device, needed - free, say("%1; %2.", text, advice)));
    }
}

void checkHost(LoadSchedule& schedule) {
    const std::optional<std::uint64_t> budget = hostBudgetBytes(readHostMemory());
    const std::uint64_t needed = schedule.prediction->peakMachine;
    if (!budget || needed <= *budget) {
        return;
    }
    schedule.preflight.push_back(
        errorIssue(kHostMemoryCode, DeviceId::cpu(), needed - *budget,
                   say("The load method \"%1\" needs %2 of this machine's memory (including %3 for "
                       "simulated GPUs), but only %4 is available; %5.",
                       loadMethodName(schedule.method), formatSize(needed),
                       formatSize(schedule.prediction->peakSimulated), formatSize(*budget),
                       adviceFor(schedule, budget,
                                 phrase("place more weights on disk or close other programs")))));
}

/// What is free of the plan's own host, where that is known.
std::optional<std::uint64_t> hostOfPlan(const LoadSchedule& schedule) {
    const DevicePlacement* const host = schedule.plan->placement(DeviceId::cpu());
    return host == nullptr ? std::nullopt : host->device.freeBytes();
}

/// What a dry run would hold of the plan's own host, whose memory need not be this machine's. The
/// pages of simulated GPUs are no part of it.
void checkHostOfPlan(LoadSchedule& schedule) {
    const auto free = hostOfPlan(schedule);
    const std::uint64_t needed = schedule.prediction->peakHostAnon;
    if (!free || needed <= *free) {
        return;
    }
    schedule.preflight.push_back(errorIssue(
        kHostMemoryCode, DeviceId::cpu(), needed - *free,
        say("The load method \"%1\" needs %2 of RAM, but only %3 is free; %4.",
            loadMethodName(schedule.method), formatSize(needed), formatSize(*free),
            adviceFor(schedule, std::nullopt, phrase("place more weights on disk or on GPUs")))));
}

/// What the load holds of RAM against the limit that it was given. Simulated GPUs stand for VRAM.
void checkRamLimit(LoadSchedule& schedule) {
    const std::uint64_t needed = schedule.prediction->peakHostAnon;
    if (!schedule.ramLimit || needed <= *schedule.ramLimit) {
        return;
    }
    schedule.preflight.push_back(errorIssue(
        kRamLimitCode, DeviceId::cpu(), needed - *schedule.ramLimit,
        say("The load method \"%1\" needs %2 of RAM (predicted), but the limit is %3; %4.",
            loadMethodName(schedule.method), formatSize(needed), formatSize(*schedule.ramLimit),
            adviceFor(schedule, std::nullopt,
                      phrase("place more weights on disk or raise the RAM limit")))));
}

/// The folder itself or the nearest one above it that exists.
std::string existingFolder(const std::string& wanted) {
    std::error_code failure;
    std::filesystem::path folder = std::filesystem::absolute(wanted, failure);
    while (!std::filesystem::exists(folder, failure) && folder.has_relative_path()) {
        folder = folder.parent_path();
    }
    return folder.string();
}

/// What the file system of `target` gets back with the files of `folder`.
std::uint64_t bytesGivenTo(const std::string& folder, const std::string& target) {
    struct stat of {};
    struct stat to {};
    if (folder.empty() || ::stat(folder.c_str(), &of) != 0 || ::stat(target.c_str(), &to) != 0 ||
        of.st_dev != to.st_dev) {
        return 0;
    }
    std::uint64_t bytes = 0;
    std::error_code failure;
    for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure)) {
        std::error_code unknown;
        const std::uintmax_t size = at->file_size(unknown);
        bytes += unknown ? 0 : size;
    }
    return bytes;
}

void requireRoom(LoadSchedule& schedule, const std::string& folder, std::uint64_t bytes,
                 const char* code) {
    if (bytes == 0) {
        return;
    }
    if (const Result<void> room = requireFreeSpace(existingFolder(folder), bytes); !room) {
        schedule.preflight.push_back(
            errorIssue(code, DeviceId::disk(), bytes, room.error().message));
    }
}

/// Files of an offload folder that stays are replaced only if an earlier load of the same model
/// wrote them.
void checkOffloadFiles(LoadSchedule& schedule) {
    std::error_code failure;
    const std::filesystem::path folder(schedule.offloadFolder);
    if (schedule.removeOffloadFolder || !std::filesystem::exists(folder, failure)) {
        return;
    }
    const ModuleTree& tree = *schedule.plan->request.tree;
    std::vector<bool> isOffloaded(tree.storageCount(), false);
    for (const ScheduledTensor& tensor : schedule.tensors) {
        isOffloaded[tree.tensor(tensor.tensor).storage.index()] =
            tensor.device.kind == DeviceKind::Disk;
    }
    const std::string model = schedule.offloadSource();
    for (const TensorSpec& spec : tree.tensors()) {
        const std::string file = (folder / (spec.name + ".dat")).string();
        if (isOffloaded[spec.storage.index()] && std::filesystem::exists(file, failure) &&
            !isMarkedAsWritten(file, model)) {
            schedule.preflight.push_back(
                errorIssue(kOffloadFilesCode, DeviceId::disk(), 0,
                           say("%1 already exists and was not written by a load of this model; "
                               "remove the file or choose another offload folder.",
                               file)));
            return;
        }
    }
}

void checkDisk(LoadSchedule& schedule) {
    std::uint64_t onDisk = 0;
    std::uint64_t onCpu = 0;
    std::uint64_t stored = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const std::uint64_t dense = denseBytes(schedule.checkpoint->tensors[tensor.stored]);
        onDisk += tensor.device.kind == DeviceKind::Disk ? tensor.bytes : 0;
        onCpu += tensor.device.kind == DeviceKind::Cpu ? dense : 0;
        stored += dense;
    }
    requireRoom(schedule, schedule.offloadFolder, onDisk, kOffloadSpaceCode);
    if (onDisk > 0 && liesInMemory(existingFolder(schedule.offloadFolder))) {
        schedule.preflight.push_back(
            errorIssue(kOffloadInMemoryCode, DeviceId::disk(), onDisk,
                       say("The offload folder %1 is on a file system in memory, so the %2 of "
                           "weights that are placed on disk use RAM. Choose an offload folder on a "
                           "disk, or set TMPDIR to a folder on a disk.",
                           schedule.offloadFolder, formatSize(onDisk))));
        schedule.preflight.back().severity = Severity::Warning;
    }
    checkOffloadFiles(schedule);
    if (schedule.method == LoadMethod::Sharded && onDisk > 0) {
        requireRoom(schedule, temporaryFolder(), onCpu, kWaitingSpaceCode);
    }
    if (schedule.method == LoadMethod::PerTensor && !hasFilePerTensor(schedule)) {
        requireRoom(schedule, perTensorParent(schedule), stored, "load_per_tensor_space");
    }
}

/// The most that a program has on one device at once.
std::uint64_t peakOn(const ProgramPrediction& prediction, DeviceId device) {
    if (!device.isGpu()) {
        return prediction.peakHostAnon;
    }
    const auto found = prediction.peaks.find(device);
    return found == prediction.peaks.end() ? 0 : found->second.allocated;
}

std::uint64_t weightsOn(const LoadSchedule& schedule, DeviceId device) {
    std::uint64_t bytes = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        bytes += tensor.device == device ? tensor.bytes : 0;
    }
    return bytes;
}

Message textForPlan(const LoadSchedule& schedule, const RefusedMemory& refused) {
    const Message label = deviceLabel(refused.device);
    const std::uint64_t weights = weightsOn(schedule, refused.device);
    const std::uint64_t peak =
        std::max(peakOn(*schedule.prediction, refused.device), refused.held + refused.bytes);
    const std::uint64_t room = refused.held + std::min(refused.free.value_or(0), refused.bytes);
    const double share =
        peak == 0 ? 0 : static_cast<double>(room) / static_cast<double>(std::max(peak, room));
    const double fitting = static_cast<double>(weights) * share;
    if (weights == 0 || fitting < static_cast<double>(kMiB)) {
        return say("Move layers away from %1.", label);
    }
    return say("Plan again with at most %1 of weights on %2 instead of %3 (estimated).",
               formatSize(fitting), label, formatSize(weights));
}

}  // namespace

std::vector<LoadMethod> lighterMethods(const LoadSchedule& schedule) {
    const auto lighter = methodsBelow(schedule.method);
    std::vector<LoadMethod> methods(lighter.begin(), lighter.end());
    if (schedule.ramLimit && schedule.method != LoadMethod::Mmap) {
        // Its pages are the file's: the system takes them back where RAM is short.
        methods.push_back(LoadMethod::Mmap);
    }
    return methods;
}

Message requestText(const DeviceInfo& device, std::uint64_t bytes) {
    const std::uint64_t rounded = allocator_rules::roundUp(bytes, allocator_rules::kRounding);
    if (device.id.isGpu() && device.allocator == AllocatorKind::ExpandableSegments) {
        return say("%1, in a segment that grows in steps of %2", formatSize(bytes),
                   formatSize(allocator_rules::granuleOf(allocator_rules::isSmall(rounded))));
    }
    const std::uint64_t segment = allocator_rules::segmentSizeFor(rounded);
    return !device.id.isGpu() || segment == rounded
               ? Message(formatSize(bytes))
               : say("%1, in a segment of %2", formatSize(bytes), formatSize(segment));
}

std::optional<LoadMethod> nearestWorkingMethod(const LoadSchedule& schedule,
                                               std::optional<std::uint64_t> hostLimit) {
    const auto free = schedule.dryRun ? hostOfPlan(schedule) : std::nullopt;
    for (const LoadMethod method : lighterMethods(schedule)) {
        LoadSchedule other = schedule;
        other.method = method;
        const ProgramPrediction prediction = predictProgram(other, makeLoadProgram(other));
        if (prediction.shortages.empty() && (!hostLimit || prediction.peakMachine <= *hostLimit) &&
            (!schedule.ramLimit || prediction.peakHostAnon <= *schedule.ramLimit) &&
            (!free || prediction.peakHostAnon <= *free)) {
            return method;
        }
    }
    return std::nullopt;
}

bool isDiskSpaceObjection(const PlanIssue& issue) {
    return issue.code == kOffloadSpaceCode;
}

bool isMemoryObjection(const PlanIssue& issue) {
    return issue.code == kDeviceMemoryCode || issue.code == kHostMemoryCode ||
           issue.code == kRamLimitCode;
}

bool isMendedBy(const ReleasedRoom& released, const PlanIssue& issue,
                const LoadSchedule& schedule) {
    const auto bytes = static_cast<std::uint64_t>(issue.bytes);
    if (issue.code == kHostMemoryCode) {
        return bytes <= released.memory;
    }
    if (issue.code != kOffloadSpaceCode && issue.code != kWaitingSpaceCode) {
        return false;
    }
    const std::string target = existingFolder(
        issue.code == kOffloadSpaceCode ? schedule.offloadFolder : temporaryFolder());
    const std::uint64_t given = bytesGivenTo(released.offloadFolder, target);
    return requireFreeSpace(target, bytes - std::min(bytes, given)).has_value();
}

void checkBeforeLoad(LoadSchedule& schedule, bool dryRun) {
    const std::optional<TimeConditions> conditions = timeConditionsFor(schedule);
    auto prediction = std::make_shared<const ProgramPrediction>(
        predictProgram(schedule, makeLoadProgram(schedule), conditions ? &*conditions : nullptr));
    schedule.predictedSeconds = prediction->seconds;
    schedule.countsOnFreeMemory =
        schedule.predictedSeconds && schedule.freeMemory == FreeMemoryState::AsIs &&
        schedule.rates != nullptr && !schedule.rates->of(HostRate::TouchIdle) &&
        hostTakesFreeMemoryBack();
    schedule.predictedPeaks = prediction->peaks;
    schedule.predictedHostAnonBytes = prediction->peakHostAnon;
    schedule.prediction = std::move(prediction);
    checkDevices(schedule);
    checkRamLimit(schedule);
    if (dryRun) {
        checkHostOfPlan(schedule);
        return;
    }
    checkHost(schedule);
    checkDisk(schedule);
}

RefusalAdvice adviceOnRefusal(const LoadSchedule& schedule, const RefusedMemory& refused) {
    // Where nothing was predicted, what the device has room for is known from the refusal alone.
    const std::uint64_t demand = std::max(refused.held + refused.bytes, std::uint64_t{1});
    const std::uint64_t own = peakOn(*schedule.prediction, refused.device);
    const std::uint64_t ram = schedule.ramLimit.value_or(std::numeric_limits<std::uint64_t>::max());
    const bool overRamLimit = schedule.ramLimit && !refused.device.isGpu();
    const std::uint64_t limit = std::min(overRamLimit ? ram : demand, own);
    for (const LoadMethod method : lighterMethods(schedule)) {
        LoadSchedule other = schedule;
        other.method = method;
        const ProgramPrediction prediction = predictProgram(other, makeLoadProgram(other));
        if (prediction.shortages.empty() && prediction.peakHostAnon <= ram &&
            peakOn(prediction, refused.device) < limit) {
            return {method, say("The load method \"%1\" fits.", loadMethodName(method))};
        }
    }
    if (overRamLimit) {
        return {std::nullopt, say("Place more weights on disk or raise the RAM limit.")};
    }
    return {std::nullopt, textForPlan(schedule, refused)};
}

namespace {

/// From this share of the weights on, what a map saves on the CPU is more than what copying out of
/// it costs where the rest goes to GPUs: 1.1 to 1.3 times a streamed load, as measured once with
/// simulated GPUs on two cores.
constexpr double kLeastViews = 0.2;

/// Each file of a map takes one of the mappings that the system grants a process.
constexpr std::size_t kMostFiles = 512;

/// Of the weights: all, and those that would be parts of a map.
struct ByteCounts {
    double all = 0;
    double onCpu = 0;
    double views = 0;
};

ByteCounts countBytes(const LoadSchedule& schedule) {
    ByteCounts counts;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const auto bytes = static_cast<double>(tensor.bytes);
        const bool isOnCpu = tensor.device == DeviceId::cpu();
        const bool isView =
            isOnCpu && canBeViewOfMap(tensor, schedule.checkpoint->tensors[tensor.stored]);
        counts.all += bytes;
        counts.onCpu += isOnCpu ? bytes : 0;
        counts.views += isView ? bytes : 0;
    }
    return counts;
}

/// True where a card holds weights, or has them brought to it.
bool usesCard(const LoadSchedule& schedule) {
    const PlacementPlan& plan = *schedule.plan;
    const DeviceId runsOn = plan.executionDevice();
    return std::ranges::any_of(plan.placements, [&](const DevicePlacement& placement) {
        const DeviceId id = placement.device.id;
        return id.isGpu() && !placement.device.simulated &&
               (id == runsOn || std::ranges::find(schedule.tensors, id, &ScheduledTensor::device) !=
                                    schedule.tensors.end());
    });
}

bool areOnNetwork(const std::vector<std::shared_ptr<const RandomAccessFile>>& shards) {
    return std::ranges::any_of(shards, [](const auto& shard) {
        const auto file = shard->lease();
        return file && liesOnNetwork(**file);
    });
}

MethodChoice streamed(const Message& why) {
    return {LoadMethod::Streamed, say("\"auto\" chose \"streamed\": %1", why)};
}

}  // namespace

MethodChoice chooseMethod(const LoadSchedule& schedule) {
    const ByteCounts counts = countBytes(schedule);
    const auto& shards = schedule.checkpoint->shards;
    if (counts.onCpu == 0) {
        return streamed(
            say("mapping saves a copy only for weights on the CPU, and none remain there."));
    }
    if (usesCard(schedule)) {
        return streamed(say("weights are copied to real GPUs fastest from anonymous memory."));
    }
    if (shards.empty()) {
        return streamed(say("there is no file to map yet."));
    }
    if (shards.size() > kMostFiles) {
        return streamed(say("there are %1 files to map, but the limit is %2 files.", shards.size(),
                            kMostFiles));
    }
    if (counts.views < kLeastViews * counts.all) {
        return streamed(
            say("only %1 of the weights (%2) could be used in the mapped files without a copy, "
                "less than a fifth.",
                formatSize(counts.views), formatSize(counts.all)));
    }
    if (areOnNetwork(shards)) {
        return streamed(
            say("the files are on a network file system, which delivers pages one by one."));
    }
    return {
        LoadMethod::Mmap,
        say("\"auto\" chose \"mmap\": %1 of the weights (%2) remain on the CPU as pages of the "
            "files. A page is read when it is used; the system may drop a page and read it again.",
            formatSize(counts.views), formatSize(counts.all))};
}

}  // namespace stowage
