// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/shortcuts_dialog.h"

#include "widgets/document/placement_input.h"
#include "widgets/support/forms.h"
#include "widgets/support/guide_link.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <utility>

namespace stowage {
namespace {

constexpr QSize kShortcutsSize(460, 560);
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
    resizeDialog(this, kShortcutsSize);
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
    addGroup(tr("In the board and in the tree"),
             {{tr("Move what is selected to GPU 0 … 9"), tr("%1 … %2").arg(first, last)},
              {tr("Move it to the CPU"), placementKeyOf(DeviceId::cpu())},
              {tr("Move it to disk"), placementKeyOf(DeviceId::disk())},
              {tr("Select the next block or module"), tr("Arrow keys")},
              {tr("Board: unfold a block or fold it"), tr("Space")}});
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

}  // namespace stowage
