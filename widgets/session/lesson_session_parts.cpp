// SPDX-License-Identifier: GPL-3.0-or-later
// What the session keeps, and what its parts tell it; the stepping.
#include "widgets/session/lesson_session_private.h"

#include <QDir>
#include <QSettings>

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

const QString kFolderKey = QStringLiteral("lesson/folder");
const QString kLearnerKey = QStringLiteral("lesson/learner");
/// In a folder that the person chose there may be anything: files of ours have one of their own.
const QString kOwnFolder = QStringLiteral("stowage-lesson");

}  // namespace

LessonSession::Impl::Impl(Parts given, LessonSession* session)
    : q(session),
      parts(std::move(given)),
      files((parts.settings == nullptr ? parts.folder
                                       : parts.settings->value(kFolderKey, parts.folder).toString())
                .toStdString()),
      runner(parts.program),
      stepper(parts.backends) {
    connectParts();
    // What a killed window left goes in the background; where it cannot, the next start tries
    // again.
    sweeper.start([folder = files.folder()](
                      const std::stop_token&) { return LessonRunFolder::removeLeft(folder); },
                  [](const Result<void>&) {});
}

void LessonSession::Impl::connectParts() {
    QObject::connect(&runner, &LessonRunner::stageChanged, q, [this] { onStage(); });
    QObject::connect(&runner, &LessonRunner::liveChanged, q, &LessonSession::liveChanged);
    QObject::connect(&runner, &LessonRunner::finished, q,
                     [this](const LessonOutcome& outcome) { onFinished(outcome); });
    QObject::connect(&stepper, &LessonStepper::changed, q, &LessonSession::changed);
    QObject::connect(&stepper, &LessonStepper::liveChanged, q, &LessonSession::liveChanged);
    QObject::connect(&stepper, &LessonStepper::ended, q, [this] { onSteppingEnded(); });
    QObject::connect(&stepper, &LessonStepper::notice, q, &LessonSession::notice);
    if (parts.runs != nullptr) {
        // Kept runs are read from the disk in their own time.
        QObject::connect(parts.runs, &RunStore::changed, q, [this] { restore(); });
    }
}

LessonRecordOfSetup& LessonSession::Impl::record() {
    const QString key = lessonSetupKey(setup);
    LessonRecordOfSetup& found = records[key];
    if (found.steps.empty()) {
        found = parts.settings == nullptr ? freshRecord() : recallRecord(*parts.settings, key);
    }
    return found;
}

LessonStepState& LessonSession::Impl::stateOf(LessonStep step) {
    return *std::ranges::find(record().steps, step, &LessonStepState::step);
}

LessonScheduling LessonSession::Impl::scheduling() const {
    return {setup, files.folder(), parts.rates};
}

LessonTask LessonSession::Impl::taskFor(LessonStep step) {
    return {scheduling(), step, record().comparison};
}

bool LessonSession::Impl::isBusy(const QString& sentence) const {
    const bool isBusy = runner.isRunning() || stepper.isStepping() || remover.isRunning();
    if (isBusy) {
        Q_EMIT q->notice(sentence);
    }
    return isBusy;
}

void LessonSession::Impl::look(LessonSizeChoice choice) {
    looker.start(
        [how = scheduling(), choice](std::stop_token stop) {
            return lookAtMachine(how, choice, stop);
        },
        [this](LessonLook look) { onLooked(std::move(look)); },
        [this](const Error& error) { Q_EMIT q->notice(QString::fromStdString(error.message)); });
}

void LessonSession::Impl::onLooked(LessonLook look) {
    offers = std::move(look.offers);
    keptBytes = look.keptBytes;
    const bool isOther = lessonSetupKey(look.setup) != lessonSetupKey(setup);
    if (isOther && (runner.isRunning() || stepper.isStepping())) {
        // A size was chosen while the person had begun with another one: theirs stands.
        this->look(LessonSizeChoice::Keep);
        return;
    }
    setup = look.setup;
    isModelThere = look.isModelThere;
    isLooked = true;
    for (const ForeseenStep& foreseen : look.steps) {
        showForeseen(foreseen);
    }
    LessonStepState& first = stateOf(LessonStep::Checkpoint);
    if (setup.kind == LessonSetup::Kind::Real && !runner.isRunning()) {
        first.state = isModelThere                 ? State::Done
                      : first.state == State::Done ? State::NotRun
                                                   : first.state;
    }
    Q_EMIT q->changed();
    restore();
}

void LessonSession::Impl::keep() {
    if (parts.settings != nullptr) {
        keepRecord(*parts.settings, lessonSetupKey(setup), record());
    }
}

void LessonSession::Impl::showRecord() {
    restorer.drop();
    keep();
    isLooked = false;
    look(LessonSizeChoice::Keep);
}

