// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/qcustomplot_wrapper.h"

#include "widgets/support/spoken_chart.h"
#include "widgets/support/theme.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace stowage {

/// What a PointChart shows. A value.
struct ChartPoints {
    struct Point {
        double x = 0;
        double y = 0;
        QColor color;
        QString label{};  ///< beside it; "": none
        QString words{};  ///< all of it, for tooltip and screen readers
    };
    std::vector<Point> points;
    std::vector<std::size_t> line{};  ///< points that a line joins, in their order
    Qt::PenStyle lineStyle = Qt::SolidLine;
    std::optional<std::size_t> plan{};  ///< the plan's own point, filled
    QString xTitle, yTitle;
    QStringList xNames{};  ///< of each whole x; empty: x is a number
};

/// Points over two axes of which one can be chosen: by a click, or with the arrow keys and Enter.
/// The axis upwards is logarithmic where the points lie far apart.
class PointChart : public QCustomPlot {
    Q_OBJECT
public:
    PointChart(const char* name, const QString& accessibleName, const Theme* theme,
               QWidget* parent = nullptr);

    void setPoints(ChartPoints points);
    /// A line a point: both axes and its words.
    [[nodiscard]] std::string pointsCsv() const;
    /// Where a point is painted.
    [[nodiscard]] QPointF position(std::size_t point) const;
    /// Puts the ring around a point.
    void choose(std::size_t point);

Q_SIGNALS:
    void pointRequested(std::size_t point);
    /// The ring is around this one now.
    void pointChosen(std::size_t point);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void showPoints();
    void showAxes();
    void spreadLabels();
    void styleRing();
    [[nodiscard]] std::vector<ChartPart> spokenParts();
    void request(std::size_t point);
    [[nodiscard]] std::optional<std::size_t> pointAt(const QPointF& at) const;

    const Theme* m_theme;
    ChartPoints m_points;
    std::size_t m_current = 0;
    std::vector<QCPItemText*> m_labels;
    QCPItemTracer* m_ring = nullptr;  ///< around the chosen point
};

}  // namespace stowage
