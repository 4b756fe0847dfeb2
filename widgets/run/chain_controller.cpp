// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/chain_dialog.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "engine/load/execute/load_job.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/place/place.h"
#include "engine/project/model_reference.h"
#include "engine/run/model_chain.h"
#include "widgets/document/document.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/translation.h"
#include "widgets/support/worker.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace stowage {

/// A chain in the worker: what it is to do, then its models, loaded, until they are given back.
struct ChainController::Session {
    std::string line;
    RunOptions options;
    bool passesOn = false;
    std::vector<DeviceInfo> devices;
    BackendFactory factory;
    std::string openPath;  ///< of the open model, to which these choices belong
    OpenOptions openOptions;
    std::shared_ptr<PauseGate> gate;
    std::function<void(const Progress&)> progress;
    std::function<void(const ChainStep&)> stepped;
    LoadBackends backends;
    std::shared_ptr<Compute> compute;
    std::vector<ChainLink> links;
    DeviceId device;
    double loadSeconds = 0;
    std::shared_ptr<const LoadRecord> record;  ///< null until the turns ended
    std::optional<ModelChain> chain;  ///< the last: what it brought goes before the devices

    [[nodiscard]] Result<void> perform(const std::stop_token& stop) {
        if (Result<void> prepared = prepare(stop); !prepared) {
            return prepared;
        }
        if (const Result<void> loaded = load(stop); !loaded) {
            return loaded;
        }
        ChainMeter meter(backends, device);
        Result<void> done = run(meter, stop);
        keepRecord(meter, done);
        return done;
    }
    [[nodiscard]] std::optional<ChainHeld> held() const {
        for (std::size_t i = 0; chain && device.isGpu() && i < chain->models().size(); ++i) {
            const ChainedModel& model = *chain->models()[i];
            if (model.isOnDevice()) {
                return ChainHeld{QString::fromStdString(model.name()), device,
                                 model.bytesToBring()};
            }
        }
        return std::nullopt;
    }

private:
    /// All that can be refused before a byte is read.
    [[nodiscard]] Result<void> prepare(const std::stop_token& stop);
    [[nodiscard]] Result<std::shared_ptr<const LoadSchedule>> scheduleOf(
        const std::string& path, const std::stop_token& stop) const;
    [[nodiscard]] Result<void> load(const std::stop_token& stop);
    [[nodiscard]] Result<void> run(ChainMeter& meter, const std::stop_token& stop);
    void keepRecord(ChainMeter& meter, const Result<void>& done);
};

struct ChainController::Outcome {
    std::shared_ptr<Session> session;  ///< null where nothing is loaded
    std::optional<ChainHeld> held{};
    std::optional<Error> stopped{};
    std::shared_ptr<const LoadRecord> record{};  ///< null where no turn was begun
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

Result<std::shared_ptr<const LoadSchedule>> ChainController::Session::scheduleOf(
    const std::string& path, const std::stop_token& stop) const {
    const auto checkpoint = openCheckpoint(path, path == openPath ? openOptions : OpenOptions(),
                                           stop, [](const Progress&) {});
    STOWAGE_TRY(checkpoint);
    if ((*checkpoint)->format == CheckpointFormat::TreeJson) {
        return fail(ErrorCode::Unsupported,
                    ChainController::tr("%1 describes a model without its weights, so there is "
                                        "nothing to run.")
                        .arg(QString::fromStdString(path))
                        .toStdString(),
                    path);
    }
    auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    const auto plan = planInRam(std::move(*tree), devices, stop);
    STOWAGE_TRY(plan);
    auto schedule = makeLoadSchedule(*plan, *checkpoint, ScheduleOptions());
    STOWAGE_TRY(schedule);
    Message objections;
    for (const PlanIssue& issue : loadObjections(**schedule)) {
        objections = joined({objections, issue.text}, " ");
    }
    if (!objections.empty()) {
        const Message end = ChainController::tr("Nothing was loaded.").toStdString();
        return fail(ErrorCode::InvalidPlan, joined({objections, end}, " "), path);
    }
    return schedule;
}

Result<void> ChainController::Session::prepare(const std::stop_token& stop) {
    const auto turns = chainEntriesOf(line);
    STOWAGE_TRY(turns);
    for (const ChainEntry& turn : *turns) {
        ChainLink link;
        link.path = turn.path;
        link.times = turn.times;
        const auto known = std::ranges::find(links, turn.path, &ChainLink::path);
        if (known != links.end()) {
            link.schedule = known->schedule;
        } else if (auto schedule = scheduleOf(turn.path, stop); schedule) {
            link.schedule = std::move(*schedule);
        } else {
            return ofLink(link, schedule.error());
        }
        if (auto can = checkLink(link, options); !can) {
            return can;
        }
        links.push_back(std::move(link));
    }
    if (backends.devices.empty()) {
        auto made = factory(devices);
        STOWAGE_TRY(made);
        backends = std::move(*made);
    }
    auto opened = openCompute();
    STOWAGE_TRY(opened);
    compute = std::move(*opened);
    device = chainDevice(options, backends);
    if (backends.find(device) == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    ChainController::tr(
                        "%1 is not available: choose another device under “Offloaded layers on”.")
                        .arg(translated(deviceLabel(device)))
                        .toStdString());
    }
    return {};
}

