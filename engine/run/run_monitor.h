// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/pause_gate.h"
#include "engine/base/progress.h"
#include "engine/load/load_job.h"
#include "engine/run/prefetched_weights.h"
#include "engine/run/run_model.h"
#include "engine/run/run_report.h"
#include "engine/run/time_shares.h"
#include "engine/telemetry/memory_sampler.h"
#include "engine/telemetry/timeline.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// The phases of a run on the sampler's clock, and in its progress.
inline constexpr const char* kPrefillPhase = "prefill";
inline constexpr const char* kDecodePhase = "decode";

/// Watches one run: passes, stages, transfers, the peaks of devices and host, progress, and the
/// timeline. transferred() may be called from any thread, the rest from the run's own.
class RunMonitor {
public:
    /// `gate` tells the pauses; `timeline` may be null. All but the first must outlive the monitor.
    RunMonitor(std::vector<RunStage> stages, const LoadBackends& backends, MemorySampler& sampler,
               const PauseGate& gate, Timeline* timeline, const ProgressSink& sink);

    /// Takes the baselines and starts the clock. `passes`: how many there will be.
    void start(std::uint64_t passes);
    void passBegins(std::uint32_t pass, std::size_t tokens);
    void entering(const std::string& module);
    void stepped(const ForwardStep& step);
    void transferred(std::uint64_t pass, std::size_t stage, const WeightTransfer& transfer);
    /// The module that runs, or ran last.
    [[nodiscard]] const std::string& module() const { return m_progress.currentItem; }

    /// The run itself is over: its seconds, passes, layers and peaks. Before its memory goes.
    void finish(RunReport& report);
    /// What devices hold once everything of the run is given back.
    void finishDevices(RunReport& report) const;

private:
    using Clock = Timeline::Clock;
    struct Moved {
        double seconds = 0;
        std::uint64_t bytes = 0;
    };

    /// Since the run began, without pauses.
    [[nodiscard]] double elapsed() const;
    [[nodiscard]] double held() const { return m_gate.heldSeconds() - m_heldBefore; }
    [[nodiscard]] std::size_t stageOf(const std::string& module);
    void endPass();
    void tell(const ForwardStep& step, const std::string& stage);
    [[nodiscard]] DeviceRunFigures figuresOf(DeviceMemory& device) const;

    std::vector<RunStage> m_stages;
    const LoadBackends& m_backends;
    MemorySampler& m_sampler;
    const PauseGate& m_gate;
    Timeline* m_timeline;
    ProgressThrottle m_throttle;
    Progress m_progress;
    std::unordered_map<std::string, std::size_t> m_stageOf;  ///< by module, as they come
    Clock::time_point m_begin;
    double m_heldBefore = 0;  ///< by the gate, when it began
    Clock::time_point m_passBegin;
    std::uint32_t m_pass = 0;
    std::size_t m_stage = 0;
    std::vector<RunPassFigures> m_passes;
    std::vector<RunLayerFigures> m_layers;
    ProcessMemory m_baseline;
    std::map<DeviceId, std::uint64_t> m_allocatedBefore;

    std::mutex m_mutex;                                              ///< guards what is below
    std::map<std::pair<std::uint64_t, std::size_t>, Moved> m_moved;  ///< by pass and stage
    std::map<DeviceId, Moved> m_movedTo;
    std::map<std::pair<SpanKind, DeviceId>, CoveredTime> m_lanes;  ///< seconds since the start
};

}  // namespace stowage
