// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_memory.h"
#include "engine/telemetry/memory_series.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace stowage {

/// Reads /proc/self/status and the devices' statistics in a thread of its own. Members may be
/// called from any thread; the destructor stops and joins. A sample that cannot be taken, as where
/// memory runs out, is missing from the series, and failure() tells of it; the next ones follow.
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
    /// As sampleNow(), with the machine's figures read again and what malloc holds. That walks
    /// malloc's free lists (0.1 s where there are hundreds of thousands): between phases only.
    MemorySample sampleThoroughly();
    [[nodiscard]] const MemorySeries& series() const { return m_series; }
    /// Seconds since the sampler's start, the clock of every sample.
    [[nodiscard]] double now() const;

    /// Processor time that the sampler's own thread has used since its start: what measuring costs.
    [[nodiscard]] double busySeconds() const { return m_busySeconds.load(); }

    /// Samples that the sampler's own thread could not take.
    [[nodiscard]] std::uint64_t missedSamples() const { return m_missed.load(); }
    /// Why the last of them could not be taken, in one sentence; "" where all were.
    [[nodiscard]] Message failure() const;

    /// Phase bands for the charts, on the same clock.
    void beginPhase(const Message& name);
    void endPhase();
    [[nodiscard]] std::vector<PhaseMark> phases() const;

    /// Marks this moment, as "h.0.attn.weight" when it is complete. Of a very long row of marks
    /// every second one is dropped.
    void mark(const std::string& name);
    [[nodiscard]] std::vector<EventMark> marks() const;
    /// Those after `cursor`, which moves on. Where marks were dropped since, `reset` is true and
    /// all that are kept are returned. Costs nothing where nothing is new.
    struct MarkBatch {
        std::vector<EventMark> marks;
        bool reset = false;
    };
    [[nodiscard]] MarkBatch marksSince(std::uint64_t& cursor) const;

    /// Highest figures and number of samples since resetPeaks(); absent fields stay unknown. `rss`
    /// knows also what came and went between two samples, where the kernel lets its own peak be
    /// reset.
    struct Peaks {
        ProcessMemory process;
        std::uint64_t samples = 0;
    };
    void resetPeaks() { (void)takePeaks(); }
    [[nodiscard]] Peaks peaks() const;
    /// Both at once: no sample lies between them, so that what one stretch of time does not count
    /// the next one does.
    Peaks takePeaks();

private:
    void run(std::stop_token stop);
    MemorySample take(bool thoroughly);
    void readMachine(MemorySample& sample, bool afresh);
    void noteMissed(const Error& error);
    [[nodiscard]] Peaks peaksNow() const;

    std::chrono::steady_clock::time_point m_start;
    MemorySeries m_series;
    ProcessMemoryReader m_reader;
    HostMemory m_machine;
    double m_machineReadAt = -1;
    mutable std::mutex m_mutex;  ///< guards what is below, and m_reader
    std::condition_variable_any m_wake;
    double m_interval;
    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
    std::vector<PhaseMark> m_phases;
    Peaks m_peaks;
    bool m_kernelPeakIsOurs = false;  ///< the kernel's peak began with the last resetPeaks()
    Message m_failure;
    std::atomic<std::uint64_t> m_missed{0};
    std::atomic<double> m_busySeconds{0};
    /// Workers of a load mark their tensors: they wait neither for a sample that is being taken nor
    /// for a chart that reads. Guards the two below.
    mutable std::mutex m_markMutex;
    std::vector<EventMark> m_marks;
    std::uint64_t m_marked = 0;       ///< marks that ever were
    std::uint64_t m_thinnedUpTo = 0;  ///< m_marked behind the mark for which some were last dropped
    std::jthread m_thread;
};

}  // namespace stowage
