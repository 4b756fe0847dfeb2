// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_curves.h"
#include "widgets/load/load_controller.h"
#include "widgets/support/formats.h"
#include "widgets/support/theme.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace stowage {

/// One row of the table beside the charts.
struct LiveFigureRow {
    enum class Kind { Title, Head, Figure, Caption };
    Kind kind = Kind::Figure;
    QString label;
    std::optional<DeviceId> device;   ///< a chip stands for the label
    std::optional<HostClass> memory;  ///< a square before the label
    QStringList values;               ///< right-aligned columns, at most three
    bool strong = false;
    bool indented = false;  ///< below the chip of the row above

    bool operator==(const LiveFigureRow&) const = default;
};

/// A row of that kind, and one of a figure.
[[nodiscard]] LiveFigureRow liveRow(LiveFigureRow::Kind kind, const QString& label,
                                    const QStringList& values = {});
[[nodiscard]] LiveFigureRow liveFigure(const QString& label, const QString& value);
/// What a load or a run took, and was to take.
void appendTimes(std::vector<LiveFigureRow>& rows, double seconds, double pausedSeconds,
                 const std::optional<double>& predictedSeconds);

/// The figures of one load: time, bytes, rate, and measured or simulated peaks beside the
/// predicted ones.
[[nodiscard]] std::vector<LiveFigureRow> loadRows(const FinishedLoad& run);
/// The units of the two charts, which the figures beside them share.
struct LiveUnits {
    ByteUnit vram;
    ByteUnit ram;
};

/// Whether the figures of the GPUs come from cards or from simulated ones.
enum class VramOrigin { Measured, Simulated, Mixed };

/// What a sample's figures are read from and held against.
struct SampleView {
    const ChartData& data;
    LiveUnits units;
    VramOrigin vram = VramOrigin::Measured;
    std::optional<PredictedFigures> predicted;  ///< for that moment
    double baseline = 0;                        ///< anonymous memory before the load, bytes
    std::optional<ChartMark> tensor;            ///< what was being brought in
    double pausedSeconds = 0;  ///< that the load stood still until then: no part of its time
    double began = 0;          ///< when its own clock began; on that of the data
    double bytesAhead = 0;     ///< allocated on GPUs for tensors that are read next
};

/// Every figure of one sample beside the predicted one; `title` says which ("At the crosshair").
[[nodiscard]] std::vector<LiveFigureRow> sampleRows(const QString& title, std::size_t row,
                                                    const SampleView& view);
/// What a load of the plan would take in all: peaks, time, and how that is known. `curves` have
/// rows.
[[nodiscard]] std::vector<LiveFigureRow> planRows(const PredictedCurves& curves);
/// What is predicted for one moment of a load that did not run; `where`: on the axis, as text.
[[nodiscard]] std::vector<LiveFigureRow> predictedRows(const QString& where,
                                                       const PredictedFigures& figures,
                                                       double baseline, const LiveUnits& units);
/// "Run 3: load, streamed".
[[nodiscard]] QString loadTitle(const FinishedLoad& run);

/// Paints the rows; as tall as they need.
class LiveFigures : public QWidget {
    Q_OBJECT
public:
    explicit LiveFigures(const Theme* theme, QWidget* parent = nullptr);
    void setRows(std::vector<LiveFigureRow> rows);
    [[nodiscard]] const std::vector<LiveFigureRow>& rows() const { return m_rows; }
    static constexpr int kWidth = 264;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int rowHeight(const LiveFigureRow& row) const;
    void paintRow(QPainter& painter, const QRect& rect, const LiveFigureRow& row) const;

    const Theme* m_theme;
    std::vector<LiveFigureRow> m_rows;
};

}  // namespace stowage
