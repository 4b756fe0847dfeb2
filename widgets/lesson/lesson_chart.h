// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/lesson/lesson_chart_data.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/support/spoken_chart.h"

#include <QPicture>
#include <QRectF>
#include <QWidget>

namespace stowage {

class LessonChartPainter;

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

/// The chart as a drawing for paper: light, with its title; it scales without loss.
[[nodiscard]] QPicture lessonChartPicture(const LessonChartContent& content, const LessonType& type,
                                          const LessonPictureFormat& paper);

}  // namespace stowage
