// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/lesson/lesson_figures.h"
#include "engine/lesson/lesson_outline.h"
#include "engine/load/report/load_events.h"
#include "widgets/lesson/lesson_files.h"
#include "widgets/lesson/lesson_state.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/preflight.h"
#include "widgets/methods/load_process.h"
#include "widgets/support/worker.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

class QSettings;

namespace stowage {

/// The plan of a step: all of it on the GPU, or for the step over several devices with limits of
/// about a third of the weights for the GPU and for the CPU, so that each device really gets
/// layers. Blocks for milliseconds. Errors: those of place(), InvalidPlan (a device would get
/// nothing).
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> lessonPlan(
    const LessonSetup& setup, LessonStep step, std::shared_ptr<const ModuleTree> tree,
    const std::stop_token& stop = {});

/// What a step's load is scheduled with.
struct LessonScheduling {
    LessonSetup setup;
    std::string folder;                         ///< of the lesson's files, see LessonFileStore
    std::shared_ptr<const MachineRates> rates;  ///< may be null
};

/// What is known of a step before it runs.
struct PredictedStep {
    LessonStep step = LessonStep::Checkpoint;
    MethodPreflight preflight;                     ///< empty but for the step that loads nothing
    LessonFigures published;                       ///< only the published figures
    std::shared_ptr<const LoadSchedule> schedule;  ///< over described files; null without a load
};

/// One step, predicted over files that need not be there. Blocks for milliseconds.
[[nodiscard]] PredictedStep predictStep(const LessonScheduling& how, LessonStep step,
                                        const std::stop_token& stop = {});

/// What a check of the machine found.
struct LessonMachineCheck {
    LessonSetup setup;  ///< the one given, or with the size that was chosen
    std::vector<LessonOffer> offers;
    std::vector<PredictedStep> steps;  ///< all of them
    std::uint64_t keptBytes = 0;
    bool isModelThere = false;  ///< as a whole
};

/// Whether the check keeps the setup's size or takes the one that fits.
enum class LessonSizeChoice { Keep, Propose };

/// Memory, disk, files and predictions of every step. Blocks for some ten milliseconds and more;
/// run it in a worker.
[[nodiscard]] LessonMachineCheck checkLessonMachine(LessonScheduling how, LessonSizeChoice choice,
                                                    const std::stop_token& stop);

/// How a step of the lesson ended.
struct LessonOutcome {
    LessonStep step = LessonStep::Checkpoint;
    LessonStepState::State state = LessonStepState::State::Failed;
    std::optional<PredictedStep> predicted;  ///< just before; nothing: not predicted again
    LoadHistory::Record run;                 ///< null where nothing was loaded or walked
    /// The run loaded everything, so that its figures are the step's. One that broke off is kept,
    /// but no row is made of it.
    bool isWhole = false;
    std::shared_ptr<const LoadSchedule> schedule;
    LessonFigures figures;
    std::vector<PeakReason> reasons;
    QString sentence;  ///< why it was refused or failed, or a remark on a dry run
};

/// "raschka-gpt2-xl": what runs of the lesson are called.
[[nodiscard]] std::string lessonModelName(LessonSize size);

/// One that ended without a load.
[[nodiscard]] LessonOutcome endedStep(LessonStep step, LessonStepState::State state,
                                      const QString& sentence);
/// One that failed: cancelled, refused for want of room, or failed.
[[nodiscard]] LessonOutcome endedStep(LessonStep step, const Error& error);

/// A load that was really made: done only where every byte was verified and the forward pass
/// agrees with the reference. Blocks for milliseconds: run it in a worker.
[[nodiscard]] LessonOutcome judgeLoad(LessonStep step, LessonSize size, LoadRecord record,
                                      std::shared_ptr<const LoadSchedule> schedule);

/// A dry run: the step's prediction as its record, marked as such. Its curves are over the seconds
/// that the calibrated clock predicts; without a calibration over the bytes moved, kDryRunRate of
/// them as a second, and `sentence` says so. Blocks for milliseconds: run it in a worker.
[[nodiscard]] LessonOutcome dryRunStep(const LessonScheduling& how, LessonStep step,
                                       const std::stop_token& stop);

/// Bytes a second of a dry run whose time is not known.
inline constexpr double kDryRunRate = 1024.0 * 1024 * 1024;

/// A step that is to be taken, with the conditions at that moment.
struct LessonTask {
    LessonScheduling how;
    LessonStep step = LessonStep::Checkpoint;
    std::string comparison;  ///< what the runs of one setup have in common
};

/// What a load in a process of its own needs, ready to start.
struct LessonPreparation {
    /// How the step ended already: refused, failed, cancelled, or without a load. Else the rest
    /// is there.
    std::optional<LessonOutcome> ended;
    std::optional<PredictedStep> predicted;
    std::shared_ptr<const LoadSchedule> schedule;  ///< over the real files
    std::unique_ptr<LessonLoadFolder> folder;      ///< of this run; goes with it
    LoadProcessRequest order;
};

/// Everything before a process starts: the pre-flight over described files, then the files, their
/// plan and the pre-flight again, and the folder of the run. Blocks, for a minute and more where
/// files are written: run it in a worker.
[[nodiscard]] LessonPreparation prepareStep(const LessonTask& task, const std::stop_token& stop,
                                            const ProgressSink& progress);

/// Takes one step of the lesson at a time: makes its files, then the reference logits where they
/// are missing, then loads in a fresh process of stowagectl and reads what it found. UI thread
/// only, never waits there.
class LessonRunner : public QObject {
    Q_OBJECT
public:
    enum class Stage {
        Idle,
        Preparing,  ///< in the worker: prediction, files, plan
        Reference,  ///< a process makes the reference logits
        Loading,    ///< a process loads
        Reading,    ///< in the worker: what it found
    };

