// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/byte_size.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/calibration_parts.h"
#include "engine/plan/placement_plan.h"

#include <array>
#include <utility>

namespace stowage {

namespace {

/// Everything on one device.
Result<std::shared_ptr<const LoadSchedule>> scheduleOn(CalibrationRun& run,
                                                       const CalibrationFile& file,
                                                       const DeviceMemory& device) {
    const auto checkpoint = openCheckpoint(file.path, run.stop());
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    const auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    PlacementRequest request;
    request.tree = *tree;
    request.devices = {device.info()};
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", device.info().id}});
    const auto plan = place(request, run.stop());
    if (!plan) {
        return plan.unexpected();
    }
    return makeLoadSchedule(*plan, *checkpoint, {LoadMethod::Streamed, {}});
}

/// Bytes per second of one load, given back at once.
Result<double> loadOnce(CalibrationRun& run, const CalibrationFile& file, PageCacheState state,
                        const std::shared_ptr<const LoadSchedule>& schedule) {
    const bool isReady = state == PageCacheState::Warm && residentShare(file.path) >= 1;
    if (!isReady) {
        if (Result<void> ready = preparePageCache({file.path}, state, run.stop()); !ready) {
            return ready.unexpected();
        }
    }
    const PauseGate gate;
    const LoadOutcome outcome = runLoadJob(schedule, run.backends(), {}, gate, run.stop(), {});
    if (outcome.report.stopped) {
        return Unexpected{*outcome.report.stopped};
    }
    if (Result<void> go = run.proceed("loading", file.bytes); !go) {
        return go.unexpected();
    }
    return static_cast<double>(outcome.report.bytesRead) / outcome.report.seconds;
}

struct StreamCase {
    PageCacheState state;
    bool toGpu;
    bool isPopulated;
    DiskRate rate;
};

constexpr std::array kCases{
    StreamCase{PageCacheState::Cold, false, false, DiskRate::StreamHostCold},
    StreamCase{PageCacheState::Warm, false, false, DiskRate::StreamHostWarm},
    StreamCase{PageCacheState::Warm, true, false, DiskRate::StreamSimulatedWarm},
    StreamCase{PageCacheState::Warm, true, true, DiskRate::StreamPopulatedWarm},
    StreamCase{PageCacheState::Cold, true, true, DiskRate::StreamPopulatedCold},
    StreamCase{PageCacheState::Cold, true, false, DiskRate::StreamSimulatedCold}};

}  // namespace

Result<void> measureStreams(CalibrationRun& run, const CalibrationFile& file,
                            FileSystemRates& rates) {
    const auto onHost = scheduleOn(run, file, run.host());
    const auto onGpu = scheduleOn(run, file, run.simulated());
    if (!onHost || !onGpu) {
        return (onHost ? onGpu : onHost).unexpected();
    }
    for (const StreamCase& one : kCases) {
        std::vector<double> measured;
        const int passes = run.passes();
        for (int pass = 0; pass < passes; ++pass) {
            if (!one.isPopulated) {
                run.simulated().emptyCache();
            }
            const Result<double> rate =
                loadOnce(run, file, one.state, one.toGpu ? *onGpu : *onHost);
            if (!rate) {
                return rate.unexpected();
            }
            measured.push_back(*rate);
        }
        rates.set(one.rate, medianOf(measured));
    }
    run.simulated().emptyCache();
    return {};
}

}  // namespace stowage
