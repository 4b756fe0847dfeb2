// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live/segment_map_panel.h"

#include "widgets/charts/chart_curves.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/spoken_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

QString poolText(SegmentKind kind) {
    return kind == SegmentKind::Small || kind == SegmentKind::ExpandableSmall
               ? SegmentMapView::tr("small pool")
               : SegmentMapView::tr("large pool");
}

constexpr double kLeastGapWidth = 4;

constexpr double kWasteShare = 0.45;

QString groupTitle(const MapGroup& group) {
    const bool one = group.segments == 1;
    switch (group.kind) {
        case SegmentKind::Small:
            return (one ? SegmentMapView::tr(
                              "Small pool: %1 segment of 2 MiB, for tensors up to 1 MiB")
                        : SegmentMapView::tr(
                              "Small pool: %1 segments of 2 MiB, for tensors up to 1 MiB"))
                .arg(group.segments);
        case SegmentKind::Shared:
            return (one ? SegmentMapView::tr(
                              "Large pool: %1 segment of 20 MiB, for tensors below 10 MiB")
                        : SegmentMapView::tr(
                              "Large pool: %1 segments of 20 MiB, for tensors below 10 MiB"))
                .arg(group.segments);
        case SegmentKind::ExpandableSmall:
            return SegmentMapView::tr(
                "Small pool: an expandable segment in steps of 2 MiB, for tensors up to 1 MiB");
        case SegmentKind::ExpandableLarge:
            return SegmentMapView::tr(
                "Large pool: an expandable segment in steps of 20 MiB, for tensors above 1 MiB");
        case SegmentKind::Own:
            break;
    }
    return (one ? SegmentMapView::tr(
                      "Large pool: %1 separate segment for a tensor of 10 MiB or more")
                : SegmentMapView::tr(
                      "Large pool: %1 separate segments for tensors of 10 MiB or more"))
        .arg(group.segments);
}

/// "transformer.h.3.attn.c_attn.weight" → "h.3.attn.c_attn.weight" and on, until it fits.
QString fittingBlockName(const QString& name, const QFontMetricsF& metrics, double room) {
    const QString text = shortenedPath(name, metrics, room);
    return text.isEmpty()
               ? metrics.elidedText(name.mid(name.lastIndexOf(u'.') + 1), Qt::ElideRight, room)
               : text;
}

}  // namespace

SegmentMapView::SegmentMapView(const Theme* theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme) {
    speakAsChart(this);
    setObjectName(QStringLiteral("segment_map"));
    setAccessibleName(tr("Segments of the GPU's allocator"));
    offerFigure(this, {QStringLiteral("segments")});
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(px(MapLayout::kRowHeight) + px(MapLayout::kRowGap));
    connect(theme, &Theme::changed, this, [this] { viewport()->update(); });
}

void SegmentMapView::setPicture(std::shared_ptr<const SegmentPicture> picture) {
    std::optional<BlockKey> current;
    if (m_picture && m_current) {
        current = BlockKey{m_picture->segments[m_current->segment].id, block(*m_current).offset};
    }
    m_picture = std::move(picture);
    m_hover.reset();
    m_current = current ? find(*current) : std::nullopt;
    layOut();
    Q_EMIT pointedAtChanged();
}

void SegmentMapView::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

void SegmentMapView::setMarkedModule(const std::optional<std::string>& path) {
    if (path != m_marked) {
        m_marked = path;
        viewport()->update();
    }
}

void SegmentMapView::layOut() {
    const int width = viewport()->width() - 2 * kInset;
    if (m_picture) {
        const auto& segments = m_picture->segments;
        const double scale =
            m_scale ? *m_scale : fittingScale(segments, width, viewport()->height());
        m_layout = layoutSegments(segments, width, scale);
    } else {
        m_layout = {};
    }
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height - viewport()->height()));
    viewport()->update();
}

void SegmentMapView::setScale(std::optional<double> bytesPerPixel) {
    m_scale = bytesPerPixel
                  ? std::optional(std::clamp(*bytesPerPixel, kFinestScale, kCoarsestScale))
                  : std::nullopt;
    layOut();
    if (const auto ref = pointedAt()) {
        showBlock(*ref);
    }
}

const BlockSnapshot& SegmentMapView::block(const BlockRef& ref) const {
    return m_picture->segments[ref.segment].blocks[ref.block];
}

std::optional<BlockRef> SegmentMapView::find(const BlockKey& key) const {
    if (!m_picture) {
        return {};
    }
    const auto& segments = m_picture->segments;
    const auto segment = std::ranges::find(segments, key.segment, &SegmentSnapshot::id);
    if (segment == segments.end()) {
        return {};
    }
    const auto found = std::ranges::find(segment->blocks, key.offset, &BlockSnapshot::offset);
    if (found == segment->blocks.end()) {
        return {};
    }
    return BlockRef{static_cast<std::size_t>(segment - segments.begin()),
                    static_cast<std::size_t>(found - segment->blocks.begin())};
}

