// SPDX-License-Identifier: GPL-3.0-or-later
// How the segment map is painted: only rows in view, from a layout that was made beforehand.
#include "widgets/models/table_unit.h"
#include "widgets/views/segment_map_view.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace stowage {

namespace {

constexpr int kInset = metrics::kPadding;
/// Pixels from which on a block carries its name, and one from which neighbours are set apart.
constexpr double kLeastNameWidth = 44;
constexpr double kLeastGapWidth = 4;
constexpr double kWasteShare = 0.45;

QString groupTitle(const MapGroup& group) {
    const bool one = group.segments == 1;
    switch (group.kind) {
        case SegmentKind::Small:
            return (one ? SegmentMapView::tr(
                              "Small pool: %1 segment of 2 MiB, for up to 1 MiB each")
                        : SegmentMapView::tr(
                              "Small pool: %1 segments of 2 MiB, for up to 1 MiB each"))
                .arg(group.segments);
        case SegmentKind::Shared:
            return (one ? SegmentMapView::tr(
                              "Large pool: %1 segment of 20 MiB, for tensors below 10 MiB")
                        : SegmentMapView::tr(
                              "Large pool: %1 segments of 20 MiB, for tensors below 10 MiB"))
                .arg(group.segments);
        case SegmentKind::Own:
            break;
    }
    return (one ? SegmentMapView::tr("Large pool: %1 segment of its own for a tensor from 10 MiB")
                : SegmentMapView::tr(
                      "Large pool: %1 segments of their own for tensors from 10 MiB"))
        .arg(group.segments);
}

/// "transformer.h.3.attn.c_attn.weight" → "h.3.attn.c_attn.weight" and on, until it fits.
QString fittingName(const QString& name, const QFontMetricsF& metrics, double room) {
    QString text = name;
    while (metrics.horizontalAdvance(text) > room) {
        const qsizetype dot = text.indexOf(u'.');
        if (dot < 0) {
            return metrics.elidedText(text, Qt::ElideRight, room);
        }
        text = text.mid(dot + 1);
    }
    return text;
}

}  // namespace

SegmentBrushes segmentBrushes(const Tokens& colors, DeviceId device) {
    const QColor fill = colors.deviceFill(device);
    SegmentBrushes brushes;
    brushes.used = colors.deviceBrush(device);
    brushes.waste = QBrush(colors.overHatch, Qt::Dense3Pattern);
    brushes.free = mixColors(fill, colors.base, colors.dark ? kWasteShare / 2 : kWasteShare / 3);
    brushes.cached = QBrush(colors.secondaryText, Qt::BDiagPattern);
    brushes.name = colors.deviceChipText(device);
    return brushes;
}

void SegmentMapView::paintEvent(QPaintEvent* event) {
    const Tokens& colors = m_theme->colors();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), colors.base);
    if (m_layout.rows.empty()) {
        painter.setFont(m_theme->font(TextRole::Tree));
        painter.setPen(colors.secondaryText);
        const QRect room = viewport()->rect().adjusted(kInset, 0, -kInset, 0);
        painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int scroll = verticalScrollBar()->value();
    for (const MapGroup& group : m_layout.groups) {
        paintGroup(painter, group, group.top - scroll);
    }
    const int bottom = event->rect().bottom() + scroll;
    for (std::size_t row = m_layout.firstRowFrom(event->rect().top() + scroll);
         row < m_layout.rows.size() && m_layout.rows[row].top <= bottom; ++row) {
        paintRow(painter, m_layout.rows[row], m_layout.rows[row].top - scroll);
    }
}

void SegmentMapView::paintGroup(QPainter& painter, const MapGroup& group, int y) const {
    const Tokens& colors = m_theme->colors();
    const QRect line(kInset, y, viewport()->width() - 2 * kInset, MapLayout::kHeadHeight);
    painter.setFont(m_theme->font(TextRole::Caption));
    painter.setPen(colors.secondaryText);
    const auto text = [](std::uint64_t bytes) { return sizeText(static_cast<double>(bytes)); };
    painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        tr("%1 · %2, of it %3 free and %4 lost to rounding")
            .arg(groupTitle(group), text(group.bytes), text(group.free), text(group.waste)));
}

void SegmentMapView::paintRow(QPainter& painter, const MapRow& row, int y) const {
    const Tokens& colors = m_theme->colors();
    const SegmentBrushes brushes = segmentBrushes(colors, m_picture->device.id);
    painter.setFont(m_theme->font(TextRole::BarNumber));
    double paintedTo = 0;
    for (std::size_t i = row.firstPiece; i < row.lastPiece; ++i) {
        const MapPiece& piece = m_layout.pieces[i];
        // Whole pixels, so that bars are sharp. Of blocks that share a pixel the first is seen.
        const double left = std::round(kInset + piece.left);
        const double right = std::max(left + 1, std::round(kInset + piece.right));
        if (right <= paintedTo) {
            continue;
        }
        paintedTo = right;
        paintPiece(painter, piece, QRectF(left, y, right - left, MapLayout::kRowHeight), brushes);
    }
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = row.firstFrame; i < row.lastFrame; ++i) {
        const MapFrame& frame = m_layout.frames[i];
        const QRectF rect(
            QPointF(std::round(kInset + frame.left) - 0.5, y - 0.5),
            QPointF(std::round(kInset + frame.right) + 0.5, y + MapLayout::kRowHeight + 0.5));
        painter.setPen(colors.border);
        painter.drawLine(rect.topLeft(), rect.topRight());
        painter.drawLine(rect.bottomLeft(), rect.bottomRight());
        if (!frame.opensLeft) {
            painter.drawLine(rect.topLeft(), rect.bottomLeft());
        }
        if (!frame.opensRight) {
            painter.drawLine(rect.topRight(), rect.bottomRight());
        }
    }
    // Frames of what is pointed at last, over those of its segment.
    for (std::size_t i = row.firstPiece; i < row.lastPiece; ++i) {
        const MapPiece& piece = m_layout.pieces[i];
        const bool pointed = pointedAt() == piece.ref;
        if (pointed || isMarked(block(piece.ref))) {
            painter.setPen(QPen(pointed ? colors.text : colors.accent, 2));
            painter.drawRect(
                QRectF(kInset + piece.left, y, piece.right - piece.left, MapLayout::kRowHeight));
        }
    }
}

void SegmentMapView::paintPiece(QPainter& painter, const MapPiece& piece, const QRectF& rect,
                                const SegmentBrushes& brushes) const {
    const BlockSnapshot& part = block(piece.ref);
    const Tokens& colors = m_theme->colors();
    if (!part.active) {
        const bool cached = m_picture->segments[piece.ref.segment].isCached();
        painter.fillRect(rect, cached ? brushes.cached : brushes.free);
        return;
    }
    painter.fillRect(rect, brushes.used);
    const double wasteFrom = std::round(kInset + piece.wasteFrom);
    if (wasteFrom < rect.right()) {
        const QRectF waste(QPointF(wasteFrom, rect.top()), rect.bottomRight());
        painter.fillRect(waste, colors.base);
        painter.fillRect(waste, brushes.waste);
    }
    if (rect.width() >= kLeastGapWidth) {
        painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), colors.base);
    }
    const QRectF room(QPointF(rect.left() + 4, rect.top()), QPointF(wasteFrom - 3, rect.bottom()));
    if (room.width() >= kLeastNameWidth && !part.owner.empty()) {
        const QFontMetricsF metrics(painter.font());
        painter.setPen(brushes.name);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         fittingName(QString::fromStdString(part.owner), metrics, room.width()));
    }
}

}  // namespace stowage
