// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/load_job.h"

#include "engine/base/error_conversion.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/page_cache.h"
#include "engine/load/execute/load_monitor.h"
#include "engine/load/execute/load_steps.h"
#include "engine/load/execute/per_tensor_files.h"
#include "engine/load/execute/placed_model.h"
#include "engine/load/program/host_layout.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"

#include <malloc.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// Notices that a checkpoint's files are changed while they are loaded, by size and time.
class SourceGuard {
public:
    /// Remembers the files as they are. Errors: Truncated (shorter than when the checkpoint was
    /// opened), ReadFailed.
    [[nodiscard]] static Result<SourceGuard> make(const Checkpoint& checkpoint);
    /// Errors: Truncated, Malformed where one is shorter or not what it was (bad input,
    /// both), ReadFailed.
    [[nodiscard]] Result<void> check() const;

private:
    struct State {
        std::uint64_t inode = 0;
        std::uint64_t size = 0;
        std::int64_t seconds = 0;
        std::int64_t nanoseconds = 0;
        friend bool operator==(const State&, const State&) = default;
    };
    explicit SourceGuard(const Checkpoint& checkpoint) : m_checkpoint(&checkpoint) {}
    [[nodiscard]] static Result<State> stateOf(const RandomAccessFile& file);

    const Checkpoint* m_checkpoint;
    std::vector<State> m_states;
};

namespace {

Unexpected changed(const RandomAccessFile& file, ErrorCode code, const Message& how) {
    return fail(code,
                say("%1 changed while it was loaded (%2), so the loaded weights cannot be trusted. "
                    "Open the file again.",
                    file.path(), how),
                file.path());
}

Message sizes(std::uint64_t before, std::uint64_t now) {
    return say("%1 bytes instead of %2", now, before);
}

/// Where a load stops that did not begin.
constexpr Phrase kStartPlace = phrase("start");

/// Sets a sampler's interval for as long as a load lasts.
class SamplerInterval {
public:
    SamplerInterval(MemorySampler& sampler, double seconds)
        : m_sampler(sampler), m_before(sampler.interval()) {
        m_sampler.setInterval(seconds);
    }
    ~SamplerInterval() { m_sampler.setInterval(m_before); }
    SamplerInterval(const SamplerInterval&) = delete;
    SamplerInterval& operator=(const SamplerInterval&) = delete;

private:
    MemorySampler& m_sampler;
    double m_before;
};

Result<void> requireDevices(const LoadSchedule& schedule, const LoadBackends& backends) {
    if (backends.tensors == nullptr) {
        return fail(ErrorCode::BackendUnavailable,
                    say("Loading needs LibTorch, which is not open."));
    }
    if (backends.find(DeviceId::cpu()) == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    say("Loading needs the CPU as one of its devices."));
    }
    for (const ScheduledTensor& tensor : schedule.tensors) {
        if (tensor.device.kind != DeviceKind::Disk && backends.find(tensor.device) == nullptr) {
            return fail(ErrorCode::InvalidPlan,
                        say("The plan uses %1, which is not among the devices.",
                            deviceLabel(tensor.device)));
        }
    }
    return {};
}

Result<void> loadAndVerify(const LoadWork& work, LoadReport& report) {
    STOWAGE_TRY(work.model.openStore());
    const Result<SourceGuard> source = SourceGuard::make(*work.schedule.checkpoint);
    STOWAGE_TRY(source);
    STOWAGE_TRY(runProgram(work, makeLoadProgram(work.schedule)));
    STOWAGE_TRY(source->check());
    if (work.opensMeanwhile) {
        work.monitor.endPhase();  // the weights are in place: waiting is no part of the load
        STOWAGE_TRY(work.backends.tensors->open());
        work.monitor.endOpening();
    }
    STOWAGE_TRY(work.model.makeTensors());
    work.ram.rest();
    report.tensors = namedTensors(work.schedule).size();
    if (work.options.verification == Verification::None) {
        return {};
    }
    STOWAGE_TRY(verifyLoad(work, report));
    return source->check();
}

Result<void> runGuarded(const LoadWork& work, LoadReport& report) {
    try {
        return loadAndVerify(work, report);
    } catch (const std::bad_alloc&) {
        work.monitor.noteRefusal(RefusedMemory{DeviceId::cpu(), 0, 0, std::nullopt});
        return fail(ErrorCode::OutOfMemory, say("The host has no memory left for this load."));
    } catch (const std::exception& error) {
        return fail(ErrorCode::Internal, say("Loading failed: %1", error.what()));
    }
}

