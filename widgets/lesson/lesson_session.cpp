// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_session.h"

#include "widgets/lesson/lesson_files.h"
#include "widgets/lesson/lesson_preparation.h"
#include "widgets/lesson/lesson_runner.h"
#include "widgets/lesson/lesson_state.h"
#include "widgets/support/worker.h"

#include <QDir>
#include <QSettings>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

class LessonSession::Impl {
public:
    Impl(Parts parts, LessonSession* session);

    [[nodiscard]] LessonStepState& stateOf(LessonStep step);
    /// The steps of the present setup; made where they are not there yet.
    [[nodiscard]] LessonRecord& record();
    [[nodiscard]] LessonScheduling scheduling() const;
    [[nodiscard]] LessonTask taskFor(LessonStep step);
    /// True, with a notice, while something runs that must not be disturbed.
    [[nodiscard]] bool isBusy(const QString& sentence) const;

    /// Checks the machine and predicts what the steps will take, in the worker.
    void check(LessonSizeChoice choice);
    void onMachineChecked(LessonMachineCheck check);
    void showPredicted(const PredictedStep& predicted);
    void onStage();
    void onFinished(const LessonOutcome& outcome);
    void takeOutcome(LessonStepState& state, const LessonOutcome& outcome);
    void onSteppingEnded();
    /// Guesses, answers and the comparison go into the settings.
    void keep();
    /// Finds the runs of earlier sessions again and fills the rows that are still empty.
    void restore();
    /// After the record of the present setup was replaced by another one.
    void showRecord();
    void connectParts();

    LessonSession* q;
    Parts parts;
    LessonFileStore files;
    LessonSetup setup;
    std::vector<LessonOffer> offers;
    std::map<QString, LessonRecord> records;      ///< by lessonSetupKey()
    std::map<QString, LessonRecord> startedOver;  ///< the same, of what can be brought back
    LessonStep current = LessonStep::Checkpoint;
    std::uint64_t keptBytes = 0;
    bool isOpen = false;
    bool isMachineChecked = false;  ///< at the present setup
    bool isModelThere = false;
    LessonRunner runner;
    LessonStepper stepper;
    bool hasStepped = false;
    Worker leftoverRemover;
    Worker checker;
    Worker remover;
    Worker restorer;
};

namespace {

using State = LessonStepState::State;

const QString kFolderKey = QStringLiteral("lesson/folder");

const QString kLearnerKey = QStringLiteral("lesson/learner");

/// In a folder that the person chose there may be anything: files of ours have one of their own.
const QString kOwnFolder = QStringLiteral("stowage-lesson");

}  // namespace

using State = LessonStepState::State;

LessonSession::LessonSession(Parts parts, QObject* parent)
    : QObject(parent), m_impl(std::make_unique<Impl>(std::move(parts), this)) {
    setObjectName(QStringLiteral("lesson_session"));
}

