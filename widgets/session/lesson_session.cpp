// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_session.h"

#include "widgets/session/lesson_session_private.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace stowage {

using State = LessonStepState::State;

LessonSession::LessonSession(Parts parts, QObject* parent)
    : QObject(parent), m_impl(std::make_unique<Impl>(std::move(parts), this)) {
    setObjectName(QStringLiteral("lesson_session"));
}

LessonSession::~LessonSession() {
    m_impl->looker.stopAndJoin();
    m_impl->remover.stopAndJoin();
    m_impl->restorer.stopAndJoin();
    m_impl->runner.disconnect(this);
    m_impl->stepper.disconnect(this);
}

void LessonSession::open() {
    if (std::exchange(m_impl->isOpen, true)) {
        return;
    }
    const auto saved = m_impl->parts.settings == nullptr
                           ? std::nullopt
                           : savedLessonSetup(*m_impl->parts.settings, m_impl->parts.realGpus);
    m_impl->setup = saved.value_or(m_impl->setup);
    m_impl->look(saved ? LessonSizeChoice::Keep : LessonSizeChoice::Propose);
    if (m_impl->parts.settings != nullptr) {
        setCurrent(recallStep(*m_impl->parts.settings).value_or(current()));
    }
    Q_EMIT changed();
}

bool LessonSession::isOpen() const {
    return m_impl->isOpen;
}

const LessonSetup& LessonSession::setup() const {
    return m_impl->setup;
}

void LessonSession::setSetup(const LessonSetup& setup) {
    if (lessonSetupKey(setup) == lessonSetupKey(m_impl->setup)) {
        return;
    }
    if (m_impl->isBusy(tr("The setup can be changed when nothing runs; cancel first."))) {
        Q_EMIT changed();  // so that views show again what holds
        return;
    }
    m_impl->setup = setup;
    m_impl->isLooked = false;
    m_impl->isModelThere = false;
    if (m_impl->parts.settings != nullptr) {
        saveLessonSetup(*m_impl->parts.settings, setup);
    }
    m_impl->look(LessonSizeChoice::Keep);
    Q_EMIT changed();
}

const std::vector<LessonOffer>& LessonSession::offers() const {
    return m_impl->offers;
}

const std::vector<DeviceInfo>& LessonSession::realGpus() const {
    return m_impl->parts.realGpus;
}

LessonSession::Files LessonSession::files() const {
    if (m_impl->runner.isMakingFiles() || m_impl->stepper.isMakingFiles()) {
        return Files::Making;
    }
    if (!m_impl->isLooked) {
        return Files::Unknown;
    }
    return m_impl->isModelThere ? Files::Ready : Files::Missing;
}

double LessonSession::makeProgress() const {
    const Progress& now = progress();
    return files() != Files::Making || now.bytesTotal == 0
               ? 0
               : static_cast<double>(now.bytesDone) / static_cast<double>(now.bytesTotal);
}

void LessonSession::makeFiles() {
    if (m_impl->setup.kind == LessonSetup::Kind::DryRun) {
        Q_EMIT notice(tr("A dry run needs no files."));
        return;
    }
    run(LessonStep::Checkpoint);
}

void LessonSession::cancelMaking() {
    if (m_impl->stepper.isMakingFiles()) {
        m_impl->stepper.end();
    } else if (m_impl->runner.isMakingFiles()) {
        cancel();
    }
}

std::uint64_t LessonSession::keptBytes() const {
    return m_impl->keptBytes;
}

void LessonSession::deleteFiles() {
    if (m_impl->isBusy(tr("The model files can be deleted when nothing runs; cancel first."))) {
        return;
    }
    m_impl->isLooked = false;
    m_impl->looker.drop();  // it may have seen the files
    m_impl->remover.start(
        [files = m_impl->files](const std::stop_token&) { return files.removeAll(); },
        [this](const Result<void>& removed) {
            if (!removed) {
                Q_EMIT notice(QString::fromStdString(removed.error().message));
            }
            m_impl->look(LessonSizeChoice::Keep);
        });
    Q_EMIT changed();
}

