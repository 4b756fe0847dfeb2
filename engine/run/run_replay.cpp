// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_replay.h"

#include "engine/base/byte_size.h"
#include "engine/run/layer_repeats.h"
#include "engine/run/metered_compute.h"
#include "engine/run/metered_weights.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <set>

namespace stowage {

namespace {

std::atomic<std::uint64_t> g_replays;
std::atomic<std::uint64_t> g_passes;

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
    around.stepped = [&ledger](const ForwardStep& /*step*/) { ledger.memory().endModule(); };
    around.passBegins = [](std::uint32_t /*pass*/, std::size_t /*tokens*/) { ++g_passes; };
    around.passOver = [&repeats](ModulePass& pass, std::int64_t layer, ActivationPtr& x) {
        return repeats.passOver(pass, layer, x);
    };
    ++g_replays;
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

/// `repeats`: steps are repeated from records (LayerRepeats). Nothing if the replay is not valid.
Result<std::optional<std::vector<ReplayedDevice>>> replayRun(const RunModel& model,
                                                             const RunSetting& setting,
                                                             const RunRequest& request,
                                                             bool repeats,
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
            device.kvCache = own.mostCached;
            device.*phase = own.most;
        }
        memory.resetPeaks();
    };
    LayerRepeats records(repeats ? layerClasses(model, stages, setting, setting.window + 1)
                                 : std::vector<std::size_t>(),
                         model.tokenLimits(), ledger, weights, request);
    RunEnvironment around = replayEnvironment(ledger, records);
    around.passBegins = [&](std::uint32_t pass, std::size_t /*tokens*/) {
        ++g_passes;
        if (pass == request.prefillPasses()) {
            tell(&ReplayedDevice::prefill);
        }
    };
    const Result<RunOutcome> outcome = runModel(model, request, weights, compute, stop, {}, around);
    STOWAGE_TRY(outcome);
    const bool decodes = outcome->passes.size() > request.prefillPasses();
    tell(decodes ? &ReplayedDevice::decode : &ReplayedDevice::prefill);
    return records.isProven() ? std::optional(std::move(devices)) : std::nullopt;
}

Result<std::optional<std::int64_t>> tokensThatFit(const RunModel& model, const RunSetting& setting,
                                                  const RunRequest& request, bool repeats,
                                                  const std::stop_token& stop) {
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
    bool isFull = false;
    LayerRepeats records(
        repeats ? layerClasses(model, stages, setting, 1) : std::vector<std::size_t>(),
        model.tokenLimits(), ledger, weights, request);
    RunEnvironment around = replayEnvironment(ledger, records);
    around.chosen = [&](std::span<const std::int64_t> /*tokens*/) {
        isFull = isFull || !std::ranges::all_of(setting.devices, fits);
        if (!isFull) {
            ++fitting;
        } else if (records.isProven()) {
            ended.request_stop();
        } else {
            records.prove();
        }
    };
    const auto outcome = runModel(model, request, weights, compute, ended.get_token(), {}, around);
    const bool isEnd =
        !outcome && outcome.error().code == ErrorCode::Cancelled && !stop.stop_requested();
    if (!outcome && !isEnd) {
        return outcome.unexpected();
    }
    return records.isProven() ? std::optional(fitting) : std::nullopt;
}

}  // namespace

Result<std::vector<ReplayedDevice>> replayRun(const RunModel& model, const RunSetting& setting,
                                              const RunRequest& request,
                                              const std::stop_token& stop) {
    auto replayed = replayRun(model, setting, request, true, stop);
    if (replayed && !*replayed) {
        replayed = replayRun(model, setting, request, false, stop);
    }
    STOWAGE_TRY(replayed);
    return std::move(**replayed);
}

Result<std::int64_t> tokensThatFit(const RunModel& model, const RunSetting& setting,
                                   const RunRequest& request, const std::stop_token& stop) {
    auto fitting = tokensThatFit(model, setting, request, true, stop);
    if (fitting && !*fitting) {
        fitting = tokensThatFit(model, setting, request, false, stop);
    }
    STOWAGE_TRY(fitting);
    return **fitting;
}

ReplayedMemory::Device& ReplayedMemory::deviceOf(DeviceId device) {
    Device& own = m_devices[device];
    own.id = device;
    return own;
}

ReplayCount replayCount() {
    return {g_replays, g_passes};
}

ReplayedMemory::Held ReplayedMemory::hold(Device& device, RunMemoryKind kind, std::uint64_t bytes) {
    const bool isGpu = device.id.isGpu();
    Held held{&device, kind, {}, isGpu ? 0 : bytes};
    if (isGpu && bytes > 0) {
        if (const Result<ModelBlock> block = device.allocator.allocate(bytes)) {
            held.block = *block;
            held.counted = block->size;
        }
    }
    const auto place = static_cast<std::size_t>(kind);
    device.live[place] += held.counted;
    device.most[place] = std::max(device.most[place], device.live[place]);
    device.liveOfAll += held.counted;
    device.mostOfAll = std::max(device.mostOfAll, device.liveOfAll);
    return held;
}

