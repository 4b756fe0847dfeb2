// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_session.h"

#include "engine/checkpoint/open/open_checkpoint.h"
#include "widgets/document/document.h"
#include "widgets/support/translation.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

Progress progressOf(const LoadEvent& event) {
    Progress progress;
    progress.phase = translatedText(event.phase).toStdString();
    progress.currentItem = event.item;
    progress.bytesDone = event.bytesDone;
    progress.bytesTotal = event.bytesTotal;
    progress.itemsDone = event.itemsDone;
    progress.itemsTotal = event.itemsTotal;
    return progress;
}

using State = LessonStepState::State;

constexpr int kLiveMs = 50;

/// Beyond it a tick lets several tensors in.
constexpr double kMostTicksPerSecond = 50;

constexpr double kTickMsPerSecond = 1000;

}  // namespace

LessonRunner::LessonRunner(const QString& program, QObject* parent)
    : QObject(parent), m_program(program), m_worker(std::make_unique<Worker>()) {
    m_clock.setInterval(kLiveMs);
    connect(&m_clock, &QTimer::timeout, this, &LessonRunner::liveChanged);
}

LessonRunner::~LessonRunner() {
    m_worker->stopAndJoin();
}

void LessonRunner::setStage(Stage stage) {
    m_stage = stage;
    m_isMakingFiles = false;
    m_progress = {};
    if (stage == Stage::Reference) {
        m_progress.phase = tr("reference logits").toStdString();
    }
    m_sinceStage.start();
    stage == Stage::Loading ? m_clock.start() : m_clock.stop();
    Q_EMIT stageChanged();
}

void LessonRunner::start(LessonTask task) {
    if (isRunning()) {
        return;
    }
    m_task = std::move(task);
    m_isCancelled = false;
    m_curves = {};
    setStage(Stage::Preparing);
    const std::string program = stowagectlPath(m_program);
    if (m_task.how.setup.kind == LessonSetup::Kind::Real && methodOf(m_task.step) &&
        program.empty()) {
        finish(endedStep(
            m_task.step, State::Failed,
            tr("The lesson runs each load with stowagectl, but the program %1 was not found.")
                .arg(stowagectlPlace(m_program))));
        return;
    }
    m_worker->start(
        [this, task = m_task, program, generation = m_worker->nextGeneration()](
            const std::stop_token& stop) { return takeStep(task, program, generation, stop); },
        [this](LessonOutcome outcome) { finish(std::move(outcome)); },
        [this](const Error& error) { finish(endedStep(m_task.step, error)); });
}

void LessonRunner::postStage(std::uint64_t generation, Stage stage) {
    m_worker->post(generation, [this, stage] { setStage(stage); });
}

LessonOutcome LessonRunner::takeStep(const LessonTask& task, const std::string& program,
                                     std::uint64_t generation, const std::stop_token& stop) {
    LessonPreparation prepared = prepareStep(task, stop, [&](const Progress& report) {
        m_worker->post(generation, [this, report] {
            m_progress = report;
            if (!std::exchange(m_isMakingFiles, true)) {
                Q_EMIT stageChanged();
            }
            Q_EMIT liveChanged();
        });
    });
    if (prepared.ended) {
        return std::move(*prepared.ended);
    }
    const auto ended = [&prepared](LessonOutcome outcome) {
        outcome.predicted = std::move(prepared.predicted);
        return outcome;
    };
    const LoadProcessRequest& order = prepared.order;
    if (!QFile::exists(order.reference)) {
        postStage(generation, Stage::Reference);
        if (const auto made = makeReference(order, program, stop); !made) {
            return ended(endedStep(task.step, made.error()));
        }
    }
    postStage(generation, Stage::Loading);
    auto record = runLoadProcess(
        order, program,
        [&](const LoadEvent& event) {
            m_worker->post(generation, [this, event] { takeEvent(event); });
        },
        stop);
    if (!record) {
        return ended(endedStep(task.step, record.error()));
    }
    postStage(generation, Stage::Reading);
    record->modelPath = order.model.toStdString();
    record->modelName = lessonModelName(task.how.setup.size);
    record->comparison = task.comparison;
    return ended(judgeLoad(task.step, task.how.setup.size, std::move(*record), prepared.schedule));
}

void LessonRunner::takeEvent(const LoadEvent& event) {
    appendEvent(m_curves, event);
    m_progress = progressOf(event);
}

double LessonRunner::elapsedSeconds() const {
    constexpr double kMsPerSecond = 1000;
    return isRunning() ? static_cast<double>(m_sinceStage.elapsed()) / kMsPerSecond : 0;
}

void LessonRunner::cancel() {
    if (isRunning() && !m_isCancelled) {
        m_isCancelled = true;
        m_worker->requestStop();
    }
}

void LessonRunner::finish(LessonOutcome outcome) {
    m_clock.stop();
    m_isMakingFiles = false;
    m_stage = Stage::Idle;
    if (m_isCancelled) {
        auto predicted = std::move(outcome.predicted);
        outcome = endedStep(m_task.step, State::Cancelled, {});
        outcome.predicted = std::move(predicted);
    }
    Q_EMIT finished(outcome);
}

/// What opening brings back: where the model lies, and the limits of the step's plan.
struct LessonStepper::Opened {
    std::string path;
    std::vector<DeviceInfo> devices;
    std::optional<std::vector<MemoryBudget>> budgets;  ///< nothing: the default ones
};

