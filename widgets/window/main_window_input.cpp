// SPDX-License-Identifier: GPL-3.0-or-later
// Of MainWindow: keys that a field would take, the way of the focus, and what is dropped.
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/support/docks.h"
#include "widgets/window/main_window.h"

#include <QDockWidget>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QTabBar>

namespace stowage {
namespace {

/// Whether the window has a key that the field in which it is pressed would take. A field keeps
/// Ctrl+Z for the text being typed in it. Once that is done, undo means the plan.
bool isForWindow(const QKeyEvent& key, const QWidget& focused) {
    const auto* field = qobject_cast<const QLineEdit*>(&focused);
    const bool isUndo = key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
    // Fields under X11 know Emacs' keys, which End and Del have, too.
    const bool isOfEmacs =
        key.modifiers() == Qt::ControlModifier &&
        (key.key() == Qt::Key_D || key.key() == Qt::Key_E || key.key() == Qt::Key_K);
    return isOfEmacs || (isUndo && field != nullptr && !field->isModified());
}

bool isDrag(const QEvent& event) {
    return event.type() == QEvent::DragEnter || event.type() == QEvent::DragMove ||
           event.type() == QEvent::Drop;
}

}  // namespace

bool MainWindow::isPartOf(const QWidget& widget) const {
    const QWidget* window = widget.window();
    return window == this ||
           (window->parentWidget() == this && qobject_cast<const QDockWidget*>(window) != nullptr);
}

bool MainWindow::focusNextPrevChild(bool next) {
    // While docks are hidden, Qt keeps the bar of their tabs, empty, outside of the window; there
    // the focus could not be seen.
    const auto isAtAnEmptyBar = [this] {
        const auto* bar = qobject_cast<const QTabBar*>(focusWidget());
        return bar != nullptr && bar->count() == 0;
    };
    bool moved = QMainWindow::focusNextPrevChild(next);
    while (moved && isAtAnEmptyBar()) {
        moved = QMainWindow::focusNextPrevChild(next);
    }
    return moved;
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == this && event->type() == QEvent::Resize) {
        m_arrangement->aboutToResize();  // its layout takes the new size after this
    } else if (watched == this && event->type() == QEvent::MouseButtonPress &&
               isSeparator(static_cast<QMouseEvent*>(event)->position().toPoint())) {
        m_arrangement->keepSizes();
    }
    // Fields take dropped text themselves, and files would become text in them.
    const auto* widget = isDrag(*event) ? qobject_cast<QWidget*>(watched) : nullptr;
    if (widget != nullptr && widget != this && isPartOf(*widget) && m_open->takeDrag(event)) {
        return true;
    }
    const auto* focused = qobject_cast<QWidget*>(watched);
    if (event->type() != QEvent::ShortcutOverride || focused == nullptr ||
        focused->window() != this || !isForWindow(*static_cast<QKeyEvent*>(event), *focused)) {
        return QMainWindow::eventFilter(watched, event);
    }
    event->ignore();
    return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const bool isText = event->mimeData()->hasText() &&
                        !event->mimeData()->hasFormat(kModulesMimeType) &&
                        m_document->plan() != nullptr;
    if (!m_open->takeDrag(event) && isText) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QMimeData& mime = *event->mimeData();
    if (!m_open->takeDrag(event) && mime.hasText() && !mime.hasFormat(kModulesMimeType)) {
        event->acceptProposedAction();
        m_plan->pasteMap(mime.text());
    }
}

}  // namespace stowage
