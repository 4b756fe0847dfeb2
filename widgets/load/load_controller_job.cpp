// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/load_controller_private.h"

#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "widgets/support/translation.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr double kLoadingIntervalSeconds = 0.01;

/// The rate shown is a mean over this long, so that it does not flicker.
constexpr double kRateWindowSeconds = 1.0;

/// Below this a rate would be noise of the first reports.
constexpr double kShortestRateWindowSeconds = 0.02;

/// Memory of the machine, simulated GPUs' pages among it, that the tensors on `backends` take.
std::uint64_t bytesOfMachine(const LoadBackends& backends) {
    std::uint64_t bytes = 0;
    for (const auto& device : backends.devices) {
        const DeviceInfo& info = device->info();
        const AllocatorStatistics now = device->statistics();
        bytes += !info.id.isGpu() ? now.allocated : info.simulated ? now.reserved : 0;
    }
    return bytes;
}

/// The same but for objections that go once what is held is given back.
std::shared_ptr<const LoadSchedule> withoutMended(const LoadSchedule& schedule,
                                                  const ReleasedRoom& released) {
    auto rest = std::make_shared<LoadSchedule>(schedule);
    std::erase_if(rest->preflight,
                  [&](const PlanIssue& issue) { return isMendedBy(released, issue, schedule); });
    return rest;
}

/// The error of a load that a person stopped.
Error loadCancelledError() {
    return makeError(ErrorCode::Cancelled,
                     LoadController::tr("The load was cancelled.").toStdString());
}

}  // namespace

void releaseLoad(std::shared_ptr<LoadedModel> model, const LoadBackends& backends) {
    model.reset();
    for (const auto& device : backends.devices) {
        device->emptyCache();
    }
    releaseHostCaches();
}

// What the worker does.

Result<void> LoadController::Job::makeSchedule() {
    ScheduleOptions options;
    options.method = request.method;
    options.offloadFolder = request.offloadFolder;
    options.rates = rates;
    options.ramLimit = request.ramLimit;
    if (isChange()) {
        auto changed = planChange(*held.model, plan, backends.states(), options);
        STOWAGE_TRY(changed);
        change = std::move(*changed);
        schedule = change->moves;
        return {};
    }
    auto scheduled = makeLoadSchedule(plan, checkpoint, options);
    STOWAGE_TRY(scheduled);
    schedule = *scheduled;
    return {};
}

LoadOutcome LoadController::Job::carryOut(const LoadOptions& options, const PauseGate& gate,
                                          std::stop_token stop, const ProgressSink& progress) {
    if (!change) {
        return runLoadJob(schedule, backends, options, gate, std::move(stop), progress);
    }
    LoadOutcome outcome =
        applyChange(*change, held.model, backends, options, gate, std::move(stop), progress);
    if (outcome.model != nullptr) {
        held.model.reset();  // here: pages go back at some GB/s
    }
    return outcome;
}

Result<void> LoadController::Job::judge(const std::shared_ptr<const LoadSchedule>& judged) {
    if (request.preflight == PreflightRule::Refuse) {
        refusal = refuseLoad(request, judged);
    }
    if (refusal && change) {
        refusal->nearest.reset();  // only one way leads from what is loaded
    }
    if (refusal) {
        return fail(ErrorCode::DeviceOutOfMemory, refusal->objections.front().text);
    }
    return {};
}

Result<void> LoadController::Job::judgeBesideHeld() {
    STOWAGE_TRY(makeSchedule());
    const ReleasedRoom released{bytesOfMachine(heldOn), held.schedule->removeOffloadFolder
                                                            ? held.schedule->offloadFolder
                                                            : std::string()};
    if (!request.method) {
        // Beside what is held, `auto` may have had to take another one than it will once that goes.
        const LoadMethod first = chooseMethod(*schedule).method;
        if (first != schedule->method &&
            loadObjections(*withoutMended(*scheduleWithMethod(*schedule, first), released))
                .empty()) {
            schedule.reset();
            return {};
        }
    }
    const auto judged = withoutMended(*schedule, released);
    STOWAGE_TRY(judge(judged));
    if (judged->preflight.size() < schedule->preflight.size()) {
        schedule.reset();
    }
    return {};
}

Result<void> LoadController::Job::prepare(const BackendFactory& factory, std::stop_token stop) {
    if (!isChange() && held.model != nullptr) {
        STOWAGE_TRY(judgeBesideHeld());
        if (stop.stop_requested()) {
            return Unexpected{loadCancelledError()};
        }
        releaseLoad(std::move(held.model), heldOn);
    }
    heldOn = {};
    if (!isChange()) {
        auto made = factory(plan->request.devices);
        STOWAGE_TRY(made);
        backends = std::move(*made);
    }
    if (stop.stop_requested()) {
        return Unexpected{loadCancelledError()};
    }
    if (schedule == nullptr) {
        STOWAGE_TRY(makeSchedule());
        STOWAGE_TRY(judge(schedule));
    }
    // Here rather than in the job, so that the load's clock starts when the load does.
    backends.tensors->warmUp();
    if (stop.stop_requested()) {
        return Unexpected{loadCancelledError()};
    }
    before = takeSnapshot(backends.devices);
    return {};
}

