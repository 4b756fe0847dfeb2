// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of BoardLaneHead.
#include "engine/base/byte_size.h"
#include "widgets/support/icons.h"
#include "widgets/views/board_head_metrics.h"
#include "widgets/views/board_lane_head.h"
#include "widgets/views/device_field_edit.h"
#include "widgets/views/widget_style.h"

#include <QFontMetrics>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr int kLeastForNumber = 26;
constexpr int kTickOverhang = 4;

/// "2.67" in GiB; small sizes with their unit, so that nothing reads 0.00.
QString barNumber(double bytes, double scaleBytes) {
    constexpr double kLeastGiB = 0.1 * static_cast<double>(kGiB);
    return bytes >= kLeastGiB && scaleBytes >= static_cast<double>(kGiB)
               ? QString::fromStdString(formatGiB(bytes))
               : QString::fromStdString(formatSize(bytes));
}

QColor segmentColor(const BarSegment& segment, const LaneFigures& figures, const Tokens& t) {
    switch (segment.kind) {
        case BarSegment::Kind::OtherPrograms:
            return t.otherPrograms;
        case BarSegment::Kind::Context:
            return t.contextOverhead;
        case BarSegment::Kind::Weights:
            return t.deviceFill(figures.device);
        case BarSegment::Kind::Rounding:
            return t.deviceGround(figures.device);
        default:
            return t.base;
    }
}

QColor numberColor(const BarSegment& segment, const LaneFigures& figures, const Tokens& t) {
    if (segment.kind == BarSegment::Kind::Weights) {
        return t.deviceChipText(figures.device);
    }
    const QColor ground = segmentColor(segment, figures, t);
    return contrastRatio(t.text, ground) >= contrastRatio(t.base, ground) ? t.text : t.base;
}

/// The part of a segment beside the limit's tick in which its number has more room.
QRect besideTick(const QRect& rect, int tickX) {
    if (tickX < rect.left() || tickX > rect.right()) {
        return rect;
    }
    const QRect before(rect.left(), rect.top(), tickX - 2 - rect.left(), rect.height());
    const QRect after(QPoint(tickX + 4, rect.top()), rect.bottomRight());
    return before.width() > after.width() ? before : after;
}

void paintSegment(QPainter& painter, const QRect& rect, const BarSegment& segment,
                  const LaneFigures& figures, const Tokens& t, int tickX) {
    painter.fillRect(rect, segment.kind == BarSegment::Kind::Weights
                               ? t.deviceBrush(figures.device)
                               : QBrush(segmentColor(segment, figures, t)));
    if (segment.kind == BarSegment::Kind::Over) {
        paintHatch(painter, rect, t.overHatch);
    } else if (segment.kind == BarSegment::Kind::WouldBeAdded) {
        paintHatch(painter, rect, t.deviceFill(DeviceId::cpu()));
    } else if (segment.kind == BarSegment::Kind::WouldLeave) {
        painter.setPen(QPen(t.deviceLine(figures.device), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0, 1, -1, -2));
    } else {
        const QRect room = besideTick(rect, tickX);
        const QString number = barNumber(segment.bytes, figures.scaleBytes);
        if (room.width() >= kLeastForNumber &&
            painter.fontMetrics().horizontalAdvance(number) + 4 <= room.width()) {
            painter.setPen(numberColor(segment, figures, t));
            painter.drawText(room, Qt::AlignCenter, number);
        }
    }
}

}  // namespace

void BoardLaneHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);  // mirrored by hand; figures are never
    painter.fillRect(rect(), m_theme->colors().base);
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_lanes[i].column.right() >= 0 && m_lanes[i].column.left() <= width()) {
            paintLane(painter, i);
        }
    }
}