const std::vector<LessonStepState>& LessonSession::steps() const {
    return m_impl->record().steps;
}

const LessonStepState& LessonSession::step(LessonStep step) const {
    return m_impl->stateOf(step);
}

LessonStep LessonSession::current() const {
    return m_impl->current;
}

void LessonSession::setCurrent(LessonStep step) {
    if (std::exchange(m_impl->current, step) != step) {
        if (m_impl->parts.settings != nullptr) {
            keepStep(*m_impl->parts.settings, step);
        }
        Q_EMIT currentChanged();
    }
}

void LessonSession::setGuess(LessonStep step, const LessonGuess& guess) {
    m_impl->stateOf(step).guess = guess;
    m_impl->keep();
    Q_EMIT changed();
}

void LessonSession::setAnswer(LessonStep step, int option) {
    LessonStepState& state = m_impl->stateOf(step);
    state.answer = option;
    if (state.answers.empty() || state.answers.back() != option) {
        state.answers.push_back(option);
    }
    m_impl->keep();
    Q_EMIT changed();
}

void LessonSession::enterGuess(LessonStep step) {
    LessonStepState& state = m_impl->stateOf(step);
    const bool isAgain = !state.guesses.empty() && state.guesses.back() == state.guess;
    if (state.run != nullptr || state.guess == LessonGuess() || isAgain) {
        return;
    }
    state.guesses.push_back(state.guess);
    m_impl->keep();
    Q_EMIT changed();
}

void LessonSession::startOver() {
    if (m_impl->isBusy(tr("The lesson can be started over when nothing runs; cancel first."))) {
        return;
    }
    m_impl->startedOver[lessonSetupKey(setup())] = std::exchange(m_impl->record(), freshRecord());
    m_impl->showRecord();
    setCurrent(LessonStep::Checkpoint);
    Q_EMIT changed();
}

void LessonSession::undoStartOver() {
    if (!canUndoStartOver() ||
        m_impl->isBusy(tr("What was started over comes back when nothing runs; cancel first."))) {
        return;
    }
    m_impl->record() = std::move(m_impl->startedOver.extract(lessonSetupKey(setup())).mapped());
    m_impl->showRecord();
    Q_EMIT changed();
}

bool LessonSession::canUndoStartOver() const {
    return m_impl->startedOver.contains(lessonSetupKey(setup()));
}

void LessonSession::run(LessonStep step) {
    if (m_impl->runner.isRunning()) {
        return;
    }
    if (m_impl->stepper.isStepping()) {
        Q_EMIT notice(tr("A load is being stepped through and holds its memory; end it first."));
        return;
    }
    if (methodOf(step)) {
        // The run belongs to what was begun anew, which nothing must replace from now on.
        m_impl->startedOver.erase(lessonSetupKey(setup()));
        enterGuess(step);
    }
    LessonStepState& state = m_impl->stateOf(step);
    m_impl->keep();
    state.state = State::Preparing;
    state.sentence.clear();
    m_impl->runner.start(m_impl->taskFor(step));
}

void LessonSession::cancel() {
    m_impl->runner.cancel();
}

bool LessonSession::isRunning() const {
    return m_impl->runner.isRunning();
}

std::optional<LessonStep> LessonSession::running() const {
    return isRunning() ? std::optional(m_impl->runner.step()) : std::nullopt;
}

const Progress& LessonSession::progress() const {
    return m_impl->stepper.isMakingFiles() ? m_impl->stepper.progress() : m_impl->runner.progress();
}

const RunCurves& LessonSession::liveCurves() const {
    return m_impl->runner.curves();
}

double LessonSession::elapsedSeconds() const {
    return m_impl->runner.process().isRunning() ? m_impl->runner.process().elapsedSeconds() : 0;
}

qint64 LessonSession::processId() const {
    return m_impl->runner.process().processId();
}

}  // namespace stowage
