// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/lesson/lesson_outline.h"
#include "widgets/lesson/lesson_runner.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

class QSettings;

namespace stowage {

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
    /// Makes the model.pth of the chosen size where it is missing. changed() follows; notice()
    /// where it fails.
    void makeFiles();
    void cancelMaking();
    /// Bytes of all model files of the lesson, of every size.
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
    /// something runs.
    void setFolder(const QString& folder);
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
    /// Since the process of the step that runs began.
    [[nodiscard]] double elapsedSeconds() const;
    /// 0 while none runs: for tests.
    [[nodiscard]] qint64 processId() const { return m_runner.process().processId(); }

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
    /// Guesses, answers and the comparison go into the settings.
    void keep();
    /// Finds the runs of earlier sessions again and fills the rows that are still empty.
    void restore();
    /// After the record of the present setup was replaced by another one.
    void showRecord();

    Parts m_parts;
    LessonFileStore m_files;
    LessonSetup m_setup;
    std::vector<LessonOffer> m_offers;
    mutable std::map<QString, LessonRecord> m_records;  ///< by lessonSetupKey()
    std::map<QString, LessonRecord> m_startedOver;      ///< those that can be brought back
    LessonStep m_current = LessonStep::Checkpoint;
    std::uint64_t m_keptBytes = 0;
    bool m_isOpen = false;
    bool m_isMachineChecked = false;  ///< at the present setup
    bool m_isModelThere = false;
    LessonRunner m_runner;
    LessonStepper m_stepper;
    bool m_hasStepped = false;
    Worker m_leftoverRemover;
    Worker m_checker;
    Worker m_remover;
    Worker m_restorer;
};

}  // namespace stowage
