// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_runner.h"

#include <QFile>

#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

constexpr int kLiveMs = 50;

}  // namespace

LessonRunner::LessonRunner(const QString& program, QObject* parent)
    : QObject(parent), m_process(program), m_worker(std::make_unique<Worker>()) {
    m_clock.setInterval(kLiveMs);
    connect(&m_clock, &QTimer::timeout, this, &LessonRunner::watch);
    connect(&m_process, &LessonProcess::finished, this, &LessonRunner::onProcessFinished);
}

LessonRunner::~LessonRunner() {
    m_worker->stopAndJoin();
    m_process.disconnect(this);
}

void LessonRunner::setStage(Stage stage) {
    m_stage = stage;
    Q_EMIT stageChanged();
}

void LessonRunner::start(LessonTask task) {
    if (isRunning()) {
        return;
    }
    m_task = std::move(task);
    m_isCancelled = false;
    m_isMakingFiles = false;
    m_progress = {};
    m_tail.follow({});
    const bool needsProcess =
        m_task.how.setup.kind == LessonSetup::Kind::Real && methodOf(m_task.step).has_value();
    setStage(Stage::Preparing);
    if (const QString objection = m_process.objection(); needsProcess && !objection.isEmpty()) {
        finish(endedStep(m_task.step, State::Failed, objection));
        return;
    }
    const std::uint64_t generation = m_worker->nextGeneration();
    const auto progress = [this, generation](const Progress& report) {
        m_worker->post(generation, [this, report] {
            m_progress = report;
            const bool isNew = !std::exchange(m_isMakingFiles, true);
            if (isNew) {
                Q_EMIT stageChanged();
            }
            Q_EMIT liveChanged();
        });
    };
    m_worker->start([task = m_task,
                     progress](std::stop_token stop) { return prepareStep(task, stop, progress); },
                    [this](LessonPreparation preparation) { onPrepared(std::move(preparation)); },
                    [this](const Error& error) { finish(endedStep(m_task.step, error)); });
}

void LessonRunner::onPrepared(LessonPreparation preparation) {
    m_isMakingFiles = false;
    m_progress = {};
    if (preparation.ended) {
        finish(std::move(*preparation.ended));
        return;
    }
    m_preparation = std::move(preparation);
    if (m_isCancelled) {
        finish(endedStep(m_task.step, State::Cancelled, {}));
    } else if (m_preparation.hasReference) {
        startLoad();
    } else {
        startReference();
    }
}

void LessonRunner::startReference() {
    m_progress.phase = tr("reference logits").toStdString();
    setStage(Stage::Reference);
    m_process.start(referenceArguments(m_preparation.order, m_preparation.folder->path() +
                                                                QStringLiteral("/reference.npy")),
                    temporaryFolderOf(m_preparation));
}

void LessonRunner::onReferenceMade(const QByteArray& output, const QByteArray& diagnostics) {
    const QString made = m_preparation.folder->path() + QStringLiteral("/reference.npy");
    if (!QFile::exists(made)) {
        const std::string said = comparisonFailure(output, diagnostics);
        finish(endedStep(
            m_task.step, State::Failed,
            tr("The reference logits could not be made: %1").arg(QString::fromStdString(said))));
        return;
    }
    // Within one file system: it appears whole.
    if (!QFile::rename(made, m_preparation.order.reference)) {
        finish(endedStep(
            m_task.step, State::Failed,
            tr("The reference logits cannot be kept as %1.").arg(m_preparation.order.reference)));
        return;
    }
    startLoad();
}

void LessonRunner::startLoad() {
    m_progress = {};
    m_tail.follow(m_preparation.order.events);
    m_process.start(comparisonArguments(m_preparation.order), temporaryFolderOf(m_preparation));
    m_clock.start();
    setStage(Stage::Loading);
}

void LessonRunner::watch() {
    if (m_tail.pull()) {
        m_progress = m_tail.progress();
    }
    Q_EMIT liveChanged();  // the time goes on where nothing else does
}

void LessonRunner::onProcessFinished(const QByteArray& output, const QByteArray& diagnostics) {
    m_clock.stop();
    if (m_isCancelled) {
        finish(endedStep(m_task.step, State::Cancelled, {}));
    } else if (m_stage == Stage::Reference) {
        onReferenceMade(output, diagnostics);
    } else {
        watch();
        readRun(output, diagnostics);
    }
}

void LessonRunner::readRun(const QByteArray& output, const QByteArray& diagnostics) {
    setStage(Stage::Reading);
    m_worker->start(
        [task = m_task, order = m_preparation.order, schedule = m_preparation.schedule, output,
         diagnostics](const std::stop_token&) {
            auto record = readComparisonRun(order, output, diagnostics);
            if (!record) {
                return endedStep(task.step, record.error());
            }
            record->modelPath = order.model.toStdString();
            record->modelName = lessonModelName(task.how.setup.size);
            record->comparison = task.comparison;
            return judgeRun(task.step, task.how.setup.size, std::move(*record), schedule);
        },
        [this](LessonOutcome outcome) {
            finish(m_isCancelled ? endedStep(m_task.step, State::Cancelled, {})
                                 : std::move(outcome));
        },
        [this](const Error& error) { finish(endedStep(m_task.step, error)); });
}

void LessonRunner::cancel() {
    if (!isRunning() || m_isCancelled) {
        return;
    }
    m_isCancelled = true;
    if (m_process.isRunning()) {
        m_process.end();
    } else {
        m_worker->requestStop();
    }
}

void LessonRunner::finish(LessonOutcome outcome) {
    if (!outcome.foreseen) {
        outcome.foreseen = std::move(m_preparation.foreseen);
    }
    m_preparation = {};  // with the folder of the run
    m_isMakingFiles = false;
    m_stage = Stage::Idle;
    Q_EMIT finished(outcome);
}

}  // namespace stowage