void LessonSession::Impl::restore() {
    if (parts.runs == nullptr || !isLooked || restorer.isRunning()) {
        return;
    }
    std::vector<std::pair<RunStore::Run, std::shared_ptr<const LoadSchedule>>> found;
    for (const LessonStepState& state : record().steps) {
        const auto run = std::ranges::find_if(parts.runs->runs(), [&](const RunStore::Run& one) {
            return one->comparison == record().comparison && stepOfRun(*one) == state.step;
        });
        const bool isEmpty = state.state == State::NotRun && state.run == nullptr;
        if (isEmpty && state.schedule != nullptr && run != parts.runs->runs().end()) {
            found.emplace_back(*run, state.schedule);
        }
    }
    if (found.empty()) {
        return;
    }
    restorer.start(
        [found = std::move(found), size = setup.size](const std::stop_token&) {
            std::vector<LessonOutcome> outcomes;
            for (const auto& [run, schedule] : found) {
                outcomes.push_back(judgeRun(*stepOfRun(*run), size, *run, schedule));
            }
            return outcomes;
        },
        [this, key = lessonSetupKey(setup)](const std::vector<LessonOutcome>& outcomes) {
            for (const LessonOutcome& outcome : outcomes) {
                LessonStepState& state = stateOf(outcome.step);
                // The person may have changed the setup or run it anew meanwhile.
                if (key == lessonSetupKey(setup) && state.state == State::NotRun) {
                    takeOutcome(state, outcome);
                }
            }
            Q_EMIT q->changed();
            restore();  // for runs that came, or a setup that was chosen, meanwhile
        },
        [this](const Error& error) { Q_EMIT q->notice(QString::fromStdString(error.message)); });
}

void LessonSession::Impl::showForeseen(const ForeseenStep& foreseen) {
    LessonStepState& state = stateOf(foreseen.step);
    state.preflight = foreseen.preflight;
    if (state.run == nullptr) {
        state.figures = foreseen.published;
        state.schedule = foreseen.schedule;
    }
}

void LessonSession::Impl::onStage() {
    stateOf(runner.step()).state = runner.stage() == LessonRunner::Stage::Loading ||
                                           runner.stage() == LessonRunner::Stage::Reading
                                       ? State::Running
                                       : State::Preparing;
    Q_EMIT q->changed();
}

void LessonSession::Impl::takeOutcome(LessonStepState& state, const LessonOutcome& outcome) {
    state.state = outcome.state;
    state.sentence = outcome.sentence;
    // A run that did not come about leaves the row of the one before.
    if (outcome.run == nullptr || !outcome.isWhole) {
        return;
    }
    state.run = outcome.run;
    state.schedule = outcome.schedule;
    state.figures = outcome.figures;
    state.reasons = outcome.reasons;
}

void LessonSession::Impl::onFinished(const LessonOutcome& outcome) {
    if (outcome.foreseen) {
        showForeseen(*outcome.foreseen);
    }
    takeOutcome(stateOf(outcome.step), outcome);
    const bool isReal = setup.kind == LessonSetup::Kind::Real;
    if (isReal && outcome.state == State::Done && lessonFormOf(outcome.step) == LessonForm::Whole) {
        isModelThere = true;
    }
    if (isReal && outcome.run != nullptr && parts.runs != nullptr) {
        parts.runs->add([run = outcome.run]() -> Result<RunRecord> { return *run; });
    }
    if (outcome.step == LessonStep::Checkpoint && !outcome.sentence.isEmpty()) {
        Q_EMIT q->notice(outcome.sentence);
    }
    Q_EMIT q->changed();
    if (isReal) {
        look(LessonSizeChoice::Keep);  // files may be there that were not
    }
}

void LessonSession::Impl::onSteppingEnded() {
    Q_EMIT q->changed();
    look(LessonSizeChoice::Keep);
}

QString LessonSession::folder() const {
    return QString::fromStdString(m_impl->files.folder());
}

void LessonSession::setFolder(const QString& folder) {
    const QDir chosen(folder);
    const QString own = chosen.dirName() == kOwnFolder ? chosen.absolutePath()
                                                       : chosen.absoluteFilePath(kOwnFolder);
    if (folder.isEmpty() || own == this->folder() ||
        m_impl->isBusy(tr("The folder can be changed when nothing runs; cancel first."))) {
        return;
    }
    m_impl->files = LessonFileStore(own.toStdString());
    if (m_impl->parts.settings != nullptr) {
        m_impl->parts.settings->setValue(kFolderKey, own);
    }
    m_impl->isLooked = false;
    m_impl->isModelThere = false;
    m_impl->look(LessonSizeChoice::Keep);
    Q_EMIT changed();
}

QString LessonSession::learner() const {
    return m_impl->parts.settings == nullptr
               ? QString()
               : m_impl->parts.settings->value(kLearnerKey).toString();
}

void LessonSession::setLearner(const QString& name) {
    if (m_impl->parts.settings != nullptr) {
        m_impl->parts.settings->setValue(kLearnerKey, name.simplified());
    }
    Q_EMIT changed();
}

LoadController* LessonSession::stepper() {
    return m_impl->hasStepped ? m_impl->stepper.controller() : nullptr;
}

void LessonSession::startStepping(LessonStep step) {
    if (m_impl->runner.isRunning()) {
        Q_EMIT notice(tr("A step runs; step through a load when it is done."));
        return;
    }
    if (m_impl->setup.kind == LessonSetup::Kind::DryRun) {
        Q_EMIT notice(tr("A dry run moves no tensor; choose a size that fits to step through it."));
        return;
    }
    if (!methodOf(step)) {
        Q_EMIT notice(tr("This step loads nothing; step through one of the others."));
        return;
    }
    m_impl->hasStepped = true;
    m_impl->stepper.start(m_impl->taskFor(step));
}

void LessonSession::stepOnce() {
    m_impl->stepper.stepOnce();
}

void LessonSession::setStepRate(double perSecond) {
    m_impl->stepper.setRate(perSecond);
}

double LessonSession::stepRate() const {
    return m_impl->stepper.rate();
}

void LessonSession::endStepping() {
    m_impl->stepper.end();
}

bool LessonSession::isStepping() const {
    return m_impl->stepper.isStepping();
}

}  // namespace stowage