LessonSession::~LessonSession() {
    m_impl->checker.stopAndJoin();
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
    m_impl->check(saved ? LessonSizeChoice::Keep : LessonSizeChoice::Propose);
    if (m_impl->parts.settings != nullptr) {
        setCurrent(savedLessonStep(*m_impl->parts.settings).value_or(current()));
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
    m_impl->isMachineChecked = false;
    m_impl->isModelThere = false;
    if (m_impl->parts.settings != nullptr) {
        saveLessonSetup(*m_impl->parts.settings, setup);
    }
    m_impl->check(LessonSizeChoice::Keep);
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
    if (!m_impl->isMachineChecked) {
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
    m_impl->isMachineChecked = false;
    m_impl->checker.drop();  // it may have seen the files
    m_impl->remover.start(
        [files = m_impl->files](const std::stop_token&) { return files.removeAll(); },
        [this](const Result<void>& removed) {
            if (!removed) {
                Q_EMIT notice(QString::fromStdString(removed.error().message));
            }
            m_impl->check(LessonSizeChoice::Keep);
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
            saveLessonStep(*m_impl->parts.settings, step);
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
    m_impl->startedOver[lessonSetupKey(setup())] =
        std::exchange(m_impl->record(), emptyLessonRecord());
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
        // The run belongs to the steps that were started over, which nothing must replace now.
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

const LoadCurves& LessonSession::liveCurves() const {
    return m_impl->runner.curves();
}

double LessonSession::elapsedSeconds() const {
    return m_impl->runner.process().isRunning() ? m_impl->runner.process().elapsedSeconds() : 0;
}

qint64 LessonSession::processId() const {
    return m_impl->runner.process().processId();
}

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
    leftoverRemover.start(
        [folder = files.folder()](const std::stop_token&) {
            return LessonLoadFolder::removeLeft(folder);
        },
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
        QObject::connect(parts.runs, &LoadHistory::changed, q, [this] { restore(); });
    }
}

LessonRecord& LessonSession::Impl::record() {
    const QString key = lessonSetupKey(setup);
    LessonRecord& found = records[key];
    if (found.steps.empty()) {
        found = parts.settings == nullptr ? emptyLessonRecord()
                                          : savedLessonRecord(*parts.settings, key);
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

void LessonSession::Impl::check(LessonSizeChoice choice) {
    checker.start(
        [how = scheduling(), choice](std::stop_token stop) {
            return checkLessonMachine(how, choice, stop);
        },
        [this](LessonMachineCheck check) { onMachineChecked(std::move(check)); },
        [this](const Error& error) { Q_EMIT q->notice(QString::fromStdString(error.message)); });
}

void LessonSession::Impl::onMachineChecked(LessonMachineCheck check) {
    offers = std::move(check.offers);
    keptBytes = check.keptBytes;
    const bool isOther = lessonSetupKey(check.setup) != lessonSetupKey(setup);
    if (isOther && (runner.isRunning() || stepper.isStepping())) {
        // A size was chosen while the person had begun with another one: theirs stands.
        this->check(LessonSizeChoice::Keep);
        return;
    }
    setup = check.setup;
    isModelThere = check.isModelThere;
    isMachineChecked = true;
    for (const PredictedStep& predicted : check.steps) {
        showPredicted(predicted);
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
        saveLessonRecord(*parts.settings, lessonSetupKey(setup), record());
    }
}

void LessonSession::Impl::showRecord() {
    restorer.drop();
    keep();
    isMachineChecked = false;
    check(LessonSizeChoice::Keep);
}

void LessonSession::Impl::restore() {
    if (parts.runs == nullptr || !isMachineChecked || restorer.isRunning()) {
        return;
    }
    std::vector<std::pair<LoadHistory::Record, std::shared_ptr<const LoadSchedule>>> found;
    for (const LessonStepState& state : record().steps) {
        const auto run =
            std::ranges::find_if(parts.runs->records(), [&](const LoadHistory::Record& one) {
                return one->comparison == record().comparison && stepOfRecord(*one) == state.step;
            });
        const bool isEmpty = state.state == State::NotRun && state.run == nullptr;
        if (isEmpty && state.schedule != nullptr && run != parts.runs->records().end()) {
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
                outcomes.push_back(judgeLoad(*stepOfRecord(*run), size, *run, schedule));
            }
            return outcomes;
        },
        [this, key = lessonSetupKey(setup)](const std::vector<LessonOutcome>& outcomes) {
            for (const LessonOutcome& outcome : outcomes) {
                LessonStepState& state = stateOf(outcome.step);
                // The person may have changed the setup or run it again meanwhile.
                if (key == lessonSetupKey(setup) && state.state == State::NotRun) {
                    takeOutcome(state, outcome);
                }
            }
            Q_EMIT q->changed();
            restore();  // for runs that came, or a setup that was chosen, meanwhile
        },
        [this](const Error& error) { Q_EMIT q->notice(QString::fromStdString(error.message)); });
}

void LessonSession::Impl::showPredicted(const PredictedStep& predicted) {
    LessonStepState& state = stateOf(predicted.step);
    state.preflight = predicted.preflight;
    if (state.run == nullptr) {
        state.figures = predicted.published;
        state.schedule = predicted.schedule;
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
    if (outcome.predicted) {
        showPredicted(*outcome.predicted);
    }
    takeOutcome(stateOf(outcome.step), outcome);
    const bool isReal = setup.kind == LessonSetup::Kind::Real;
    if (isReal && outcome.state == State::Done && lessonFormOf(outcome.step) == LessonForm::Whole) {
        isModelThere = true;
    }
    if (isReal && outcome.run != nullptr && parts.runs != nullptr) {
        parts.runs->add([run = outcome.run]() -> Result<LoadRecord> { return *run; });
    }
    if (outcome.step == LessonStep::Checkpoint && !outcome.sentence.isEmpty()) {
        Q_EMIT q->notice(outcome.sentence);
    }
    Q_EMIT q->changed();
    if (isReal) {
        check(LessonSizeChoice::Keep);  // files may be there that were not
    }
}

void LessonSession::Impl::onSteppingEnded() {
    Q_EMIT q->changed();
    check(LessonSizeChoice::Keep);
}

// What is kept in the settings.

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
    m_impl->isMachineChecked = false;
    m_impl->isModelThere = false;
    m_impl->check(LessonSizeChoice::Keep);
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

// Going through a load tensor by tensor.

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
