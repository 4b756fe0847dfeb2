// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/report/load_curves.h"
#include "engine/load/report/load_report.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// The phase that is no part of the load itself, nor of its seconds.
inline constexpr Phrase kVerifyPhase = phrase("verify");
[[nodiscard]] inline bool isVerification(const Message& phase) {
    return phase == kVerifyPhase.english();
}

/// A load's own time on the clock of its sampler, from its first phase to the end of the last one,
/// without the verification: that of its curves. `since`: a moment before it.
[[nodiscard]] CurveSpan curveSpanOf(const MemorySampler& sampler, double since,
                                    const LoadReport& report);

/// Watches one load: phases, progress, bytes, and the peaks of devices and host, inside each
/// phase and over all. What workers tell of a tensor may come from any thread: advance(),
/// itemDone(), tensorDone(), countRead(), noteRefusal() and noteFault(), and place() and refusal()
/// may be asked from any. The rest belongs to the job's own thread; phases begin and end while no
/// worker is under way.
class LoadMonitor {
public:
    /// `gate`, which tells the pauses, and `sampler` outlive it.
    LoadMonitor(std::vector<std::shared_ptr<DeviceMemory>> devices, MemorySampler& sampler,
                const PauseGate& gate, const ProgressSink& sink);

    /// Takes the baseline and starts the clock.
    void start();
    /// Of this process when the clock started.
    [[nodiscard]] const ProcessMemory& baseline() const { return m_baseline; }
    /// LibTorch takes memory of its own from here on: until it is open, the load's anonymous memory
    /// is what noteOwnMemory() named, as far as it has pages. Only for a load whose memory grows to
    /// its end, so that what was not sampled until then was no peak.
    void beginOpening() { m_opening = true; }
    /// LibTorch is open: what the process holds beside the load's own is the baseline.
    void endOpening();
    /// The mappings that the load writes to on the host, each of them all. Those named before count
    /// once more, as they are now: to be called before one of them goes.
    void noteOwnMemory(std::vector<std::span<const std::byte>> memory);
    /// Ends the phase that runs and begins the next. `bytes`: what advance() will add up to.
    void beginPhase(const Message& name, std::uint64_t bytes, std::uint64_t items);
    void endPhase();

    void advance(std::uint64_t bytes, const std::string& item);
    void itemDone() { m_itemsDone.fetch_add(1, std::memory_order_relaxed); }
    /// Every byte of the tensor, `bytes` of them as stored, is where it will stay: a mark on the
    /// sampler's clock.
    void tensorDone(const std::string& name, std::uint64_t bytes) {
        m_bytesPlaced.fetch_add(bytes, std::memory_order_relaxed);
        m_sampler.mark(name);
    }
    void countRead(std::uint64_t bytes) { m_bytesRead.fetch_add(bytes, std::memory_order_relaxed); }
    /// Reports progress, at most every 50 ms.
    void tick();
    /// As tick(), whatever was reported just before: for a job that is about to wait.
    void reportNow();
    /// Samples the memory held: for a job that is about to give back much of it at once, which the
    /// sampler's own thread may be too late to see on a busy machine.
    void sampleNow() { m_sampler.sampleNow(); }
    /// How the files were read, for the report.
    void noteIo(const LoadIo& io) { m_io = io; }

    /// A device had no memory left; the first refusal stays.
    void noteRefusal(const RefusedMemory& refused);
    [[nodiscard]] std::optional<RefusedMemory> refusal() const;

    /// The tensor at which a load fails: other workers may go on for a moment. The first stays.
    void noteFault(const std::string& item);

    /// Where the load is, or failed: "read weights, transformer.h.3.attn.c_attn.weight".
    [[nodiscard]] Message place() const;
    /// Ends the last phase, sends the last progress and fills the report's figures but the final
    /// ones of the devices.
    void finish(LoadReport& report);

private:
    struct PeakPair {
        std::uint64_t allocated = 0;
        std::uint64_t reserved = 0;
    };
    void foldPeaks(LoadPhase& phase);
    /// Raises m_ownPeak and returns what there is now.
    std::uint64_t countOwn();
    [[nodiscard]] Progress progress() const;
    [[nodiscard]] double elapsed() const;

    std::vector<std::shared_ptr<DeviceMemory>> m_devices;
    MemorySampler& m_sampler;
    const PauseGate& m_gate;
    ProgressThrottle m_throttle;
    double m_began = 0;
    double m_heldBefore = 0;   ///< by the gate, when it began
    double m_held = 0;         ///< until the end of the last phase that is the load's
    double m_samplerBusy = 0;  ///< when it began
    ProcessMemory m_baseline;
    ProcessMemory m_highest;
    std::uint64_t m_samples = 0;
    std::vector<PeakPair> m_peaks;              ///< by index of m_devices
    std::vector<AllocatorCounters> m_counters;  ///< by index of m_devices: their peaks
    std::vector<LoadPhase> m_phases;
    bool m_inPhase = false;
    bool m_opening = false;
    std::vector<std::span<const std::byte>> m_own;
    std::uint64_t m_ownPeak = 0;
    std::optional<LoadIo> m_io;

    Message m_phase;
    std::uint64_t m_bytesTotal = 0;
    std::uint64_t m_itemsTotal = 0;
    std::atomic<std::uint64_t> m_bytesDone{0};
    std::atomic<std::uint64_t> m_itemsDone{0};
    std::atomic<std::uint64_t> m_bytesRead{0};
    std::atomic<std::uint64_t> m_bytesPlaced{0};
    mutable std::mutex m_itemMutex;  ///< guards the two below
    std::string m_item;
    std::optional<RefusedMemory> m_refusal;
    std::string m_fault;
};

}  // namespace stowage