bool SegmentMapView::isMarked(const BlockSnapshot& block) const {
    if (!m_marked || !block.active || block.owner.size() <= m_marked->size()) {
        return false;
    }
    return m_marked->empty() ||
           (block.owner.starts_with(*m_marked) && block.owner[m_marked->size()] == '.');
}

QString SegmentMapView::describe(const BlockRef& ref) const {
    const SegmentSnapshot& segment = m_picture->segments[ref.segment];
    const BlockSnapshot& part = block(ref);
    const QString where = tr("in segment %1 (%2, in the %3), from byte %4")
                              .arg(segment.id)
                              .arg(sizeText(segment.size), poolText(kindOf(segment)))
                              .arg(part.offset);
    if (!part.active) {
        const std::uint64_t cached = segment.cachedBytes(part);
        if (segment.granule > 0 && cached > 0) {
            return tr("Free: %1; “Empty cache” releases %2 of this memory")
                       .arg(sizeText(part.size), sizeText(cached)) +
                   QStringLiteral(" · ") + where;
        }
        const QString what =
            segment.isCached() ? tr("Cached segment, free: %1; “Empty cache” releases the segment")
                               : tr("Free: %1; not released while adjacent blocks are in use");
        return what.arg(sizeText(part.size)) + QStringLiteral(" · ") + where;
    }
    const QString name = part.owner.empty() ? tr("(no name)") : QString::fromStdString(part.owner);
    const QString waste = part.waste() == 0 ? tr("nothing lost to rounding")
                                            : tr("%1 lost to rounding").arg(sizeText(part.waste()));
    return tr("%1 · %2 requested, %3 allocated, %4 · %5")
        .arg(name, sizeText(part.requested), sizeText(part.size), waste, where);
}

QRectF SegmentMapView::rectOf(const BlockRef& ref) const {
    const auto row = m_layout.rowOf(ref);
    if (!row) {
        return {};
    }
    const MapRow& line = m_layout.rows[*row];
    for (std::size_t i = line.firstPiece; i < line.lastPiece; ++i) {
        const MapPiece& piece = m_layout.pieces[i];
        if (piece.ref == ref) {
            return QRectF(kInset + piece.left, line.top - verticalScrollBar()->value(),
                          piece.right - piece.left, px(MapLayout::kRowHeight));
        }
    }
    return {};
}

void SegmentMapView::setCurrent(std::optional<BlockRef> ref) {
    m_current = ref;
    m_hover.reset();
    if (ref) {
        showBlock(*ref);
        setAccessibleDescription(describe(*ref));
    }
    viewport()->update();
    Q_EMIT pointedAtChanged();
}

void SegmentMapView::setHover(std::optional<BlockRef> ref) {
    if (ref != m_hover) {
        m_hover = ref;
        viewport()->update();
        Q_EMIT pointedAtChanged();
    }
}

void SegmentMapView::showBlock(const BlockRef& ref) {
    const auto row = m_layout.rowOf(ref);
    if (!row) {
        return;
    }
    const int top = m_layout.rows[*row].top;
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value()) {
        bar->setValue(std::max(0, top - px(MapLayout::kHeadHeight)));
    } else if (top + px(MapLayout::kRowHeight) > bar->value() + viewport()->height()) {
        bar->setValue(top + px(MapLayout::kRowHeight) + px(MapLayout::kRowGap) -
                      viewport()->height());
    }
}

void SegmentMapView::moveCurrent(int step) {
    const auto& pieces = m_layout.pieces;
    if (pieces.empty()) {
        return;
    }
    auto at = m_current ? std::ranges::find(pieces, *m_current, &MapPiece::ref) : pieces.end();
    if (at == pieces.end()) {
        setCurrent(pieces.front().ref);
        return;
    }
    while (at != pieces.end() && at->ref == *m_current) {
        if (step < 0 && at == pieces.begin()) {
            return;
        }
        at += step;
    }
    if (at != pieces.end()) {
        setCurrent(at->ref);
    }
}

void SegmentMapView::moveRow(int step) {
    const auto row = m_current ? m_layout.rowOf(*m_current) : std::nullopt;
    if (!row) {
        moveCurrent(1);
        return;
    }
    const auto target = static_cast<std::ptrdiff_t>(*row) + step;
    if (target < 0 || target >= static_cast<std::ptrdiff_t>(m_layout.rows.size())) {
        return;
    }
    const MapRow& line = m_layout.rows[static_cast<std::size_t>(target)];
    const double centre = rectOf(*m_current).center().x() - kInset;
    const MapPiece* nearest = &m_layout.pieces[line.firstPiece];
    for (std::size_t i = line.firstPiece; i < line.lastPiece; ++i) {
        if (m_layout.pieces[i].left <= centre) {
            nearest = &m_layout.pieces[i];
        }
    }
    setCurrent(nearest->ref);
}

