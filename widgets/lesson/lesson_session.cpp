// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_session.h"

#include "engine/base/error_conversion.h"
#include "widgets/support/translation.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryFile>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

using State = LessonStepState::State;

const QString kFolderKey = QStringLiteral("lesson/folder");

/// Where model files were left when another folder was chosen.
const QString kEarlierFoldersKey = QStringLiteral("lesson/earlier_folders");

const QString kLearnerKey = QStringLiteral("lesson/learner");

/// In a folder that the person chose there may be anything: files of ours have one of their own.
const QString kOwnFolder = QStringLiteral("stowage-lesson");

/// Why nothing can be written into a folder, which need not be there yet; "" where it can.
QString whyUnusable(const QString& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder.toStdString(), error);
    QTemporaryFile file(folder + QStringLiteral("/try-XXXXXX"));
    const bool isWritable = !error && file.open();
    const QString reason = error        ? translated(systemErrorText(error.value()))
                           : isWritable ? QString()
                                        : file.errorString();
    if (isWritable) {
        file.remove();
    }
    QDir().rmdir(folder);  // unless there is something in it
    return reason;
}

}  // namespace

LessonSession::LessonSession(Parts parts, QObject* parent)
    : QObject(parent),
      m_parts(std::move(parts)),
      m_files((m_parts.settings == nullptr
                   ? m_parts.folder
                   : m_parts.settings->value(kFolderKey, m_parts.folder).toString())
                  .toStdString()),
      m_runner(m_parts.program),
      m_stepper(m_parts.backends) {
    setObjectName(QStringLiteral("lesson_session"));
    if (m_parts.settings != nullptr) {
        m_earlierFolders = m_parts.settings->value(kEarlierFoldersKey).toStringList();
    }
    connect(&m_runner, &LessonRunner::stageChanged, this, &LessonSession::onStage);
    connect(&m_runner, &LessonRunner::liveChanged, this, &LessonSession::liveChanged);
    connect(&m_runner, &LessonRunner::finished, this, &LessonSession::onFinished);
    connect(&m_stepper, &LessonStepper::changed, this, &LessonSession::changed);
    connect(&m_stepper, &LessonStepper::liveChanged, this, &LessonSession::liveChanged);
    connect(&m_stepper, &LessonStepper::ended, this, &LessonSession::onSteppingEnded);
    connect(&m_stepper, &LessonStepper::notice, this, &LessonSession::notice);
    if (m_parts.runs != nullptr) {
        // Kept runs are read from the disk in their own time.
        connect(m_parts.runs, &LoadHistory::changed, this, &LessonSession::restore);
    }
    // What a killed window left goes in the background; where it cannot, the next start tries
    // again.
    m_leftoverRemover.start(
        [folder = m_files.folder()](const std::stop_token&) {
            return LessonLoadFolder::removeLeft(folder);
        },
        [](const Result<void>&) {});
}

LessonSession::~LessonSession() {
    m_checker.stopAndJoin();
    m_remover.stopAndJoin();
    m_restorer.stopAndJoin();
    m_runner.disconnect(this);
    m_stepper.disconnect(this);
}

void LessonSession::open() {
    if (std::exchange(m_isOpen, true)) {
        return;
    }
    const auto saved = m_parts.settings == nullptr
                           ? std::nullopt
                           : savedLessonSetup(*m_parts.settings, m_parts.realGpus);
    m_setup = saved.value_or(m_setup);
    check(saved ? LessonSizeChoice::Keep : LessonSizeChoice::Propose);
    if (m_parts.settings != nullptr) {
        setCurrent(savedLessonStep(*m_parts.settings).value_or(current()));
    }
    Q_EMIT changed();
}

void LessonSession::setSetup(const LessonSetup& setup) {
    if (lessonSetupKey(setup) == lessonSetupKey(m_setup)) {
        return;
    }
    if (isBusy(tr("The setup can be changed only when nothing is running; cancel the running task "
                  "or wait until the task has finished."))) {
        Q_EMIT changed();  // so that views show again what holds
        return;
    }
    m_setup = setup;
    m_isMachineChecked = false;
    m_isModelThere = false;
    if (m_parts.settings != nullptr) {
        saveLessonSetup(*m_parts.settings, setup);
    }
    check(LessonSizeChoice::Keep);
    Q_EMIT changed();
}

LessonSession::Files LessonSession::files() const {
    if (m_runner.isMakingFiles() || m_stepper.isMakingFiles()) {
        return Files::Making;
    }
    if (!m_isMachineChecked) {
        return Files::Unknown;
    }
    return m_isModelThere ? Files::Ready : Files::Missing;
}

