// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_controller.h"

#include "widgets/session/document.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr double kIdleIntervalSeconds = 0.25;
constexpr double kLoadingIntervalSeconds = 0.01;
/// The rate shown is a mean over this long, so that it does not flicker.
constexpr double kRateWindowSeconds = 1.0;
/// Below this a rate would be noise of the first reports.
constexpr double kShortestRateWindowSeconds = 0.02;

/// Frees the weights and hands cached pages back to the system. Runs in a worker: pages are
/// released at some GB/s.
void releaseAll(std::shared_ptr<LoadedModel> model, const LoadBackends& backends) {
    model.reset();
    for (const auto& device : backends.devices) {
        device->emptyCache();
    }
    releaseHostCaches();
}

Error cancelledError() {
    return makeError(ErrorCode::Cancelled, "The load was cancelled.");
}

std::optional<Error> preflightError(const LoadSchedule& schedule) {
    const std::vector<PlanIssue> objections = loadObjections(schedule);
    if (objections.empty()) {
        return {};
    }
    const PlanIssue& issue = objections.front();
    const bool onGpu = issue.device.has_value() && issue.device->isGpu();
    return makeError(onGpu ? ErrorCode::DeviceOutOfMemory : ErrorCode::OutOfMemory, issue.text);
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

/// What the worker needs and finds out; it is handed to the UI thread by value.
struct LoadController::Job {
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;
    LoadMethod method = LoadMethod::Streamed;
    LoadBackends backends;
    std::shared_ptr<const LoadSchedule> schedule;
    double startedAt = 0;

    /// Devices, LibTorch and the schedule, with everything that can refuse a load before a byte
    /// is read.
    Result<void> prepare(const BackendFactory& factory, std::stop_token stop) {
        auto made = factory(plan->request.devices);
        if (!made) {
            return made.unexpected();
        }
        backends = std::move(*made);
        if (stop.stop_requested()) {
            return Unexpected{cancelledError()};
        }
        auto scheduled =
            makeLoadSchedule(plan, checkpoint, {.method = method, .offloadFolder = {}});
        if (!scheduled) {
            return scheduled.unexpected();
        }
        schedule = *scheduled;
        if (auto refused = preflightError(*schedule)) {
            return Unexpected{*std::move(refused)};
        }
        // Here rather than in the job, so that the run's clock starts when the load does.
        backends.tensors->warmUp();
        if (stop.stop_requested()) {
            return Unexpected{cancelledError()};
        }
        return {};
    }
};

/// A refusal before the load began, or what the load job gave.
struct LoadController::JobResult {
    std::optional<Error> refused;
    LoadOutcome outcome;
};

LoadController::LoadController(Document* document, BackendFactory factory, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_factory(std::move(factory)),
      m_sampler(std::make_shared<MemorySampler>(kIdleIntervalSeconds)),
      m_gate(std::make_shared<PauseGate>()),
      m_worker(std::make_unique<Worker>()) {}

LoadController::~LoadController() {
    m_worker->stopAndJoin();
    m_worker.reset();
    releaseAll(std::move(m_model), m_backends);
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
    counters.jobs = m_worker->isRunning() ? 1 : 0;
    return counters;
}

void LoadController::setState(LoadState state) {
    if (m_state != state) {
        m_state = state;
        Q_EMIT stateChanged(state);
    }
}

void LoadController::start(LoadMethod method) {
    if (isRunning()) {
        return;
    }
    if (!m_document->plan() || !m_document->checkpoint()) {
        Q_EMIT failed(tr("Nothing can be loaded yet; open a model first."));
        return;
    }
    auto job = std::make_shared<Job>();
    job->plan = m_document->plan();
    job->checkpoint = m_document->checkpoint();
    job->method = method;
    m_gate = std::make_shared<PauseGate>();
    m_progress = {};
    m_recentProgress.clear();
    m_rate = 0;
    setState(LoadState::Preparing);

    const std::uint64_t generation = m_worker->nextGeneration();
    m_worker->start(
        [this, job, generation, old = std::exchange(m_model, nullptr), oldBackends = m_backends,
         factory = m_factory, sampler = m_sampler, gate = m_gate,
         worker = m_worker.get()](std::stop_token stop) mutable -> JobResult {
            releaseAll(std::move(old), oldBackends);
            if (auto ready = job->prepare(factory, stop); !ready) {
                releaseAll(nullptr, job->backends);
                return {ready.error(), {}};
            }
            oldBackends = {};
            sampler->setDevices(job->backends.devices);
            sampler->setInterval(kLoadingIntervalSeconds);
            sampler->sampleNow();
            job->startedAt = sampler->now();
            worker->post(generation, [this, job = Job(*job)] { onPrepared(job); });

            LoadOptions options;
            options.sampleIntervalSeconds = kLoadingIntervalSeconds;
            options.sampler = sampler;
            auto progress = [this, worker, generation](const Progress& report) {
                worker->post(generation, [this, report] { onProgress(report); });
            };
            JobResult result{
                {}, runLoadJob(job->schedule, job->backends, options, *gate, stop, progress)};
            if (!result.outcome.model) {
                releaseAll(nullptr, job->backends);
            }
            sampler->sampleNow();
            return result;
        },
        [this](JobResult result) { onJobDone(std::move(result)); });
}

void LoadController::onPrepared(const Job& job) {
    m_backends = job.backends;
    m_schedule = job.schedule;
    m_startedAt = job.startedAt;
    if (m_state == LoadState::Preparing) {
        setState(LoadState::Loading);
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
    if (!result.refused) {
        onFinished(std::move(result.outcome));
        return;
    }
    m_sampler->setInterval(kIdleIntervalSeconds);
    m_schedule.reset();
    const bool cancelled = m_state == LoadState::Cancelling;
    setState(LoadState::Idle);
    if (cancelled) {
        auto report = std::make_shared<LoadReport>();
        report->stopped = cancelledError();
        Q_EMIT finished(std::move(report));
    } else {
        Q_EMIT failed(QString::fromStdString(result.refused->message));
    }
}

void LoadController::onFinished(LoadOutcome outcome) {
    if (m_state == LoadState::Cancelling && outcome.model) {
        // The cancel came after the last byte: the person's wish still holds.
        auto model = std::exchange(outcome.model, nullptr);
        outcome.report.stopped = cancelledError();
        auto rest = std::make_shared<LoadOutcome>(std::move(outcome));
        giveBack(std::move(model), [this, rest] { onFinished(std::move(*rest)); });
        return;
    }
    m_sampler->setInterval(kIdleIntervalSeconds);
    m_rate = 0;
    auto report = std::make_shared<const LoadReport>(std::move(outcome.report));
    m_runs.push_back({++m_lastNumber, report, m_schedule});
    m_model = std::move(outcome.model);
    if (!m_model) {
        m_schedule.reset();
    }
    setState(m_model ? LoadState::Loaded : LoadState::Idle);
    Q_EMIT finished(report);
    if (report->stopped && report->stopped->code != ErrorCode::Cancelled) {
        Q_EMIT failed(QString::fromStdString(report->stopped->message));
    }
}

void LoadController::pause() {
    if (m_state == LoadState::Loading) {
        m_gate->pause();
        m_rate = 0;
        setState(LoadState::Paused);
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
    if (m_state != LoadState::Loaded) {
        return;
    }
    setState(LoadState::Unloading);
    giveBack(std::exchange(m_model, nullptr), [this] {
        m_schedule.reset();
        m_progress = {};
        setState(LoadState::Idle);
    });
}

void LoadController::giveBack(std::shared_ptr<LoadedModel> model, std::function<void()> then) {
    m_worker->start(
        [model = std::move(model), backends = m_backends,
         sampler = m_sampler](std::stop_token) mutable {
            releaseAll(std::move(model), backends);
            backends = {};
            sampler->sampleNow();
            return true;
        },
        [then = std::move(then)](bool) { then(); });
}

}  // namespace stowage
