// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_view_private.h"

#include "widgets/board/board_accessible.h"
#include "widgets/document/device_edits.h"
#include "widgets/document/placement_input.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/style_sheet.h"
#include "widgets/support/translation.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <iterator>

namespace stowage {
namespace {

SelectMode modeOf(Qt::KeyboardModifiers modifiers) {
    if (modifiers.testFlag(Qt::ShiftModifier)) {
        return SelectMode::Extend;
    }
    return modifiers.testFlag(Qt::ControlModifier) ? SelectMode::Toggle : SelectMode::Replace;
}

constexpr int kScrollBorder = 24;
constexpr int kScrollBy = 12;

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
    if (event->reason() == QContextMenuEvent::Keyboard && d->m_paint.current) {
        const QRect rect = d->m_layout.entries()[*d->m_paint.current].rect;
        global = viewport()->mapToGlobal(rect.center() - d->offset());
    }
    if (!d->m_document->selection().empty()) {
        d->showMenu(global);
    }
}

void BoardView::Private::showMenu(const QPoint& global) {
    auto* menu = withName(new QMenu(m_view), "board_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
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
        add(move, translated(deviceLabel(device)) + u'\t' + placementKeyOf(device),
            QStringLiteral("move_to_") + name.remove(u':'),
            [this, device] { moveSelectionTo(device); })
            ->setIcon(makeSwatch(m_theme->colors().deviceFill(device)));
    }
    menu->addSeparator();
    add(menu, BoardView::tr("Pin to current device\tP"), QStringLiteral("pin"), [this] {
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
    auto* menu = withName(new QMenu(m_view), "device_menu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillDeviceMenu(*menu, *m_document, device,
                   [this, device](DeviceField field) { editDevice(device, field); });
    menu->popup(global);
}

bool BoardView::Private::handleKey(QKeyEvent* event) {
    const Qt::KeyboardModifiers modifiers =
        event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
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
    if (d->reader() != nullptr) {
        // Behind what Qt tells of the board itself: the block has the last word.
        QTimer::singleShot(0, this, [this] {
            if (BoardAccessible* const told = d->reader()) {
                told->tellFocus();
            }
        });
    }
}

void BoardView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    d->repaint();
}

// Selecting, folding, placing and pinning, which mouse, keys and menu share.

std::vector<ModuleId> BoardView::Private::modulesOf(const BoardEntry& entry) const {
    if (entry.kind != BoardEntry::Kind::Run) {
        return {entry.module};
    }
    std::vector<ModuleId> modules;
    for (std::size_t block = entry.firstBlock; block <= entry.lastBlock; ++block) {
        modules.push_back(m_model->blocks[block].module);
    }
    return modules;
}

bool BoardView::Private::isEntrySelected(const BoardEntry& entry) const {
    const ModuleTree& tree = m_model->tree();
    const auto inSelection = [&](ModuleId module) {
        for (ModuleId id = module; id.isValid(); id = tree.node(id).parent) {
            if (m_document->isSelected(id)) {
                return true;  // itself, or all of a module around it
            }
        }
        return false;
    };
    if (entry.kind == BoardEntry::Kind::Part || entry.depth > 0) {
        return m_document->isSelected(entry.module);  // its block's header carries the frame
    }
    if (entry.kind != BoardEntry::Kind::Run) {
        return inSelection(entry.module);
    }
    for (std::size_t block = entry.firstBlock; block <= entry.lastBlock; ++block) {
        if (inSelection(m_model->blocks[block].module)) {
            return true;
        }
    }
    return false;
}

void BoardView::Private::choose(std::size_t index, SelectMode mode) {
    const BoardEntry entry = m_layout.entries()[index];
    std::vector<ModuleId> chosen = modulesOf(entry);
    std::vector<ModuleId> selection;
    if (mode == SelectMode::Extend && m_anchorBlock) {
        const std::size_t anchor = std::min(*m_anchorBlock, m_model->blocks.size() - 1);
        const std::size_t first = std::min(anchor, entry.firstBlock);
        const std::size_t last = std::max(anchor, entry.lastBlock);
        for (std::size_t block = first; block <= last; ++block) {
            selection.push_back(m_model->blocks[block].module);
        }
        if (entry.firstBlock < anchor) {
            std::reverse(selection.begin(), selection.end());  // the current one comes last
        }
    } else if (mode == SelectMode::Toggle) {
        const bool remove = isEntrySelected(entry);
        std::ranges::copy_if(m_document->selection(), std::back_inserter(selection),
                             [&chosen](ModuleId module) {
                                 return std::ranges::find(chosen, module) == chosen.end();
                             });
        if (!remove) {
            selection.insert(selection.end(), chosen.begin(), chosen.end());
        }
        m_anchorBlock = entry.firstBlock;
    } else {
        selection = std::move(chosen);
        m_anchorBlock = entry.firstBlock;
    }
    m_choosing = true;
    m_document->select(std::move(selection));
    m_choosing = false;
}

void BoardView::Private::chooseBlocksOn(DeviceId device) {
    std::vector<ModuleId> modules;
    for (const BoardBlock& block : m_model->blocks) {
        if (block.device == device) {
            modules.push_back(block.module);
        }
    }
    m_document->select(std::move(modules));
}

void BoardView::Private::moveCurrent(int key, SelectMode mode) {
    const auto& lanes = m_layout.lanes();
    if (m_layout.entries().empty()) {
        return;
    }
    if (!m_paint.current) {
        choose(0, SelectMode::Replace);
        reveal(0);
        return;
    }
    const std::size_t current = *m_paint.current;
    const auto home = std::ranges::find_if(lanes, [current](const BoardLane& lane) {
        return current >= lane.first && current < lane.last;
    });
    std::size_t next = current;
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        next = key == Qt::Key_Up ? std::max(home->first, current == 0 ? 0 : current - 1)
                                 : std::min(home->last - 1, current + 1);
    } else if (key == Qt::Key_Home || key == Qt::Key_End) {
        next = key == Qt::Key_Home ? home->first : home->last - 1;
    } else {
        const int step = (key == Qt::Key_Right) != m_layout.isMirrored() ? 1 : -1;
        const int y = m_layout.entries()[current].rect.center().y();
        auto lane = static_cast<int>(home - lanes.begin()) + step;
        while (lane >= 0 && lane < static_cast<int>(lanes.size())) {
            const BoardLane& other = lanes[static_cast<std::size_t>(lane)];
            if (other.first < other.last) {
                next = std::min(m_layout.firstEntryBelow(other, y), other.last - 1);
                break;
            }
            lane += step;  // empty lanes have nothing to stand on
        }
    }
    choose(next, mode);
    if (m_paint.current) {
        reveal(*m_paint.current);
    }
}

bool BoardView::Private::isOnChevron(std::size_t index, const QPoint& content) const {
    const BoardEntry& entry = m_layout.entries()[index];
    if (entry.kind != BoardEntry::Kind::Run && entry.kind != BoardEntry::Kind::Header) {
        return false;
    }
    constexpr int kReach = 26;
    const int x =
        m_layout.isMirrored() ? entry.rect.right() - content.x() : content.x() - entry.rect.left();
    constexpr int kIndentPerDepth = 12;
    return x < kReach + entry.depth * kIndentPerDepth;
}

void BoardView::Private::toggleFold(std::size_t index) {
    const BoardEntry entry = m_layout.entries()[index];
    if (entry.kind == BoardEntry::Kind::Run) {
        m_folding.openRuns.insert(entry.module);
    } else if (entry.kind == BoardEntry::Kind::Header) {
        m_folding.openBlocks.erase(entry.module);
    } else if (entry.canUnfold) {
        m_folding.openBlocks.insert(entry.module);
    }
    relayout();
}

void BoardView::Private::setAllFolded(bool folded) {
    m_folding = {};
    if (!folded && m_model) {
        for (const BoardBlock& block : m_model->blocks) {
            if (m_document->isSelected(block.module) && block.hasParts) {
                m_folding.openBlocks.insert(block.module);
            }
        }
    }
    relayout();
}

bool BoardView::Private::hasDevice(DeviceId device) const {
    return m_model && m_model->plan->placement(device) != nullptr;
}

void BoardView::Private::moveSelectionTo(DeviceId device) {
    std::vector<std::string> paths = m_document->selectedPaths();
    if (!paths.empty() && hasDevice(device)) {
        m_document->edit(MoveEdit{std::move(paths), device});
    }
}

void BoardView::Private::pinSelection() {
    for (const PlanEdit& edit : pinsForSelection(*m_document)) {
        m_document->edit(edit);
    }
}

void BoardView::Private::unpinSelection() {
    std::vector<std::string> paths = m_document->selectedPaths();
    if (!paths.empty()) {
        m_document->edit(PinEdit{std::move(paths), std::nullopt});
    }
}

// Dragging blocks off the board, and modules from anywhere onto a lane.

void BoardView::Private::startDrag() {
    const QStringList paths = textList(m_document->selectedPaths());
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
        drop->acceptProposedAction();
        m_document->edit(moveOf(*m_model, *preview));
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
    // A refused lane must go on getting move events, so that the reason stays in view.
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
    constexpr QEvent::Type kDrags[] = {QEvent::DragEnter, QEvent::DragMove, QEvent::DragLeave,
                                       QEvent::Drop};
    if (watched == d->m_head && std::ranges::find(kDrags, event->type()) != std::end(kDrags)) {
        // The heads are part of their lanes: a drop there counts.
        return d->handleDragEvent(event, d->m_head->pos() - viewport()->pos());
    }
    return QAbstractScrollArea::eventFilter(watched, event);
}

}  // namespace stowage
