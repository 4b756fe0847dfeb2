// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/capacity/capacity_feature.h"

#include "widgets/capacity/capacity_controller.h"
#include "widgets/capacity/capacity_page.h"

#include <QAction>
#include <QToolBar>

#include <utility>

namespace stowage {
namespace {

constexpr int kCapacityNoticeMs = 6000;

}  // namespace

CapacityFeature::CapacityFeature(const FeatureParts& parts)
    : Feature(parts),
      m_capacity(keptBy<CapacityController>(parts.keeper, m_document, m_controller)),
      m_action(makeAction(QStringLiteral("capacity_action"), tr("Capacity"),
                          QKeySequence(Qt::Key_F8), QStringLiteral("capacity"))) {
    m_action->setCheckable(true);
    m_action->setToolTip(tr("Whether the plan carries its work, and how fast it is (F8)"));
    connect(m_action, &QAction::toggled, this, [this](bool on) { on ? enter() : leave(); });
}

QList<QAction*> CapacityFeature::menuActions(MenuSection section) {
    return section == MenuSection::ViewPages ? QList<QAction*>{m_action} : QList<QAction*>();
}

void CapacityFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section == ToolSection::Plan) {
        bar->addAction(m_action);
    }
}

void CapacityFeature::enter() {
    if (std::exchange(m_isEntered, true)) {
        return;
    }
    if (m_page == nullptr) {
        m_page = new CapacityPage(m_capacity, m_theme, m_window);
        connect(m_capacity, &CapacityController::estimateChanged, this, &CapacityFeature::changed);
        connect(m_page, &CapacityPage::devicesRequested, this, &CapacityFeature::devicesRequested);
        connect(m_page, &CapacityPage::noticed, this,
                [this](const QString& sentence) { Q_EMIT noticed(sentence, kCapacityNoticeMs); });
    }
    Q_EMIT entered();
    m_action->setChecked(true);
    m_capacity->setActive(true);
}

void CapacityFeature::leave() {
    if (!std::exchange(m_isEntered, false)) {
        return;
    }
    Q_EMIT left();
    m_action->setChecked(false);
    m_capacity->setActive(false);
}

}  // namespace stowage
