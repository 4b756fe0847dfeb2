// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keyboard and context menu of the board.
#include "widgets/commands/device_edits.h"
#include "widgets/commands/placement_keys.h"
#include "widgets/support/icons.h"
#include "widgets/views/board_view_private.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>

namespace stowage {

namespace {

SelectMode modeOf(Qt::KeyboardModifiers modifiers) {
    if (modifiers.testFlag(Qt::ShiftModifier)) {
        return SelectMode::Extend;
    }
    return modifiers.testFlag(Qt::ControlModifier) ? SelectMode::Toggle : SelectMode::Replace;
}

}  // namespace

void BoardView::mousePressEvent(QMouseEvent* event) {
    if (!d->m_model || event->button() == Qt::MiddleButton) {
        return;
    }
    const QPoint content = d->toContent(event->position().toPoint());
    const auto index = d->m_layout.entryAt(content);
    d->m_selectOnRelease = false;
    if (!index) {
        if (event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier) {
            d->m_document->select({});
        }
        return;
    }
    if (event->button() == Qt::LeftButton && d->isOnChevron(*index, content)) {
        d->toggleFold(*index);
        return;
    }
    const SelectMode mode = modeOf(event->modifiers());
    const bool wasSelected = d->isEntrySelected(d->m_layout.entries()[*index]);
    if (mode == SelectMode::Replace && wasSelected) {
        // It may become a drag of the whole selection; a plain click selects on release.
        d->m_selectOnRelease = event->button() == Qt::LeftButton;
    } else {
        d->choose(*index, mode);
    }
    if (event->button() == Qt::LeftButton) {
        d->m_pressed = content;
    }
}

void BoardView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint content = d->toContent(event->position().toPoint());
    if (event->buttons().testFlag(Qt::LeftButton)) {
        if (d->m_pressed &&
            (content - *d->m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
            d->m_pressed.reset();
            d->m_selectOnRelease = false;
            d->startDrag();
        }
        return;
    }
    const auto hovered = d->m_layout.entryAt(content);
    if (hovered != d->m_paint.hovered) {
        d->m_paint.hovered = hovered;
        viewport()->setCursor(hovered ? Qt::OpenHandCursor : Qt::ArrowCursor);
        d->repaint();
    }
}

void BoardView::mouseReleaseEvent(QMouseEvent* event) {
    if (d->m_selectOnRelease && event->button() == Qt::LeftButton) {
        const auto index = d->m_layout.entryAt(d->toContent(event->position().toPoint()));
        if (index) {
            d->choose(*index, SelectMode::Replace);
        }
    }
    d->m_selectOnRelease = false;
    d->m_pressed.reset();
}

void BoardView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPoint content = d->toContent(event->position().toPoint());
    const auto index = d->m_layout.entryAt(content);
    if (index && event->button() == Qt::LeftButton) {
        d->toggleFold(*index);
    }
}

void BoardView::contextMenuEvent(QContextMenuEvent* event) {
    if (!d->m_model) {
        return;
    }
    QPoint global = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (d->m_paint.current) {
            const QRect rect = d->m_layout.entries()[*d->m_paint.current].rect;
            global = viewport()->mapToGlobal(rect.center() - d->offset());
        }
    }
    if (!d->m_document->selection().empty()) {
        d->showMenu(global);
    }
}

void BoardView::Private::showMenu(const QPoint& global) {
    auto* menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("board_menu"));
    const auto add = [this](QMenu* where, const QString& text, const QString& name, auto action) {
        QAction* item = where->addAction(text);
        item->setObjectName(name);
        QObject::connect(item, &QAction::triggered, m_view, action);
        return item;
    };
    QMenu* move = menu->addMenu(BoardView::tr("Move to"));
    move->setObjectName(QStringLiteral("move_to"));
    for (const DevicePlacement& placement : m_model->plan->placements) {
        const DeviceId device = placement.device.id;
        QString name = QString::fromStdString(deviceName(device));
        add(move, QString::fromStdString(deviceLabel(device)) + u'\t' + placementKeyOf(device),
            QStringLiteral("move_to_") + name.remove(u':'),
            [this, device] { moveSelectionTo(device); })
            ->setIcon(makeSwatch(m_theme->colors().deviceFill(device)));
    }
    menu->addSeparator();
    add(menu, BoardView::tr("Pin where it is\tP"), QStringLiteral("pin"), [this] {
        pinSelection();
    })->setIcon(m_theme->icon(QStringLiteral("pin")));
    add(menu, BoardView::tr("Unpin\tU"), QStringLiteral("unpin"), [this] { unpinSelection(); });
    menu->addSeparator();
    add(menu, BoardView::tr("Unfold"), QStringLiteral("unfold"), [this] { setAllFolded(false); });
    add(menu, BoardView::tr("Fold all"), QStringLiteral("fold_all"),
        [this] { setAllFolded(true); });
    menu->popup(global);
}

void BoardView::Private::editDevice(DeviceId device, DeviceField field) {
    const DeviceInfo* const info = findDevice(*m_document, device);
    const auto fields = info == nullptr ? std::vector<DeviceField>() : editableFields(*info);
    if (std::ranges::find(fields, field) != fields.end()) {
        m_head->editField(*info, field);
    }
}

void BoardView::Private::showDeviceMenu(DeviceId device, const QPoint& global) {
    if (findDevice(*m_document, device) == nullptr) {
        return;  // the lane of what has no device
    }
    auto* menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("device_menu"));
    fillDeviceMenu(*menu, *m_document, device,
                   [this, device](DeviceField field) { editDevice(device, field); });
    menu->popup(global);
}

bool BoardView::Private::handleKey(QKeyEvent* event) {
    const Qt::KeyboardModifiers modifiers =
        event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
    if (event->matches(QKeySequence::SelectAll)) {
        chooseLane();
        return true;
    }
    if (modifiers != Qt::NoModifier) {
        return false;
    }
    switch (event->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Home:
        case Qt::Key_End:
            moveCurrent(event->key(), modeOf(event->modifiers()));
            return true;
        case Qt::Key_Space:
            if (m_paint.current) {
                toggleFold(*m_paint.current);
            }
            return true;
        case Qt::Key_Escape:
            if (m_preview) {
                endDrag();
                return true;
            }
            return false;
        default:
            break;
    }
    const std::vector<PlanEdit> edits = editsForKey(*event, *m_document);
    for (const PlanEdit& edit : edits) {
        m_document->edit(edit);
    }
    return !edits.empty();
}

void BoardView::keyPressEvent(QKeyEvent* event) {
    if (!d->m_model || !d->handleKey(event)) {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void BoardView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    d->repaint();
}

void BoardView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    d->repaint();
}

}  // namespace stowage