Result<void> ChainController::Session::load(const std::stop_token& stop) {
    for (ChainLink& link : links) {
        const auto known = std::ranges::find(links, link.path, &ChainLink::path);
        if (known->model == nullptr) {
            const auto told = [this, &link](Progress now) {
                now.phase = "load";
                now.currentItem = link.path;
                progress(now);
            };
            LoadOutcome loaded =
                runLoadJob(link.schedule, backends, LoadOptions(), *gate, stop, told);
            if (loaded.report.stopped) {
                return ofLink(link, *loaded.report.stopped);
            }
            known->model = std::move(loaded.model);
            loadSeconds += loaded.report.seconds;
        }
        link.model = known->model;
    }
    return {};
}

Result<void> ChainController::Session::run(ChainMeter& meter, const std::stop_token& stop) {
    const ChainStage stage{backends, *compute, device};
    DeviceMemory& memory = *backends.find(device);
    chain.emplace(stage);
    ProgressThrottle throttle(progress);
    Progress now;
    now.phase = "run";
    for (const ChainLink& link : links) {
        now.itemsTotal += link.times;
    }
    const RunReport* before = nullptr;
    for (ChainLink& link : links) {
        now.currentItem = link.path;
        chain->offload();  // the one before leaves now, so that the peak is this one's
        ChainedModel& source = chain->add(link.path, *link.model);
        memory.resetPeaks();
        for (std::uint64_t time = 0; time < link.times; ++time) {
            throttle.report(now);
            const ChainCall call{stage, options, before, gate.get()};
            if (auto called = callLink(link, source, call, stop, {}); !called) {
                return called;
            }
            ++now.itemsDone;
            before = passesOn ? &link.report : nullptr;
        }
        meter.turnDone(link);
        stepped(stepOf(link, memory));
    }
    return {};
}

void ChainController::Session::keepRecord(ChainMeter& meter, const Result<void>& done) {
    const ChainOutcome outcome =
        meter.outcome(done ? std::nullopt : std::optional(done.error()), loadSeconds);
    auto kept = std::make_shared<LoadRecord>();
    kept->date = recordDateNow();
    if (const auto model = referenceOf(*links.front().schedule->checkpoint)) {
        kept->modelDigest = model->digest;
    }
    kept->curves = meter.curves();
    if (setChainReport(*kept, links, outcome)) {
        record = std::move(kept);
    }
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

void ChainController::start(std::string line, RunOptions options, bool passesOn) {
    if (isBusy()) {
        return;
    }
    m_steps.clear();
    m_held.reset();
    m_error.reset();
    m_progress = {};
    if (m_loads->isRunning() || m_loads->isInUse()) {
        m_error =
            makeError(ErrorCode::InvalidArgument,
                      tr("A load or run is in progress: wait until it ends, or cancel it first.")
                          .toStdString());
        Q_EMIT changed();
        return;
    }
    const Document& document = *m_loads->document();
    auto session = std::make_shared<Session>();
    m_gate = std::make_shared<PauseGate>();
    m_isShared = m_loads->model() != nullptr;
    session->line = std::move(line);
    session->options = std::move(options);
    session->passesOn = passesOn;
    session->devices = document.devices();
    if (m_isShared) {
        session->devices = m_loads->schedule()->plan->request.devices;
        session->backends = m_loads->backends();
    }
    session->factory = m_loads->backendFactory();
    session->openPath = document.path().toStdString();
    session->openOptions = document.openOptions();
    session->gate = m_gate;
    const std::uint64_t generation = m_worker->nextGeneration();
    session->progress = [this, generation](const Progress& now) {
        m_worker->post(generation, [this, now] {
            m_progress = now;
            Q_EMIT progressed();
        });
    };
    session->stepped = [this, generation](const ChainStep& step) {
        m_worker->post(generation, [this, step] {
            m_steps.push_back(step);
            Q_EMIT changed();
        });
    };
    m_loads->beginUse();
    m_isInUse = true;
    work([session, old = std::move(m_session)](const std::stop_token& stop) mutable {
        old.reset();  // of an earlier chain: pages go back at some GB/s
        const Result<void> done = session->perform(stop);
        Outcome outcome;
        if (!done) {
            outcome.stopped = done.error();
        }
        outcome.held = session->held();
        outcome.record = session->record;
        if (session->chain) {  // after an error, too, it can be offloaded by hand
            outcome.session = session;
        }
        return outcome;
    });
    session.reset();
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
    if (outcome.record != nullptr) {
        Q_EMIT ended(outcome.record);
    }
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
    if (isBusy()) {
        return;
    }
    m_steps.clear();
    m_error.reset();
    if (m_session == nullptr) {
        return;
    }
    work([session = std::move(m_session)](const std::stop_token&) mutable {
        session.reset();
        releaseHostCaches();
        return Outcome();
    });
    setState(ChainState::Offloading);
}

}  // namespace stowage
