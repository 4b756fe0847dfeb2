// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"
#include "engine/telemetry/memory_series.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace stowage {

/// Reads /proc/self/status and the devices' statistics in a thread of its own. Members may be
/// called from any thread; the destructor stops and joins.
class MemorySampler {
public:
    explicit MemorySampler(double intervalSeconds = 0.25);
    ~MemorySampler();
    MemorySampler(const MemorySampler&) = delete;
    MemorySampler& operator=(const MemorySampler&) = delete;

    void setDevices(std::vector<std::shared_ptr<DeviceMemory>> devices);
    void setInterval(double seconds);
    [[nodiscard]] double interval() const;
    /// Takes one sample now, in the caller's thread, and returns it (it is in the series too).
    MemorySample sampleNow();
    /// As sampleNow(), with the machine's figures read afresh and what malloc holds. That walks
    /// malloc's free lists (0.1 s where there are hundreds of thousands): between phases only.
    MemorySample sampleThoroughly();
    [[nodiscard]] const MemorySeries& series() const { return m_series; }
    /// Seconds since the sampler's start, the clock of every sample.
    [[nodiscard]] double now() const;

    /// Processor time that the sampler's own thread has used since its start: what measuring costs.
    [[nodiscard]] double busySeconds() const { return m_busySeconds.load(); }

    /// Phase bands for the charts, on the same clock.
    void beginPhase(const std::string& name);
    void endPhase();
    [[nodiscard]] std::vector<PhaseMark> phases() const;

    /// Marks this moment, as "h.0.attn.weight" when it is complete. Of a very long row of marks
    /// every second one is dropped.
    void mark(const std::string& name);
    [[nodiscard]] std::vector<EventMark> marks() const;

    /// Highest figures and number of samples since resetPeaks(); absent fields stay unknown. `rss`
    /// knows also what came and went between two samples, where the kernel lets its own peak be
    /// reset.
    struct Peaks {
        ProcessMemory process;
        std::uint64_t samples = 0;
    };
    void resetPeaks();
    [[nodiscard]] Peaks peaks() const;

private:
    void run(std::stop_token stop);
    MemorySample take(bool thoroughly);
    void readMachine(MemorySample& sample, bool afresh);

    std::chrono::steady_clock::time_point m_start;
    MemorySeries m_series;
    ProcessMemoryReader m_reader;
    HostMemory m_machine;
    double m_machineReadAt = -1;
    mutable std::mutex m_mutex;  ///< guards everything below, and m_reader
    std::condition_variable_any m_wake;
    double m_interval;
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
    std::vector<PhaseMark> m_phases;
    std::vector<EventMark> m_marks;
    Peaks m_peaks;
    bool m_kernelPeakIsOurs = false;  ///< the kernel's peak began with the last resetPeaks()
    std::atomic<double> m_busySeconds{0};
    std::jthread m_thread;
};

}  // namespace stowage
