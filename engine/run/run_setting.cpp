// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_setting.h"
#include "engine/device/host_memory.h"

#include "engine/checkpoint/page_cache.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/model/tensor_spec.h"
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_mover.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>

namespace stowage {

namespace {

/// Of more offloaded files than this only some are asked about.
constexpr std::size_t kMostFilesAsked = 64;

/// The mean over some files of a folder; 1 where there are none yet: who writes them leaves them
/// in the page cache.
double warmShareOf(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
        if (entry.path().extension() == ".dat") {
            files.push_back(entry.path().string());
        }
    }
    if (files.empty()) {
        return 1;
    }
    const std::size_t step = (files.size() + kMostFilesAsked - 1) / kMostFilesAsked;
    double sum = 0;
    double asked = 0;
    for (std::size_t i = 0; i < files.size(); i += step) {
        sum += residentShare(files[i]);
        ++asked;
    }
    return sum / asked;
}

/// What a plan takes of the host's own memory: the CPU's share and that of simulated GPUs.
std::uint64_t hostBytes(const PlacementPlan& plan, std::uint64_t DevicePlacement::*part) {
    std::uint64_t bytes = 0;
    for (const DevicePlacement& placement : plan.placements) {
        const DeviceInfo& device = placement.device;
        const bool isHost = device.id == DeviceId::cpu() || (device.id.isGpu() && device.simulated);
        bytes += isHost ? placement.*part : 0;
    }
    return bytes;
}

/// How the page cache serves the plan's weights on disk. `promised`: bytes of the host that the
/// load has still to take.
void setPageCache(RunSetting& setting, const LoadSchedule& schedule, std::uint64_t promised) {
    std::uint64_t onDisk = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        onDisk += tensor.device == DeviceId::disk() ? tensor.bytes : 0;
    }
    if (onDisk == 0) {
        return;
    }
    setting.offloadFolder = schedule.offloadFolder;
    setting.staysCached = filesStayCached(onDisk, promised);
    const std::uint64_t room = roomForFiles(readHostMemory()).value_or(0);
    const std::uint64_t taken = promised + hostBytes(*schedule.plan, &DevicePlacement::window);
    const auto left = static_cast<double>(room - std::min(room, taken));
    setting.warmShare =
        std::min(warmShareOf(schedule.offloadFolder), left / static_cast<double>(onDisk));
}

/// What plan and schedule say; the page cache as setPageCache() has it.
RunSetting plannedSetting(const LoadSchedule& schedule, std::uint64_t promised) {
    RunSetting setting;
    const ModuleTree& tree = *schedule.plan->request.tree;
    for (NamedTensor& named : namedTensors(schedule)) {
        const ScheduledTensor& scheduled = schedule.tensors[named.scheduled];
        const TensorSpec& spec = tree.tensor(scheduled.tensor);
        setting.tensors.push_back({std::move(named.name),
                                   {scheduled.dtype, spec.shape},
                                   scheduled.device,
                                   named.scheduled,
                                   spec.kind == TensorKind::Buffer});
    }
    for (const DevicePlacement& placement : schedule.plan->placements) {
        setting.devices.push_back(placement.device);
        if (placement.weightsAllocated > 0) {
            setting.held[placement.device.id] = placement.weightsAllocated;
        }
    }
    if (schedule.prediction != nullptr) {
        setting.allocators = schedule.prediction->allocators;
    }
    setting.machineLinks = schedule.plan->request.machineLinks;
    setting.executionDevice = schedule.plan->executionDevice();
    setting.offloaded = schedule.plan->request.hooks.offloaded;
    setPageCache(setting, schedule, promised);
    return setting;
}

}  // namespace

std::uint64_t RunTensor::bytes() const {
    return storedBytes(signature);
}

const DeviceInfo* RunSetting::find(DeviceId device) const {
    const auto found = std::ranges::find(devices, device, &DeviceInfo::id);
    return found == devices.end() ? nullptr : &*found;
}

std::optional<MachineLink> RunSetting::linkBetween(DeviceId from, DeviceId to) const {
    return stowage::linkBetween(devices, machineLinks, from, to);
}

bool RunSetting::isCard(DeviceId device) const {
    const DeviceInfo* const info = find(device);
    return device.isGpu() && info != nullptr && !info->simulated;
}

RunSetting runSettingOf(const LoadSchedule& schedule) {
    return plannedSetting(schedule, hostBytes(*schedule.plan, &DevicePlacement::weightsAllocated));
}

RunSetting runSettingOf(const LoadSchedule& schedule, const LoadBackends& backends) {
    RunSetting setting = plannedSetting(schedule, 0);
    setting.devices.clear();
    setting.held.clear();
    setting.allocators.clear();
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        setting.devices.push_back(device->info());
        if (device->info().id.isGpu()) {
            setting.held[device->info().id] = device->statistics().allocated;
            if (std::optional<AllocatorModel> state = device->allocatorState()) {
                setting.allocators.emplace(device->info().id, std::move(*state));
            }
        }
    }
    return setting;
}