double LessonSession::makeProgress() const {
    const Progress& now = progress();
    return files() != Files::Making || now.bytesTotal == 0
               ? 0
               : static_cast<double>(now.bytesDone) / static_cast<double>(now.bytesTotal);
}

void LessonSession::cancelMaking() {
    if (m_stepper.isMakingFiles()) {
        m_stepper.end();
    } else if (m_runner.isMakingFiles()) {
        cancel();
    }
}

void LessonSession::deleteFiles() {
    if (isBusy(tr("The model files can be deleted only when nothing is running; cancel the running "
                  "task or wait until the task has finished."))) {
        return;
    }
    m_isMachineChecked = false;
    m_checker.drop();  // it may have seen the files
    m_remover.start(
        [folders = allFolders()](const std::stop_token&) -> Result<void> {
            for (const QString& folder : folders) {
                STOWAGE_TRY(LessonFileStore(folder.toStdString()).removeAll());
            }
            return {};
        },
        [this](const Result<void>& removed) {
            if (!removed) {
                Q_EMIT notice(translated(removed.error().message));
            } else {
                setEarlierFolders({});
            }
            check(LessonSizeChoice::Keep);
        });
    Q_EMIT changed();
}

void LessonSession::setCurrent(LessonStep step) {
    if (std::exchange(m_current, step) != step) {
        if (m_parts.settings != nullptr) {
            saveLessonStep(*m_parts.settings, step);
        }
        Q_EMIT currentChanged();
    }
}

void LessonSession::setGuess(LessonStep step, const LessonGuess& guess) {
    stateOf(step).guess = guess;
    keep();
    Q_EMIT changed();
}

void LessonSession::setAnswer(LessonStep step, int option) {
    LessonStepState& state = stateOf(step);
    state.answer = option;
    if (state.answers.empty() || state.answers.back() != option) {
        state.answers.push_back(option);
    }
    keep();
    Q_EMIT changed();
}

void LessonSession::showWhy(LessonStep step) {
    stateOf(step).isWhyShown = true;
    Q_EMIT changed();
}

void LessonSession::enterGuess(LessonStep step) {
    LessonStepState& state = stateOf(step);
    const bool isAgain = !state.guesses.empty() && state.guesses.back() == state.guess;
    if (state.run != nullptr || state.guess == LessonGuess() || isAgain) {
        return;
    }
    state.guesses.push_back(state.guess);
    keep();
    Q_EMIT changed();
}

void LessonSession::startOver() {
    if (isBusy(tr("The lesson can be started over only when nothing is running; cancel the running "
                  "task or wait until the task has finished."))) {
        return;
    }
    m_startedOver[lessonSetupKey(setup())] = std::exchange(record(), emptyLessonRecord());
    showRecord();
    setCurrent(LessonStep::Checkpoint);
    Q_EMIT changed();
}

void LessonSession::undoStartOver() {
    if (!canUndoStartOver() ||
        isBusy(tr("“Start over” can be undone only when nothing is running; cancel the running "
                  "task or wait until the task has finished."))) {
        return;
    }
    record() = std::move(m_startedOver.extract(lessonSetupKey(setup())).mapped());
    showRecord();
    Q_EMIT changed();
}

void LessonSession::run(LessonStep step) {
    if (m_runner.isRunning()) {
        return;
    }
    if (m_stepper.isStepping()) {
        Q_EMIT notice(tr("A load is being stepped through and uses memory; end that load first."));
        return;
    }
    if (methodOf(step)) {
        // The run belongs to the steps that were started over, which nothing must replace now.
        m_startedOver.erase(lessonSetupKey(setup()));
        enterGuess(step);
    }
    LessonStepState& state = stateOf(step);
    keep();
    state.state = State::Preparing;
    state.sentence.clear();
    m_runner.start(taskFor(step));
}

const Progress& LessonSession::progress() const {
    return m_stepper.isMakingFiles() ? m_stepper.progress() : m_runner.progress();
}

double LessonSession::elapsedSeconds() const {
    return m_runner.elapsedSeconds();
}

LessonRecord& LessonSession::record() const {
    const QString key = lessonSetupKey(m_setup);
    LessonRecord& found = m_records[key];
    if (found.steps.empty()) {
        found = m_parts.settings == nullptr ? emptyLessonRecord()
                                            : savedLessonRecord(*m_parts.settings, key);
    }
    return found;
}

LessonStepState& LessonSession::stateOf(LessonStep step) const {
    return *std::ranges::find(record().steps, step, &LessonStepState::step);
}

LessonScheduling LessonSession::scheduling() const {
    return {m_setup, m_files.folder(), m_parts.rates};
}

LessonTask LessonSession::taskFor(LessonStep step) const {
    return {scheduling(), step, record().comparison};
}

