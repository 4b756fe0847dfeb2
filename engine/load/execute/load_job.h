// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/execute/loaded_model.h"
#include "engine/load/report/load_report.h"
#include "engine/load/tensor_backend.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace stowage {

struct LoadOptions {
    Verification verification = Verification::None;
    /// 1: what is read comes in the order of the files, one by one; 2: as many read as is quickest.
    unsigned readThreads = 2;
    /// Of a `streamed` load: whether weights on the CPU may go to memory that an earlier load left.
    HostMemoryUse hostMemory = HostMemoryUse::Fresh;
    /// Of a `streamed` load: how files are read; nothing chooses by probe and page cache.
    std::optional<ReadMode> readMode;
    double sampleIntervalSeconds = 0.01;
    std::shared_ptr<MemorySampler> sampler;  ///< one that runs already (the window's); may be null
};

struct LoadOutcome {
    LoadReport report;
    std::shared_ptr<LoadedModel> model;  ///< null when stopped
    /// What was run: the schedule given, predicted again where a device was not empty or had not
    /// the room that the plan says. Hold the report's peaks against this one. Never null.
    std::shared_ptr<const LoadSchedule> schedule;
};

/// Really loads. Blocks; run it in a worker. Cancel: no byte moves after 50 ms, everything is
/// given back, `report.stopped` is Cancelled. Failures are in `report.stopped` too, with the
/// figures until then. Never throws.
[[nodiscard]] LoadOutcome runLoadJob(std::shared_ptr<const LoadSchedule> schedule,
                                     const LoadBackends& backends, const LoadOptions& options,
                                     const PauseGate& gate, std::stop_token stop,
                                     const ProgressSink& progress);

/// Gives what the C library still caches of freed memory back to the system (malloc_trim): to be
/// called after an unload, so that its figures show what really went.
void releaseHostCaches();
/// The same, and the used arenas that the hosts among the devices keep (HostMemoryUse::Reused).
void releaseHostCaches(const LoadBackends& backends);

/// The report of a load that was only walked: its devices, phases and peaks are those of the
/// schedule's prediction, and times are not known. Nothing is opened or allocated, so models and
/// devices may be larger than this machine. A device that refuses an allocation stops it, as it
/// would stop the load.
[[nodiscard]] LoadReport dryRunReport(const LoadSchedule& schedule);

}  // namespace stowage
