// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace stowage {

class Document;
struct PlacementPlan;

/// What *Plan again* drops and what it keeps: moves by hand go, pins stay.
[[nodiscard]] QString planAgainText(const PlacementPlan& plan);

/// What can be done with the selected modules, as actions for the menu bar and context menus:
/// Move to ▸ devices, Pin, Unpin, Copy name. Enabled where something is selected.
class PlanActions : public QObject {
    Q_OBJECT
public:
    PlanActions(Document* document, const Theme* theme, QWidget* parent);

    [[nodiscard]] QMenu* moveMenu() const { return m_move; }
    [[nodiscard]] QAction* pin() const { return m_pin; }
    [[nodiscard]] QAction* unpin() const { return m_unpin; }
    [[nodiscard]] QAction* copyName() const { return m_copyName; }
    /// The menu of tree rows.
    void showContextMenu(const QPoint& globalPosition);

private:
    void rebuildMoveMenu();
    void enable();

    Document* m_document;
    const Theme* m_theme;
    QWidget* m_parent;
    QMenu* m_move;
    QMenu* m_context;
    QAction* m_pin;
    QAction* m_unpin;
    QAction* m_copyName;
};

}  // namespace stowage