Result<LessonStepper::Opened> LessonStepper::openStep(const LessonTask& task,
                                                      const std::stop_token& stop,
                                                      const ProgressSink& progress) {
    const LessonSetup& setup = task.how.setup;
    auto path =
        LessonFileStore(task.how.folder).make(setup.size, lessonFormOf(task.step), stop, progress);
    STOWAGE_TRY(path);
    const auto checkpoint = openCheckpoint(*path, stop);
    STOWAGE_TRY(checkpoint);
    const auto tree = buildModuleTree(**checkpoint);
    STOWAGE_TRY(tree);
    const auto plan = lessonPlan(setup, task.step, *tree, stop);
    STOWAGE_TRY(plan);
    // The document plans as the lesson does, so limits are all that it must be told.
    const PlacementRequest& request = (*plan)->request;
    return Opened{*path, request.devices,
                  request.budgetsAreDefaults ? std::nullopt : std::optional(request.budgets)};
}

LessonStepper::LessonStepper(BackendFactory backends, QObject* parent)
    : QObject(parent),
      m_document(std::make_unique<Document>(std::vector<DeviceInfo>())),
      m_controller(std::make_unique<LoadController>(m_document.get(), std::move(backends))),
      m_worker(std::make_unique<Worker>()) {
    connect(&m_timer, &QTimer::timeout, this, &LessonStepper::tick);
    connect(m_document.get(), &Document::failed, this,
            [this](const OpenFailure& failure) { stop(failure.sentence()); });
    connect(m_document.get(), &Document::planChanged, this, [this] {
        if (std::exchange(m_awaitsPlan, false)) {
            beginLoad();
        }
    });
    connect(m_controller.get(), &LoadController::stateChanged, this, &LessonStepper::onState);
    connect(m_controller.get(), &LoadController::failed, this, &LessonStepper::stop);
    connect(m_controller.get(), &LoadController::refused, this, [this](const LoadRefusal& refusal) {
        stop(translated(refusal.objections.front().text));
    });
}

LessonStepper::~LessonStepper() {
    m_worker->stopAndJoin();
    m_controller->disconnect(this);
    m_document->disconnect(this);
}

void LessonStepper::start(LessonTask task) {
    if (m_isStepping) {
        return;
    }
    m_isStepping = true;
    m_isEnding = false;
    m_progress = {};
    m_task = std::move(task);
    const std::uint64_t generation = m_worker->nextGeneration();
    const auto progress = [this, generation](const Progress& report) {
        m_worker->post(generation, [this, report] {
            m_progress = report;
            m_isMakingFiles = true;
            Q_EMIT liveChanged();
        });
    };
    m_worker->start(
        [task = m_task, progress](std::stop_token stop) { return openStep(task, stop, progress); },
        [this](const Result<Opened>& opened) { onOpened(opened); });
    Q_EMIT changed();
}

void LessonStepper::onOpened(const Result<Opened>& opened) {
    m_isMakingFiles = false;
    if (m_isEnding) {
        finishEnding();
        return;
    }
    if (!opened) {
        stop(translated(opened.error().message));
        return;
    }
    m_document->setDevices(opened->devices);
    m_document->setInitialBudgets(opened->budgets);
    m_awaitsPlan = true;
    m_document->open(QString::fromStdString(opened->path));
}

void LessonStepper::beginLoad() {
    if (m_isEnding) {
        finishEnding();
        return;
    }
    LoadRequest request;
    request.method = methodOf(m_task.step).value_or(LoadMethod::Streamed);
    request.pace = LoadPace::StepByStep;
    m_controller->start(request);
}

void LessonStepper::onState(LoadState state) {
    if (m_isEnding && state == LoadState::Loaded) {
        m_controller->unload();
    } else if (m_isEnding && state == LoadState::Idle) {
        finishEnding();
    } else if (state == LoadState::Paused && m_rate > 0) {
        applyRate();
    }
    if (m_isStepping) {
        Q_EMIT changed();
    }
}

void LessonStepper::stepOnce() {
    if (m_isStepping && !m_isEnding) {
        m_controller->step();
    }
}

void LessonStepper::setRate(double perSecond) {
    m_rate = std::max(0.0, perSecond);
    applyRate();
    Q_EMIT changed();
}

void LessonStepper::applyRate() {
    m_timer.stop();
    if (!m_isStepping || m_isEnding) {
        return;
    }
    if (std::isinf(m_rate)) {
        m_controller->resume();
        return;
    }
    m_controller->pause();
    if (m_rate > 0) {
        const double ticks = std::min(m_rate, kMostTicksPerSecond);
        m_stepsPerTick = m_rate / ticks;
        m_owedSteps = 0;
        m_timer.start(static_cast<int>(std::lround(kTickMsPerSecond / ticks)));
    }
}

void LessonStepper::tick() {
    if (m_controller->state() != LoadState::Paused) {
        return;
    }
    for (m_owedSteps += m_stepsPerTick; m_owedSteps >= 1; m_owedSteps -= 1) {
        m_controller->step();
    }
}

void LessonStepper::end() {
    if (!m_isStepping || m_isEnding) {
        return;
    }
    m_isEnding = true;
    m_timer.stop();
    const LoadState state = m_controller->state();
    if (m_worker->isRunning()) {
        m_worker->requestStop();
    } else if (state == LoadState::Loaded) {
        m_controller->unload();
    } else if (m_controller->isRunning()) {
        m_controller->cancel();
    } else if (!m_awaitsPlan) {
        finishEnding();
    }
}

void LessonStepper::stop(const QString& sentence) {
    if (!m_isStepping) {
        return;
    }
    m_awaitsPlan = false;
    const bool wasAsked = m_isEnding;
    finishEnding();
    if (!wasAsked) {
        Q_EMIT notice(sentence);
    }
}

void LessonStepper::finishEnding() {
    m_timer.stop();
    m_isEnding = false;
    if (std::exchange(m_isStepping, false)) {
        Q_EMIT ended();
    }
}

}  // namespace stowage
