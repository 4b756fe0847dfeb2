// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of MainWindow about its pages, its keys and what is dropped on it.
#include "widgets/window/main_window.h"

#include "widgets/capacity/capacity_feature.h"
#include "widgets/document/document.h"
#include "widgets/document/placement_input.h"
#include "widgets/help/help_feature.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/load/load_feature.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/support/docks.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"
#include "widgets/support/theme.h"
#include "widgets/window/plan_status_bar.h"

#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QToolBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace stowage {

/// All keys of the window: those of its menus' actions, read from the actions themselves, and those
/// that work in board and tree.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const QMenuBar* menus, const Theme* theme, QWidget* parent);

private:
    void addMenu(const QMenuBar* menus);
    void addPlacementKeys();
    void addGroup(const QString& name, const QList<std::pair<QString, QString>>& rows);

    const Theme* m_theme;
    QTreeWidget* m_list;
};

namespace {

constexpr int kActionWidth = 290;

using Rows = QList<std::pair<QString, QString>>;

/// "Ctrl+Enter or Ctrl+Return"; "" for an action without keys. Keys that work in one view only
/// stand behind a tab in the action's text.
QString keysOf(const QAction& action) {
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts()) {
        keys.append(sequence.toString(QKeySequence::NativeText));
    }
    if (keys.isEmpty() && action.text().contains(u'\t')) {
        keys.append(action.text().section(u'\t', 1));
    }
    return keys.join(ShortcutsDialog::tr(" or "));
}

QString nameOf(const QAction& action) {
    return action.text().section(u'\t', 0, 0).remove(u'&');
}

/// What stands in a menu of its own has that menu's name in front: "Text Size: Larger".
void collect(const QMenu& menu, Rows& rows) {
    for (const QAction* action : menu.actions()) {
        if (const QMenu* inner = action->menu()) {
            Rows inside;
            collect(*inner, inside);
            for (const auto& [name, keys] : std::as_const(inside)) {
                rows.append({ShortcutsDialog::tr("%1: %2").arg(nameOf(*action), name), keys});
            }
        } else if (const QString keys = keysOf(*action); !keys.isEmpty()) {
            rows.append({nameOf(*action), keys});
        }
    }
}

}  // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar* menus, const Theme* theme, QWidget* parent)
    : QDialog(parent),
      m_theme(theme),
      m_list(withName(new QTreeWidget(this), "shortcuts_list", tr("Keyboard shortcuts"))) {
    constexpr QSize kSize(460, 560);
    setObjectName(QStringLiteral("shortcuts_dialog"));
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_list->setHeaderLabels({tr("Action"), tr("Keys")});
    m_list->setColumnWidth(0, px(kActionWidth));
    m_list->setRootIsDecorated(false);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    addMenu(menus);
    addPlacementKeys();
    m_list->expandAll();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("shortcuts_close"));
    addDialogHelp(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    resizeDialog(this, kSize);
}

void ShortcutsDialog::addMenu(const QMenuBar* menus) {
    for (const QAction* action : menus->actions()) {
        if (action->menu() == nullptr) {
            continue;
        }
        Rows rows;
        collect(*action->menu(), rows);
        addGroup(nameOf(*action), rows);
    }
}

void ShortcutsDialog::addPlacementKeys() {
    const QString first = placementKeyOf(DeviceId::gpu(0));
    const QString last = placementKeyOf(DeviceId::gpu(9));
    addGroup(tr("On the board and in the module tree"),
             {{tr("Move the selection to GPU 0 … 9"), tr("%1 … %2").arg(first, last)},
              {tr("Move the selection to the CPU"), placementKeyOf(DeviceId::cpu())},
              {tr("Move the selection to disk"), placementKeyOf(DeviceId::disk())},
              {tr("Select the next block or module"), tr("Arrow keys")},
              {tr("Board: unfold or fold a block"), tr("Space")}});
}

void ShortcutsDialog::addGroup(const QString& name, const Rows& rows) {
    if (rows.isEmpty()) {
        return;
    }
    auto* group = new QTreeWidgetItem(m_list, {name});
    group->setFont(0, m_theme->font(TextRole::Tree, true));
    group->setFlags(Qt::ItemIsEnabled);
    for (const auto& [action, keys] : rows) {
        new QTreeWidgetItem(group, {action, keys});
    }
}

WindowPage MainWindow::page() const {
    return m_lesson->isEntered()     ? WindowPage::Lesson
           : m_capacity->isEntered() ? WindowPage::Capacity
                                     : WindowPage::Board;
}

