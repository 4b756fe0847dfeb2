// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about runs: keeping them, comparing methods, laying curves over others.
#include "widgets/session/load_controller.h"
#include "widgets/session/method_comparison.h"
#include "widgets/session/run_recorder.h"
#include "widgets/session/run_store.h"
#include "widgets/views/dock_arrangement.h"
#include "widgets/views/live_panel.h"
#include "widgets/views/main_window.h"
#include "widgets/views/methods_panel.h"
#include "widgets/views/run_overlay.h"
#include "widgets/views/runs_panel.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMenu>

namespace stowage {
namespace {

/// Shows all methods, and curves high enough to be told apart.
constexpr int kRunsHeight = 292;

QString programBeside(const QString& given) {
    return given.isEmpty() ? QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl")
                           : given;
}

}  // namespace

void MainWindow::makeRunsDocks(const MainWindowParts& parts) {
    m_runs =
        parts.runs != nullptr ? parts.runs : new RunStore(QString(), RunStore::kDefaultLimit, this);
    new RunRecorder(m_controller, m_runs, this);
    m_methods = new MethodComparison(m_document, m_runs, programBeside(parts.compareProgram), this);
    const auto takeRates = [this] { m_methods->setMachineRates(m_controller->machineRates()); };
    connect(m_controller, &LoadController::machineRatesChanged, m_methods, takeRates);
    takeRates();
    m_runsPanel = new RunsPanel(m_runs, m_dialogs, m_theme, this);
    m_methodsPanel = new MethodsPanel(m_methods, m_theme, this);
    m_runsDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("runs_dock"), tr("Runs"), m_runsPanel);
    m_methodsDock = addDock(Qt::BottomDockWidgetArea, QStringLiteral("methods_dock"), tr("Methods"),
                            m_methodsPanel);
    // Not the panel's own events: behind another tab it counts as shown.
    connect(m_methodsDock, &QDockWidget::visibilityChanged, m_methods,
            &MethodComparison::setWatched);
    connect(m_runsPanel, &RunsPanel::overlayRequested, this,
            [this](const std::vector<RunStore::Run>& runs) {
                m_overlaidRuns = runs;
                showOverlays();
            });
    connect(m_theme, &Theme::changed, this, &MainWindow::showOverlays);
}

void MainWindow::makeRunsActions(QMenu* menu) {
    QAction* compare =
        makeAction(QStringLiteral("compare_methods_action"), tr("Compare methods…"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K), QStringLiteral("compare"));
    compare->setToolTip(tr("Load by several methods, each in a fresh process"));
    connect(compare, &QAction::triggered, this, &MainWindow::showMethods);
    QAction* runs = makeAction(QStringLiteral("show_runs_action"), tr("Show runs"),
                               QKeySequence(Qt::CTRL | Qt::Key_R));
    connect(runs, &QAction::triggered, this, &MainWindow::showRuns);
    menu->addSeparator();
    menu->addActions({compare, runs});
}

void MainWindow::showOverlays() {
    m_live->setOverlays(overlaysOf(m_overlaidRuns, m_theme->colors()));
}

void MainWindow::raiseDock(QDockWidget* dock, int height) {
    leaveLesson();
    m_arrangement->showLower(dock, height);
}

void MainWindow::showMethods() {
    raiseDock(m_methodsDock, kRunsHeight);
}

void MainWindow::showRuns() {
    raiseDock(m_runsDock, kRunsHeight);
}

}  // namespace stowage
