// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/live_figures.h"
#include "widgets/live/reference_curves.h"
#include "widgets/support/theme.h"

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

/// What the lines above the charts say.
struct LiveTitles {
    const ChartData& data;  ///< whose GPUs the legend names
    QString vram;           ///< of measured VRAM: "VRAM, simulated"
    LiveContent content = LiveContent::LastMinute;
    PredictionBasis basis = PredictionBasis::None;
    const std::vector<ChartOverlay>& overlays;
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
    void showTitles(const LiveTitles& titles);
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
