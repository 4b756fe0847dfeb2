// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_controller.h"

#include "widgets/session/device_commands.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller_job.h"
#include "widgets/session/loaded_places.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr double kIdleIntervalSeconds = 0.25;
constexpr double kLoadingIntervalSeconds = 0.01;
/// The rate shown is a mean over this long, so that it does not flicker.
constexpr double kRateWindowSeconds = 1.0;
/// Below this a rate would be noise of the first reports.
constexpr double kShortestRateWindowSeconds = 0.02;

/// The same device of the same size: what lies there can stay.
bool sameGround(const DeviceInfo& one, const DeviceInfo& other) {
    return one.id == other.id && one.simulated == other.simulated && one.uuid == other.uuid &&
           (!one.id.isGpu() || (one.capacity == other.capacity && one.context == other.context &&
                                one.linkBytesPerSecond == other.linkBytesPerSecond));
}

}  // namespace

const char* loadStateName(LoadState state) {
    switch (state) {
        case LoadState::Idle:
            return "idle";
        case LoadState::Preparing:
            return "preparing";
        case LoadState::Loading:
            return "loading";
        case LoadState::Paused:
            return "paused";
        case LoadState::Cancelling:
            return "cancelling";
        case LoadState::Loaded:
            return "loaded";
        case LoadState::Unloading:
            return "unloading";
    }
    return "";
}

LoadController::LoadController(Document* document, BackendFactory factory, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_factory(std::move(factory)),
      m_sampler(std::make_shared<MemorySampler>(kIdleIntervalSeconds)),
      m_gate(std::make_shared<PauseGate>()),
      m_worker(std::make_unique<Worker>()),
      m_commands(std::make_unique<DeviceCommands>()) {
    connectCommands();
}

LoadController::~LoadController() {
    m_commands.reset();
    m_worker->stopAndJoin();
    m_worker.reset();
    releaseLoad(std::move(m_model), m_backends);
}

bool LoadController::isRunning() const {
    return m_state != LoadState::Idle && m_state != LoadState::Loaded;
}

const std::vector<std::shared_ptr<DeviceMemory>>& LoadController::devices() const {
    return m_backends.devices;
}

EngineCounters LoadController::counters() const {
    EngineCounters counters;
    if (m_backends.tensors) {
        counters.liveTensors = m_backends.tensors->liveTensors();
    }
    for (const auto& device : m_backends.devices) {
        const AllocatorStatistics statistics = device->statistics();
        counters.allocatedBytes += statistics.allocated;
        counters.reservedBytes += device->info().id.isGpu() ? statistics.reserved : 0;
    }
    counters.jobs = (m_worker->isRunning() ? 1U : 0U) + (m_commands->isBusy() ? 1U : 0U);
    return counters;
}

void LoadController::setState(LoadState state) {
    if (m_state != state) {
        m_state = state;
        Q_EMIT stateChanged(state);
    }
}

bool LoadController::canApply() const {
    if (m_state != LoadState::Loaded || m_model == nullptr || m_document->plan() == nullptr) {
        return false;
    }
    const PlacementPlan& shown = *m_document->plan();
    const PlacementPlan& loaded = *m_schedule->plan;
    return isSameModel(loaded, shown) && m_document->checkpoint() == m_schedule->checkpoint &&
           std::ranges::equal(loaded.request.devices, shown.request.devices, sameGround);
}

void LoadController::apply(LoadRequest request) {
    if (!canApply() || refuseInUse()) {
        return;
    }
    request.start = LoadStart::FromLoaded;
    request.method = LoadMethod::Streamed;
    auto job = std::make_shared<Job>();
    job->request = request;
    job->backends = m_backends;
    job->loaded = std::exchange(m_model, nullptr);
    job->loadedSchedule = m_schedule;
    begin(job, nullptr);
}

void LoadController::start(const LoadRequest& request) {
    if (isRunning() || refuseInUse()) {
        return;
    }
    if (!m_document->plan() || !m_document->checkpoint()) {
        Q_EMIT failed(tr("Nothing can be loaded yet; open a model first."));
        return;
    }
    auto job = std::make_shared<Job>();
    job->request = request;
    job->request.start = LoadStart::Anew;
    begin(job, std::exchange(m_model, nullptr));
}

void LoadController::begin(const std::shared_ptr<Job>& job, std::shared_ptr<LoadedModel> old) {
    const LoadRequest& request = job->request;
    job->plan = m_document->plan();
    job->checkpoint = m_document->checkpoint();
    job->rates = m_rates;
    m_request = request;
    m_modelName = m_document->displayName();
    m_failure.reset();
    m_gate = std::make_shared<PauseGate>();
    m_wasHeld = request.pace == LoadPace::StepByStep;
    if (m_wasHeld) {
        m_gate->pause();
    }
    m_progress = {};
    m_recentProgress.clear();
    m_rate = 0;
    setState(LoadState::Preparing);

    const std::uint64_t generation = m_worker->nextGeneration();
    m_worker->start(
        [this, job, generation, old = std::move(old), oldBackends = m_backends, factory = m_factory,
         gate = m_gate](std::stop_token stop) mutable -> JobResult {
            if (job->loaded == nullptr) {
                releaseLoad(std::move(old), oldBackends);
            }
            oldBackends = {};
            return runJob(*job, factory, *gate, generation, stop);
        },
        [this](JobResult result) { onJobDone(std::move(result)); },
        [this, job](const Error& error) {
            if (isRunning()) {
                onJobDone({error, std::nullopt, {}, std::move(job->loaded), job->loadedSchedule});
            } else {  // it was thrown where the end was shown, which stands
                Q_EMIT failed(QString::fromStdString(error.message));
            }
        });
}

LoadController::JobResult LoadController::runJob(Job& job, const BackendFactory& factory,
                                                 const PauseGate& gate, std::uint64_t generation,
                                                 std::stop_token stop) {
    if (auto ready = job.prepare(factory, stop); !ready) {
        if (job.loaded == nullptr) {
            releaseLoad(nullptr, job.backends);
        }
        return {
            ready.error(), std::move(job.refusal), {}, std::move(job.loaded), job.loadedSchedule};
    }
    m_sampler->setDevices(job.backends.devices);
    m_sampler->setInterval(kLoadingIntervalSeconds);
    m_sampler->sampleNow();
    job.startedAt = m_sampler->now();
    Job prepared = job;
    prepared.loaded.reset();  // the worker's alone
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
    result.kept = std::move(job.loaded);
    result.schedule = result.kept != nullptr ? job.loadedSchedule
                      : job.change           ? job.change->whole
                                             : result.outcome.schedule;
    if (!result.outcome.model && result.kept == nullptr) {
        releaseLoad(nullptr, job.backends);
    }
    m_sampler->sampleNow();
    return result;
}

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
        m_recentProgress.clear();  // a phase counts its bytes anew
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
        onNotStarted(result);
    } else {
        onFinished(std::move(result));
    }
}

