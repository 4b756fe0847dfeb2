// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_controller.h"
#include "widgets/support/theme.h"
#include "widgets/views/chart_data.h"
#include "widgets/views/chart_units.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace stowage {

/// One row of the table beside the charts.
struct LiveSideRow {
    enum class Kind { Title, Head, Figure, Caption };
    Kind kind = Kind::Figure;
    QString label;
    std::optional<DeviceId> device;   ///< a chip stands for the label
    std::optional<HostClass> memory;  ///< a square before the label
    QStringList values;               ///< right-aligned columns, at most three
    bool strong = false;

    bool operator==(const LiveSideRow&) const = default;
};

/// The figures of one load: time, bytes, rate, and measured or simulated peaks beside the
/// predicted ones.
[[nodiscard]] std::vector<LiveSideRow> runRows(const FinishedLoad& run);
/// The units of the two charts, which the figures beside them share.
struct LiveUnits {
    ByteUnit vram;
    ByteUnit ram;
};

/// Every figure of one sample; `title` says which ("At the crosshair").
[[nodiscard]] std::vector<LiveSideRow> sampleRows(const QString& title, const ChartData& data,
                                                  std::size_t row, const LiveUnits& units);
/// "Run 3: load, streamed".
[[nodiscard]] QString runTitle(const FinishedLoad& run);

/// Paints the rows; as tall as they need.
class LiveSide : public QWidget {
    Q_OBJECT
public:
    explicit LiveSide(const Theme* theme, QWidget* parent = nullptr);
    void setRows(std::vector<LiveSideRow> rows);
    [[nodiscard]] const std::vector<LiveSideRow>& rows() const { return m_rows; }
    static constexpr int kWidth = 264;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int rowHeight(const LiveSideRow& row) const;
    void paintRow(QPainter& painter, const QRect& rect, const LiveSideRow& row) const;

    const Theme* m_theme;
    std::vector<LiveSideRow> m_rows;
};

}  // namespace stowage
