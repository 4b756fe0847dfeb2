// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/load_monitor.h"

#include "engine/base/page_cache.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

using Figure = std::optional<std::uint64_t>;

void raiseFigure(Figure& highest, const Figure& value) {
    if (value && (!highest || *highest < *value)) {
        highest = value;
    }
}

Figure figureAbove(const Figure& value, const Figure& baseline) {
    if (!value || !baseline) {
        return std::nullopt;
    }
    return *value - std::min(*value, *baseline);
}

}  // namespace

std::optional<double> loadRate(const LoadReport& report) {
    // A load that stopped has read tensors which it did not place.
    const std::uint64_t bytes =
        report.stopped ? report.bytesRead : std::min(report.bytes, report.bytesRead);
    return report.seconds > 0 && bytes > 0
               ? std::optional(static_cast<double>(bytes) / report.seconds)
               : std::nullopt;
}

CurveSpan curveSpanOf(const MemorySampler& sampler, double since, const LoadReport& report) {
    CurveSpan span{since, since, report.baseline};
    bool isFirst = true;
    for (const PhaseMark& mark : sampler.phases()) {
        if (mark.begin < since || isVerification(mark.name)) {
            continue;
        }
        span.begin = isFirst ? mark.begin : span.begin;
        span.end = std::max(span.end, mark.end);
        isFirst = false;
    }
    span.end = (isFirst ? sampler.now() : span.end) + report.sampleIntervalSeconds;
    return span;
}

LoadMonitor::LoadMonitor(std::vector<std::shared_ptr<DeviceMemory>> devices, MemorySampler& sampler,
                         const PauseGate& gate, const ProgressSink& sink)
    : m_devices(std::move(devices)),
      m_sampler(sampler),
      m_gate(gate),
      m_throttle(sink),
      m_peaks(m_devices.size()),
      m_counters(m_devices.size()) {}

void LoadMonitor::start() {
    m_baseline = m_sampler.sampleThoroughly().process;
    m_highest = m_baseline;
    m_sampler.resetPeaks();
    for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
        device->resetPeaks();
    }
    m_began = m_sampler.now();
    m_heldBefore = m_gate.heldSeconds();
    m_samplerBusy = m_sampler.busySeconds();
}

void LoadMonitor::endOpening() {
    if (!m_opening) {
        return;
    }
    m_samples += m_sampler.takePeaks().samples;
    const ProcessMemory now = m_sampler.sampleThoroughly().process;
    const std::uint64_t own = countOwn();
    const auto without = [](const Figure& all, std::uint64_t part) {
        return all ? Figure(*all - std::min(*all, part)) : Figure();
    };
    const Figure pages = figureAbove(now.shmem, m_baseline.shmem);  // of simulated GPUs
    m_baseline.anon = without(now.anon, own);
    m_baseline.file = now.file;
    m_baseline.rss = without(now.rss, own + pages.value_or(0));
    m_highest = now;
    // What was there while the library opened, and is gone, as buffers that were read through.
    const std::uint64_t gone = m_ownPeak - own;
    for (Figure* const figure : {&m_highest.anon, &m_highest.rss}) {
        *figure = *figure ? Figure(**figure + gone) : Figure();
    }
    m_opening = false;
}

void LoadMonitor::noteOwnMemory(std::vector<std::span<const std::byte>> memory) {
    if (m_opening) {
        (void)countOwn();
    }
    m_own = std::move(memory);
}

std::uint64_t LoadMonitor::countOwn() {
    std::uint64_t bytes = 0;
    for (const std::span<const std::byte>& memory : m_own) {
        bytes += residentBytes(memory);
    }
    m_ownPeak = std::max(m_ownPeak, bytes);
    return bytes;
}

void LoadMonitor::beginPhase(const Message& name, std::uint64_t bytes, std::uint64_t items) {
    endPhase();
    {
        const std::scoped_lock lock(m_itemMutex);
        m_phase = name;
        m_bytesTotal = bytes;
        m_itemsTotal = items;
        m_bytesDone = 0;
        m_itemsDone = 0;
        m_item.clear();
    }
    m_sampler.beginPhase(name);
    m_phases.push_back(LoadPhase{name, elapsed(), 0, {}, {}});
    m_inPhase = true;
    tick();
}

void LoadMonitor::endPhase() {
    if (m_inPhase) {
        m_inPhase = false;
        foldPeaks(m_phases.back());  // its last sample still belongs to the phase
        m_sampler.endPhase();
        m_phases.back().end = elapsed();
        if (!isVerification(m_phases.back().name)) {
            m_held = m_gate.heldSeconds() - m_heldBefore;
        }
    }
}

