// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/segment_map_view.h"

#include "widgets/models/table_unit.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr int kInset = metrics::kPadding;
constexpr int kWheelNotch = 120;

QString bytes(std::uint64_t value) {
    return sizeText(static_cast<double>(value));
}

QString poolText(SegmentKind kind) {
    switch (kind) {
        case SegmentKind::Small:
            return SegmentMapView::tr("small pool");
        case SegmentKind::Shared:
        case SegmentKind::Own:
            break;
    }
    return SegmentMapView::tr("large pool");
}

}  // namespace

SegmentMapView::SegmentMapView(const Theme* theme, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme) {
    setObjectName(QStringLiteral("segment_map"));
    setAccessibleName(tr("Segments of the GPU's allocator"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(MapLayout::kRowHeight + MapLayout::kRowGap);
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
    const QString where = tr("in segment %1 (%2 of the %3), from byte %4")
                              .arg(segment.id)
                              .arg(bytes(segment.size), poolText(kindOf(segment)))
                              .arg(part.offset);
    if (!part.active) {
        const QString what = segment.isCached()
                                 ? tr("Cached segment, free: %1; Empty cache gives it back")
                                 : tr("Free: %1, kept by the blocks beside it");
        return what.arg(bytes(part.size)) + QStringLiteral(" · ") + where;
    }
    const QString name = part.owner.empty() ? tr("(no name)") : QString::fromStdString(part.owner);
    const QString waste = part.waste() == 0 ? tr("nothing lost to rounding")
                                            : tr("%1 lost to rounding").arg(bytes(part.waste()));
    return tr("%1 · %2 asked for, %3 taken, %4 · %5")
        .arg(name, bytes(part.requested), bytes(part.size), waste, where);
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
                          piece.right - piece.left, MapLayout::kRowHeight);
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
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
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
        bar->setValue(std::max(0, top - MapLayout::kHeadHeight));
    } else if (top + MapLayout::kRowHeight > bar->value() + viewport()->height()) {
        bar->setValue(top + MapLayout::kRowHeight + MapLayout::kRowGap - viewport()->height());
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

}  // namespace stowage
