// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/support/spoken_chart.h"

#include <QByteArray>
#include <QLineF>
#include <QPolygonF>
#include <QRect>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QWidget>

#include <algorithm>
#include <cstddef>
#include <vector>

class QPainter;
class QPen;

namespace stowage {

struct ThemeColors;

/// 1, 2, 2.5 or 5 times a power of ten: the smallest that is not below `least`.
[[nodiscard]] double niceStep(double least);

/// Draws one chart of the lesson, on the screen and in a report alike: axes in GiB and seconds,
/// the phases of the current run, every curve with its name, the model's size, letters, the marker.
/// Borrows what it is given.
class LessonChartPainter {
public:
    /// `colors`: those of the type's theme, or of paper.
    LessonChartPainter(const LessonChartContent& content, const LessonType& type,
                       const ThemeColors& colors, const QSizeF& size);

    void paint(QPainter& painter) const;

    /// Inside the axes.
    [[nodiscard]] const QRectF& plot() const { return m_plot; }
    [[nodiscard]] double xAt(double seconds) const {
        return m_plot.left() + m_plot.width() * seconds / m_end;
    }
    [[nodiscard]] double yAt(double bytes) const {
        return m_plot.bottom() - m_plot.height() * bytes / m_top;
    }
    [[nodiscard]] double bytesAt(double y) const {
        return std::clamp((m_plot.bottom() - y) / m_plot.height(), 0.0, 1.0) * m_top;
    }
    [[nodiscard]] double secondsAt(double x) const {
        return (x - m_plot.left()) / m_plot.width() * m_end;
    }
    /// What the axis of time reaches, seconds.
    [[nodiscard]] double end() const { return m_end; }
    /// What the vertical axis reaches, and the distance of its lines; bytes.
    [[nodiscard]] double top() const { return m_top; }
    [[nodiscard]] double tick() const { return m_tick; }
    /// Where the marker's handle is.
    [[nodiscard]] QRectF handle() const;
    /// What a curve lies in.
    [[nodiscard]] QRect boundsOf(const LessonCurve& curve) const {
        return lineOf(curve).boundingRect().toAlignedRect().adjusted(-1, -1, 1, 1);
    }
    /// Where the letter of that index stands.
    [[nodiscard]] QRectF letterRect(std::size_t index) const;

private:
    /// Where a phase's name stands: left end, and which row above the plot; −1 where it has none.
    struct BandName {
        double x = 0;
        int row = -1;
    };

    void scaleAxes();
    void placeBandNames();
    void paintAxes(QPainter& painter) const;
    void paintBands(QPainter& painter) const;
    void paintLevels(QPainter& painter) const;
    void paintCurves(QPainter& painter) const;
    void paintMarkerLine(QPainter& painter) const;
    void paintNames(QPainter& painter) const;
    /// A text on a plate of the background, which hides the lines behind it.
    void paintName(QPainter& painter, const QRectF& place, const QString& name) const;
    void paintLetters(QPainter& painter) const;
    void paintMarkerTag(QPainter& painter) const;
    void paintHint(QPainter& painter) const;
    /// A line across the plot, and where its name is: below the line, the names side by side.
    struct Level {
        LessonReferenceLevel level;
        QRectF name;
    };
    [[nodiscard]] QPolygonF lineOf(const LessonCurve& curve) const;
    [[nodiscard]] QPen penOf(const LessonCurve& curve) const;
    [[nodiscard]] std::vector<std::size_t> paintOrder() const;
    [[nodiscard]] bool isCurrent(const LessonCurve& curve) const {
        return curve.step == m_content.current;
    }
    [[nodiscard]] QString markerText() const;
    /// Of a line across the plot.
    [[nodiscard]] QLineF levelLine(double bytes) const {
        return {m_plot.left(), yAt(bytes), m_plot.right(), yAt(bytes)};
    }
    /// The model's size and the RAM limit, as far as they are in the plot.
    [[nodiscard]] std::vector<Level> levels() const;
    /// What names keep clear of.
    [[nodiscard]] LabelGround nameGround() const;

    const LessonChartContent& m_content;
    const LessonType& m_type;
    const ThemeColors& m_colors;
    QSizeF m_size;
    QRectF m_plot;
    double m_top = 1;
    double m_tick = 1;
    double m_end = 1;      ///< of the time axis
    double m_endTick = 1;  ///< distance of its lines
    std::vector<BandName> m_bandNames;
    int m_bandRows = 0;
};

/// Whether a marker stays where it is put, or goes to the nearest tenth of a line.
enum class LessonSnap { Free, ToTenths };

/// One chart of the lesson. While the learner predicts, it holds a marker: a press in the chart
/// puts it there and a drag moves it; with the keyboard Up and Down move it a little, PageUp and
/// PageDown by a line of the axis, Home and End to its ends.
class LessonChart : public QWidget {
    Q_OBJECT
public:
    explicit LessonChart(const LessonType* type, QWidget* parent = nullptr);

    void setContent(LessonChartContent content);
    [[nodiscard]] const LessonChartContent& content() const { return m_content; }
    void setSnap(LessonSnap snap) { m_snap = snap; }
    /// Where something is, in pixels of the widget; for tests.
    [[nodiscard]] double yAt(double bytes) const;
    [[nodiscard]] QRectF handle() const;
    /// The value at a line of the axis, bytes: what PageUp moves by.
    [[nodiscard]] double tick() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The learner moved the marker; bytes.
    void guessChanged(double bytes);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    static constexpr int kWantedHeight = 250;
    static constexpr int kLeastHeight = 230;
    static constexpr int kWantedWidth = 480;
    static constexpr int kLeastWidth = 280;
    [[nodiscard]] LessonChartPainter painterNow() const;
    void moveTo(double bytes);
    [[nodiscard]] QString describedAt(const QPoint& point) const;
    void describe();
    [[nodiscard]] std::vector<ChartPart> spokenParts();
    [[nodiscard]] ChartPart spokenGuess();

    const LessonType* m_type;
    LessonChartContent m_content;
    LessonSnap m_snap = LessonSnap::Free;
    bool m_isDragging = false;
    /// Of the marker against the mouse that dragged it, pixels.
    double m_dragOffset = 0;
};

/// What stands over a chart on paper, and the room that both have, in pixels of the type.
struct LessonPictureFormat {
    QSize size;
    QString title;  ///< what the curves are, and their unit
    QString note;   ///< of which device, and how its figures are known
};

/// The chart as an SVG drawing for paper: light, with its title; it scales without loss.
[[nodiscard]] QByteArray lessonChartPicture(const LessonChartContent& content,
                                            const LessonType& type,
                                            const LessonPictureFormat& paper);

}  // namespace stowage
