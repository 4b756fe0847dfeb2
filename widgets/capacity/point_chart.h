// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

class Theme;

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
class PointChart : public QObject {
    Q_OBJECT
public:
    /// The chart's widget is a child of `parent`, too.
    PointChart(const char* name, const QString& accessibleName, const Theme* theme,
               QWidget* parent = nullptr);
    ~PointChart() override;

    /// The plot; goes with this object.
    [[nodiscard]] QWidget* widget() const;
    void setPoints(ChartPoints points);
    /// A line a point: both axes and its words.
    [[nodiscard]] std::string pointsCsv() const;
    /// Puts the ring around a point.
    void choose(std::size_t point);

Q_SIGNALS:
    void pointRequested(std::size_t point);
    /// The ring is around this one now.
    void pointChosen(std::size_t point);

private:
    QPointer<QWidget> m_plot;
};

}  // namespace stowage