void LoadController::onNotStarted(const JobResult& result) {
    m_sampler->setInterval(kIdleIntervalSeconds);
    const bool cancelled = m_state == LoadState::Cancelling;
    hold(result.kept, result.schedule);
    if (cancelled) {
        auto report = std::make_shared<LoadReport>();
        report->stopped = loadCancelledError();
        Q_EMIT finished(std::move(report));
    } else if (result.refusal) {
        Q_EMIT refused(*result.refusal);
    } else {
        Q_EMIT failed(QString::fromStdString(result.notStarted->message));
    }
}

void LoadController::hold(std::shared_ptr<LoadedModel> model,
                          std::shared_ptr<const LoadSchedule> schedule) {
    m_model = std::move(model);
    m_schedule = m_model ? std::move(schedule) : nullptr;
    if (m_model == nullptr) {
        m_modelName.clear();
    }
    setState(m_model ? LoadState::Loaded : LoadState::Idle);
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
    m_sampler->setInterval(kIdleIntervalSeconds);
    m_rate = 0;
    auto report = std::make_shared<const LoadReport>(std::move(outcome.report));
    m_runs.push_back({++m_lastNumber, m_request, m_wasHeld, report, outcome.schedule, m_modelName});
    keepPeaks(*report);
    const bool hasFailed = report->stopped && report->stopped->code != ErrorCode::Cancelled;
    if (hasFailed) {
        m_failure = LoadFailure{m_request, *report->stopped, report->stoppedAt, report->wouldFit,
                                m_modelName};
    }
    hold(outcome.model ? std::move(outcome.model) : std::move(result.kept),
         std::move(result.schedule));
    Q_EMIT finished(report);
    if (hasFailed) {
        Q_EMIT failed(QString::fromStdString(report->stopped->message));
    }
}

void LoadController::pause() {
    if (m_state == LoadState::Loading) {
        m_gate->pause();
        m_rate = 0;
        m_wasHeld = true;
        setState(LoadState::Paused);
    }
}

void LoadController::step() {
    pause();
    if (m_state == LoadState::Paused) {
        m_gate->step();
    }
}

void LoadController::resume() {
    if (m_state == LoadState::Paused) {
        m_recentProgress.clear();
        m_gate->resume();
        setState(LoadState::Loading);
    }
}

void LoadController::cancel() {
    if (m_state == LoadState::Preparing || m_state == LoadState::Loading ||
        m_state == LoadState::Paused) {
        setState(LoadState::Cancelling);
        m_worker->requestStop();
    }
}

void LoadController::unload() {
    if (m_state != LoadState::Loaded || refuseInUse()) {
        return;
    }
    setState(LoadState::Unloading);
    giveBack(std::exchange(m_model, nullptr), [this](const MemoryChange& change) {
        m_schedule.reset();
        m_modelName.clear();
        m_progress = {};
        setState(LoadState::Idle);
        Q_EMIT memoryChanged(change);
    });
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
            Q_EMIT failed(QString::fromStdString(error.message));
        });
}

}  // namespace stowage