std::vector<std::string> unusedParameters(const RunSetting& setting,
                                          const std::vector<RunStage>& stages) {
    std::set<std::uint32_t> used;
    for (const RunTensor& tensor : setting.tensors) {
        if (stageWith(stages, tensor.name)) {
            used.insert(tensor.storage);
        }
    }
    std::vector<std::string> names;
    for (const RunTensor& tensor : setting.tensors) {
        // The factors of a GGUF file have gone into the configuration.
        if (!tensor.isBuffer && !used.contains(tensor.storage) &&
            tensor.name != kGgufRotaryFactors) {
            names.push_back(tensor.name);
        }
    }
    return names;
}

void assumeMostCached(RunSetting& setting, const LoadSchedule& schedule) {
    std::uint64_t onHost = 0;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        onHost += tensor.bytes;
    }
    for (const DeviceInfo& device : setting.devices) {
        onHost -=
            setting.isCard(device.id) ? std::min(onHost, device.capacity.value_or(onHost)) : 0;
    }
    const std::uint64_t room = roomForFiles(readHostMemory()).value_or(0);
    setting.staysCached = onHost <= room;
    setting.warmShare =
        setting.staysCached ? 1 : static_cast<double>(room) / static_cast<double>(onHost);
}

bool RunSetting::locksForCards(std::uint64_t passes) const {
    const DeviceInfo* const host = find(DeviceId::cpu());
    std::uint64_t bytes = 0;
    for (const RunTensor& tensor : tensors) {
        const bool travels = tensor.device == DeviceId::cpu() &&
                             offloadedRunsOn(tensor.name) == executionDevice &&
                             isCard(executionDevice);
        bytes += travels ? tensor.bytes() : 0;
    }
    return areLockedForCards(bytes, passes, host == nullptr ? std::nullopt : host->capacity);
}

DeviceId RunSetting::offloadedRunsOn(std::string_view tensor) const {
    const bool isComputed = !offloaded.empty() && computesOnCpu(offloaded, moduleOf(tensor));
    return isComputed ? DeviceId::cpu() : executionDevice;
}

DescribedWeights::DescribedWeights(const RunSetting& setting) : m_setting(setting) {
    for (std::size_t i = 0; i < setting.tensors.size(); ++i) {
        m_index.emplace(setting.tensors[i].name, i);
    }
}

std::vector<std::string> DescribedWeights::names() const {
    std::vector<std::string> names;
    for (const RunTensor& tensor : m_setting.tensors) {
        names.push_back(tensor.name);
    }
    return names;
}

const RunTensor* DescribedWeights::find(const std::string& name) const {
    const auto found = m_index.find(name);
    return found == m_index.end() ? nullptr : &m_setting.tensors[found->second];
}

std::optional<TensorSignature> DescribedWeights::describe(const std::string& name) const {
    const RunTensor* const found = find(name);
    return found == nullptr ? std::nullopt : std::optional(found->signature);
}

bool DescribedWeights::travels(const RunTensor& tensor, DeviceId device) const {
    const bool isKept = tensor.isBuffer && !m_setting.offloadBuffers && !tensor.device.isGpu() &&
                        device == m_setting.offloadedRunsOn(tensor.name);
    return tensor.device != device && !isKept;
}

std::optional<DeviceId> DescribedWeights::deviceFor(std::span<const std::string> names) const {
    for (const std::string& name : names) {
        const RunTensor* const tensor = find(name);
        if (tensor == nullptr || tensor->device.isGpu()) {
            return tensor == nullptr ? std::nullopt : std::optional(tensor->device);
        }
    }
    return names.empty() ? m_setting.executionDevice : m_setting.offloadedRunsOn(names.front());
}

Result<ModuleWeights> DescribedWeights::borrow(std::span<const std::string> names,
                                               const std::stop_token& /*stop*/) {
    for (const std::string& name : names) {
        if (find(name) == nullptr) {
            return fail(ErrorCode::KeyMismatch, say("The model has no tensor %1.", name), {}, name);
        }
    }
    ModuleWeights module;
    module.device = *deviceFor(names);
    ComputePlace place;
    if (m_setting.isCard(module.device)) {
        place.card = static_cast<int>(module.device.index);
    }
    for (const std::string& name : names) {
        const RunTensor& tensor = *find(name);
        module.weights.push_back(std::make_shared<DescribedWeight>(tensor, place));
        module.bytesMoved += travels(tensor, module.device) ? tensor.bytes() : 0;
    }
    return module;
}

}  // namespace stowage