void ReplayedMemory::release(const Held& held) {
    Device& device = *held.device;
    if (held.block.id != 0) {
        device.allocator.free(held.block.id);
    }
    device.live[static_cast<std::size_t>(held.kind)] -= held.counted;
    device.liveOfAll -= held.counted;
}

void ReplayedMemory::Block::giveBack() const {
    if (m_isGivenBack) {
        return;
    }
    m_isGivenBack = true;
    m_memory.release(m_held);
    if (m_memory.m_record) {
        m_memory.m_record->push_back(
            {Event::Kind::GiveBack, m_held.kind, m_held.device, 0, m_number});
    }
}

void ReplayedMemory::Block::writePlace(std::vector<std::uint64_t>& state) const {
    state.insert(state.end(),
                 {static_cast<std::uint64_t>(m_held.device->id.kind), m_held.device->id.index,
                  m_held.block.segment, m_held.block.offset, m_held.counted});
}

void ReplayedMemory::endModule() {
    constexpr auto kCached = static_cast<std::size_t>(RunMemoryKind::KvCache);
    for (auto& [id, device] : m_devices) {
        device.mostCached = std::max(device.mostCached, device.live[kCached]);
    }
    if (m_record) {
        m_record->push_back({Event::Kind::ModuleEnd, {}, nullptr, 0, 0});
    }
}

void ReplayedMemory::record() {
    m_record.emplace();
}

std::vector<ReplayedMemory::Event> ReplayedMemory::takeRecord() {
    std::vector<Event> events = std::move(m_record).value_or(std::vector<Event>());
    m_record.reset();
    return events;
}

std::vector<ReplayedMemory::BlockPtr> ReplayedMemory::repeat(
    const std::vector<Event>& events, const std::vector<std::int64_t>& growth, std::int64_t more,
    std::span<const BlockPtr> given) {
    std::vector<Held>& held = m_repeated;
    std::vector<bool> isHeld;
    held.clear();
    for (std::size_t i = 0; i < events.size(); ++i) {
        const Event& event = events[i];
        if (event.kind == Event::Kind::Take) {
            const std::int64_t grown = more == 0 ? 0 : growth[i] * more;
            const auto bytes =
                static_cast<std::uint64_t>(static_cast<std::int64_t>(event.bytes) + grown);
            held.push_back(hold(*event.device, event.memory, bytes));
            isHeld.push_back(true);
        } else if (event.kind == Event::Kind::ModuleEnd) {
            endModule();
        } else if (event.block < given.size()) {
            given[event.block]->giveBack();
        } else {
            release(held[event.block - given.size()]);
            isHeld[event.block - given.size()] = false;
        }
    }
    std::vector<BlockPtr> blocks(held.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
        blocks[i] =
            isHeld[i] ? std::make_shared<const Block>(*this, m_nextNumber++, held[i]) : nullptr;
    }
    return blocks;
}

void ReplayedMemory::writeState(std::vector<std::uint64_t>& state) const {
    for (const auto& [id, device] : m_devices) {
        state.insert(state.end(), device.live.begin(), device.live.end());
        device.allocator.writeState(state);
    }
}

ReplayedMemory::ReplayedMemory(const std::map<DeviceId, AllocatorModel>& states) {
    for (const auto& [device, state] : states) {
        AllocatorModel& allocator = deviceOf(device).allocator;
        allocator = state;
        allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        allocator.stopCounting();
        allocator.resetPeaks();
    }
}

ReplayedMemory ReplayedMemory::ofNothing() {
    ReplayedMemory memory;
    memory.m_nothing = memory.takeExactly(DeviceId::cpu(), RunMemoryKind::Activations, 0);
    memory.m_nothing->giveBack();
    return memory;
}

ReplayedMemory::BlockPtr ReplayedMemory::takeExactly(DeviceId device, RunMemoryKind kind,
                                                     std::uint64_t bytes) {
    if (m_nothing) {
        return m_nothing;
    }
    Device& own = deviceOf(device);
    if (m_record) {
        m_record->push_back({Event::Kind::Take, kind, &own, bytes, m_nextNumber});
    }
    return std::make_shared<const Block>(*this, m_nextNumber++, hold(own, kind, bytes));
}

void ReplayedMemory::resetPeaks() {
    for (auto& [id, device] : m_devices) {
        device.allocator.resetPeaks();
        device.most = device.live;
        device.mostOfAll = device.liveOfAll;
    }
}

}  // namespace stowage