void SegmentMapView::activate(const BlockRef& ref) {
    if (!block(ref).owner.empty()) {
        Q_EMIT tensorRequested(QString::fromStdString(block(ref).owner));
    }
}

void SegmentMapView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void SegmentMapView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    setHover(
        m_layout.blockAt(at.x() - kInset, static_cast<int>(at.y()) + verticalScrollBar()->value()));
}

void SegmentMapView::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
    if (event->button() == Qt::LeftButton && m_hover) {
        const BlockRef ref = *m_hover;
        setCurrent(ref);
        activate(ref);
    }
}

void SegmentMapView::mouseReleaseEvent(QMouseEvent* event) {
    event->accept();  // the press was ours
}

void SegmentMapView::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const double notches = static_cast<double>(event->angleDelta().y()) / kWheelNotch;
    setScale(m_layout.bytesPerPixel * std::exp2(-std::round(notches)));
    event->accept();
}

void SegmentMapView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            return moveCurrent(-1);
        case Qt::Key_Right:
            return moveCurrent(1);
        case Qt::Key_Up:
            return moveRow(-1);
        case Qt::Key_Down:
            return moveRow(1);
        case Qt::Key_Home:
            m_current.reset();
            return moveCurrent(1);
        case Qt::Key_End:
            return m_layout.pieces.empty() ? void() : setCurrent(m_layout.pieces.back().ref);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return m_current ? activate(*m_current) : void();
        case Qt::Key_Plus:
            return setScale(m_layout.bytesPerPixel / 2);
        case Qt::Key_Minus:
            return setScale(m_layout.bytesPerPixel * 2);
        case Qt::Key_0:
            return setScale(std::nullopt);
        default:
            QAbstractScrollArea::keyPressEvent(event);
    }
}

void SegmentMapView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    const bool byKey =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (byKey && !m_current) {
        moveCurrent(1);
    }
    viewport()->update();
}

void SegmentMapView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool SegmentMapView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        setHover(std::nullopt);
    } else if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto ref = m_layout.blockAt(help->pos().x() - kInset,
                                          help->pos().y() + verticalScrollBar()->value());
        if (ref) {
            QToolTip::showText(help->globalPos(), describe(*ref), viewport());
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

// Painting: only rows in view, from a layout that was made beforehand.

SegmentBrushes segmentBrushes(const ThemeColors& colors, DeviceId device) {
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
    const ThemeColors& colors = m_theme->colors();
    QPainter painter(viewport());
    painter.fillRect(event->rect(), colors.base);
    if (hasFocus()) {
        painter.setPen(colors.accent);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
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
    const ThemeColors& colors = m_theme->colors();
    const QRect line(kInset, y, viewport()->width() - 2 * kInset, px(MapLayout::kHeadHeight));
    painter.setFont(m_theme->font(TextRole::Caption));
    painter.setPen(colors.secondaryText);
    const QString text = tr("%1 · %2, of which %3 is free and %4 is lost to rounding")
                             .arg(groupTitle(group), sizeText(group.bytes), sizeText(group.free),
                                  sizeText(group.waste));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, line.width()));
}

void SegmentMapView::paintRow(QPainter& painter, const MapRow& row, int y) const {
    const ThemeColors& colors = m_theme->colors();
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
        paintPiece(painter, piece, QRectF(left, y, right - left, px(MapLayout::kRowHeight)),
                   brushes);
    }
    painter.setBrush(Qt::NoBrush);
    for (std::size_t i = row.firstFrame; i < row.lastFrame; ++i) {
        const MapFrame& frame = m_layout.frames[i];
        const QRectF rect(
            QPointF(std::round(kInset + frame.left) - 0.5, y - 0.5),
            QPointF(std::round(kInset + frame.right) + 0.5, y + px(MapLayout::kRowHeight) + 0.5));
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
            painter.drawRect(QRectF(kInset + piece.left, y, piece.right - piece.left,
                                    px(MapLayout::kRowHeight)));
        }
    }
}

void SegmentMapView::paintPiece(QPainter& painter, const MapPiece& piece, const QRectF& rect,
                                const SegmentBrushes& brushes) const {
    const BlockSnapshot& part = block(piece.ref);
    const ThemeColors& colors = m_theme->colors();
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
    if (room.width() >= px(kLeastNameWidth) && !part.owner.empty()) {
        const QFontMetricsF metrics(painter.font());
        painter.setPen(brushes.name);
        painter.drawText(
            room, Qt::AlignLeft | Qt::AlignVCenter,
            fittingBlockName(QString::fromStdString(part.owner), metrics, room.width()));
    }
}

}  // namespace stowage
