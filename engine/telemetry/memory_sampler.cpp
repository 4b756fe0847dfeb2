// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/telemetry/memory_sampler.h"

#include "engine/base/error_conversion.h"
#include "engine/device/host_memory.h"

#include <time.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

namespace {

/// Below this a sampler would disturb what it measures (a sample costs 6–8 µs).
constexpr double kShortestInterval = 0.001;
/// /proc/meminfo and the control groups take 0.4 ms.
constexpr double kMachineInterval = 0.25;
constexpr std::size_t kMostMarks = 20000;

/// Processor time of the calling thread.
double threadSeconds() {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

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
    return take(false);
}

MemorySample MemorySampler::sampleThoroughly() {
    return take(true);
}

double MemorySampler::now() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - m_start;
    return passed.count();
}

void MemorySampler::beginPhase(const Message& name) {
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

void MemorySampler::mark(const std::string& name) {
    const std::scoped_lock lock(m_markMutex);
    if (m_marks.size() >= kMostMarks) {
        std::size_t kept = 1;
        for (std::size_t i = 2; i < m_marks.size(); i += 2) {
            m_marks[kept++] = std::move(m_marks[i]);
        }
        m_marks.resize(kept);
        m_thinnedUpTo = m_marked + 1;  // who has read all before this one has to read them again
    }
    m_marks.push_back(EventMark{name, now()});
    ++m_marked;
}

std::vector<EventMark> MemorySampler::marks() const {
    const std::scoped_lock lock(m_markMutex);
    return m_marks;
}

MemorySampler::MarkBatch MemorySampler::marksSince(std::uint64_t& cursor) const {
    const std::scoped_lock lock(m_markMutex);
    const bool reset = cursor < m_thinnedUpTo;
    const std::uint64_t fresh = reset ? m_marks.size() : m_marked - std::min(cursor, m_marked);
    cursor = m_marked;
    return {{m_marks.end() - static_cast<std::ptrdiff_t>(fresh), m_marks.end()}, reset};
}

Message MemorySampler::failure() const {
    const std::scoped_lock lock(m_mutex);
    return m_failure;
}

MemorySampler::Peaks MemorySampler::takePeaks() {
    const std::scoped_lock lock(m_mutex);
    const Peaks taken = peaksNow();
    m_peaks = Peaks{};
    m_kernelPeakIsOurs = resetResidentPeak();
    return taken;
}

MemorySampler::Peaks MemorySampler::peaks() const {
    const std::scoped_lock lock(m_mutex);
    return peaksNow();
}

/// Under the lock.
MemorySampler::Peaks MemorySampler::peaksNow() const {
    Peaks peaks = m_peaks;
    if (m_kernelPeakIsOurs) {
        raise(peaks.process.rss, readResidentPeak());
    }
    return peaks;
}

void MemorySampler::run(std::stop_token stop) {
    while (!stop.stop_requested()) {
        const auto taken =
            catchExceptions(phrase("sampling the memory in use"), [this] { return take(false); });
        if (!taken) {
            noteMissed(taken.error());
        }
        m_busySeconds = threadSeconds();
        std::unique_lock lock(m_mutex);
        const double interval = m_interval;
        const std::chrono::duration<double> wait(interval);
        // Wakes early for a new interval, so that a load need not wait for an idle period's end.
        m_wake.wait_for(lock, stop, wait, [this, interval] { return m_interval != interval; });
    }
}

void MemorySampler::noteMissed(const Error& error) {
    const std::scoped_lock lock(m_mutex);
    m_failure = error.message;
    ++m_missed;
}

void MemorySampler::readMachine(MemorySample& sample, bool afresh) {
    const bool old = m_machineReadAt < 0 || sample.seconds - m_machineReadAt >= kMachineInterval;
    if (afresh || old) {
        m_machine = readHostMemory();
        m_machineReadAt = sample.seconds;
    }
    sample.available = m_machine.available;
    sample.cgroupLimit = m_machine.cgroupLimit;
    sample.cgroupLeft = m_machine.cgroupLeft;
}

MemorySample MemorySampler::take(bool thoroughly) {
    const std::optional<std::uint64_t> held =
        thoroughly ? heapHeldByAllocator() : std::optional<std::uint64_t>();
    const std::scoped_lock lock(m_mutex);
    MemorySample sample;
    sample.seconds = now();
    sample.process = m_reader.read();
    sample.allocatorHeld = held;
    readMachine(sample, thoroughly);
    for (const std::shared_ptr<DeviceMemory>& device : m_devices) {
        device->refresh();
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
