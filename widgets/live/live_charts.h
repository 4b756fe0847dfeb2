// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/program/load_method.h"
#include "widgets/charts/chart_curves.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/live_figures.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QBoxLayout;
class QHBoxLayout;

namespace stowage {

class ChartPlot;
class ChartTitle;
class RamChart;
class VramChart;
class LoadController;

/// What the live charts are about: the last minute, the load or run that goes on or ended last, or
/// what a load of the plan would take.
enum class LiveContent { LastMinute, Run, Prediction };

/// What the dashed curves' place on the time axis follows from: the rates of this machine, the
/// bytes moved until then (before a load, where no time is known), or the pace measured so far.
enum class PredictionBasis { None, Seconds, Bytes, Pace };

/// How far the load is by whose pace curves are placed.
struct CurveClock {
    double origin = 0;               ///< sampler clock
    double now = 0;                  ///< seconds since then; its length once it has ended
    bool isComplete = false;         ///< it ended, and was not stopped
    std::vector<TimeSpan> pauses{};  ///< in which the load stood still, in order; sampler clock
};

/// What the live charts hold measured curves against: a load of the document's plan, which is
/// predicted in a worker, as is the load that runs or ran last; and curves of other loads. UI
/// thread only.
class ReferenceCurves : public QObject {
    Q_OBJECT
public:
    /// `controller` is borrowed and outlives it.
    explicit ReferenceCurves(LoadController* controller, QObject* parent = nullptr);

    /// The method that a load of the plan would take.
    void setMethod(AskedMethod method);
    /// Predicts a load of the document's plan; previewChanged() follows.
    void requestPreview();
    /// Of the document's plan; null: there is none.
    [[nodiscard]] const PredictedCurves* preview() const { return m_preview.get(); }

    /// Predicts the controller's load; loadChanged() follows where it has a schedule.
    void beginLoad();
    /// The charts are about no load any more.
    void dropLoad();
    void addPace(PaceSample sample) { m_pace.push_back(std::move(sample)); }
    [[nodiscard]] bool hasLoad() const { return m_load != nullptr; }

    void setOverlays(std::vector<ChartOverlay> overlays) { m_overlays = std::move(overlays); }
    [[nodiscard]] const std::vector<ChartOverlay>& overlays() const { return m_overlays; }

    /// What is predicted for it; null where nothing is.
    [[nodiscard]] const PredictedCurves* prediction(LiveContent content) const;
    [[nodiscard]] PredictionBasis basis(LiveContent content) const;
    /// Of an axis of bytes.
    [[nodiscard]] ByteUnit axisUnit() const;
    /// By row of prediction(): its place on the time axis.
    [[nodiscard]] std::vector<double> place(LiveContent content, const CurveClock& clock) const;
    /// Where predicted curves and those of other loads end.
    [[nodiscard]] double end(LiveContent content, const CurveClock& clock) const;
    /// The phases that are predicted; `times` as place() gave them.
    [[nodiscard]] std::vector<ChartBand> bands(LiveContent content,
                                               const std::vector<double>& times) const;

Q_SIGNALS:
    void previewChanged();
    void loadChanged();

private:
    void setPreview(std::shared_ptr<const PredictedCurves> curves);

    LoadController* m_controller;
    AskedMethod m_method{};
    std::shared_ptr<const PredictedCurves> m_preview;
    std::shared_ptr<const PredictedCurves> m_load;
    std::vector<PaceSample> m_pace;  ///< of that load
    std::vector<ChartOverlay> m_overlays;
    Worker m_previewWorker;
    Worker m_loadWorker;
};

/// The charts of VRAM and RAM with their titles, beside each other or, where there is height for
/// it, one above the other; always on one time axis.
class LiveCharts : public QWidget {
    Q_OBJECT
public:
    explicit LiveCharts(const Theme* theme, QWidget* parent = nullptr);

    [[nodiscard]] VramChart* vram() const { return m_vram; }
    [[nodiscard]] RamChart* ram() const { return m_ram; }
    [[nodiscard]] const ChartTitle& vramTitle() const { return *m_vramTitle; }
    [[nodiscard]] const ChartTitle& ramTitle() const { return *m_ramTitle; }
    /// The units in which both show their sizes.
    [[nodiscard]] LiveUnits units() const;

    /// Limits of the plan's devices; null: none.
    void setPlan(const PlacementPlan* plan);
    /// False where it is the range that is shown.
    [[nodiscard]] bool setTimeRange(double begin, double end);
    /// Dashed and overlaid curves, the prediction's at `times`. `baseline`: anonymous memory before
    /// the load, bytes.
    void setReference(const ReferenceCurves& reference, LiveContent content,
                      const std::vector<double>& times, double baseline);
    /// Phase bands, the line of *now*, and tensors as marks.
    void setMarks(const std::vector<ChartBand>& bands, std::optional<double> now,
                  const std::shared_ptr<const std::vector<ChartMark>>& marks);
    /// Takes samples over; call redraw() after it. `runBytes`: what the run reads on top of what
    /// was there, so that its whole has one unit.
    void showData(const ChartData& samples, double runBytes);
    /// The lines above the charts. `samples`: whose GPUs the legend names; `vram`: of measured
    /// VRAM: "VRAM, simulated".
    void showTitles(const ChartData& samples, const QString& vram, LiveContent content,
                    const ReferenceCurves& reference);
    void showCrosshair(const ChartData& samples, std::optional<double> seconds);
    void redraw();

Q_SIGNALS:
    void timeRangeRequested(double begin, double end);
    void crosshairRequested(std::optional<double> seconds);
    void followRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::array<ChartPlot*, 2> plots() const;

    const Theme* m_theme;
    QBoxLayout* m_layout;
    VramChart* m_vram;
    RamChart* m_ram;
    ChartTitle* m_vramTitle;
    ChartTitle* m_ramTitle;
};

/// The figures at the end of a row of charts, which scroll, behind a thin line. `name` becomes the
/// object name of what scrolls; the line is returned.
QWidget* addFigures(QHBoxLayout& row, LiveFigures* figures, const char* name);

}  // namespace stowage