void MainWindow::showPage(WindowPage page) {
    if (page == WindowPage::Lesson) {
        m_lesson->enter();
    } else if (page == WindowPage::Capacity) {
        m_capacity->enter();
    }
}

void MainWindow::enterPage(QWidget* page) {
    m_layoutBeforePage = saveState();
    m_arrangement->setActive(false);
    m_lowerPanels->setEnabled(false);
    if (m_centre->indexOf(page) < 0) {
        m_centre->addWidget(page);
    }
    for (const auto& [place, dock] : m_docks) {
        dock->hide();
        dock->toggleViewAction()->setEnabled(false);
    }
    m_centre->setCurrentWidget(page);
}

void MainWindow::leavePage() {
    m_centre->setCurrentIndex(0);
    for (const auto& [place, dock] : m_docks) {
        dock->toggleViewAction()->setEnabled(true);
    }
    restoreState(m_layoutBeforePage);
    m_arrangement->setActive(true);
    m_lowerPanels->setEnabled(true);
    showPlan();
}

void MainWindow::leavePages() {
    m_lesson->leave();
    m_capacity->leave();
}

void MainWindow::enterLesson() {
    m_capacity->leave();
    enterPage(m_lesson->page());
    m_help->followMessages();
    hidePlanTools();
}

void MainWindow::leaveLesson() {
    for (QAction* action : std::exchange(m_hiddenInLesson, {})) {
        action->setVisible(true);
    }
    m_load->showState();  // a tool's widget is enabled as soon as it is shown
    leavePage();
}

void MainWindow::hidePlanTools() {
    QList<QAction*> tools = m_toolBar->actions();
    tools << m_load->loadAction() << m_load->stepAction();
    for (QAction* action : std::as_const(tools)) {
        if (action->isVisible() && !m_lessonTools.contains(action)) {
            action->setVisible(false);
            m_hiddenInLesson.append(action);
        }
    }
}

void MainWindow::showPageStatus() {
    if (m_lesson->isEntered()) {
        m_status->showPage(m_lesson->stepText(), m_lesson->figuresText());
    } else if (m_capacity->isEntered()) {
        m_status->showPage(m_capacity->sentence(), tr("All figures are estimated"));
    }
}

void MainWindow::showShortcuts() {
    auto* dialog = new ShortcutsDialog(menuBar(), m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

namespace {

/// The field in which a person types while a widget has the focus, as in an editable choice; null:
/// none.
const QLineEdit* typedField(const QWidget& focused) {
    if (const auto* field = qobject_cast<const QLineEdit*>(&focused)) {
        return field;
    }
    const auto* inside = focused.findChild<const QLineEdit*>({}, Qt::FindDirectChildrenOnly);
    return inside != nullptr && inside->focusProxy() == &focused ? inside : nullptr;
}

/// Whether the window has a key that the field in which it is pressed would take. A field keeps
/// Ctrl+Z for the text being typed in it. Once that is done, undo means the plan.
bool isForWindow(const QKeyEvent& key, const QWidget& focused) {
    const QLineEdit* const field = typedField(focused);
    const bool isUndo = key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
    // Fields under X11 know Emacs' keys, which End and Del have, too.
    const bool isOfEmacs =
        key.modifiers() == Qt::ControlModifier &&
        (key.key() == Qt::Key_D || key.key() == Qt::Key_E || key.key() == Qt::Key_K);
    return isOfEmacs || (isUndo && field != nullptr && !field->isModified());
}

/// Whether a wheel turns over a field that does not have the focus, nor gets it by that: it
/// scrolls.
bool isWheelOverField(QObject* watched, const QEvent& event) {
    const bool isWheel = event.type() == QEvent::Wheel;
    auto* field =
        isWheel || event.type() == QEvent::Polish ? qobject_cast<QWidget*>(watched) : nullptr;
    const bool isField = qobject_cast<QComboBox*>(field) != nullptr ||
                         qobject_cast<QAbstractSpinBox*>(field) != nullptr ||
                         qobject_cast<QSlider*>(field) != nullptr;
    if (isField && field->focusPolicy() == Qt::WheelFocus) {
        field->setFocusPolicy(Qt::StrongFocus);
    }
    return isField && isWheel && !field->hasFocus();
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
    if (isWheelOverField(watched, *event)) {
        event->ignore();
        return true;
    }
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

#include "main_window_pages.moc"
