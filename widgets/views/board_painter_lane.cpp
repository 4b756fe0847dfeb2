// SPDX-License-Identifier: GPL-3.0-or-later
// The part of BoardPainter that paints around the blocks: links, room to the limit, notes.
#include "widgets/views/board_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr double kCorner = 4;
constexpr double kArrow = 4.5;
constexpr int kPortTextGap = 6;

/// The corners of a line, rounded.
QPainterPath roundedLine(const QPolygon& points) {
    QPainterPath path;
    const auto center = [](const QPoint& point) { return QPointF(point) + QPointF(0.5, 0.5); };
    path.moveTo(center(points.front()));
    for (qsizetype i = 1; i + 1 < points.size(); ++i) {
        const QPointF corner = center(points[i]);
        const QPointF before = center(points[i - 1]);
        const QPointF after = center(points[i + 1]);
        const auto towards = [&corner](const QPointF& other) {
            const QPointF step = other - corner;
            const double length = std::hypot(step.x(), step.y());
            return length < 1 ? corner : corner + step * (std::min(kCorner, length / 2) / length);
        };
        path.lineTo(towards(before));
        path.quadTo(corner, towards(after));
    }
    path.lineTo(center(points.back()));
    return path;
}

}  // namespace

void BoardPainter::paintLink(const BoardLink& link) {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = link.isNew ? m_colors.accent : m_colors.secondaryText;
    QPen pen(color, link.isNew ? 2.0 : 1.3);
    pen.setCapStyle(Qt::FlatCap);
    if (!link.solid) {
        pen.setDashPattern({3, 2.4});
    }
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(roundedLine(link.points));
    const QPointF tip = QPointF(link.points.back()) + QPointF(0.5, 0.5);
    const double back = link.points[link.points.size() - 2].x() < tip.x() ? -kArrow : kArrow;
    m_painter.setPen(QPen(color, link.isNew ? 2.0 : 1.3));
    m_painter.drawPolyline(QPolygonF({{tip.x() + back, tip.y() - kArrow},
                                      {tip.x(), tip.y()},
                                      {tip.x() + back, tip.y() + kArrow}}));
    m_painter.restore();

    const QFontMetrics bold(m_fonts.captionBold);
    const QFontMetrics plain(m_fonts.caption);
    const QString amount = link.amount.isEmpty() ? QString() : link.amount + u' ';
    const bool strong = link.solid || link.isNew;
    const int amountWidth = (strong ? bold : plain).horizontalAdvance(amount);
    const int width = amountWidth + plain.horizontalAdvance(link.where);
    const bool leavesRight = link.points.front().x() > link.port.center().x();
    int x =
        leavesRight ? link.port.right() - kPortTextGap - width : link.port.left() + kPortTextGap;
    const auto draw = [&](const QString& text, const QFont& font, const QColor& ink, int advance) {
        m_painter.setFont(font);
        m_painter.setPen(ink);
        m_painter.drawText(QRect(x, link.port.top(), advance + 2, link.port.height()),
                           static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine |
                               Qt::TextDontClip,
                           text);
        x += advance;
    };
    draw(amount, strong ? m_fonts.captionBold : m_fonts.caption,
         link.isNew   ? m_colors.accent
         : link.solid ? m_colors.text
                      : m_colors.secondaryText,
         amountWidth);
    draw(link.where, m_fonts.caption, link.isNew ? m_colors.accent : m_colors.secondaryText,
         plain.horizontalAdvance(link.where));
}

void BoardPainter::paintRoom(const BoardLane& lane) {
    m_painter.setFont(m_fonts.caption);
    const int align =
        static_cast<int>((m_layout.isMirrored() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    if (!lane.kept.isNull()) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_colors.border, 1, Qt::DashLine));
        m_painter.drawRect(lane.kept.adjusted(0, 0, -1, -3));
        m_painter.setPen(m_colors.secondaryText);
        const QRect text = lane.kept.adjusted(6, 3, -4, -3);
        const int line = QFontMetrics(m_fonts.caption).height();
        QString kept = lane.keptText;
        if (text.height() < 2 * line) {
            kept.replace(u'\n', QStringLiteral("  "));
            const QRect middle = lane.kept.adjusted(6, 0, -4, -3);
            if (QFontMetrics(m_fonts.caption).horizontalAdvance(kept) > middle.width()) {
                kept = lane.keptShort;
            }
            m_painter.drawText(middle, (align & ~Qt::AlignTop) | Qt::AlignVCenter, kept);
        } else {
            m_painter.drawText(text, align, kept);
        }
    }
    if (lane.limitY) {
        m_painter.fillRect(
            QRect(lane.column.left() - 4, *lane.limitY - 1, lane.column.width() + 8, 2),
            m_colors.text);
        m_painter.setPen(m_colors.text);
        m_painter.drawText(QRect(lane.column.left(), *lane.limitY + 4, lane.column.width(), 16),
                           align, lane.limitText);
    }
}

void BoardPainter::paintNotes(const BoardLane& lane) {
    const int align = static_cast<int>((m_layout.isMirrored() ? Qt::AlignRight : Qt::AlignLeft) |
                                       Qt::AlignVCenter);
    for (const BoardNote& note : lane.notes) {
        const QFont& font = note.isWarning ? m_fonts.textBold : m_fonts.caption;
        m_painter.setFont(font);
        m_painter.setPen(note.isWarning ? m_colors.overText : m_colors.secondaryText);
        m_painter.drawText(
            note.rect, align | Qt::TextSingleLine,
            QFontMetrics(font).elidedText(note.text, Qt::ElideRight, note.rect.width()));
    }
}

}  // namespace stowage