    explicit LessonRunner(const QString& program, QObject* parent = nullptr);
    /// Ends whatever runs, and waits for its end.
    ~LessonRunner() override;

    /// stageChanged() and finished() follow. Does nothing while a step is taken.
    void start(LessonTask task);
    /// finished() follows with a cancelled step, where it has not ended meanwhile.
    void cancel();

    [[nodiscard]] Stage stage() const { return m_stage; }
    [[nodiscard]] bool isRunning() const { return m_stage != Stage::Idle; }
    /// The step that is taken, or was taken last.
    [[nodiscard]] LessonStep step() const { return m_task.step; }
    /// While model files are being written.
    [[nodiscard]] bool isMakingFiles() const { return m_isMakingFiles; }
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    [[nodiscard]] const LoadCurves& curves() const { return m_curves; }
    /// Since the present stage began.
    [[nodiscard]] double elapsedSeconds() const;

Q_SIGNALS:
    void stageChanged();
    /// Progress or curves; 20 times a second at most.
    void liveChanged();
    void finished(const LessonOutcome& outcome);

private:
    /// Takes the whole step in the worker's thread, which posts its stages and progress.
    [[nodiscard]] LessonOutcome takeStep(const LessonTask& task, const std::string& program,
                                         std::uint64_t generation, const std::stop_token& stop);
    void postStage(std::uint64_t generation, Stage stage);
    void takeEvent(const LoadEvent& event);
    void setStage(Stage stage);
    void finish(LessonOutcome outcome);

    QString m_program;
    LessonTask m_task;
    Stage m_stage = Stage::Idle;
    bool m_isCancelled = false;
    bool m_isMakingFiles = false;
    Progress m_progress;
    LoadCurves m_curves;
    QTimer m_clock;  ///< the time goes on where nothing else does
    QElapsedTimer m_sinceStage;
    std::unique_ptr<Worker> m_worker;
};

class Document;

/// Goes through a step's load tensor by tensor in this process, on devices of its own. What it
/// finds is looked at and forgotten. UI thread only.
class LessonStepper : public QObject {
    Q_OBJECT
public:
    explicit LessonStepper(BackendFactory backends, QObject* parent = nullptr);
    /// Ends the load, waits for it and gives everything back.
    ~LessonStepper() override;

    /// Opens the step's files, which are made where they are missing, and begins a load that waits
    /// before its first tensor. changed() follows; notice() and ended() where it cannot be. Does
    /// nothing while it steps.
    void start(LessonTask task);
    /// Lets one more tensor in.
    void stepOnce();
    /// Tensors a second; 0: only stepOnce(); infinity: as fast as it goes. Kept for the next load.
    void setRate(double perSecond);
    [[nodiscard]] double rate() const { return m_rate; }
    /// Ends the load and gives everything back; ended() follows.
    void end();

    /// From start() until ended().
    [[nodiscard]] bool isStepping() const { return m_isStepping; }
    [[nodiscard]] bool isMakingFiles() const { return m_isMakingFiles; }
    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// Always there; its document is empty before the first start().
    [[nodiscard]] LoadController* controller() { return m_controller.get(); }

Q_SIGNALS:
    void changed();
    /// Files are being written.
    void liveChanged();
    void ended();
    void notice(const QString& sentence);

private:
    struct Opened;

