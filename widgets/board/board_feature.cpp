// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_feature.h"

#include "widgets/board/board_view.h"
#include "widgets/document/document.h"
#include "widgets/document/plan_view.h"
#include "widgets/support/forms.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QSettings>

#include <utility>

namespace stowage {
namespace {

const QString kScaleKey = QStringLiteral("boardScale");

}  // namespace

BoardFeature::BoardFeature(const FeatureParts& parts)
    : Feature(parts),
      m_view(withName(new BoardView(m_document, m_theme, m_window), "board")),
      m_selectAll(makeAction(QStringLiteral("select_all_action"), tr("Select All Blocks"),
                             QKeySequence::SelectAll)) {
    m_view->setComparison(m_comparison);
    connect(m_selectAll, &QAction::triggered, this, &BoardFeature::selectAllBlocks);
}

QList<QAction*> BoardFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::EditSelect:
            return {m_selectAll};
        case MenuSection::ViewLook:
            return {makeScaleMenu()->menuAction()};
        default:
            return {};
    }
}

QMenu* BoardFeature::makeScaleMenu() {
    auto* menu = new QMenu(tr("Block Height"), m_window);
    auto* scales = new QActionGroup(this);
    const std::pair<QString, BoardScale> choices[] = {{tr("Linear"), BoardScale::Linear},
                                                      {tr("Logarithmic"), BoardScale::Logarithmic}};
    const int saved = m_settings->value(kScaleKey, 0).toInt();
    for (const auto& [text, value] : choices) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        scales->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, value = value] { m_view->setScale(value); });
        if (static_cast<int>(value) == saved) {
            m_view->setScale(value);
        }
    }
    // The board has its own buttons for the same choice.
    connect(m_view, &BoardView::scaleChanged, this,
            [this](BoardScale scale) { m_settings->setValue(kScaleKey, static_cast<int>(scale)); });
    connect(menu, &QMenu::aboutToShow, this, [this, scales] {
        scales->actions().at(m_view->scale() == BoardScale::Linear ? 0 : 1)->setChecked(true);
    });
    return menu;
}

void BoardFeature::selectAllBlocks() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    std::vector<ModuleId> modules;
    for (const BoardBlock& block : m_document->view()->board->blocks) {
        modules.push_back(block.module);
    }
    m_document->select(std::move(modules));
}

}  // namespace stowage