/// What was refused is told with what would fit, found when the memory is free again.
void adviseOnRefusal(const LoadSchedule& schedule, const LoadMonitor& monitor,
                     LoadReport& report) noexcept {
    const std::optional<RefusedMemory> refused = monitor.refusal();
    if (!refused || !report.stopped) {
        return;
    }
    try {
        RefusalAdvice advice = adviceOnRefusal(schedule, *refused);
        report.wouldFit = advice.method;
        report.stopped->message = joined({report.stopped->message, advice.text}, " ");
    } catch (const std::bad_alloc&) {  // then without the advice
    }
}

void fillFinalFigures(const LoadBackends& backends, LoadReport& report) {
    for (DeviceLoadFigures& figures : report.devices) {
        const DeviceMemory& device = *backends.find(figures.device.id);
        const AllocatorStatistics statistics = device.statistics();
        figures.finalAllocated = statistics.allocated;
        figures.finalReserved = statistics.reserved;
        if (figures.device.id.isGpu()) {
            AllocatorCounters counters = device.counters();
            counters.raisePeaks(figures.counters.value_or(AllocatorCounters{}));
            figures.counters = counters;
            figures.segments = device.segments();
        }
    }
}

/// The schedule for the devices as they are now: a second load meets cached segments, or what is
/// loaded already, or other programs that came meanwhile.
std::shared_ptr<const LoadSchedule> scheduleAtStart(
    const std::shared_ptr<const LoadSchedule>& schedule, const LoadBackends& backends) {
    std::shared_ptr<const DeviceStates> states = backends.states();
    const auto isAsPlanned = [&](const DevicePlacement& placement) {
        const auto found = states->find(placement.device.id);
        return found == states->end() ||
               (found->second.statistics().reserved == 0 &&
                found->second.limit() ==
                    placement.device.freeBytes().value_or(found->second.limit()));
    };
    const std::vector<DevicePlacement>& placements = schedule->plan->placements;
    const bool asPlanned = std::all_of(placements.begin(), placements.end(), isAsPlanned);
    return asPlanned && schedule->deviceStates == nullptr
               ? schedule
               : scheduleWithStates(*schedule, std::move(states));
}

/// `per-tensor` from another format first writes its files: before the clock starts.
Result<std::unique_ptr<PerTensorFiles>> prepareFiles(const LoadSchedule& schedule,
                                                     const std::stop_token& stop,
                                                     const ProgressSink& progress) {
    if (schedule.method != LoadMethod::PerTensor || hasFilePerTensor(schedule)) {
        return std::unique_ptr<PerTensorFiles>();
    }
    try {
        return PerTensorFiles::write(schedule, stop, progress);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, say("The host has no memory left for this load."));
    }
}

Result<void> prepareMemory(const LoadSchedule& schedule, const std::stop_token& stop) {
    // What the load will hold at most, and the pages of the files that it reads.
    return schedule.freeMemory == FreeMemoryState::Touched
               ? touchFreeMemory(schedule.prediction->peakMachine + schedule.totalBytes, stop)
               : Result<void>();
}

/// Without the verification's.
std::optional<std::uint64_t> peakOfLoad(const LoadReport& report) {
    std::optional<std::uint64_t> peak;
    for (const LoadPhase& phase : report.phases) {
        if (!isVerification(phase.name) && phase.peakHostAnon) {
            peak = std::max(peak.value_or(0), *phase.peakHostAnon);
        }
    }
    return peak;
}

bool anySimulatedGpu(const LoadBackends& backends) {
    return std::ranges::any_of(backends.devices, [](const std::shared_ptr<DeviceMemory>& device) {
        return device->info().simulated;
    });
}

/// Below, LibTorch is not open before the weights are read.
constexpr std::uint64_t kLeastReadMeanwhile = 256 * kMiB;
/// From this share of the files on in the page cache, both would wait for the same processors.
constexpr double kMostCachedMeanwhile = 0.5;

bool isMostlyCached(const Checkpoint& checkpoint) {
    double cached = 0;
    double all = 0;
    for (const auto& shard : checkpoint.shards) {
        const auto size = static_cast<double>(shard->size());
        cached += size * residentShare(shard->path());
        all += size;
    }
    return cached > kMostCachedMeanwhile * all;
}