    /// In the worker: the files, made where they are missing, and the step's plan over them.
    [[nodiscard]] static Result<Opened> openStep(const LessonTask& task,
                                                 const std::stop_token& stop,
                                                 const ProgressSink& progress);
    void onOpened(const Result<Opened>& opened);
    void beginLoad();
    void onState(LoadState state);
    void applyRate();
    void tick();
    void stop(const QString& sentence);
    void finishEnding();

    std::unique_ptr<Document> m_document;
    std::unique_ptr<LoadController> m_controller;
    std::unique_ptr<Worker> m_worker;
    QTimer m_timer;
    LessonTask m_task;
    Progress m_progress;
    double m_rate = 0;
    double m_stepsPerTick = 1;
    double m_owedSteps = 0;  ///< of ticks that came too soon for a whole one
    bool m_isStepping = false;
    bool m_isMakingFiles = false;
    bool m_isEnding = false;
    bool m_awaitsPlan = false;
};

/// The lesson as it is played: its setup, the model's files, the nine steps and what each of them
/// found. With settings and a history of loads, what was played under a setup is back when it is
/// opened again. A step loads in a fresh process of stowagectl, which polls the one that loads from
/// outside, and runs a forward pass there; one step at a time. Stepping through a load, tensor by
/// tensor, happens in this process. UI thread only, never waits there.
class LessonSession : public QObject {
    Q_OBJECT
public:
    /// What it works with; pointers are borrowed and outlive it.
    struct Parts {
        LoadHistory* runs = nullptr;  ///< where runs are kept; null: nowhere
        QString program;              ///< stowagectl's path
        QString folder;               ///< where the sample models lie; made where it is missing
        BackendFactory backends;
        QSettings* settings = nullptr;              ///< null: nothing is remembered
        std::shared_ptr<const MachineRates> rates;  ///< null: no times are predicted
        std::vector<DeviceInfo> realGpus;           ///< that may be chosen beside simulated ones
    };
    /// Whether the files of the chosen size are there.
    enum class Files { Unknown, Missing, Making, Ready };

    explicit LessonSession(Parts parts, QObject* parent = nullptr);
    /// Ends whatever runs, and waits for its end.
    ~LessonSession() override;

    /// Checks the machine in a worker: offers() and changed() follow; the first time the largest
    /// size that fits is chosen. Again: without effect.
    void open();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] const LessonSetup& setup() const { return m_setup; }
    /// Steps of another setup are kept apart and are back when it returns. Ignored while something
    /// runs: notice() says so.
    void setSetup(const LessonSetup& setup);
    /// In the order of sizes; empty until the machine was looked at.
    [[nodiscard]] const std::vector<LessonOffer>& offers() const { return m_offers; }
    [[nodiscard]] const std::vector<DeviceInfo>& realGpus() const { return m_parts.realGpus; }

    [[nodiscard]] Files files() const;
    /// 0…1 of the files that are being made.
    [[nodiscard]] double makeProgress() const;
    void cancelMaking();
    /// Bytes of all model files of the lesson, of every size, in allFolders().
    [[nodiscard]] std::uint64_t keptBytes() const { return m_keptBytes; }
    /// Removes the files of every size. Refused, by notice(), while something runs.
    void deleteFiles();

    /// All nine, in order: the same places always.
    [[nodiscard]] const std::vector<LessonStepState>& steps() const { return record().steps; }
    [[nodiscard]] const LessonStepState& step(LessonStep step) const { return stateOf(step); }
    /// The step that is looked at: remembered, so that open() goes on where the person left.
    [[nodiscard]] LessonStep current() const { return m_current; }
    void setCurrent(LessonStep step);
    void setGuess(LessonStep step, const LessonGuess& guess);
    void setAnswer(LessonStep step, int option);
    /// Shows the step's reasons although nobody answered, until the window is closed.
    void showWhy(LessonStep step);
    /// Keeps the step's present guess among those that were entered; without effect for one that
    /// says nothing, for the same one again, and once the step was run.
    void enterGuess(LessonStep step);
    /// Forgets what was found, guessed and answered under this setup, for the next learner; the
    /// load records stay in the history. Refused, by notice(), while something runs.
    void startOver();
    /// Brings back what startOver() forgot under this setup. Possible until a step is run again;
    /// refused, by notice(), while something runs.
    void undoStartOver();
    [[nodiscard]] bool canUndoStartOver() const {
        return m_startedOver.contains(lessonSetupKey(m_setup));
    }

