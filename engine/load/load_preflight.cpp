// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/load_preflight.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "engine/device/allocator_rules.h"
#include "engine/device/host_memory.h"
#include "engine/load/program_model.h"
#include "engine/load/time_conditions.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

std::string sizeOf(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string adviceFor(const LoadSchedule& schedule, std::optional<std::uint64_t> hostLimit,
                      const std::string& otherwise) {
    const std::optional<LoadMethod> method = nearestWorkingMethod(schedule, hostLimit);
    return method ? "load by \"" + std::string(loadMethodName(*method)) + "\", which fits"
                  : otherwise;
}

const std::string& nameOf(const LoadSchedule& schedule, std::uint32_t tensor) {
    return schedule.plan->request.tree->tensor(schedule.tensors[tensor].tensor).name;
}

PlanIssue errorIssue(const char* code, DeviceId device, std::uint64_t bytes, std::string text) {
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
    const ProgramForecast& forecast = *schedule.forecast;
    if (forecast.shortages.empty()) {
        return;
    }
    const ForecastShortage& first = forecast.shortages.front();
    const std::string advice =
        adviceFor(schedule, std::nullopt, "move layers away from this device");
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const DeviceId device = placement.device.id;
        const auto peak = forecast.peaks.find(device);
        if (peak == forecast.peaks.end()) {
            continue;
        }
        const std::uint64_t needed = peak->second.reserved;
        const DeviceRoom room = roomOn(schedule, placement.device);
        const std::uint64_t free = room.limit.value_or(needed);
        if (needed <= free) {
            continue;
        }
        std::string text = "Loading by \"" + std::string(loadMethodName(schedule.method)) +
                           "\" needs " + sizeOf(needed) + " on " + deviceLabel(device) +
                           ", which has " + sizeOf(free) + " free";
        text += room.held == 0 ? "" : " but for " + sizeOf(room.held) + " that lie there already";
        if (first.device == device && first.tensor != kNone) {
            text += ": " + nameOf(schedule, first.tensor) + " (" +
                    requestText(device, first.neededBytes) + ") finds " + sizeOf(first.freeBytes) +
                    " in phase \"" + first.phase + "\"";
        }
        text += "; " + advice + ".";
        schedule.preflight.push_back(
            errorIssue("load_device_capacity", device, needed - free, std::move(text)));
    }
}

void checkHost(LoadSchedule& schedule) {
    const std::optional<std::uint64_t> budget = hostBudgetBytes(readHostMemory());
    const std::uint64_t needed = schedule.forecast->peakMachine;
    if (!budget || needed <= *budget) {
        return;
    }
    schedule.preflight.push_back(errorIssue(
        "load_host_memory", DeviceId::cpu(), needed - *budget,
        "Loading by \"" + std::string(loadMethodName(schedule.method)) + "\" needs " +
            sizeOf(needed) + " of this machine's memory (" +
            sizeOf(schedule.forecast->peakSimulated) + " of it for simulated GPUs), but " +
            sizeOf(*budget) + " are available; " +
            adviceFor(schedule, budget, "put more on disk or close other programs") + "."));
}

/// What a dry run would hold of the plan's own host, whose memory need not be this machine's. The
/// pages of simulated GPUs are no part of it.
void checkHostOfPlan(LoadSchedule& schedule) {
    const DevicePlacement* const host = schedule.plan->placement(DeviceId::cpu());
    const auto free = host == nullptr ? std::nullopt : host->device.freeBytes();
    const std::uint64_t needed = schedule.forecast->peakHostAnon;
    if (!free || needed <= *free) {
        return;
    }
    std::string advice = "put more on disk or on GPUs";
    for (const LoadMethod method : humblerMethods(schedule)) {
        LoadSchedule other = schedule;
        other.method = method;
        const ProgramForecast forecast = forecastProgram(other, makeLoadProgram(other));
        if (forecast.shortages.empty() && forecast.peakHostAnon <= *free) {
            advice = "load by \"" + std::string(loadMethodName(method)) + "\", which fits";
            break;
        }
    }
    schedule.preflight.push_back(errorIssue(
        "load_host_memory", DeviceId::cpu(), needed - *free,
        "Loading by \"" + std::string(loadMethodName(schedule.method)) + "\" needs " +
            sizeOf(needed) + " of RAM, of which " + sizeOf(*free) + " are free; " + advice + "."));
}