bool LessonSession::isBusy(const QString& sentence) {
    const bool isBusy = m_runner.isRunning() || m_stepper.isStepping() || m_remover.isRunning();
    if (isBusy) {
        Q_EMIT notice(sentence);
    }
    return isBusy;
}

void LessonSession::check(LessonSizeChoice choice) {
    m_checker.start(
        [how = scheduling(), choice, earlier = m_earlierFolders](std::stop_token stop) {
            LessonMachineCheck found = checkLessonMachine(how, choice, stop);
            for (const QString& folder : earlier) {
                found.keptBytes += LessonFileStore(folder.toStdString()).keptBytes();
            }
            return found;
        },
        [this](LessonMachineCheck check) { onMachineChecked(std::move(check)); },
        [this](const Error& error) { Q_EMIT notice(translated(error.message)); });
}

void LessonSession::onMachineChecked(LessonMachineCheck check) {
    m_offers = std::move(check.offers);
    m_keptBytes = check.keptBytes;
    const bool isOther = lessonSetupKey(check.setup) != lessonSetupKey(m_setup);
    if (isOther && (m_runner.isRunning() || m_stepper.isStepping())) {
        // A size was chosen while the person had begun with another one: theirs stands.
        this->check(LessonSizeChoice::Keep);
        return;
    }
    m_setup = check.setup;
    m_isModelThere = check.isModelThere;
    m_isMachineChecked = true;
    for (const PredictedStep& predicted : check.steps) {
        showPredicted(predicted);
    }
    LessonStepState& first = stateOf(LessonStep::Checkpoint);
    if (m_setup.kind == LessonSetup::Kind::Real && !m_runner.isRunning()) {
        first.state = m_isModelThere               ? State::Done
                      : first.state == State::Done ? State::NotRun
                                                   : first.state;
    }
    Q_EMIT changed();
    restore();
}

void LessonSession::keep() {
    if (m_parts.settings != nullptr) {
        saveLessonRecord(*m_parts.settings, lessonSetupKey(m_setup), record());
    }
}

void LessonSession::showRecord() {
    m_restorer.drop();
    keep();
    m_isMachineChecked = false;
    check(LessonSizeChoice::Keep);
}

void LessonSession::restore() {
    if (m_parts.runs == nullptr || !m_isMachineChecked || m_restorer.isRunning()) {
        return;
    }
    struct Kept {
        LoadHistory::Record run;
        std::function<Result<LoadHistory::Record>()> whole;
        std::shared_ptr<const LoadSchedule> schedule;
    };
    std::vector<Kept> found;
    for (const LessonStepState& state : record().steps) {
        const auto run =
            std::ranges::find_if(m_parts.runs->records(), [&](const LoadHistory::Record& one) {
                return one->comparison == record().comparison && stepOfRecord(*one) == state.step;
            });
        const bool isEmpty = state.state == State::NotRun && state.run == nullptr;
        if (isEmpty && state.schedule != nullptr && run != m_parts.runs->records().end()) {
            found.push_back({*run, m_parts.runs->wholeRecord(*run), state.schedule});
        }
    }
    if (found.empty()) {
        return;
    }
    m_restorer.start(
        [found = std::move(found), size = m_setup.size](const std::stop_token&) {
            std::vector<LessonOutcome> outcomes;
            for (const Kept& kept : found) {
                const auto whole = kept.whole();
                const LoadHistory::Record run = whole ? *whole : kept.run;  // without its curves
                outcomes.push_back(judgeLoad(*stepOfRecord(*run), size, *run, kept.schedule));
            }
            return outcomes;
        },
        [this, key = lessonSetupKey(m_setup)](const std::vector<LessonOutcome>& outcomes) {
            for (const LessonOutcome& outcome : outcomes) {
                LessonStepState& state = stateOf(outcome.step);
                // The person may have changed the setup or run it again meanwhile.
                if (key == lessonSetupKey(m_setup) && state.state == State::NotRun) {
                    takeOutcome(state, outcome);
                }
            }
            Q_EMIT changed();
            restore();  // for runs that came, or a setup that was chosen, meanwhile
        },
        [this](const Error& error) { Q_EMIT notice(translated(error.message)); });
}

void LessonSession::showPredicted(const PredictedStep& predicted) {
    LessonStepState& state = stateOf(predicted.step);
    state.preflight = predicted.preflight;
    if (state.run == nullptr) {
        state.figures = predicted.published;
        state.schedule = predicted.schedule;
    }
}

