// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

class QMenu;

namespace stowage {

class BoardView;

/// The board in the middle of the window, and what the menus have of it.
class BoardFeature : public Feature {
    Q_OBJECT
public:
    explicit BoardFeature(const FeatureParts& parts);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;

    [[nodiscard]] BoardView* view() const { return m_view; }

private:
    [[nodiscard]] QMenu* makeScaleMenu();
    void selectAllBlocks();

    BoardView* m_view;
    QAction* m_selectAll;
};

}  // namespace stowage
