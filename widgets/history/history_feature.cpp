// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/history/history_feature.h"

#include "widgets/history/load_history.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/history/load_record_display.h"
#include "widgets/history/load_recorder.h"

#include <QAction>

namespace stowage {
namespace {

/// Shows all methods, and curves high enough to be told apart.
constexpr int kHistoryDockHeight = 292;

}  // namespace

HistoryFeature::HistoryFeature(const FeatureParts& parts, RunController* runs, LoadHistory* history)
    : Feature(parts),
      m_history(history != nullptr
                    ? history
                    : keptBy<LoadHistory>(parts.keeper, QString(), LoadHistory::kDefaultLimit)),
      m_show(makeAction(QStringLiteral("show_runs_action"), tr("Show History"),
                        QKeySequence(Qt::CTRL | Qt::Key_R))) {
    (new LoadRecorder(m_controller, m_history, this))->follow(runs);
    connect(m_show, &QAction::triggered, this, &HistoryFeature::show);
    connect(m_theme, &Theme::changed, this, &HistoryFeature::showOverlays);
}

QList<DockContent> HistoryFeature::docks() {
    const auto makeContent = [this](QWidget* parent) {
        m_panel = new LoadHistoryPanel(m_history, m_dialogs, m_theme, parent);
        connect(m_panel, &LoadHistoryPanel::overlayRequested, this,
                [this](const std::vector<LoadHistory::Record>& records) {
                    m_overlaid = records;
                    showOverlays();
                });
        return m_panel;
    };
    return {{DockPlace::Runs, Qt::BottomDockWidgetArea, QStringLiteral("runs_dock"), tr("History"),
             makeContent}};
}

void HistoryFeature::show() {
    Q_EMIT dockRequested(DockPlace::Runs, px(kHistoryDockHeight));
}

void HistoryFeature::showOverlays() {
    Q_EMIT overlaysChanged(overlaysOf(m_overlaid, m_theme->colors()));
}

}  // namespace stowage
