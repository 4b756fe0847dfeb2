// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/chain_controller.h"

#include "engine/run/chain_run.h"
#include "widgets/session/document.h"
#include "widgets/session/load_controller.h"
#include "widgets/session/worker.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace stowage {

/// The models of a chain, loaded, and what lies on the device of them.
struct ChainController::Session {
    LoadBackends backends;
    std::shared_ptr<Compute> compute;
    std::vector<ChainLink> links;
    DeviceId device;
    std::optional<ModelChain> chain;  ///< the last: what it brought goes before the devices

    [[nodiscard]] std::optional<ChainHeld> held() const {
        if (!chain || !device.isGpu()) {
            return std::nullopt;
        }
        for (const std::unique_ptr<ChainedModel>& model : chain->models()) {
            if (model->isOnDevice()) {
                return ChainHeld{QString::fromStdString(model->name()), device,
                                 model->bytesToBring()};
            }
        }
        return std::nullopt;
    }
};

struct ChainController::Outcome {
    std::shared_ptr<Session> session;  ///< null where nothing is loaded
    std::optional<ChainHeld> held{};
    std::optional<Error> stopped{};
};

/// What the worker does of a chain.
struct ChainController::Job {
    ChainRequest request;
    std::vector<DeviceInfo> devices;
    BackendFactory factory;
    std::string openPath;  ///< of the open model, to which these choices belong
    OpenOptions openOptions;
    std::shared_ptr<PauseGate> gate;
    std::function<void(const Progress&)> progress;
    std::function<void(const ChainStep&)> stepped;
    std::shared_ptr<Session> session = std::make_shared<Session>();