void LessonSession::onStage() {
    if (std::exchange(m_wereFilesMade, m_runner.isMakingFiles()) && !m_wereFilesMade) {
        check(LessonSizeChoice::Keep);  // they are there while the run goes on
    }
    stateOf(m_runner.step()).state = m_runner.stage() == LessonRunner::Stage::Loading ||
                                             m_runner.stage() == LessonRunner::Stage::Reading
                                         ? State::Running
                                         : State::Preparing;
    Q_EMIT changed();
}

void LessonSession::takeOutcome(LessonStepState& state, const LessonOutcome& outcome) {
    state.state = outcome.state;
    state.sentence = outcome.sentence;
    state.stoppedRun = outcome.isWhole ? nullptr : outcome.run;
    // A run that did not come about leaves the row of the one before.
    if (outcome.run == nullptr || !outcome.isWhole) {
        return;
    }
    state.run = outcome.run;
    state.schedule = outcome.schedule;
    state.figures = outcome.figures;
    state.reasons = outcome.reasons;
}

void LessonSession::onFinished(const LessonOutcome& outcome) {
    if (outcome.predicted) {
        showPredicted(*outcome.predicted);
    }
    takeOutcome(stateOf(outcome.step), outcome);
    const bool isReal = m_setup.kind == LessonSetup::Kind::Real;
    if (isReal && outcome.state == State::Done && lessonFormOf(outcome.step) == LessonForm::Whole) {
        m_isModelThere = true;
    }
    if (isReal && outcome.run != nullptr && m_parts.runs != nullptr) {
        m_parts.runs->add([run = outcome.run]() -> Result<LoadRecord> { return *run; });
    }
    if (outcome.step == LessonStep::Checkpoint && !outcome.sentence.isEmpty()) {
        Q_EMIT notice(outcome.sentence);
    }
    Q_EMIT changed();
    if (isReal) {
        check(LessonSizeChoice::Keep);  // files may be there that were not
    }
}

void LessonSession::onSteppingEnded() {
    Q_EMIT changed();
    check(LessonSizeChoice::Keep);
}

// What is kept in the settings.

void LessonSession::setFolder(const QString& folder) {
    const QDir chosen(folder);
    const bool isWhole = folder == defaultFolder() || chosen.dirName() == kOwnFolder;
    const QString own = isWhole ? chosen.absolutePath() : chosen.absoluteFilePath(kOwnFolder);
    if (folder.isEmpty() || own == this->folder() ||
        isBusy(tr("The folder can be changed only when nothing is running; cancel the running task "
                  "or wait until the task has finished."))) {
        return;
    }
    if (const QString reason = whyUnusable(own); !reason.isEmpty()) {
        Q_EMIT notice(tr("Model files cannot be created in %1: %2. The folder of the model files "
                         "is still %3.")
                          .arg(own, reason, this->folder()));
        return;
    }
    QStringList earlier = m_earlierFolders;
    earlier.removeAll(own);
    setEarlierFolders(m_keptBytes > 0 ? earlier << this->folder() : earlier);
    m_files = LessonFileStore(own.toStdString());
    if (m_parts.settings != nullptr) {
        m_parts.settings->setValue(kFolderKey, own);
    }
    for (LessonStepState& state : record().steps) {
        // Errors of the other folder.
        if (!state.sentence.isEmpty() && state.run == nullptr) {
            state.state = State::NotRun;
            state.sentence.clear();
        }
    }
    m_isMachineChecked = false;
    m_isModelThere = false;
    check(LessonSizeChoice::Keep);
    Q_EMIT changed();
}

void LessonSession::setEarlierFolders(const QStringList& folders) {
    m_earlierFolders = folders;
    if (m_parts.settings != nullptr) {
        m_parts.settings->setValue(kEarlierFoldersKey, folders);
    }
}

QString LessonSession::learner() const {
    return m_parts.settings == nullptr ? QString()
                                       : m_parts.settings->value(kLearnerKey).toString();
}

void LessonSession::setLearner(const QString& name) {
    if (m_parts.settings != nullptr) {
        m_parts.settings->setValue(kLearnerKey, name.simplified());
    }
    Q_EMIT changed();
}

// Going through a load tensor by tensor.

void LessonSession::startStepping(LessonStep step) {
    if (m_runner.isRunning()) {
        Q_EMIT notice(
            tr("A step is running; step through a load after the running step has finished."));
        return;
    }
    if (m_setup.kind == LessonSetup::Kind::DryRun) {
        Q_EMIT notice(tr(
            "A dry run moves no tensor. To step through the load, choose a model size that fits."));
        return;
    }
    if (!methodOf(step)) {
        Q_EMIT notice(tr("This step loads no model; step through a load in another step."));
        return;
    }
    m_hasStepped = true;
    m_stepper.start(taskFor(step));
}

}  // namespace stowage
