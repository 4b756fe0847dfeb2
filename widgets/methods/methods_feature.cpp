// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/methods/methods_feature.h"

#include "widgets/history/history_feature.h"
#include "widgets/load/load_controller.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_panel.h"

#include <QAction>
#include <QDockWidget>

namespace stowage {
namespace {

/// Shows all methods, and curves high enough to be told apart.
constexpr int kMethodsDockHeight = 292;

}  // namespace

MethodsFeature::MethodsFeature(const FeatureParts& parts, const QString& program,
                               HistoryFeature* history)
    : Feature(parts),
      m_history(history),
      m_methods(keptBy<MethodComparison>(parts.keeper, m_document, history->store(), program)),
      m_compare(makeAction(QStringLiteral("compare_methods_action"), tr("Compare methods…"),
                           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                           QStringLiteral("compare"))) {
    m_compare->setToolTip(tr("Load by several methods, each in a fresh process"));
    connect(m_compare, &QAction::triggered, this, &MethodsFeature::show);
    const auto takeRates = [this] { m_methods->setMachineRates(m_controller->machineRates()); };
    connect(m_controller, &LoadController::machineRatesChanged, this, takeRates);
    takeRates();
}

QList<DockContent> MethodsFeature::docks() {
    return {{DockPlace::Methods, Qt::BottomDockWidgetArea, QStringLiteral("methods_dock"),
             tr("Methods"),
             [this](QWidget* parent) { return new MethodsPanel(m_methods, m_theme, parent); }}};
}

QList<QAction*> MethodsFeature::menuActions(MenuSection section) {
    return section == MenuSection::LoadRecords ? QList<QAction*>{m_compare, m_history->showAction()}
                                               : QList<QAction*>();
}

void MethodsFeature::start() {
    // Not the panel's own events: behind another tab it counts as shown.
    connect(dock(DockPlace::Methods), &QDockWidget::visibilityChanged, m_methods,
            &MethodComparison::setWatched);
}

void MethodsFeature::show() {
    Q_EMIT dockRequested(DockPlace::Methods, px(kMethodsDockHeight));
}

}  // namespace stowage