/// What the load holds of RAM against the limit that it was given. Simulated GPUs stand for VRAM.
void checkRamLimit(LoadSchedule& schedule) {
    const std::uint64_t needed = schedule.forecast->peakHostAnon;
    if (!schedule.ramLimit || needed <= *schedule.ramLimit) {
        return;
    }
    schedule.preflight.push_back(errorIssue(
        kRamLimitCode, DeviceId::cpu(), needed - *schedule.ramLimit,
        "Loading by \"" + std::string(loadMethodName(schedule.method)) + "\" needs " +
            sizeOf(needed) + " of RAM (predicted), and its limit is " + sizeOf(*schedule.ramLimit) +
            "; " + adviceFor(schedule, std::nullopt, "put more on disk or raise the limit") + "."));
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
    requireRoom(schedule, schedule.offloadFolder, onDisk, "load_offload_space");
    if (schedule.method == LoadMethod::Sharded && onDisk > 0) {
        std::error_code failure;
        const auto folder = std::filesystem::temp_directory_path(failure);
        requireRoom(schedule, failure ? "/tmp" : folder.string(), onCpu, "load_waiting_space");
    }
    if (schedule.method == LoadMethod::PerTensor && !hasFilePerTensor(schedule)) {
        requireRoom(schedule, perTensorParent(schedule), stored, "load_per_tensor_space");
    }
}

/// Methods that need less than this one, the most alike first.
std::vector<LoadMethod> methodsBelow(LoadMethod method) {
    switch (method) {
        case LoadMethod::Naive:
            return {LoadMethod::Sequential, LoadMethod::Meta, LoadMethod::PerTensor,
                    LoadMethod::Streamed};
        case LoadMethod::Sequential:
            return {LoadMethod::Sharded, LoadMethod::PerTensor, LoadMethod::Streamed};
        case LoadMethod::Meta:
            return {LoadMethod::PerTensor, LoadMethod::Streamed};
        case LoadMethod::Mmap:
        case LoadMethod::PerTensor:
        case LoadMethod::Sharded:
            return {LoadMethod::Streamed};
        case LoadMethod::Streamed:
            break;
    }
    return {};
}

}  // namespace

std::vector<LoadMethod> humblerMethods(const LoadSchedule& schedule) {
    std::vector<LoadMethod> methods = methodsBelow(schedule.method);
    if (schedule.ramLimit && schedule.method != LoadMethod::Mmap) {
        // Its pages are the file's: the system takes them back where RAM is short.
        methods.push_back(LoadMethod::Mmap);
    }
    return methods;
}

std::string requestText(DeviceId device, std::uint64_t bytes) {
    const std::uint64_t rounded = allocator_rules::roundUp(bytes, allocator_rules::kRounding);
    const std::uint64_t segment = allocator_rules::segmentSizeFor(rounded);
    return !device.isGpu() || segment == rounded
               ? sizeOf(bytes)
               : sizeOf(bytes) + ", in a segment of " + sizeOf(segment);
}

std::optional<LoadMethod> nearestWorkingMethod(const LoadSchedule& schedule,
                                               std::optional<std::uint64_t> hostLimit) {
    for (const LoadMethod method : humblerMethods(schedule)) {
        LoadSchedule other = schedule;
        other.method = method;
        const ProgramForecast forecast = forecastProgram(other, makeLoadProgram(other));
        if (forecast.shortages.empty() && (!hostLimit || forecast.peakMachine <= *hostLimit) &&
            (!schedule.ramLimit || forecast.peakHostAnon <= *schedule.ramLimit)) {
            return method;
        }
    }
    return std::nullopt;
}

void checkBeforeLoad(LoadSchedule& schedule, bool dryRun) {
    const std::optional<TimeConditions> conditions = timeConditionsFor(schedule);
    auto forecast = std::make_shared<const ProgramForecast>(
        forecastProgram(schedule, makeLoadProgram(schedule), conditions ? &*conditions : nullptr));
    schedule.predictedSeconds = forecast->seconds;
    schedule.predictedPeaks = forecast->peaks;
    schedule.predictedHostAnonBytes = forecast->peakHostAnon;
    schedule.forecast = std::move(forecast);
    checkDevices(schedule);
    checkRamLimit(schedule);
    if (dryRun) {
        checkHostOfPlan(schedule);
        return;
    }
    checkHost(schedule);
    checkDisk(schedule);
}

}  // namespace stowage
