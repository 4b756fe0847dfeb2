// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/memory_sampler.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/live_figures.h"
#include "widgets/live/live_charts.h"
#include "widgets/load/load_controller.h"

#include <QJsonObject>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

class QLabel;

namespace stowage {

class RunController;

/// The tensors that a load brought in, as marks on its clock.
class TensorMarks {
public:
    using Marks = std::shared_ptr<const std::vector<ChartMark>>;

    /// Never null.
    [[nodiscard]] const Marks& marks() const { return m_marks; }
    void clear() { m_marks = std::make_shared<const std::vector<ChartMark>>(); }
    /// Reads all that the sampler has: those of a load may have been read as if they were the
    /// load's before.
    void readAgain(MemorySampler& sampler, std::optional<double> origin);
    /// Reads what came since; `origin`: of the load, on the sampler's clock.
    void read(MemorySampler& sampler, std::optional<double> origin);
    /// The tensor that was being brought in then: the next one to be complete.
    [[nodiscard]] std::optional<ChartMark> at(double seconds) const;

private:
    Marks m_marks = std::make_shared<const std::vector<ChartMark>>();
    std::uint64_t m_cursor = 0;  ///< in the sampler's marks
};

/// How far a finished load was from its prediction, in one line: "Predicted peaks exact · host
/// +3.1 MiB · time −8 %". "" for a load that was stopped, which has no peaks to compare. The time
/// of a load that was paused says nothing and stays away; so does one that was not predicted.
[[nodiscard]] QString predictionText(const FinishedLoad& load);

/// How long the phase of a load that runs takes, without its pauses, and when those were. Seconds,
/// on the sampler's clock.
class PhaseClock {
public:
    /// A load begins.
    void reset() {
        m_phase.clear();
        m_pausedSince.reset();
        m_pauses.clear();
    }
    /// It has ended: it is not paused, and in no phase.
    void end(double now) {
        m_phase.clear();
        (void)resume(now);
    }
    /// A phase that is another than before begins now.
    void enter(const std::string& phase, double now);
    void pause(double now) { m_pausedSince = now; }
    /// False where it was not paused.
    bool resume(double now);
    [[nodiscard]] double seconds(double now) const { return m_pausedSince.value_or(now) - start(); }
    /// When it would have begun, had there been no pause.
    [[nodiscard]] double start() const { return m_began + m_paused; }
    /// Of the load, in order; one that lasts ends now.
    [[nodiscard]] std::vector<TimeSpan> pauses(double now) const;

private:
    std::string m_phase;
    double m_began = 0;
    double m_paused = 0;
    std::optional<double> m_pausedSince;
    std::vector<TimeSpan> m_pauses;  ///< that have ended
};

/// The load whose weights are there, or were last; null where none ended well.
[[nodiscard]] const FinishedLoad* lastDone(const LoadController& controller);

/// Whether the GPUs that loads go to are cards or simulated ones.
[[nodiscard]] VramOrigin vramOrigin(const LoadController& controller);

/// "VRAM, simulated".
[[nodiscard]] QString vramTitle(const LoadController& controller);

/// Room behind the end of a finished run and of an expected one: a share of its length.
inline constexpr double kRunMargin = 1.06;

/// When a load's own clock began: when devices and threads were there, which takes a while on a
/// busy machine, and later than the charts' did, at the order to load (`ordered`). Both and
/// `phases` on the sampler's clock. Nothing where the charts show all of the load anyway.
[[nodiscard]] std::optional<double> clockOf(const LoadReport& report,
                                            std::span<const PhaseMark> phases, double ordered);

/// How far a phase is, 0…1.
[[nodiscard]] double fractionOf(const Progress& progress);

/// What the header needs beside the controller.
struct LiveStatus {
    double phaseSeconds = 0;                 ///< of the phase that runs, without pauses
    QString failure;                         ///< sentence of the last start or load; "" for none
    double lastFraction = 0;                 ///< how far the last load came
    std::shared_ptr<const LoadReport> last;  ///< of the load that ended last; null before
};

/// The words, marks and buttons above the charts for the controller's state.
[[nodiscard]] LiveHeaderContent headerContent(const LoadController& controller,
                                              const LiveStatus& status);

/// Seconds the phase that runs will take in all, from its mean rate; nothing while that is a
/// guess.
[[nodiscard]] std::optional<double> estimatedSeconds(const Progress& progress, double phaseSeconds);

/// The sampler's phases on the run's clock, cut at `end`; open ones last until then. How the run
/// ended is said in the last one.
[[nodiscard]] std::vector<ChartBand> phaseBands(std::span<const PhaseMark> phases, double origin,
                                                double end, const LoadReport* ended);

/// The end of a time axis that shows `seconds` and changes seldom while they grow: 1, 1.5, 2, 3 …
[[nodiscard]] double steadyAxisEnd(double seconds);

/// The bottom dock: VRAM and RAM charts side by side (one above the other where there is height
/// for it) on one time axis, progress with pause and cancel above them while loading, the figures
/// of the last run or of the crosshair at the side.
/// Pulls sampler.series().since(cursor) on a timer; never called from another thread.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    LivePanel(LoadController* controller, const Theme* theme, QWidget* parent = nullptr);
    ~LivePanel() override;

    /// The method that a load would take: its predicted curves are shown before it.
    void setMethod(AskedMethod method);
    /// Runs of the loaded model are shown as loads are: their phases, peaks and progress, with
    /// pause and cancel. Borrowed; outlives the panel.
    void setModelRuns(RunController* runs);
    /// Lays other loads' curves over both charts, from the start of the load or run that they show
    /// (or alone, before the first one); replaces those of before. Empty: none.
    void setOverlays(std::vector<ChartOverlay> overlays);

