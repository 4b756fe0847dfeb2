// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QWidget>

class QLineEdit;
class QMenu;
class QTabBar;
class QToolButton;

namespace stowage {

class ProjectSession;

/// The project's plans as tabs above the board: a click shows one, a double click or F2 renames it,
/// dragging orders them; the context menu and Delete take one away. Hidden while there is one plan
/// alone.
class VariantBar : public QWidget {
    Q_OBJECT
public:
    /// Both are borrowed and outlive it.
    VariantBar(ProjectSession* session, const Theme* theme, QWidget* parent = nullptr);

    /// Begins to rename that plan in its tab.
    void beginRename(int tab);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void endRename(bool isTaken);
    void showMenu(const QPoint& at);

    ProjectSession* m_session;
    QTabBar* m_tabs;
    QToolButton* m_add;
    QLineEdit* m_name;
    int m_renamed = -1;
    bool m_following = false;
};

}  // namespace stowage
