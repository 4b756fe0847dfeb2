// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/telemetry/memory_sampler.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

namespace {

/// Below this a sampler would disturb what it measures (a sample costs 6–8 µs).
constexpr double kShortestInterval = 0.001;

void raise(std::optional<std::uint64_t>& peak, const std::optional<std::uint64_t>& value) {
    if (value && (!peak || *peak < *value)) {
        peak = value;
    }
}

}  // namespace

MemorySampler::MemorySampler(double intervalSeconds)
    : m_start(std::chrono::steady_clock::now()),
      m_interval(std::max(intervalSeconds, kShortestInterval)),
      m_thread([this](std::stop_token stop) { run(std::move(stop)); }) {}

MemorySampler::~MemorySampler() {
    m_thread.request_stop();
    m_thread.join();
}

void MemorySampler::setDevices(std::vector<std::shared_ptr<DeviceMemory>> devices) {
    // The old ones are destroyed outside of the lock: that may unmap gigabytes.
    const std::scoped_lock lock(m_mutex);
    m_devices.swap(devices);
}

void MemorySampler::setInterval(double seconds) {
    {
        const std::scoped_lock lock(m_mutex);
        m_interval = std::max(seconds, kShortestInterval);
    }
    m_wake.notify_all();
}

double MemorySampler::interval() const {
    const std::scoped_lock lock(m_mutex);
    return m_interval;
}

MemorySample MemorySampler::sampleNow() {
    return take();
}

double MemorySampler::now() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_start;
    return passed.count();
}

void MemorySampler::beginPhase(const std::string& name) {
    const double at = now();
    const std::scoped_lock lock(m_mutex);
    if (!m_phases.empty() && m_phases.back().end < m_phases.back().begin) {
        m_phases.back().end = at;
    }
    m_phases.push_back(PhaseMark{name, at, -1});
}

void MemorySampler::endPhase() {
    const double at = now();
    const std::scoped_lock lock(m_mutex);
    if (!m_phases.empty() && m_phases.back().end < m_phases.back().begin) {
        m_phases.back().end = at;
    }
}

std::vector<PhaseMark> MemorySampler::phases() const {
    const std::scoped_lock lock(m_mutex);
    return m_phases;
}

void MemorySampler::resetPeaks() {
    const std::scoped_lock lock(m_mutex);
    m_peaks = Peaks{};
}

MemorySampler::Peaks MemorySampler::peaks() const {
    const std::scoped_lock lock(m_mutex);
    return m_peaks;
}

void MemorySampler::run(std::stop_token stop) {
    while (!stop.stop_requested()) {
        take();
        std::unique_lock lock(m_mutex);
        const double interval = m_interval;
        const std::chrono::duration<double> wait(interval);
        // Wakes early for a new interval, so that a load need not wait for an idle period's end.
        m_wake.wait_for(lock, stop, wait, [this, interval] { return m_interval != interval; });
    }
}

MemorySample MemorySampler::take() {
    const std::scoped_lock lock(m_mutex);
    MemorySample sample;
    sample.seconds = now();
    sample.process = m_reader.read();
    sample.available = readHostMemory().available;
    for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
        const AllocatorStatistics statistics = device->statistics();
        sample.devices.push_back(DeviceSample{device->info().id, statistics.allocated,
                                              statistics.reserved, device->info().usedByOthers});
    }
    raise(m_peaks.process.rss, sample.process.rss);
    raise(m_peaks.process.anon, sample.process.anon);
    raise(m_peaks.process.file, sample.process.file);
    raise(m_peaks.process.shmem, sample.process.shmem);
    ++m_peaks.samples;
    m_series.append(sample);
    return sample;
}

}  // namespace stowage