    /// What the panel shows now, for tests; bytes and seconds:
    /// {"state": "loading", "model_run": "idle|running|paused|cancelling", "text": "8.68 of 14.96
    /// GiB", "detail", "phase", "percent": "58 %",
    ///  "rate", "left", "mark": "none|good|error", "fraction": 0.58, "segments":
    ///  [{"device","bytes"}], "vram": {"title", "unit", "devices": {"gpu:0":
    ///  {"allocated","reserved"}}}, "ram": {"title", "unit", "anon", "shmem", "file"},      last
    ///  sample; null: unknown "phases": [{"name","begin","end"}], "view": [begin, end], "follow",
    ///  "frozen", "samples": rows drawn from, "crosshair": seconds or null, "side": ["what the
    ///  table at the side says, a row each"],
    ///  "forecast": {"basis": "none|seconds|bytes|pace", "points", "end": where the dashed curves
    ///  end on the axis, "overlays": [labels]}, "vram_limits": [names], "ram_limits": [names],
    ///  "tensor_marks": how many, "run":
    ///  {"number","title","seconds","bytes","samples","peak_host_anon","stopped",
    ///          "devices": {"gpu:0": {"peak_allocated","peak_reserved","predicted_allocated",
    ///                                "predicted_reserved"}}}}  absent before the first run
    [[nodiscard]] QJsonObject state() const;

Q_SIGNALS:
    /// The header's Step button: begins a load or brings one on by a tensor.
    void stepRequested();

private:
    /// The load or run that the charts show.
    struct ShownRun {
        bool isModelRun = false;       ///< one of the loaded model, no load
        std::optional<double> origin;  ///< sampler clock
        double end = 0;                ///< on its own clock; valid once it ended
        double bytes = 0;              ///< what it reads in all
    };

    void buildLayout();
    void connectParts();
    void connectHeader();
    void applyTheme();

    void onStateChanged(LoadState state);
    void onProgress(const Progress& progress);
    void onFinished(const std::shared_ptr<const LoadReport>& report);
    void onFailed(const QString& sentence);
    void onPlanChanged();
    /// Forgets a run of another model or of other devices.
    void forgetRun();
    void takeClockOf(const LoadReport& report);
    void onRunState();
    void onPreview();
    void onLoadPrediction();
    void takeUpLoad();
    void beginLoad();
    /// The charts are about a run of the loaded model from now on.
    void beginModelRun();
    void setTimer();

    /// Reads what the sampler has, and redraws what changed.
    void tick();
    /// Those of the load that runs or is loaded, else of the document's plan.
    void updateLimits();
    /// Hands predicted curves and those of other loads to the charts.
    void updateCurves();
    void updateHeader();
    void showMissedSamples();
    void updateCharts();
    /// Phase bands and the line of *now*.
    void updateMarks();
    void updateSide();
    void updateCrosshair();
    void setFrozen(bool freeze);
    void setView(double begin, double end);
    /// The time axis shows `content` by itself from now on.
    void follow(LiveContent content);
    void stopFollowing();
    void followAgain();
    void followView();

    [[nodiscard]] bool isLoading() const;
    /// The loaded model runs.
    [[nodiscard]] bool isModelRunning() const;
    /// A load, or a run of the loaded model.
    [[nodiscard]] bool isMoving() const { return isLoading() || isModelRunning(); }
    /// Seconds that what moves will take in all; nothing while that is a guess.
    [[nodiscard]] std::optional<double> expectedSeconds() const;
    [[nodiscard]] std::vector<ChartBand> measuredBands() const;
    /// What the charts show: the data, or what it was when they were frozen; nothing measured
    /// beside a mere prediction.
    [[nodiscard]] const ChartData& shown() const;
    /// What is predicted for a moment of what the charts are about.
    [[nodiscard]] std::optional<PredictedFigures> predictedAt(double seconds) const;
    /// And for where the load is that runs.
    [[nodiscard]] std::optional<PredictedFigures> predictedNow() const;
    /// Bytes that a paused load has allocated, for speed, before it reads them.
    [[nodiscard]] double bytesAhead() const;
    /// When the load that runs began by its own clock: after the order to load, at its first phase.
    [[nodiscard]] double loadBegan() const;
    [[nodiscard]] CurveClock loadClock() const;
    /// Where predicted curves and those of other loads end.
    [[nodiscard]] double predictedEnd() const { return m_reference->end(m_content, loadClock()); }
    /// Anonymous memory before the load, bytes.
    [[nodiscard]] double baseline() const;
    /// Seconds on the run's clock.
    [[nodiscard]] double now() const;

    LoadController* m_controller;
    RunController* m_modelRuns = nullptr;
    const Theme* m_theme;
    LiveHeader* m_header;
    QLabel* m_missed;  ///< which samples the curves lack, and why; hidden where they lack none
    LiveCharts* m_charts;
    LiveFigures* m_side;
    ReferenceCurves* m_reference;
    QTimer m_timer;
    ChartData m_data;
    std::optional<ChartData> m_frozen;
    LiveStatus m_status;
    LiveContent m_content = LiveContent::LastMinute;
    bool m_isFollowing = true;    ///< the time axis follows what the charts are about
    std::vector<double> m_times;  ///< by row of the prediction, as drawn
    TensorMarks m_tensorMarks;
    std::uint64_t m_missedSamples = 0;  ///< as m_missed tells of them
    std::optional<double> m_crosshair;
    ShownRun m_run;
    double m_drawnUpTo = 0;   ///< run clock: the newest sample that the curves have
    double m_drawnLevel = 0;  ///< the baseline() over which they are drawn
    PhaseClock m_phase;
};

}  // namespace stowage
