// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart.h"

#include "engine/base/byte_size.h"
#include "widgets/lesson/lesson_chart_painter.h"
#include "widgets/models/table_unit.h"
#include "widgets/views/chart_units.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr int kLeastWidth = 280, kLeastHeight = 230;
constexpr int kWantedWidth = 480, kWantedHeight = 250;
constexpr double kFineShare = 0.1;  ///< of a line of the axis, an arrow key's step
constexpr double kFocusInset = 1.5;

double figureAt(const LessonCurve& curve, double seconds) {
    const auto after = std::ranges::upper_bound(curve.seconds, seconds);
    if (after == curve.seconds.begin() || after == curve.seconds.end()) {
        return std::nan("");
    }
    return curve.bytes[static_cast<std::size_t>(after - curve.seconds.begin()) - 1];
}

}  // namespace

LessonChart::LessonChart(const LessonType* type, QWidget* parent) : QWidget(parent), m_type(type) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    // Time runs from left to right in every language.
    setLayoutDirection(Qt::LeftToRight);
    connect(type, &LessonType::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LessonChart::setContent(LessonChartContent content) {
    const bool wasMovable = m_content.marker == LessonMarker::Movable;
    m_content = std::move(content);
    const bool isMovable = m_content.marker == LessonMarker::Movable;
    if (isMovable != wasMovable) {
        setFocusPolicy(isMovable ? Qt::StrongFocus : Qt::NoFocus);
        setCursor(isMovable ? Qt::SplitVCursor : Qt::ArrowCursor);
        m_isDragging = m_isDragging && isMovable;
    }
    describe();
    update();
}

void LessonChart::describe() {
    QStringList lines;
    for (const LessonCurve& curve : m_content.curves) {
        double most = 0;
        for (const double bytes : curve.bytes) {
            most = std::isnan(bytes) ? most : std::max(most, bytes);
        }
        lines.append(tr("%1: highest %2").arg(curve.name, sizeText(most)));
    }
    for (const LessonLetter& letter : m_content.letters) {
        lines.append(tr("%1 marks %2").arg(letter.letter, sizeText(letter.bytes)));
    }
    if (m_content.marker != LessonMarker::None) {
        lines.append(tr("your guess: %1").arg(sizeText(m_content.guess)));
    }
    if (lines.isEmpty()) {
        lines.append(m_content.hint);
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
}

LessonChartPainter LessonChart::painterNow() const {
    return {m_content, *m_type, m_type->colors(), QSizeF(size())};
}

double LessonChart::yAt(double bytes) const {
    return painterNow().yAt(bytes);
}

QRectF LessonChart::handle() const {
    return painterNow().handle();
}

double LessonChart::tick() const {
    return painterNow().tick();
}

QSize LessonChart::sizeHint() const {
    return {m_type->px(kWantedWidth), m_type->px(kWantedHeight)};
}

QSize LessonChart::minimumSizeHint() const {
    return {m_type->px(kLeastWidth), m_type->px(kLeastHeight)};
}

void LessonChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_type->colors().base);
    const LessonChartPainter chart = painterNow();
    chart.paint(painter);
    if (hasFocus()) {
        painter.setPen(QPen(m_type->colors().accent, 1.5));
        painter.drawRect(
            QRectF(rect()).adjusted(kFocusInset, kFocusInset, -kFocusInset, -kFocusInset));
    }
}

void LessonChart::moveTo(double bytes) {
    const LessonChartPainter chart = painterNow();
    double wanted = std::max(0.0, bytes);
    if (m_snap == LessonSnap::ToTenths) {
        const double step = chart.tick() * kFineShare;
        wanted = std::round(wanted / step) * step;
    }
    if (wanted == m_content.guess) {
        return;
    }
    m_content.guess = wanted;
    describe();
    update();
    Q_EMIT guessChanged(wanted);
}

void LessonChart::mousePressEvent(QMouseEvent* event) {
    if (m_content.marker != LessonMarker::Movable || event->button() != Qt::LeftButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    const LessonChartPainter chart = painterNow();
    m_isDragging = true;
    const double y = event->position().y();
    const bool onHandle = chart.handle().contains(event->position());
    m_dragOffset = onHandle ? chart.yAt(m_content.guess) - y : 0;
    moveTo(chart.bytesAt(y + m_dragOffset));
    setFocus(Qt::MouseFocusReason);
}

void LessonChart::mouseMoveEvent(QMouseEvent* event) {
    if (m_isDragging) {
        moveTo(painterNow().bytesAt(event->position().y() + m_dragOffset));
    } else {
        QWidget::mouseMoveEvent(event);
    }
}

void LessonChart::mouseReleaseEvent(QMouseEvent* event) {
    m_isDragging = false;
    QWidget::mouseReleaseEvent(event);
}

void LessonChart::keyPressEvent(QKeyEvent* event) {
    const LessonChartPainter chart = painterNow();
    const double line = chart.tick();
    if (m_content.marker != LessonMarker::Movable) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Up:
            return moveTo(m_content.guess + line * kFineShare);
        case Qt::Key_Down:
            return moveTo(m_content.guess - line * kFineShare);
        case Qt::Key_PageUp:
            return moveTo(m_content.guess + line);
        case Qt::Key_PageDown:
            return moveTo(m_content.guess - line);
        case Qt::Key_Home:
            return moveTo(0);
        case Qt::Key_End:
            return moveTo(std::floor(chart.top() / line) * line);
        default:
            QWidget::keyPressEvent(event);
    }
}

QString LessonChart::describedAt(const QPoint& point) const {
    const LessonChartPainter chart = painterNow();
    if (!chart.plot().contains(point)) {
        return {};
    }
    const double seconds = chart.secondsAt(point.x());
    QStringList lines;
    if (m_content.axis == LessonTimeAxis::Seconds && !m_content.curves.empty()) {
        lines.append(formatSeconds(seconds));
    }
    for (const LessonBand& band : m_content.bands) {
        if (seconds >= band.begin && seconds < band.end) {
            lines.append(band.name);
        }
    }
    for (const LessonCurve& curve : m_content.curves) {
        const double bytes = figureAt(curve, seconds);
        if (!std::isnan(bytes)) {
            lines.append(tr("%1: %2").arg(curve.name, sizeText(bytes)));
        }
    }
    return lines.join(u'\n');
}

bool LessonChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* const help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), describedAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

QPicture lessonChartPicture(const LessonChartContent& content, const LessonType& type,
                            const LessonPaper& paper) {
    QPicture picture;
    QPainter painter(&picture);
    const Tokens& colors = lightTokens();
    double y = 0;
    const auto line = [&](LessonText role, bool semibold, const QColor& color,
                          const QString& text) {
        const QFont font = type.font(role, semibold);
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(0, y + metrics.ascent()),
                         metrics.elidedText(text, Qt::ElideRight, paper.size.width()));
        y += metrics.height();
    };
    line(LessonText::Table, true, colors.text, paper.title);
    line(LessonText::Caption, false, colors.secondaryText, paper.note);
    painter.translate(0, y);
    const LessonChartPainter chart(content, type, colors,
                                   QSizeF(paper.size.width(), paper.size.height() - y));
    chart.paint(painter);
    painter.end();
    return picture;
}

}  // namespace stowage
