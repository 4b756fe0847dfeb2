// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_memory.h"

#include "engine/device/allocator_rules.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace stowage {

namespace {

std::uint64_t roomFor(std::uint64_t bytes, DeviceId device) {
    return device.isGpu() ? allocator_rules::roundUp(bytes, allocator_rules::kRounding) : bytes;
}

std::string moduleOf(const std::string& tensor) {
    const std::size_t dot = tensor.rfind('.');
    return dot == std::string::npos ? std::string() : tensor.substr(0, dot);
}

bool isBelow(const std::string& tensor, const std::string& path) {
    return tensor.size() > path.size() && tensor.starts_with(path) && tensor[path.size()] == '.';
}

}  // namespace

PredictedMemory RunMemory::on(DeviceId device) const {
    PredictedMemory memory;
    memory.device = device;
    memory.weights = weightsOn(device);
    memory.window = windowOn(device);
    for (const PassWork& pass : m_passes) {
        if (const auto found = pass.devices.find(device); found != pass.devices.end()) {
            memory.kvCache = std::max(memory.kvCache, found->second.cache);
            memory.activations = std::max(memory.activations, found->second.activations);
        }
    }
    return memory;
}

/// What lies there for good, and the buffers of offloaded modules that stay where they run.
std::uint64_t RunMemory::weightsOn(DeviceId device) const {
    std::uint64_t loaded = 0;
    std::uint64_t kept = 0;
    std::set<std::uint32_t> seen;
    for (const RunTensor& tensor : m_setting.tensors) {
        const bool stays = tensor.isBuffer && !m_setting.offloadBuffers &&
                           device == m_setting.executionDevice && !tensor.device.isGpu() &&
                           tensor.device != device;
        kept += stays ? roomFor(tensor.bytes(), device) : 0;
        if (tensor.device == device && seen.insert(tensor.storage).second) {
            loaded += roomFor(tensor.bytes(), device);
        }
    }
    const auto held = m_setting.held.find(device);
    return (held != m_setting.held.end() ? held->second : loaded) + kept;
}

/// Weights that are there while they are used: with prefetch the largest row of stages that
/// the window takes in, else the largest module.
std::uint64_t RunMemory::windowOn(DeviceId device) const {
    std::uint64_t module = 0;
    std::uint64_t onDemand = 0;
    for (const PassWork& pass : m_passes) {
        if (const auto found = pass.devices.find(device); found != pass.devices.end()) {
            module = std::max(module, found->second.largestModule);
            onDemand = std::max(onDemand, found->second.largestOnDemand);
        }
    }
    const std::uint64_t group = largestGroupOn(device);
    if (m_setting.window == 0) {
        return std::max(module, group);
    }
    const std::vector<std::uint64_t> stages = broughtAhead(device);
    const std::size_t width = std::min<std::size_t>(m_setting.window + 1U, stages.size());
    // After the last stage of a pass comes the first of the next one.
    const std::size_t begins = m_passes.size() > 1 ? stages.size() : stages.size() - width + 1;
    std::uint64_t most = 0;
    for (std::size_t begin = 0; begin < begins; ++begin) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < width; ++i) {
            sum += stages[(begin + i) % stages.size()];
        }
        most = std::max(most, sum);
    }
    return most + std::max(onDemand, group);
}

/// Of the modules that bring all below them at once: the most that one brings, tied weights once.
std::uint64_t RunMemory::largestGroupOn(DeviceId device) const {
    if (device != m_setting.executionDevice) {
        return 0;
    }
    const DescribedWeights weights(m_setting);
    return largestGroup(m_setting.preload,
                        [&](const std::string& name) -> std::optional<BroughtTensor> {
                            const RunTensor* const tensor = weights.find(name);
                            const bool comes = tensor != nullptr && !tensor->device.isGpu() &&
                                               weights.travels(*tensor, device);
                            return comes ? std::optional(BroughtTensor{
                                               tensor->storage, roomFor(tensor->bytes(), device)})
                                         : std::nullopt;
                        })
        .bytes;
}

/// By stage: what is brought to a device before it is asked for. All tensors of a stage are,
/// also those that no formula reads.
std::vector<std::uint64_t> RunMemory::broughtAhead(DeviceId device) const {
    const std::vector<RunStage> stages = m_model.stages();
    const std::string& onDemand = m_model.traits().onDemand;
    std::vector<std::uint64_t> bytes(stages.size(), 0);
    std::map<std::string, DeviceId> runsOn;
    for (const RunTensor& tensor : m_setting.tensors) {
        DeviceId& place =
            runsOn.try_emplace(moduleOf(tensor.name), m_setting.executionDevice).first->second;
        place = tensor.device.isGpu() ? tensor.device : place;
    }
    const DescribedWeights weights(m_setting);
    std::set<std::string> grouped;
    for (const PreloadGroup& group : m_setting.preload) {
        grouped.insert(group.tensors.begin(), group.tensors.end());
    }
    for (const RunTensor& tensor : m_setting.tensors) {
        const bool waits = grouped.contains(tensor.name) ||
                           (!onDemand.empty() && tensor.name.find(onDemand) != std::string::npos);
        const auto stage = std::ranges::find_if(stages, [&](const RunStage& one) {
            return std::ranges::any_of(
                one.paths, [&](const std::string& path) { return isBelow(tensor.name, path); });
        });
        if (!waits && stage != stages.end() && runsOn[moduleOf(tensor.name)] == device &&
            weights.travels(tensor, device)) {
            bytes[static_cast<std::size_t>(stage - stages.begin())] +=
                roomFor(tensor.bytes(), device);
        }
    }
    return bytes;
}

}  // namespace stowage