LoadController::JobResult LoadController::runJob(Job& job, const BackendFactory& factory,
                                                 const PauseGate& gate, std::uint64_t generation,
                                                 std::stop_token stop) {
    if (auto ready = job.prepare(factory, stop); !ready) {
        if (job.held.model == nullptr) {
            releaseLoad(nullptr, job.backends);
        }
        return {ready.error(), std::move(job.refusal), {}, std::move(job.held)};
    }
    m_sampler->setDevices(job.backends.devices);
    m_sampler->setInterval(kLoadingIntervalSeconds);
    m_sampler->sampleNow();
    job.startedAt = m_sampler->now();
    Job prepared = job;
    prepared.held = {};  // the worker's alone
    m_worker->post(generation, [this, prepared = std::move(prepared)] { onPrepared(prepared); });

    LoadOptions options;
    options.verification = job.request.verification;
    options.sampleIntervalSeconds = kLoadingIntervalSeconds;
    options.sampler = m_sampler;
    const auto progress = [this, generation](const Progress& report) {
        m_worker->post(generation, [this, report] { onProgress(report); });
    };
    JobResult result;
    result.outcome = job.carryOut(options, gate, stop, progress);
    result.kept = std::move(job.held);
    result.schedule = job.change ? job.change->whole : result.outcome.schedule;
    if (!result.outcome.model && result.kept.model == nullptr) {
        releaseLoad(nullptr, job.backends);
    }
    m_sampler->sampleNow();
    return result;
}

void LoadController::giveBack(std::shared_ptr<LoadedModel> model,
                              std::function<void(const MemoryChange&)> then) {
    m_worker->start(
        [model = std::move(model), backends = m_backends,
         sampler = m_sampler](std::stop_token) mutable {
            MemoryChange change;
            change.command = MemoryChange::Command::Unload;
            change.before = takeSnapshot(backends.devices);
            releaseLoad(std::move(model), backends);
            change.after = takeSnapshot(backends.devices);
            backends = {};
            sampler->sampleNow();
            return change;
        },
        [then](const MemoryChange& change) { then(change); },
        [this, then](const Error& error) {
            if (isRunning()) {
                then({});  // the weights are gone, only their figures are not known
            }
            Q_EMIT failed(translated(error.message), error.code);
        });
}

// What comes back from the worker.

void LoadController::onPrepared(const Job& job) {
    m_backends = job.backends;
    m_schedule = job.schedule;
    m_startedAt = job.startedAt;
    m_beforeLoad = job.before;
    m_loadPeaks.clear();
    followPlan();
    if (m_state == LoadState::Preparing) {
        setState(LoadState::Loading);
        if (m_gate->isPaused()) {
            setState(LoadState::Paused);
        }
    }
}

void LoadController::onProgress(const Progress& progress) {
    const double now = m_sampler->now();
    if (m_progress.phase != progress.phase) {
        m_recentProgress.clear();  // a phase counts its bytes from 0
        m_rate = 0;
    }
    m_progress = progress;
    m_recentProgress.emplace_back(now, progress.bytesDone);
    while (now - m_recentProgress.front().first > kRateWindowSeconds) {
        m_recentProgress.pop_front();
    }
    const auto& [since, bytes] = m_recentProgress.front();
    if (progress.bytesDone < bytes) {
        m_recentProgress.assign(1, {now, progress.bytesDone});
    } else if (now - since >= kShortestRateWindowSeconds) {
        m_rate = static_cast<double>(progress.bytesDone - bytes) / (now - since);
    }
    Q_EMIT progressChanged(m_progress);
}

void LoadController::onJobDone(JobResult result) {
    if (result.notStarted) {
        onNotStarted(std::move(result));
    } else {
        onFinished(std::move(result));
    }
}

void LoadController::onNotStarted(JobResult result) {
    m_sampler->setInterval(kLoadIdleIntervalSeconds);
    const bool cancelled = m_state == LoadState::Cancelling;
    hold(std::move(result.kept));
    if (cancelled) {
        auto report = std::make_shared<LoadReport>();
        report->stopped = loadCancelledError();
        Q_EMIT finished(std::move(report));
    } else if (result.refusal) {
        Q_EMIT refused(*result.refusal);
    } else {
        Q_EMIT failed(translated(result.notStarted->message), result.notStarted->code);
    }
}

void LoadController::onFinished(JobResult result) {
    LoadOutcome& outcome = result.outcome;
    const bool wasApplied = m_request.start == LoadStart::FromLoaded;
    if (!wasApplied && m_state == LoadState::Cancelling && outcome.model) {
        // The cancel came after the last byte: the person's wish still holds.
        auto model = std::exchange(outcome.model, nullptr);
        outcome.report.stopped = loadCancelledError();
        auto rest = std::make_shared<JobResult>(std::move(result));
        giveBack(std::move(model),
                 [this, rest](const MemoryChange&) { onFinished(std::move(*rest)); });
        return;
    }
    m_sampler->setInterval(kLoadIdleIntervalSeconds);
    m_rate = 0;
    auto report = std::make_shared<const LoadReport>(std::move(outcome.report));
    m_finishedLoads.push_back(
        {++m_lastNumber, m_request, m_wasPaused, report, outcome.schedule, m_modelName});
    keepPeaks(*report);
    const bool hasFailed = report->stopped && report->stopped->code != ErrorCode::Cancelled;
    if (hasFailed) {
        m_failure = LoadFailure{m_request, *report->stopped, report->stoppedAt, report->wouldFit,
                                m_modelName};
    }
    hold(outcome.model ? HeldLoad{std::move(outcome.model), std::move(result.schedule), m_modelName}
                       : std::move(result.kept));
    Q_EMIT finished(report);
    if (hasFailed) {
        Q_EMIT failed(translated(report->stopped->message), report->stopped->code);
    }
}

}  // namespace stowage
