// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QDialog>

class QMenu;
class QMenuBar;
class QTreeWidget;

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

}  // namespace stowage
