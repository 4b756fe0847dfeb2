// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/plan/placement_plan.h"
#include "engine/run/models/run_model.h"
#include "engine/run/run_job.h"
#include "engine/telemetry/timeline.h"
#include "engine/text/tokenizer.h"
#include "widgets/run/run_fixes.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage {

struct LiveFigureRow;
struct LiveHeaderContent;

/// What a planned model is to whoever would run it, known from its tensors' names and shapes and
/// its config.json, before a byte of it is loaded. Reads that file: run it in a worker.
/// Errors: those of runModelOf(), which say why the model cannot be run.
[[nodiscard]] Result<RunTraits> runTraitsOf(const PlacementPlan& plan,
                                            const Checkpoint& checkpoint);

class LoadController;

enum class ModelRunState { Idle, Running, Paused, Cancelling };

/// "idle", "running", "paused", "cancelling".
[[nodiscard]] const char* modelRunStateName(ModelRunState state);

/// Whether it stopped for another reason than that a person cancelled it.
[[nodiscard]] bool hasFailed(const RunReport& report);

/// One run that ended: done, cancelled or failed (report->stopped).
struct FinishedRun {
    int number = 0;
    RunOptions options;  ///< as asked for
    bool wasPaused =
        false;  ///< paused: weights may have come ahead in the time that it stood still
    std::shared_ptr<const RunReport> report;
    std::shared_ptr<const LoadSchedule> schedule;  ///< of the load that it ran over
    QString modelName;                             ///< of the weights that it ran over
    std::vector<RunFix> fixes{};                   ///< what would make its layers wait less
};

/// Runs the loaded model in a worker: start, pause, cancel. While a run goes on the load
/// controller neither unloads nor loads, so that the weights stay where they are; the devices'
/// caches may be emptied. UI thread only.
class RunController : public QObject {
    Q_OBJECT
public:
    /// `loads` is borrowed and outlives it.
    explicit RunController(LoadController* loads, QObject* parent = nullptr);
    /// Stops a run that goes on and waits for it: for at most one module, or one part of a tensor.
    ~RunController() override;

    /// Runs the loaded model. Sampler, timeline, rates and the plan's offload_buffers are added to
    /// `options`; the rest is as given. Does nothing while a run goes on; failed() follows at once
    /// where canRun() says no.
    void start(RunOptions options);
    /// Between two modules. Pause and resume hold for Running and Paused only.
    void pause();
    void resume();
    /// Ends the run between two modules or within a transfer; finished() follows with the figures
    /// until then, and the loaded model is as it was before.
    void cancel();

    [[nodiscard]] ModelRunState state() const { return m_state; }
    [[nodiscard]] bool isRunning() const { return m_state != ModelRunState::Idle; }
    [[nodiscard]] LoadController* loads() const { return m_loads; }
    /// True where a model is loaded that can be run, and nothing else is on its way.
    [[nodiscard]] bool canRun() const;
    /// Why not, in a sentence; "" where it can, and while a run goes on.
    [[nodiscard]] QString whyNot() const;
    /// Of the model that is loaded, else of the open one; nothing while that is being found out,
    /// and where it cannot be run.
    [[nodiscard]] const std::optional<RunTraits>& traits() const { return m_traits; }
    /// Why that model cannot be run, in a sentence; "" where it can, and while that is being found
    /// out.
    [[nodiscard]] const QString& refusal() const { return m_refusal; }
    /// The one that lies beside that model; null without one, and where it cannot be read.
    [[nodiscard]] const std::shared_ptr<const Tokenizer>& tokenizer() const { return m_tokenizer; }
    /// Why one that lies there cannot be read, in a sentence; else "".
    [[nodiscard]] const QString& tokenizerProblem() const { return m_tokenizerProblem; }

    [[nodiscard]] const Progress& progress() const { return m_progress; }
    /// The tokens that the run which goes on, or went on last, chose so far.
    [[nodiscard]] const std::vector<std::int64_t>& chosen() const { return m_chosen; }
    /// Of the run that goes on or went on last.
    [[nodiscard]] const RunOptions& options() const { return m_options; }
    /// The same run's: second 0 is startedAt(). Null before the first one.
    [[nodiscard]] std::shared_ptr<const Timeline> timeline() const { return m_timeline; }
    /// When that run began, on the sampler's clock.
    [[nodiscard]] std::optional<double> startedAt() const { return m_startedAt; }
    /// How long that run goes on or went on, without its pauses; 0 before the first one.
    [[nodiscard]] double seconds() const;
    /// The plan and devices that it runs over.
    [[nodiscard]] std::shared_ptr<const LoadSchedule> schedule() const { return m_schedule; }
    /// The last ones, the newest at the end: reports of long runs take some MiB each.
    static constexpr std::size_t kMostRuns = 16;
    [[nodiscard]] const std::vector<FinishedRun>& runs() const { return m_runs; }

Q_SIGNALS:
    void stateChanged(ModelRunState state);
    /// What canRun() or traits() say may be something else now.
    void abilityChanged();
    void progressChanged(const Progress& progress);
    void tokenChosen(std::int64_t token);
    /// A run ended: done, cancelled or failed (report.stopped).
    void finished(std::shared_ptr<const RunReport> report);
    /// A chain of models that was run beside it ended.
    void chainEnded(const std::shared_ptr<const LoadRecord>& record);
    /// A run could not be started or failed: one sentence. Not sent for a cancel.
    void failed(const QString& sentence, ErrorCode code);

private:
    void setState(ModelRunState state);
    /// Checks again, in a worker, whether the loaded or the open model can be run.
    void askAbility();
    [[nodiscard]] RunOptions completed(RunOptions options, std::uint64_t generation);
    void onProgress(const Progress& progress);
    void onFinished(RunReport report, std::vector<RunFix> fixes);

    LoadController* m_loads;
    std::shared_ptr<PauseGate> m_gate;
    ModelRunState m_state = ModelRunState::Idle;
    std::optional<RunTraits> m_traits;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    QString m_tokenizerProblem;
    QString m_refusal;                                   ///< why the model cannot be run
    std::shared_ptr<const PlacementPlan> m_abilityPlan;  ///< of which both tell
    RunOptions m_options;
    Progress m_progress;
    std::vector<std::int64_t> m_chosen;
    std::shared_ptr<Timeline> m_timeline;
    std::optional<double> m_startedAt;
    std::shared_ptr<const LoadSchedule> m_schedule;
    bool m_wasPaused = false;
    std::vector<FinishedRun> m_runs;
    int m_lastNumber = 0;
    std::unique_ptr<Worker> m_ability;
    std::unique_ptr<Worker> m_worker;
};

/// "Run 2: 3 tokens, 16 generated".
[[nodiscard]] QString modelRunTitle(const FinishedRun& run);
/// How a run ended, in a sentence: "Generated 16 tokens in 1.20 s".
[[nodiscard]] QString runOutcomeText(const RunReport& report);
/// The times, rates, bytes and peaks of a run.
[[nodiscard]] std::vector<LiveFigureRow> modelRunRows(const FinishedRun& run);

/// The words, marks and buttons above the charts while a run goes on, and after it.
[[nodiscard]] LiveHeaderContent runHeaderContent(const RunController& controller);
/// How far the run that goes on is, 0…1.
[[nodiscard]] double runFraction(const RunController& controller);
/// "Decode, token 4 of 16"; "Cancelling".
[[nodiscard]] QString runStepText(const RunController& controller);

}  // namespace stowage