void BoardLaneHead::paintLane(QPainter& painter, std::size_t index) {
    const Tokens& t = m_theme->colors();
    const Lane& lane = m_lanes[index];
    const LaneFigures& figures = m_figures[index];
    const QRect& column = lane.column;
    const Qt::Alignment start = (m_mirrored ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
    if (m_preview != nullptr && m_preview->target == lane.device && m_preview->refusal.isEmpty()) {
        const QRect frame = QRect(column.left(), 0, column.width(), height())
                                .adjusted(-board::kTargetFrame, 0, board::kTargetFrame, 0);
        paintTargetLane(painter, frame, t);
        painter.fillRect(QRect(frame.left(), 0, frame.width(), 2), t.accent);
    }
    const QFontMetrics captions(m_fonts.captionBold);
    const int chipWidth = std::max(40, captions.horizontalAdvance(laneLabel(lane.device)) + 12);
    const QRect chip(column.left(), head::kChipTop, chipWidth, head::kChipHeight);
    paintDeviceChip(painter, flipped(chip, column), lane.device, t, m_fonts.captionBold);
    const auto text = [&](int x, int y, int width, const QString& string, const QFont& font,
                          const QColor& color) {
        painter.setFont(font);
        painter.setPen(color);
        const QRect line(x, y, std::max(0, width), metrics::kField);
        painter.drawText(flipped(line, column), static_cast<int>(start) | Qt::TextSingleLine,
                         QFontMetrics(font).elidedText(string, Qt::ElideMiddle, line.width()));
    };
    const int nameRoom = column.right() - chip.right() - 9;
    const bool fits = QFontMetrics(m_fonts.textBold).horizontalAdvance(figures.name) <= nameRoom;
    text(chip.right() + 9, head::kChipTop - 3, nameRoom, fits ? figures.name : figures.shortName,
         m_fonts.textBold, t.text);
    if (lane.device == kNoDevice) {  // nothing limits it, and its bar would stand for nothing
        paintSums(painter, column, head::kFieldTop, figures);
        return;
    }
    text(column.left(), head::kFieldTop, column.width(), tr("Limit"), m_fonts.text,
         t.secondaryText);
    const QRect field = lane.field->geometry();
    const int fieldEnd = m_mirrored ? column.left() + column.right() - field.left() : field.right();
    text(fieldEnd + 7, head::kFieldTop, column.right() - fieldEnd - 7, lane.meaning,
         m_fonts.caption, t.secondaryText);
    const bool edits = m_cell->device() == lane.device && !m_cellMessage.isEmpty();
    if (const QString& message = edits ? m_cellMessage : lane.message; !message.isEmpty()) {
        painter.setFont(m_fonts.caption);
        painter.setPen((edits ? m_cellIsError : lane.isError) ? t.error
                       : edits                                ? t.secondaryText
                                                              : t.warning);
        painter.drawText(
            QRect(column.left(), head::kMessageTop, column.width(), head::kMessageHeight),
            static_cast<int>((start & ~Qt::AlignVCenter) | Qt::AlignTop) | Qt::TextWordWrap,
            message);
    }
    const int shift = messageHeight();
    paintBar(painter, QRect(column.left(), head::kBarTop + shift, column.width(), head::kBarHeight),
             figures);
    paintSums(painter, column, head::kSumTop + shift, figures);
}

void BoardLaneHead::paintBar(QPainter& painter, const QRect& bar, const LaneFigures& figures) {
    const Tokens& t = m_theme->colors();
    const bool known = figures.scaleBytes > 0;
    painter.fillRect(bar, t.base);
    painter.setFont(m_fonts.number);
    const auto xOf = [&](double bytes) {
        return static_cast<int>(std::lround(bytes / figures.scaleBytes * bar.width()));
    };
    QRect tick;
    if (known && figures.limitAt) {
        const int x = std::clamp(xOf(*figures.limitAt) - 1, 0, bar.width() - 2);
        tick = flipped(
            QRect(bar.left() + x, bar.top() - kTickOverhang / 2, 2, bar.height() + kTickOverhang),
            bar);
    }
    double from = 0;
    for (const BarSegment& segment : figures.segments) {
        if (!known) {
            break;
        }
        const int left = xOf(from);
        from += segment.bytes;
        // Even the smallest share is one pixel: present is not absent.
        const int right = std::max(xOf(from), left + 1);
        const QRect rect(bar.left() + left, bar.top(), right - left, bar.height());
        paintSegment(painter, flipped(rect.intersected(bar), bar), segment, figures, t,
                     tick.isNull() ? -1 : tick.left());
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.border, 1, known ? Qt::SolidLine : Qt::DashLine));
    painter.drawRect(bar.adjusted(0, 0, -1, -1));
    painter.fillRect(tick, t.text);
}

void BoardLaneHead::paintSums(QPainter& painter, const QRect& column, int y,
                              const LaneFigures& figures) {
    const Tokens& t = m_theme->colors();
    int x = column.left();
    const auto put = [&](int top, const QString& string, const QFont& font, const QColor& color) {
        // One more pixel than the advance: it is rounded, and a rounded-down one would elide.
        const int width =
            std::min(QFontMetrics(font).horizontalAdvance(string), column.right() - x + 1);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(flipped(QRect(x, top, width + 1, head::kSumLine), column),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         QFontMetrics(font).elidedText(string, Qt::ElideMiddle, width + 2));
        x += width;
    };
    const QColor sumColor = figures.weights > figures.was ? t.accent : t.text;
    put(y, figures.sum, m_fonts.textBold, sumColor);
    x += QFontMetrics(m_fonts.text).horizontalAdvance(u' ');
    put(y, figures.sumOf.trimmed(), m_fonts.text, t.secondaryText);
    const int beforeWidth = QFontMetrics(m_fonts.caption).horizontalAdvance(figures.before);
    const bool beforeFits = x + 8 + beforeWidth <= column.right() + 1;
    if (!figures.before.isEmpty() && beforeFits) {
        x += 8;
        put(y, figures.before, m_fonts.caption, t.secondaryText);
    }
    x = column.left();
    if (figures.over > 0) {
        const QRect icon(x, y + head::kSumLine + 2, 14, 14);
        paintIcon(painter, flipped(icon, column), QStringLiteral("error"), t.overText, t.base);
        x += 18;
        put(y + head::kSumLine, figures.room, m_fonts.textBold, t.overText);
    } else {
        put(y + head::kSumLine, figures.room, m_fonts.text, t.secondaryText);
    }
    if (!figures.before.isEmpty() && !beforeFits) {
        x += 8;
        put(y + head::kSumLine, figures.before, m_fonts.caption, t.secondaryText);
    }
}

}  // namespace stowage