    /// Where the model files lie.
    [[nodiscard]] QString folder() const { return QString::fromStdString(m_files.folder()); }
    /// Has them made in a folder "stowage-lesson" in there from now on, or in there where that is
    /// its name already; those of the earlier folder stay. Remembered. Refused, by notice(), while
    /// something runs, and where no file can be made.
    void setFolder(const QString& folder);
    /// Where they lie unless the person chooses.
    [[nodiscard]] QString defaultFolder() const { return m_parts.folder; }
    /// The folder, and those where files were left before another one was chosen.
    [[nodiscard]] QStringList allFolders() const {
        return QStringList{folder()} + m_earlierFolders;
    }
    /// Who learns: "" where nobody said so. Remembered.
    [[nodiscard]] QString learner() const;
    void setLearner(const QString& name);

    /// Makes what files the step needs, then loads, verifies and runs the forward pass. The first
    /// step has no load: it makes the model's file. Does nothing while another one runs.
    void run(LessonStep step);
    /// Ends the step that runs, or what is being made; nothing of it stays but finished files.
    void cancel() { m_runner.cancel(); }
    [[nodiscard]] bool isRunning() const { return m_runner.isRunning(); }
    [[nodiscard]] std::optional<LessonStep> running() const {
        return isRunning() ? std::optional(m_runner.step()) : std::nullopt;
    }
    /// Of what is being made, or of the load that runs.
    [[nodiscard]] const Progress& progress() const;
    /// Of the load that runs, as far as it is; empty before.
    [[nodiscard]] const LoadCurves& liveCurves() const { return m_runner.curves(); }
    /// Since the step's process began, or before that since its files are being made.
    [[nodiscard]] double elapsedSeconds() const;

    /// Loads in this process; its document has the lesson's plan. Null until startStepping().
    [[nodiscard]] LoadController* stepper() {
        return m_hasStepped ? m_stepper.controller() : nullptr;
    }
    /// Opens the step's model and begins a load that waits before its first tensor; files are made
    /// first where they are missing. What it finds fills no row.
    void startStepping(LessonStep step);
    /// Lets one more tensor in.
    void stepOnce() { m_stepper.stepOnce(); }
    /// Tensors a second; 0: only stepOnce(); infinity: as fast as it goes.
    void setStepRate(double perSecond) { m_stepper.setRate(perSecond); }
    [[nodiscard]] double stepRate() const { return m_stepper.rate(); }
    /// Ends the load, gives everything back.
    void endStepping() { m_stepper.end(); }
    [[nodiscard]] bool isStepping() const { return m_stepper.isStepping(); }

Q_SIGNALS:
    /// Something of setup, offers, files or steps.
    void changed();
    /// Progress and curves of what runs; 20 times a second at most.
    void liveChanged();
    void currentChanged();
    /// One sentence for the person.
    void notice(const QString& sentence);

private:
    /// The steps of the present setup; made where they are not there yet.
    [[nodiscard]] LessonRecord& record() const;
    [[nodiscard]] LessonStepState& stateOf(LessonStep step) const;
    [[nodiscard]] LessonScheduling scheduling() const;
    [[nodiscard]] LessonTask taskFor(LessonStep step) const;
    /// True, with a notice, while something runs that must not be disturbed.
    [[nodiscard]] bool isBusy(const QString& sentence);

    /// Checks the machine and predicts what the steps will take, in the worker.
    void check(LessonSizeChoice choice);
    void onMachineChecked(LessonMachineCheck check);
    void showPredicted(const PredictedStep& predicted);
    void onStage();
    void onFinished(const LessonOutcome& outcome);
    void takeOutcome(LessonStepState& state, const LessonOutcome& outcome);
    void onSteppingEnded();
    void setEarlierFolders(const QStringList& folders);
    /// Guesses, answers and the comparison go into the settings.
    void keep();
    /// Finds the runs of earlier sessions again and fills the rows that are still empty.
    void restore();
    /// After the record of the present setup was replaced by another one.
    void showRecord();

    Parts m_parts;
    LessonFileStore m_files;
    QStringList m_earlierFolders;
    LessonSetup m_setup;
    std::vector<LessonOffer> m_offers;
    mutable std::map<QString, LessonRecord> m_records;  ///< by lessonSetupKey()
    std::map<QString, LessonRecord> m_startedOver;      ///< those that can be brought back
    LessonStep m_current = LessonStep::Checkpoint;
    std::uint64_t m_keptBytes = 0;
    bool m_isOpen = false;
    bool m_isMachineChecked = false;  ///< at the present setup
    bool m_isModelThere = false;
    bool m_wereFilesMade = false;  ///< at the last stage
    LessonRunner m_runner;
    LessonStepper m_stepper;
    bool m_hasStepped = false;
    Worker m_leftoverRemover;
    Worker m_checker;
    Worker m_remover;
    Worker m_restorer;
};

}  // namespace stowage
