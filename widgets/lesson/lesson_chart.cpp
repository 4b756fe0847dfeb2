// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_chart.h"

#include "widgets/support/formats.h"

#include <QAccessible>
#include <QBuffer>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSvgGenerator>
#include <QToolTip>

#include <cmath>

namespace stowage {
namespace {

constexpr double kFineShare = 0.1;  ///< of a line of the axis, an arrow key's step

constexpr double kFocusInset = 1.5;

}  // namespace

LessonChart::LessonChart(const LessonType* type, QWidget* parent) : QWidget(parent), m_type(type) {
    speakAsChart(this, {}, [this] { return spokenParts(); });
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
        lines.append(
            tr("%1: highest value %2").arg(curve.name, sizeText(highestKnown(curve.bytes))));
    }
    for (const LessonMarkedPoint& letter : m_content.letters) {
        lines.append(tr("%1 marks %2").arg(letter.letter, sizeText(letter.bytes)));
    }
    if (m_content.marker != LessonMarker::None && m_content.isGuessed) {
        lines.append(tr("your guess: %1").arg(sizeText(m_content.guess)));
    }
    if (lines.isEmpty()) {
        lines.append(m_content.hint);
    }
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    chartPartsChanged(this);
}

std::vector<ChartPart> LessonChart::spokenParts() {
    const LessonChartPainter chart = painterNow();
    std::vector<ChartPart> parts;
    for (const LessonCurve& curve : m_content.curves) {
        const ColumnFigures figures = figuresWithin(curve.seconds, curve.bytes, 0, chart.end());
        if (!std::isnan(figures.last)) {
            parts.push_back(
                {.key = QStringLiteral("curve %1 %2")
                            .arg(static_cast<int>(curve.step))
                            .arg(static_cast<int>(curve.kind)),
                 .name = tr("%1, %2").arg(curve.name, m_content.origin),
                 .value = sizeText(figures.last),
                 .description = tr("At the end %1, lowest value %2, highest value %3")
                                    .arg(sizeText(figures.last), sizeText(figures.least),
                                         sizeText(figures.greatest)),
                 .rect = chart.boundsOf(curve)});
        }
    }
    const QRect plot = chart.plot().toAlignedRect();
    for (std::size_t i = 0; i < m_content.bands.size(); ++i) {
        const ChartBand& band = m_content.bands[i];
        const QPointF left(chart.xAt(band.begin), plot.top());
        const QPointF right(chart.xAt(band.end), plot.bottom());
        parts.push_back({.key = QStringLiteral("phase %1").arg(i),
                         .name = tr("Phase: %1").arg(band.name),
                         .rect = QRectF(left, right).toAlignedRect()});
        if (m_content.axis == LessonTimeAxis::Seconds) {
            parts.back().value = formatSeconds(band.end - band.begin);
            parts.back().description =
                tr("From %1 to %2").arg(formatSeconds(band.begin), formatSeconds(band.end));
        }
    }
    if (m_content.model) {
        const int y = static_cast<int>(chart.yAt(m_content.model->bytes));
        parts.push_back({.key = QStringLiteral("model"),
                         .name = m_content.model->name,
                         .value = sizeText(m_content.model->bytes),
                         .rect = QRect(plot.left(), y - 1, plot.width(), 3)});
    }
    for (std::size_t i = 0; i < m_content.letters.size(); ++i) {
        parts.push_back({.key = QStringLiteral("letter %1").arg(i),
                         .name = m_content.letters[i].letter,
                         .value = sizeText(m_content.letters[i].bytes),
                         .rect = chart.letterRect(i).toAlignedRect()});
    }
    if (m_content.marker != LessonMarker::None) {
        parts.push_back(spokenGuess());
    }
    return parts;
}

ChartPart LessonChart::spokenGuess() {
    ChartPart part{.key = QStringLiteral("guess"),
                   .name = tr("Your guess"),
                   .value = m_content.isGuessed ? sizeText(m_content.guess) : tr("not set"),
                   .rect = handle().toAlignedRect()};
    if (m_content.marker == LessonMarker::Movable) {
        part.choice = ChartPart::Choice::Chosen;  // the keys move it
        for (const auto& [name, lines] :
             {std::pair(QAccessibleActionInterface::increaseAction(), kFineShare),
              std::pair(QAccessibleActionInterface::decreaseAction(), -kFineShare)}) {
            part.actions.push_back(
                {name, {}, [this, lines] { moveTo(m_content.guess + lines * tick()); }});
        }
    }
    return part;
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
    if (wanted == m_content.guess && m_content.isGuessed) {
        return;
    }
    m_content.guess = wanted;
    m_content.isGuessed = true;
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
    for (const ChartBand& band : m_content.bands) {
        if (seconds >= band.begin && seconds < band.end) {
            lines.append(band.name);
        }
    }
    for (const LessonCurve& curve : m_content.curves) {
        const auto row = rowWithin(curve.seconds, seconds);
        if (row && !std::isnan(curve.bytes[*row])) {
            lines.append(tr("%1: %2").arg(curve.name, sizeText(curve.bytes[*row])));
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

QByteArray lessonChartPicture(const LessonChartContent& content, const LessonType& type,
                              const LessonPictureFormat& paper) {
    constexpr int kDotsPerInch = 96;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator drawing;
    drawing.setOutputDevice(&buffer);
    drawing.setSize(paper.size);
    drawing.setViewBox(QRect(QPoint(), paper.size));
    drawing.setResolution(kDotsPerInch);
    drawing.setTitle(paper.title);
    QPainter painter(&drawing);
    const ThemeColors& colors = lightColors();
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
    return bytes;
}

}  // namespace stowage
