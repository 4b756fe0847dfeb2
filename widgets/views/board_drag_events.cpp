// SPDX-License-Identifier: GPL-3.0-or-later
// Dragging blocks off the board, and modules from anywhere onto a lane.
#include "widgets/support/module_mime.h"
#include "widgets/views/board_view_private.h"

#include <QDrag>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QScrollBar>

namespace stowage {

namespace {
constexpr int kScrollBorder = 24;
constexpr int kScrollBy = 12;
}  // namespace

void BoardView::Private::startDrag() {
    QStringList paths;
    for (const std::string& path : m_document->selectedPaths()) {
        paths += QString::fromStdString(path);
    }
    if (paths.isEmpty()) {
        return;
    }
    const ModuleId current = m_document->currentModule();
    const auto block = m_model->blockAround(current);
    const DeviceId device = block ? m_model->blocks[*block].device : DeviceId::cpu();
    auto* drag = new QDrag(m_view->viewport());
    drag->setMimeData(makeModulesMimeData(paths));
    drag->setPixmap(makeDragPixmap(dragLabel(paths), static_cast<std::size_t>(paths.size()), device,
                                   m_theme->colors(), m_fonts, m_view->devicePixelRatioF()));
    drag->setHotSpot(QPoint(-12, -8));
    m_dragStarter(drag);
    // Esc, or a drop outside: no leave event is promised after the drag's end.
    if (m_preview && !drag->target()) {
        endDrag();
    }
}

void BoardView::Private::hoverDrag(const QStringList& paths, const QPoint& viewportPoint) {
    m_dragPoint = viewportPoint;
    const auto lane = m_layout.laneAt(toContent(viewportPoint).x());
    if (!lane) {
        if (m_preview) {
            endDrag();
        }
        return;
    }
    const DeviceId device = m_layout.lanes()[*lane].device;
    if (!m_preview || m_preview->target != device) {
        m_preview = makePreview(*m_model, paths, device);
        m_paint.targetLane = m_preview->refusal.isEmpty() ? lane : std::nullopt;
        m_strip->setDragging(true);
        m_head->setPreview(&*m_preview);
        relayout();
    }
    repaint();
}

void BoardView::Private::endDrag() {
    m_preview.reset();
    m_paint.targetLane.reset();
    m_strip->setDragging(false);
    m_head->setPreview(nullptr);
    relayout();
}

bool BoardView::Private::handleDragEvent(QEvent* event, const QPoint& shift) {
    if (event->type() == QEvent::DragLeave) {
        endDrag();
        return true;
    }
    auto* drop = static_cast<QDropEvent*>(event);
    const QStringList paths = modulesFromMimeData(drop->mimeData());
    if (!m_model || paths.isEmpty()) {
        drop->ignore();
        return false;
    }
    const QPoint point = drop->position().toPoint() + shift;
    if (event->type() == QEvent::Drop) {
        hoverDrag(paths, point);
        const std::optional<BoardPreview> preview = m_preview;
        endDrag();
        if (!preview || !preview->refusal.isEmpty()) {
            drop->ignore();
            return true;
        }
        MoveEdit move{.modules = {}, .device = preview->target};
        for (const ModuleId module : preview->modules) {
            move.modules.push_back(m_model->tree().path(module));
        }
        drop->acceptProposedAction();
        m_document->edit(move);
        return true;
    }
    if (event->type() == QEvent::DragMove) {
        QScrollBar* bar = m_view->verticalScrollBar();
        if (point.y() < kScrollBorder) {
            bar->setValue(bar->value() - kScrollBy);
        } else if (point.y() > m_view->viewport()->height() - kScrollBorder) {
            bar->setValue(bar->value() + kScrollBy);
        }
    }
    hoverDrag(paths, point);
    // A refused lane must go on getting move events, so that the reason stays in sight.
    if (event->type() == QEvent::DragEnter || (m_preview && m_preview->refusal.isEmpty())) {
        drop->acceptProposedAction();
    } else {
        drop->ignore();
    }
    return true;
}

void BoardView::dragEnterEvent(QDragEnterEvent* event) {
    d->handleDragEvent(event, QPoint(0, 0));
}

void BoardView::dragMoveEvent(QDragMoveEvent* event) {
    d->handleDragEvent(event, QPoint(0, 0));
}

void BoardView::dragLeaveEvent(QDragLeaveEvent* event) {
    d->handleDragEvent(event, QPoint(0, 0));
}

void BoardView::dropEvent(QDropEvent* event) {
    d->handleDragEvent(event, QPoint(0, 0));
}

bool BoardView::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::DragEnter:
        case QEvent::DragMove:
        case QEvent::DragLeave:
        case QEvent::Drop:
            if (watched == d->m_head) {
                // The heads are part of their lanes: a drop there counts.
                const QPoint shift = d->m_head->pos() - viewport()->pos();
                return d->handleDragEvent(event, shift);
            }
            break;
        default:
            break;
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

}  // namespace stowage
