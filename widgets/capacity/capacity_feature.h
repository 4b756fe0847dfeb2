// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

#include <QWidget>

namespace stowage {

class CapacityController;
class CapacityPage;

/// Whether the plan carries its workload, what it takes and how fast it is: a page that takes the
/// place of board and docks.
class CapacityFeature : public Feature {
    Q_OBJECT
public:
    explicit CapacityFeature(const FeatureParts& parts);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;

    void enter();
    void leave();
    [[nodiscard]] bool isEntered() const { return m_isEntered; }
    [[nodiscard]] QAction* action() const { return m_action; }
    /// The page; null before it was entered once.
    [[nodiscard]] QWidget* page() const;
    /// The verdict of the page, in a sentence.
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] CapacityController* capacity() const { return m_capacity; }

Q_SIGNALS:
    /// The page shall be seen in place of board and docks.
    void entered();
    /// Board and docks shall be as they were.
    void left();
    void devicesRequested();
    /// The page says something else.
    void changed();

private:
    CapacityController* m_capacity;
    CapacityPage* m_page = nullptr;
    QAction* m_action;
    bool m_isEntered = false;
};

}  // namespace stowage