    [[nodiscard]] Outcome perform(const std::stop_token& stop) {
        Result<void> done = prepare(stop);
        if (done) {
            done = load(stop);
        }
        if (done) {
            done = run(stop);
        }
        Outcome outcome;
        if (session->chain) {  // what was loaded can be offloaded by hand, also after an error
            outcome.session = session;
            outcome.held = session->held();
        }
        if (!done) {
            outcome.stopped = done.error();
        }
        session.reset();
        return outcome;
    }

private:
    /// All that can be refused before a byte is read.
    [[nodiscard]] Result<void> prepare(const std::stop_token& stop);
    [[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> scheduleOf(
        const std::string& path, const std::stop_token& stop) const;
    [[nodiscard]] Result<void> load(const std::stop_token& stop);
    [[nodiscard]] Result<void> run(const std::stop_token& stop);
};

namespace {

ChainStep stepOf(const ChainLink& link, const DeviceMemory& device) {
    const AllocatorStatistics statistics = device.statistics();
    ChainStep step;
    step.path = QString::fromStdString(link.path);
    step.times = link.times;
    step.device = device.info().id;
    step.bytesMoved = link.report.bytesMoved;
    step.transferSeconds = link.transferSeconds;
    step.computeSeconds = link.report.seconds - link.transferSeconds;
    step.allocated = link.allocated;
    step.peakAllocated = statistics.peakAllocated;
    step.peakReserved = statistics.peakReserved;
    step.tokens = QString::fromStdString(chainTokensText(link.report));
    return step;
}

/// The whole model in RAM.
Result<std::shared_ptr<const PlacementPlan>> planInRam(std::shared_ptr<const ModuleTree> tree,
                                                       const std::vector<DeviceInfo>& devices,
                                                       const std::stop_token& stop) {
    double ram = 0;
    for (const DeviceInfo& device : devices) {
        if (device.id == DeviceId::cpu()) {
            ram = static_cast<double>(device.freeBytes().value_or(0));
        }
    }
    PlacementRequest request;
    request.tree = std::move(tree);
    request.devices = devices;
    request.budgets = defaultBudgets(devices, ram);
    request.strategy = Strategy::Manual;
    request.givenMap = DeviceMap({{"", DeviceId::cpu()}});
    return place(request, stop);
}

}  // namespace

Result<std::shared_ptr<const LoadSchedule>> ChainController::Job::scheduleOf(
    const std::string& path, const std::stop_token& stop) const {
    const auto checkpoint = openCheckpoint(path, path == openPath ? openOptions : OpenOptions(),
                                           stop, [](const Progress&) {});
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    if ((*checkpoint)->format == CheckpointFormat::TreeJson) {
        return fail(ErrorCode::Unsupported,
                    path + " describes a model without its weights, so there is nothing to run.",
                    path);
    }
    auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    const auto plan = planInRam(std::move(*tree), devices, stop);
    if (!plan) {
        return plan.unexpected();
    }
    auto schedule = makeLoadSchedule(*plan, *checkpoint, ScheduleOptions());
    if (!schedule) {
        return schedule.unexpected();
    }
    std::string objections;
    for (const PlanIssue& issue : loadObjections(**schedule)) {
        objections += issue.text + " ";
    }
    if (!objections.empty()) {
        return fail(ErrorCode::InvalidPlan, objections + "Nothing was loaded.", path);
    }
    return schedule;
}

Result<void> ChainController::Job::prepare(const std::stop_token& stop) {
    const auto turns = chainTurnsOf(request.line);
    if (!turns) {
        return turns.unexpected();
    }
    for (const ChainTurn& turn : *turns) {
        ChainLink link;
        link.path = turn.path;
        link.times = turn.times;
        const auto known = std::ranges::find(session->links, turn.path, &ChainLink::path);
        if (known != session->links.end()) {
            link.schedule = known->schedule;
        } else if (auto schedule = scheduleOf(turn.path, stop); schedule) {
            link.schedule = std::move(*schedule);
        } else {
            return ofLink(link, schedule.error());
        }
        if (auto can = checkLink(link, request.options); !can) {
            return can;
        }
        session->links.push_back(std::move(link));
    }
    if (session->backends.devices.empty()) {
        auto made = factory(devices);
        if (!made) {
            return made.unexpected();
        }
        session->backends = std::move(*made);
    }
    auto compute = openCompute();
    if (!compute) {
        return compute.unexpected();
    }
    session->compute = std::move(*compute);
    session->device = chainDevice(request.options, session->backends);
    if (session->backends.find(session->device) == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    deviceLabel(session->device) +
                        " is not among the devices: choose another one under Offloaded run on.");
    }
    return {};
}

Result<void> ChainController::Job::load(const std::stop_token& stop) {
    for (ChainLink& link : session->links) {
        const auto known = std::ranges::find(session->links, link.path, &ChainLink::path);
        if (known->model == nullptr) {
            const auto told = [this, &link](Progress now) {
                now.phase = "load";
                now.currentItem = link.path;
                progress(now);
            };
            LoadOutcome loaded =
                runLoadJob(link.schedule, session->backends, LoadOptions(), *gate, stop, told);
            if (loaded.report.stopped) {
                return ofLink(link, *loaded.report.stopped);
            }
            known->model = std::move(loaded.model);
        }
        link.model = known->model;
    }
    return {};
}

Result<void> ChainController::Job::run(const std::stop_token& stop) {
    const ChainStage stage{session->backends, *session->compute, session->device};
    DeviceMemory& device = *session->backends.find(session->device);
    session->chain.emplace(stage);
    ProgressThrottle throttle(progress);
    Progress now;
    now.phase = "run";
    for (const ChainLink& link : session->links) {
        now.itemsTotal += link.times;
    }
    const RunReport* before = nullptr;
    for (ChainLink& link : session->links) {
        now.currentItem = link.path;
        session->chain->offload();  // the one before leaves now, so that the peak is this one's
        ChainedModel& source = session->chain->add(link.path, *link.model);
        device.resetPeaks();
        for (std::uint64_t time = 0; time < link.times; ++time) {
            throttle.report(now);
            const ChainCall call{stage, request.options, before, gate.get()};
            if (auto called = callLink(link, source, call, stop, {}); !called) {
                return called;
            }
            ++now.itemsDone;
            before = request.passesOn ? &link.report : nullptr;
        }
        stepped(stepOf(link, device));
    }
    return {};
}

ChainController::ChainController(LoadController* loads, QObject* parent)
    : QObject(parent), m_loads(loads), m_worker(std::make_unique<Worker>()) {}

ChainController::~ChainController() {
    m_worker->stopAndJoin();
    if (m_isInUse) {
        m_loads->endUse();
    }
}

void ChainController::setState(ChainState state) {
    m_state = state;
    Q_EMIT changed();
}

template <class Work>
void ChainController::work(Work work) {
    m_worker->start(
        std::move(work), [this](Outcome outcome) { finish(std::move(outcome)); },
        [this](const Error& error) {
            Outcome outcome;
            outcome.stopped = error;
            finish(std::move(outcome));
        });
}

void ChainController::listen(Job& job) {
    const std::uint64_t generation = m_worker->nextGeneration();
    job.progress = [this, generation](const Progress& now) {
        m_worker->post(generation, [this, now] {
            m_progress = now;
            Q_EMIT progressed();
        });
    };
    job.stepped = [this, generation](const ChainStep& step) {
        m_worker->post(generation, [this, step] {
            m_steps.push_back(step);
            Q_EMIT changed();
        });
    };
}

void ChainController::start(ChainRequest request) {
    if (isBusy()) {
        return;
    }
    m_steps.clear();
    m_held.reset();
    m_error.reset();
    m_progress = {};
    if (m_loads->isRunning() || m_loads->isInUse()) {
        m_error = makeError(ErrorCode::InvalidArgument,
                            "A load or a run goes on: wait for its end, or cancel it first.");
        Q_EMIT changed();
        return;
    }
    const Document& document = *m_loads->document();
    const auto job = std::make_shared<Job>();
    m_gate = std::make_shared<PauseGate>();
    m_isShared = m_loads->model() != nullptr;
    job->request = std::move(request);
    job->devices = m_isShared ? m_loads->schedule()->plan->request.devices : document.devices();
    job->factory = m_loads->backendFactory();
    job->openPath = document.path().toStdString();
    job->openOptions = document.openOptions();
    job->gate = m_gate;
    if (m_isShared) {
        job->session->backends = m_loads->backends();
    }
    listen(*job);
    m_loads->beginUse();
    m_isInUse = true;
    work([job, old = std::move(m_session)](const std::stop_token& stop) mutable {
        old.reset();  // of an earlier chain: pages go back at some GB/s
        return job->perform(stop);
    });
    setState(ChainState::Working);
}

void ChainController::finish(Outcome outcome) {
    if (m_isInUse) {
        m_loads->endUse();
        m_isInUse = false;
        for (const ChainStep& step : m_steps) {
            if (m_isShared) {
                m_loads->notePeaks(step.device, step.peakAllocated, step.peakReserved);
            }
        }
    }
    m_session = std::move(outcome.session);
    m_held = std::move(outcome.held);
    if (outcome.stopped) {
        m_error = std::move(outcome.stopped);
    }
    setState(ChainState::Idle);
}

void ChainController::pause() {
    if (m_state == ChainState::Working) {
        m_gate->pause();
        setState(ChainState::Paused);
    }
}

void ChainController::resume() {
    if (m_state == ChainState::Paused) {
        m_gate->resume();
        setState(ChainState::Working);
    }
}

void ChainController::cancel() {
    if (m_state == ChainState::Working || m_state == ChainState::Paused) {
        m_worker->requestStop();
        setState(ChainState::Cancelling);
    }
}

void ChainController::offload() {
    if (isBusy() || !m_held) {
        return;
    }
    work([session = std::move(m_session)](const std::stop_token&) {
        session->chain->offload();
        Outcome outcome;
        outcome.session = session;
        return outcome;
    });
    setState(ChainState::Offloading);
}

void ChainController::release() {
    if (isBusy() || m_session == nullptr) {
        return;
    }
    m_steps.clear();
    m_error.reset();
    work([session = std::move(m_session)](const std::stop_token&) mutable {
        session.reset();
        releaseHostCaches();
        return Outcome();
    });
    setState(ChainState::Offloading);
}

}  // namespace stowage