/// Whether LibTorch may be opened while the first bytes travel: a load that waits for a disk, whose
/// curves nobody asked for, and whose memory can be told from LibTorch's.
bool mayOpenMeanwhile(const LoadSchedule& schedule, const LoadBackends& backends,
                      const LoadOptions& options) {
    if (backends.tensors->isOpen() || options.sampler != nullptr || schedule.ramLimit ||
        schedule.method != LoadMethod::Streamed || schedule.totalBytes < kLeastReadMeanwhile) {
        return false;
    }
    const HostLayout layout = layOutHost(schedule);
    for (std::size_t i = 0; i < schedule.tensors.size(); ++i) {
        const ScheduledTensor& tensor = schedule.tensors[i];
        const bool isAlone = tensor.device == DeviceId::cpu() && layout.places[i].arena == kNone;
        if (isAlone || schedule.isCast(static_cast<std::uint32_t>(i)) ||
            !schedule.checkpoint->tensors[tensor.stored].strides.empty()) {
            return false;
        }
    }
    return !isMostlyCached(*schedule.checkpoint);
}

/// The job itself; fills `outcome` as far as it gets.
void runJob(const LoadBackends& backends, const LoadOptions& options, const PauseGate& gate,
            const std::stop_token& stop, const ProgressSink& progress, LoadOutcome& outcome) {
    LoadReport& report = outcome.report;
    std::shared_ptr<const LoadSchedule>& schedule = outcome.schedule;
    report.method = schedule->method;
    report.keys = schedule->keys;
    report.sampleIntervalSeconds = options.sampleIntervalSeconds;
    if (Result<void> ready = requireDevices(*schedule, backends); !ready) {
        report.stopped = ready.error();
        report.stoppedAt = kStartPlace;
        return;
    }
    schedule = scheduleAtStart(schedule, backends);
    std::shared_ptr<MemorySampler> sampler = options.sampler;
    if (sampler == nullptr) {
        sampler = std::make_shared<MemorySampler>(options.sampleIntervalSeconds);
        sampler->setDevices(backends.devices);
    }
    const SamplerInterval interval(*sampler, options.sampleIntervalSeconds);
    const bool opensMeanwhile = mayOpenMeanwhile(*schedule, backends, options);
    if (!opensMeanwhile) {
        if (const Result<void> open = backends.tensors->open(); !open) {
            report.stopped = open.error();
            report.stoppedAt = kStartPlace;
            return;
        }
        // LibTorch's own start and its threads are no part of this load's memory.
        backends.tensors->warmUp();
    }
    const auto files = prepareFiles(*schedule, stop, progress);
    if (!files) {
        report.stopped = files.error();
        report.stoppedAt = kWriteFilesPhase;
        return;
    }
    if (const Result<void> touched = prepareMemory(*schedule, stop); !touched) {
        report.stopped = touched.error();
        report.stoppedAt = kStartPlace;
        return;
    }
    auto model = std::make_shared<PlacedModel>(schedule, backends.tensors);
    LoadMonitor monitor(backends.devices, *sampler, gate, progress);
    monitor.start();
    RamWatch ram(schedule->ramLimit, std::string(loadMethodName(schedule->method)),
                 anySimulatedGpu(backends));
    ram.start(monitor.baseline());
    const LoadWork work{*schedule, backends, options, gate,         stop,
                        monitor,   *model,   ram,     files->get(), opensMeanwhile};
    if (opensMeanwhile) {
        monitor.beginOpening();
    }
    const Result<void> loaded = runGuarded(work, report);
    if (!loaded) {
        report.stopped = loaded.error();
        report.stoppedAt = monitor.place().empty() ? Message(kStartPlace) : monitor.place();
        model.reset();
    }
    monitor.finish(report);
    report.ramLimit = ram.figures(peakOfLoad(report));
    adviseOnRefusal(*schedule, monitor, report);
    fillFinalFigures(backends, report);
    outcome.model = std::move(model);
}

PredictedPeak figuresOf(const std::map<DeviceId, PredictedPeak>& figures, DeviceId device) {
    const auto found = figures.find(device);
    return found == figures.end() ? PredictedPeak{} : found->second;
}

void stopAtShortage(const LoadSchedule& schedule, LoadReport& report) {
    const ProgramPrediction& prediction = *schedule.prediction;
    if (prediction.shortages.empty()) {
        return;
    }
    const PredictedShortage& shortage = prediction.shortages.front();
    const std::string& name =
        schedule.plan->request.tree->tensor(schedule.tensors[shortage.tensor].tensor).name;
    report.stoppedAt = joined({shortage.phase, name}, ", ");
    const auto objection = std::find_if(
        schedule.preflight.begin(), schedule.preflight.end(),
        [&](const PlanIssue& issue) { return issue.device && *issue.device == shortage.device; });
    report.stopped = makeError(
        ErrorCode::DeviceOutOfMemory,
        objection == schedule.preflight.end()
            ? say("There is not enough memory for %1 on %2.", name, deviceLabel(shortage.device))
            : Message(objection->text),
        {}, name);
}

}  // namespace

