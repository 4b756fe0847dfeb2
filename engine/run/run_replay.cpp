// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_replay.h"

#include "engine/base/byte_size.h"
#include "engine/run/layer_repeats.h"
#include "engine/run/metered_compute.h"
#include "engine/run/metered_weights.h"

#include <algorithm>
#include <limits>
#include <set>

namespace stowage {

namespace {

/// The allocators as they are before the run. Of a GPU of which only a sum is known that is one
/// block; of one of which nothing is, its weights in the order of the tree.
ReplayedMemory memoryBefore(const RunSetting& setting) {
    std::map<DeviceId, AllocatorModel> states = setting.allocators;
    for (const DeviceInfo& info : setting.devices) {
        if (info.id.isGpu()) {
            states.try_emplace(info.id, AllocatorModel::of(info));
        }
    }
    const auto isUnknown = [&](DeviceId device) {
        return device.isGpu() && !setting.allocators.contains(device);
    };
    for (const auto& [device, bytes] : setting.held) {
        if (isUnknown(device)) {
            (void)states[device].allocate(bytes);
        }
    }
    std::set<std::uint32_t> seen;  // tensors that share memory count once
    for (const RunTensor& tensor : setting.tensors) {
        const bool counts = isUnknown(tensor.device) && !setting.held.contains(tensor.device);
        if (counts && seen.insert(tensor.storage).second) {
            (void)states[tensor.device].allocate(tensor.bytes());
        }
    }
    return ReplayedMemory(states);
}

/// What cuBLAS and cuBLASLt take of PyTorch's allocator with the first product, and keep: measured
/// on an H100 with PyTorch 2.11. Cards before Hopper take 8.1 MiB in place of the first.
constexpr std::array kWorkspaces{32 * kMiB, kMiB};

std::vector<ReplayedMemory::BlockPtr> workspacesOf(const RunSetting& setting,
                                                   ReplayedMemory& memory) {
    std::vector<ReplayedMemory::BlockPtr> taken;
    for (const DeviceInfo& info : setting.devices) {
        for (const std::uint64_t bytes : kWorkspaces) {
            if (setting.isCard(info.id)) {
                taken.push_back(memory.take(info.id, RunMemoryKind::Activations, bytes));
            }
        }
    }
    return taken;
}

RunEnvironment replayEnvironment(WorkLedger& ledger, LayerRepeats& repeats) {
    RunEnvironment around;
    around.isReplay = true;
    around.entering = [&ledger](const std::string& module) { ledger.enter(module); };
    around.passOver = [&repeats](ModulePass& pass, std::int64_t layer, ActivationPtr& x) {
        return repeats.passOver(pass, layer, x);
    };
    return around;
}

/// Of tensors that share memory, once.
std::uint64_t weightsOn(const RunSetting& setting, DeviceId device) {
    std::set<std::uint32_t> seen;
    std::uint64_t bytes = 0;
    for (const RunTensor& tensor : setting.tensors) {
        const bool counts = tensor.device == device && seen.insert(tensor.storage).second;
        bytes += counts ? tensor.bytes() : 0;
    }
    return bytes;
}

}  // namespace

Result<std::vector<ReplayedDevice>> replayRun(const RunModel& model, const RunSetting& setting,
                                              const RunRequest& request,
                                              const std::stop_token& stop) {
    ReplayedMemory memory = memoryBefore(setting);
    std::vector<ReplayedDevice> devices;
    for (const DeviceInfo& info : setting.devices) {
        devices.push_back({info.id, info.id.isGpu()
                                        ? memory.on(info.id).allocator.statistics().allocated
                                        : weightsOn(setting, info.id)});
    }
    const auto workspaces = workspacesOf(setting, memory);
    const std::vector<RunStage> stages = model.stages();
    WorkLedger ledger(setting, stages, memory);
    MeteredCompute compute(ledger, model.traits().onDemand, ExpertRouting::Worst);
    DescribedWeights described(setting);
    MeteredWeights weights(described, compute, ledger, stages,
                           PrefetchOptions{setting.window, request.passes(),
                                           model.traits().onDemand, setting.preload});
    const auto tell = [&](RunMemoryBytes ReplayedDevice::*phase) {
        for (ReplayedDevice& device : devices) {
            const ReplayedMemory::Device& own = memory.on(device.device);
            const AllocatorStatistics& statistics = own.allocator.statistics();
            const std::uint64_t host = device.allocatedBefore + own.mostOfAll;
            device.peakAllocated = std::max(
                device.peakAllocated, device.device.isGpu() ? statistics.peakAllocated : host);
            device.peakReserved = std::max(device.peakReserved,
                                           device.device.isGpu() ? statistics.peakReserved : host);
            device.*phase = own.most;
        }
        memory.resetPeaks();
    };
    LayerRepeats repeats(layerClasses(model, stages, setting, setting.window + 1), ledger, weights);
    RunEnvironment around = replayEnvironment(ledger, repeats);
    around.passBegins = [&](std::uint32_t pass, std::size_t /*tokens*/) {
        if (pass == request.prefillPasses()) {
            tell(&ReplayedDevice::prefill);
        }
    };
    around.stepped = [&](const ForwardStep& /*step*/) {
        for (ReplayedDevice& device : devices) {
            const RunMemoryBytes& live = memory.on(device.device).live;
            device.kvCache =
                std::max(device.kvCache, live[static_cast<std::size_t>(RunMemoryKind::KvCache)]);
        }
    };
    const Result<RunOutcome> outcome = runModel(model, request, weights, compute, stop, {}, around);
    STOWAGE_TRY(outcome);
    const bool decodes = outcome->passes.size() > request.prefillPasses();
    tell(decodes ? &ReplayedDevice::decode : &ReplayedDevice::prefill);
    return devices;
}

Result<std::int64_t> tokensThatFit(const RunModel& model, const RunSetting& setting,
                                   const RunRequest& request, const std::stop_token& stop) {
    ReplayedMemory memory = memoryBefore(setting);
    const auto workspaces = workspacesOf(setting, memory);
    const std::vector<RunStage> stages = model.stages();
    WorkLedger ledger(setting, stages, memory);
    MeteredCompute compute(ledger, model.traits().onDemand, ExpertRouting::Worst);
    DescribedWeights described(setting);
    const auto passes = static_cast<std::uint64_t>(std::max<std::int64_t>(request.generate, 1));
    MeteredWeights weights(described, compute, ledger, stages,
                           PrefetchOptions{0, passes, model.traits().onDemand, setting.preload});
    const auto fits = [&](const DeviceInfo& info) {
        const ReplayedMemory::Device& own = memory.on(info.id);
        const std::uint64_t needed = info.id.isGpu() ? own.allocator.statistics().peakReserved
                                                     : weightsOn(setting, info.id) + own.mostOfAll;
        return needed <= info.freeBytes().value_or(needed);
    };
    std::stop_source ended;
    const std::stop_callback forwarded(stop, [&] { ended.request_stop(); });
    std::int64_t fitting = 0;
    LayerRepeats repeats(layerClasses(model, stages, setting, 1), ledger, weights);
    RunEnvironment around = replayEnvironment(ledger, repeats);
    around.chosen = [&](std::span<const std::int64_t> /*tokens*/) {
        if (std::ranges::all_of(setting.devices, fits)) {
            ++fitting;
        } else {
            ended.request_stop();
        }
    };
    const auto outcome = runModel(model, request, weights, compute, ended.get_token(), {}, around);
    const bool isEnd =
        !outcome && outcome.error().code == ErrorCode::Cancelled && !stop.stop_requested();
    return outcome || isEnd ? Result<std::int64_t>(fitting) : outcome.unexpected();
}

ReplayedMemory::Block::Block(ReplayedMemory& memory, DeviceId device, RunMemoryKind kind,
                             std::uint64_t bytes)
    : m_device(memory.m_devices[device]), m_id(device), m_kind(kind) {
    if (device.isGpu() && bytes > 0) {
        if (const Result<ModelBlock> block = m_device.allocator.allocate(bytes)) {
            m_block = *block;
            m_counted = block->size;
        }
    } else if (!device.isGpu()) {
        m_counted = bytes;
    }
    const auto place = static_cast<std::size_t>(kind);
    m_device.live[place] += m_counted;
    m_device.most[place] = std::max(m_device.most[place], m_device.live[place]);
    m_device.liveOfAll += m_counted;
    m_device.mostOfAll = std::max(m_device.mostOfAll, m_device.liveOfAll);
}

ReplayedMemory::Block::~Block() {
    if (m_block.id != 0) {
        m_device.allocator.free(m_block.id);
    }
    m_device.live[static_cast<std::size_t>(m_kind)] -= m_counted;
    m_device.liveOfAll -= m_counted;
}

void ReplayedMemory::Block::writePlace(std::vector<std::uint64_t>& state) const {
    state.insert(state.end(), {static_cast<std::uint64_t>(m_id.kind), m_id.index, m_block.segment,
                               m_block.offset, m_counted});
}

void ReplayedMemory::writeState(std::vector<std::uint64_t>& state) const {
    for (const auto& [id, device] : m_devices) {
        state.insert(state.end(), device.live.begin(), device.live.end());
        device.allocator.writeState(state);
    }
}

ReplayedMemory::ReplayedMemory(const std::map<DeviceId, AllocatorModel>& states) {
    for (const auto& [device, state] : states) {
        AllocatorModel& allocator = m_devices[device].allocator;
        allocator = state;
        allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        allocator.resetPeaks();
    }
}

ReplayedMemory ReplayedMemory::ofNothing() {
    ReplayedMemory memory;
    memory.m_nothing = memory.takeExactly(DeviceId::cpu(), RunMemoryKind::Activations, 0);
    return memory;
}

ReplayedMemory::BlockPtr ReplayedMemory::takeExactly(DeviceId device, RunMemoryKind kind,
                                                     std::uint64_t bytes) {
    return m_nothing ? m_nothing : std::make_shared<const Block>(*this, device, kind, bytes);
}

void ReplayedMemory::resetPeaks() {
    for (auto& [id, device] : m_devices) {
        device.allocator.resetPeaks();
        device.most = device.live;
        device.mostOfAll = device.liveOfAll;
    }
}

}  // namespace stowage
