// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/load_prediction.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "engine/device/host_memory.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace stowage {

namespace {

const StoredTensor& storedOf(const LoadSchedule& schedule, const ScheduledTensor& tensor) {
    return schedule.checkpoint->tensors[tensor.stored];
}

/// Runs one GPU's allocations of the method through `model`; false where it gives up.
Result<void> runDevice(const LoadSchedule& schedule, DeviceId device, AllocatorModel& model) {
    for (const std::uint32_t index : schedule.applyOrder) {
        const ScheduledTensor& tensor = schedule.tensors[index];
        if (tensor.device == device) {
            if (const Result<ModelBlock> block = model.allocate(tensor.bytes); !block) {
                return block.unexpected();
            }
        }
    }
    if (schedule.method == LoadMethod::Streamed) {
        return {};
    }
    // naive: the whole state dict comes to the device beside the parameters, in tree order.
    for (const ScheduledTensor& tensor : schedule.tensors) {
        if (tensor.device == device) {
            const Result<ModelBlock> block = model.allocate(denseBytes(storedOf(schedule, tensor)));
            if (!block) {
                return block.unexpected();
            }
        }
    }
    return {};
}

void predictDevice(LoadSchedule& schedule, const DeviceInfo& device) {
    AllocatorModel model;
    if (const std::optional<std::uint64_t> limit = device.freeBytes()) {
        model.setLimit(*limit);
    }
    if (const Result<void> fits = runDevice(schedule, device.id, model); !fits) {
        AllocatorModel unlimited;
        (void)runDevice(schedule, device.id, unlimited);
        model = std::move(unlimited);
        const std::uint64_t needed = model.statistics().peakReserved;
        const std::uint64_t limit = device.freeBytes().value_or(0);
        PlanIssue issue;
        issue.severity = Severity::Error;
        issue.code = "load_device_capacity";
        issue.device = device.id;
        issue.bytes = static_cast<double>(needed - std::min(needed, limit));
        issue.text = "Loading by \"" + std::string(loadMethodName(schedule.method)) + "\" needs " +
                     formatSize(static_cast<double>(needed)) + " on " + deviceLabel(device.id) +
                     ", which has " + formatSize(static_cast<double>(limit)) +
                     " free: move layers away from it" +
                     (schedule.method == LoadMethod::Naive
                          ? " or load by \"streamed\", which needs the weights once."
                          : ".");
        schedule.preflight.push_back(std::move(issue));
    }
    schedule.predictedPeaks[device.id] =
        PredictedPeak{model.statistics().peakAllocated, model.statistics().peakReserved};
}

/// What a load needs beside the weights: the ring, and for the largest strided or whole-tensor
/// step its temporaries.
std::uint64_t temporaryBytes(const LoadSchedule& schedule) {
    std::uint64_t largest = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        const StoredTensor& stored = storedOf(schedule, tensor);
        if (!stored.strides.empty()) {
            largest = std::max(largest, stored.location.length + denseBytes(stored));
        }
    }
    return kStagingBytes + largest;
}

std::uint64_t predictHost(const LoadSchedule& schedule) {
    std::uint64_t total = 0;     // every parameter in the planned dtype
    std::uint64_t onCpu = 0;     // of these, what stays on the CPU
    std::uint64_t hostDict = 0;  // state dict entries that naive holds on the host
    for (const ScheduledTensor& tensor : schedule.tensors) {
        total += tensor.bytes;
        onCpu += tensor.device.kind == DeviceKind::Cpu ? tensor.bytes : 0;
        hostDict += tensor.device.isGpu() ? 0 : denseBytes(storedOf(schedule, tensor));
    }
    const std::uint64_t temporary = temporaryBytes(schedule);
    return schedule.method == LoadMethod::Streamed ? onCpu + temporary
                                                   : std::max(total, onCpu + hostDict + temporary);
}

void checkHost(LoadSchedule& schedule) {
    const std::optional<std::uint64_t> budget = hostBudgetBytes(readHostMemory());
    std::uint64_t simulated = 0;
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const auto peak = schedule.predictedPeaks.find(placement.device.id);
        if (placement.device.simulated && peak != schedule.predictedPeaks.end()) {
            simulated += peak->second.allocated;
        }
    }
    const std::uint64_t needed = schedule.predictedHostAnonBytes + simulated;
    if (budget && needed > *budget) {
        PlanIssue issue;
        issue.severity = Severity::Error;
        issue.code = "load_host_memory";
        issue.device = DeviceId::cpu();
        issue.bytes = static_cast<double>(needed - *budget);
        issue.text = "This load needs " + formatSize(static_cast<double>(needed)) +
                     " of this machine's memory (" + formatSize(static_cast<double>(simulated)) +
                     " of it for simulated GPUs), but " + formatSize(static_cast<double>(*budget)) +
                     " are available: put more on disk or close other programs.";
        schedule.preflight.push_back(std::move(issue));
    }
}

void checkDisk(LoadSchedule& schedule) {
    std::uint64_t needed = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        needed += tensor.device.kind == DeviceKind::Disk ? tensor.bytes : 0;
    }
    if (needed == 0) {
        return;
    }
    std::error_code failure;
    std::filesystem::path folder = std::filesystem::absolute(schedule.offloadFolder, failure);
    while (!std::filesystem::exists(folder, failure) && folder.has_relative_path()) {
        folder = folder.parent_path();
    }
    const Result<void> room = requireFreeSpace(folder.string(), needed);
    if (!room) {
        PlanIssue issue;
        issue.severity = Severity::Error;
        issue.code = "load_offload_space";
        issue.device = DeviceId::disk();
        issue.bytes = static_cast<double>(needed);
        issue.text = room.error().message;
        schedule.preflight.push_back(std::move(issue));
    }
}

}  // namespace

std::uint64_t denseBytes(const StoredTensor& stored) {
    return (elementCount(stored.shape) * storedBits(stored.dtype) + 7) / 8;
}

void predictLoad(LoadSchedule& schedule) {
    for (const DevicePlacement& placement : schedule.plan->placements) {
        if (placement.device.id.isGpu()) {
            predictDevice(schedule, placement.device);
        }
    }
    schedule.predictedHostAnonBytes = predictHost(schedule);
    checkHost(schedule);
    checkDisk(schedule);
}

}  // namespace stowage
