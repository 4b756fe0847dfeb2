// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_monitor.h"

#include <algorithm>

namespace stowage {

namespace {

bool isOf(const std::string& module, const std::string& path) {
    return module.starts_with(path) && (module.size() == path.size() || module[path.size()] == '.');
}

double seconds(Timeline::Clock::duration time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

RunMonitor::RunMonitor(std::vector<RunStage> stages, const LoadBackends& backends,
                       MemorySampler& sampler, const PauseGate& gate, Timeline* timeline,
                       const ProgressSink& sink)
    : m_stages(std::move(stages)),
      m_backends(backends),
      m_sampler(sampler),
      m_gate(gate),
      m_timeline(timeline),
      m_throttle(sink) {}

void RunMonitor::start(std::uint64_t passes) {
    m_baseline = m_sampler.sampleThoroughly().process;
    m_sampler.resetPeaks();
    for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
        device->resetPeaks();
        m_allocatedBefore[device->info().id] = device->statistics().allocated;
    }
    m_progress.itemsTotal = passes * m_stages.size();
    m_begin = Clock::now();
    m_heldBefore = m_gate.heldSeconds();
}

double RunMonitor::elapsed() const {
    return seconds(Clock::now() - m_begin) - held();
}

void RunMonitor::endPass() {
    if (!m_passes.empty()) {
        m_passes.back().end = elapsed();
    }
}

void RunMonitor::passBegins(std::uint32_t pass, std::size_t tokens) {
    endPass();
    if (pass <= 1) {  // all passes after the prompt's are one phase
        m_progress.phase = pass == 0 ? kPrefillPhase : kDecodePhase;
        if (pass == 1) {
            m_sampler.endPhase();
        }
        m_sampler.beginPhase(m_progress.phase);
    }
    m_pass = pass;
    m_stage = 0;
    m_passBegin = Clock::now();
    m_passes.push_back({tokens, seconds(m_passBegin - m_begin) - held(), 0});
}

/// Modules come in the order of the stages. A table that is used once more at the end, as a tied
/// head is, belongs to the stage that runs then.
std::size_t RunMonitor::stageOf(const std::string& module) {
    const auto known = m_stageOf.find(module);
    if (known != m_stageOf.end()) {
        return std::max(known->second, m_stage);
    }
    std::size_t stage = m_stages.size();
    for (std::size_t i = 0; i < m_stages.size() && stage == m_stages.size(); ++i) {
        if (std::ranges::any_of(m_stages[i].paths,
                                [&](const std::string& path) { return isOf(module, path); })) {
            stage = i;
        }
    }
    stage = stage == m_stages.size() ? m_stage : stage;
    m_stageOf.emplace(module, stage);
    return std::max(stage, m_stage);
}

void RunMonitor::entering(const std::string& module) {
    m_stage = stageOf(module);
    m_progress.currentItem = module;
    m_progress.itemsDone = m_pass * m_stages.size() + m_stage;
    m_throttle.report(m_progress);
}

void RunMonitor::stepped(const ForwardStep& step) {
    // A step holds no pause in itself: the run waits before it.
    const double passed = seconds(m_passBegin - m_begin) - held();
    const std::string& stage = m_stages[m_stage].name;
    if (m_layers.empty() || m_layers.back().pass != m_pass || m_layers.back().module != stage) {
        const bool isFirst = m_layers.empty() || m_layers.back().pass != m_pass;
        // What lies between two modules, as adding what goes round a layer, is the later layer's.
        const double begin = isFirst ? passed + step.begin : m_layers.back().end;
        m_layers.push_back({stage, step.device, m_pass, begin, 0, 0, 0, 0, 0});
    }
    RunLayerFigures& layer = m_layers.back();
    layer.device = step.device;
    layer.end = passed + step.end;
    layer.waitedSeconds += step.transferSeconds;
    layer.bytesMoved += step.bytesMoved;
    layer.computeSeconds = layer.end - layer.begin - layer.waitedSeconds;
    if (m_timeline != nullptr) {
        tell(step, stage);
    }
}

void RunMonitor::tell(const ForwardStep& step, const std::string& stage) {
    const double origin = m_timeline->secondsAt(m_passBegin);
    TimelineSpan span{SpanKind::Wait,
                      step.device,
                      stage,
                      step.module,
                      m_pass,
                      step.bytesMoved,
                      origin + step.begin,
                      origin + step.begin + step.transferSeconds};
    if (step.transferSeconds > 0) {
        m_timeline->add(span);
    }
    span.kind = SpanKind::Compute;
    span.bytes = 0;
    span.begin = span.end;
    span.end = origin + step.end;
    m_timeline->add(std::move(span));
}

void RunMonitor::transferred(std::uint64_t pass, std::size_t stage,
                             const WeightTransfer& transfer) {
    const double took = seconds(transfer.end - transfer.begin);
    {
        const std::scoped_lock lock(m_mutex);
        Moved& moved = m_moved[{pass, stage}];
        moved.seconds += took;
        moved.bytes += transfer.bytes;
        const bool isRead = transfer.kind == SpanKind::Disk;
        m_lanes[{transfer.kind, isRead ? DeviceId::disk() : transfer.device}].add(
            seconds(transfer.begin - m_begin), seconds(transfer.end - m_begin));
        // What reaches a GPU comes over its link; what the host takes comes from disk.
        if ((transfer.kind == SpanKind::HostToDevice) == transfer.device.isGpu()) {
            Moved& to = m_movedTo[transfer.device];
            to.seconds += took;
            to.bytes += transfer.bytes;
        }
    }
    if (m_timeline != nullptr) {
        m_timeline->add({transfer.kind, transfer.device, m_stages[stage].name,
                         std::string(transfer.tensor), static_cast<std::uint32_t>(pass),
                         transfer.bytes, m_timeline->secondsAt(transfer.begin),
                         m_timeline->secondsAt(transfer.end)});
    }
}

DeviceRunFigures RunMonitor::figuresOf(DeviceMemory& device) const {
    const DeviceInfo& info = device.info();
    DeviceRunFigures figures;
    figures.device = info.id;
    figures.simulated = info.simulated;
    figures.capacity = info.capacity;
    figures.context = info.context;
    figures.usedByOthers = info.usedByOthers;
    if (const auto before = m_allocatedBefore.find(info.id); before != m_allocatedBefore.end()) {
        figures.allocatedBefore = before->second;
    }
    const AllocatorStatistics statistics = device.statistics();
    figures.peakAllocated = statistics.peakAllocated;
    figures.peakReserved = statistics.peakReserved;
    for (const RunLayerFigures& layer : m_layers) {
        figures.computeSeconds += layer.device == info.id ? layer.computeSeconds : 0;
    }
    return figures;
}

void RunMonitor::finish(RunReport& report) {
    report.seconds = elapsed();
    report.pausedSeconds = held();
    endPass();
    m_sampler.sampleNow();
    m_sampler.endPhase();
    const MemorySampler::Peaks peaks = m_sampler.peaks();
    report.hostBaseline = m_baseline;
    report.hostPeak = peaks.process;
    report.samples = peaks.samples;
    report.passes = m_passes;
    const std::scoped_lock lock(m_mutex);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const auto stage =
            std::ranges::find(m_stages, m_layers[i].module, &RunStage::name) - m_stages.begin();
        const auto moved = m_moved.find({m_layers[i].pass, static_cast<std::size_t>(stage)});
        m_layers[i].transferSeconds = moved != m_moved.end() ? moved->second.seconds : 0;
        report.bytesMoved += m_layers[i].bytesMoved;
    }
    report.layers = m_layers;
    for (const auto& [lane, covered] : m_lanes) {
        report.transfers.push_back({lane.first, lane.second, covered.seconds()});
    }
    std::ranges::stable_partition(report.transfers, [](const TransferFigures& moved) {
        return moved.kind == SpanKind::Disk;
    });
    for (const std::shared_ptr<DeviceMemory>& device : m_backends.devices) {
        DeviceRunFigures figures = figuresOf(*device);
        if (const auto moved = m_movedTo.find(figures.device); moved != m_movedTo.end()) {
            figures.transferSeconds = moved->second.seconds;
            figures.bytesIn = moved->second.bytes;
        }
        report.devices.push_back(std::move(figures));
    }
    m_progress.itemsDone = report.stopped ? m_progress.itemsDone : m_progress.itemsTotal;
    m_throttle.reportFinal(m_progress);
}

void RunMonitor::finishDevices(RunReport& report) const {
    for (DeviceRunFigures& figures : report.devices) {
        const AllocatorStatistics statistics = m_backends.find(figures.device)->statistics();
        figures.finalAllocated = statistics.allocated;
        figures.finalReserved = statistics.reserved;
    }
}

}  // namespace stowage