void LoadMonitor::foldPeaks(LoadPhase& phase) {
    m_sampler.sampleThoroughly();  // also what malloc holds, and the machine: between phases only
    const MemorySampler::Peaks peaks = m_sampler.takePeaks();
    m_samples += peaks.samples;
    if (m_opening) {
        (void)countOwn();
        phase.peakHostAnon = m_ownPeak;
    } else {
        raiseFigure(m_highest.rss, peaks.process.rss);
        raiseFigure(m_highest.anon, peaks.process.anon);
        raiseFigure(m_highest.file, peaks.process.file);
        raiseFigure(m_highest.shmem, peaks.process.shmem);
        phase.peakHostAnon = figureAbove(peaks.process.anon, m_baseline.anon);
    }
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        const AllocatorStatistics statistics = m_devices[i]->statistics();
        m_counters[i].raisePeaks(m_devices[i]->counters());
        m_devices[i]->resetPeaks();
        if (!isVerification(phase.name)) {  // checksums take a few MiB of a real card
            m_peaks[i].allocated = std::max(m_peaks[i].allocated, statistics.peakAllocated);
            m_peaks[i].reserved = std::max(m_peaks[i].reserved, statistics.peakReserved);
        }
        if (m_devices[i]->info().id.isGpu()) {
            phase.peakAllocated[m_devices[i]->info().id] = statistics.peakAllocated;
        }
    }
}

void LoadMonitor::advance(std::uint64_t bytes, const std::string& item) {
    m_bytesDone.fetch_add(bytes, std::memory_order_relaxed);
    const std::scoped_lock lock(m_itemMutex);
    m_item = item;
}

void LoadMonitor::tick() {
    m_throttle.report(progress());
}

void LoadMonitor::reportNow() {
    m_throttle.reportFinal(progress());
}

Progress LoadMonitor::progress() const {
    const std::scoped_lock lock(m_itemMutex);
    return Progress{m_phase, m_bytesDone, m_bytesTotal, m_itemsDone, m_itemsTotal, m_item};
}

Message LoadMonitor::place() const {
    const std::scoped_lock lock(m_itemMutex);
    const std::string& item = m_fault.empty() ? m_item : m_fault;
    return item.empty() ? m_phase : joined({m_phase, item}, ", ");
}

void LoadMonitor::noteFault(const std::string& item) {
    const std::scoped_lock lock(m_itemMutex);
    m_fault = m_fault.empty() ? item : m_fault;
}

void LoadMonitor::noteRefusal(const RefusedMemory& refused) {
    const std::scoped_lock lock(m_itemMutex);
    m_refusal = m_refusal.value_or(refused);
}

std::optional<RefusedMemory> LoadMonitor::refusal() const {
    const std::scoped_lock lock(m_itemMutex);
    return m_refusal;
}

double LoadMonitor::elapsed() const {
    return m_sampler.now() - m_began;
}

void LoadMonitor::finish(LoadReport& report) {
    endPhase();
    endOpening();  // where the load stopped before
    m_throttle.reportFinal(progress());
    for (const LoadPhase& phase : m_phases) {
        report.seconds = isVerification(phase.name) ? report.seconds : phase.end;
    }
    report.seconds = std::max(report.seconds - m_held, 0.0);
    report.pausedSeconds = m_held;
    report.bytes = m_bytesPlaced;
    report.bytesRead = m_bytesRead;
    report.io = m_io;
    report.baseline = m_baseline;
    report.peak = ProcessMemory{figureAbove(m_highest.rss, m_baseline.rss),
                                figureAbove(m_highest.anon, m_baseline.anon),
                                figureAbove(m_highest.file, m_baseline.file),
                                figureAbove(m_highest.shmem, m_baseline.shmem)};
    report.samples = m_samples;
    constexpr double kLongEnough = 0.2;
    if (elapsed() >= kLongEnough) {
        report.samplerShare = (m_sampler.busySeconds() - m_samplerBusy) / elapsed();
    }
    report.phases = m_phases;
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        if (m_phases.empty()) {  // what lay there before is all there was
            const AllocatorStatistics statistics = m_devices[i]->statistics();
            m_peaks[i].allocated = std::max(m_peaks[i].allocated, statistics.peakAllocated);
            m_peaks[i].reserved = std::max(m_peaks[i].reserved, statistics.peakReserved);
        }
        DeviceLoadFigures figures{m_devices[i]->info(), m_peaks[i].allocated, m_peaks[i].reserved};
        if (figures.device.id.isGpu()) {
            figures.counters = m_counters[i];
        }
        report.devices.push_back(std::move(figures));
    }
}

}  // namespace stowage
