// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_stepper.h"

#include "widgets/session/document.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {
namespace {

/// Beyond it a tick lets several tensors in.
constexpr double kMostTicksPerSecond = 50;
constexpr double kMsPerSecond = 1000;

}  // namespace

/// What opening brings back: where the model lies, and the limits of the step's plan.
struct LessonStepper::Opened {
    std::string path;
    std::vector<DeviceInfo> devices;
    std::vector<MemoryBudget> budgets;  ///< empty: the default ones
};

Result<LessonStepper::Opened> LessonStepper::openStep(const LessonTask& task,
                                                      const std::stop_token& stop,
                                                      const ProgressSink& progress) {
    const LessonSetup& setup = task.how.setup;
    auto path =
        LessonFileStore(task.how.folder).make(setup.size, lessonFormOf(task.step), stop, progress);
    if (!path) {
        return path.unexpected();
    }
    const auto checkpoint = openCheckpoint(*path, stop);
    if (!checkpoint) {
        return checkpoint.unexpected();
    }
    const auto tree = buildModuleTree(**checkpoint);
    if (!tree) {
        return tree.unexpected();
    }
    const auto plan = lessonPlan(setup, task.step, *tree, stop);
    if (!plan) {
        return plan.unexpected();
    }
    // The document plans as the lesson does, so limits are all that it must be told.
    const PlacementRequest& request = (*plan)->request;
    return Opened{*path, request.devices,
                  request.budgetsAreDefaults ? std::vector<MemoryBudget>() : request.budgets};
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
        stop(QString::fromStdString(refusal.objections.front().text));
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
        stop(QString::fromStdString(opened.error().message));
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
        m_timer.start(static_cast<int>(std::lround(kMsPerSecond / ticks)));
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