Result<SourceGuard::State> SourceGuard::stateOf(const RandomAccessFile& file) {
    struct stat state {};
    // By its path: a checkpoint of thousands of files keeps no descriptor of each.
    if (::stat(file.path().c_str(), &state) != 0) {
        return fail(ErrorCode::ReadFailed,
                    say("%1 cannot be examined: %2.", file.path(), systemErrorText(errno)),
                    file.path());
    }
    return State{static_cast<std::uint64_t>(state.st_ino),
                 static_cast<std::uint64_t>(state.st_size), state.st_mtim.tv_sec,
                 state.st_mtim.tv_nsec};
}

Result<SourceGuard> SourceGuard::make(const Checkpoint& checkpoint) {
    SourceGuard guard(checkpoint);
    for (const auto& shard : checkpoint.shards) {
        const Result<State> state = stateOf(*shard);
        STOWAGE_TRY(state);
        if (state->size < shard->size()) {
            return changed(*shard, ErrorCode::Truncated, sizes(shard->size(), state->size));
        }
        guard.m_states.push_back(*state);
    }
    return guard;
}

Result<void> SourceGuard::check() const {
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const RandomAccessFile& file = *m_checkpoint->shards[i];
        const Result<State> now = stateOf(file);
        STOWAGE_TRY(now);
        if (now->size < m_states[i].size) {
            return changed(file, ErrorCode::Truncated, sizes(m_states[i].size, now->size));
        }
        if (!(*now == m_states[i])) {
            return changed(file, ErrorCode::Malformed,
                           phrase("the file was replaced, or its modification time changed"));
        }
    }
    return {};
}

LoadOutcome runLoadJob(std::shared_ptr<const LoadSchedule> schedule, const LoadBackends& backends,
                       const LoadOptions& options, const PauseGate& gate, std::stop_token stop,
                       const ProgressSink& progress) {
    LoadOutcome outcome;
    outcome.schedule = std::move(schedule);
    try {
        runJob(backends, options, gate, stop, progress, outcome);
    } catch (const std::exception& error) {  // no memory, or no thread, before anything was loaded
        outcome.model.reset();
        outcome.report.stopped = makeError(ErrorCode::OutOfMemory,
                                           say("The load could not be started: %1.", error.what()));
        outcome.report.stoppedAt = kStartPlace;
    }
    return outcome;
}

void releaseHostCaches() {
    ::malloc_trim(0);
}

void releaseHostCaches(const LoadBackends& backends) {
    for (const std::shared_ptr<DeviceMemory>& device : backends.devices) {
        if (device->isHost()) {
            device->emptyCache();
        }
    }
    releaseHostCaches();
}

LoadReport dryRunReport(const LoadSchedule& schedule) {
    const ProgramPrediction& prediction = *schedule.prediction;
    LoadReport report;
    report.dryRun = true;
    report.method = schedule.method;
    for (const ScheduledTensor& tensor : schedule.tensors) {
        report.bytes += denseBytes(schedule.checkpoint->tensors[tensor.stored]);
    }
    report.bytesRead = prediction.bytesRead;
    report.tensors = namedTensors(schedule).size();
    report.keys = schedule.keys;
    for (const DevicePlacement& placement : schedule.plan->placements) {
        const DeviceId device = placement.device.id;
        if (device.isGpu()) {
            const PredictedPeak peak = figuresOf(prediction.peaks, device);
            const PredictedPeak end = figuresOf(prediction.finals, device);
            report.devices.push_back(DeviceLoadFigures{placement.device, peak.allocated,
                                                       peak.reserved, end.allocated, end.reserved});
        }
    }
    report.peak.anon = prediction.peakHostAnon;
    for (const PredictedPhase& phase : prediction.phases) {
        LoadPhase walked;
        walked.name = phase.name;
        walked.peakHostAnon = phase.peakHostAnon;
        for (const auto& [device, peak] : phase.peaks) {
            walked.peakAllocated[device] = peak.allocated;
        }
        report.phases.push_back(std::move(walked));
    }
    stopAtShortage(schedule, report);
    return report;
}

}  // namespace stowage
