// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does about runs of the loaded model: the Run menu, the Run dock, the module
// that runs in the tree.
#include "widgets/session/document.h"
#include "widgets/session/loaded_places.h"
#include "widgets/session/run_controller.h"
#include "widgets/views/live_panel.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/run_live.h"
#include "widgets/views/run_panel.h"

#include <QAction>
#include <QDockWidget>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>

namespace stowage {
namespace {

constexpr int kReportMs = 10000;
/// Shows all fields, and a timeline of some lanes.
constexpr int kRunHeight = 318;

const QString kFollowKey = QStringLiteral("run/follow");

/// The module of that path, or the nearest one that it lies in.
ModuleId nearestModule(const ModuleTree& tree, std::string path) {
    while (!path.empty()) {
        if (const auto module = tree.findModule(path)) {
            return *module;
        }
        const std::size_t dot = path.rfind('.');
        path.resize(dot == std::string::npos ? 0 : dot);
    }
    return {};
}

}  // namespace

void MainWindow::makeModelRunActions() {
    m_modelRuns = new RunController(m_controller, this);
    m_run = makeAction(QStringLiteral("run_action"), tr("Run"), {}, QStringLiteral("run"));
    m_run->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    // The keys of a load: never do both go on.
    m_runPause = makeAction(QStringLiteral("run_pause_action"), tr("Pause"),
                            QKeySequence(Qt::CTRL | Qt::Key_P), QStringLiteral("pause"));
    m_runCancel = makeAction(QStringLiteral("run_cancel_action"), tr("Cancel"),
                             QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("stop"));
    m_runFollow = makeAction(QStringLiteral("run_follow_action"), tr("Follow in the Tree"), {},
                             QStringLiteral("follow"));
    m_runFollow->setToolTip(tr("Keep the module that runs in sight"));
    m_runFollow->setCheckable(true);
    m_runFollow->setChecked(m_settings->value(kFollowKey, true).toBool());
    connect(m_runFollow, &QAction::toggled, this,
            [this](bool on) { m_settings->setValue(kFollowKey, on); });
    connect(m_run, &QAction::triggered, this, [this] {
        showRun();
        m_runPanel->run();
    });
    connect(m_runPause, &QAction::triggered, this, [this] {
        m_modelRuns->state() == ModelRunState::Paused ? m_modelRuns->resume()
                                                      : m_modelRuns->pause();
    });
    connect(m_runCancel, &QAction::triggered, m_modelRuns, &RunController::cancel);
}

void MainWindow::makeRunMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Run"));
    QAction* show = makeAction(QStringLiteral("show_run_action"), tr("Show run"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return));
    connect(show, &QAction::triggered, this, &MainWindow::showRun);
    QAction* chain = makeAction(QStringLiteral("run_chain_action"), tr("Run as a Chain…"), {});
    chain->setToolTip(tr("Run several models in turns on one device"));
    connect(chain, &QAction::triggered, this, [this] {
        showRun();
        m_runPanel->showChain();
    });
    connect(menu, &QMenu::aboutToShow, chain,
            [this, chain] { chain->setEnabled(m_runPanel->canChain()); });
    menu->addActions({m_run, m_runPause, m_runCancel, chain});
    menu->addSeparator();
    menu->addActions({show, m_runFollow});
}

void MainWindow::addRunButton(QToolBar* bar) {
    bar->addAction(m_run);
    bar->widgetForAction(m_run)->setObjectName(QStringLiteral("run_action_button"));
}

void MainWindow::makeRunDock() {
    m_runPanel = new RunPanel(m_modelRuns, m_theme, this);
    m_runDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("run_dock"), tr("Run"), m_runPanel);
    m_live->setModelRuns(m_modelRuns);
    m_runPanel->setFileDialogs(m_dialogs);
    connect(m_runPanel, &RunPanel::exported, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, kReportMs); });
    connect(m_document, &Document::selectionChanged, m_runPanel, [this] {
        const ModuleTree* tree = m_document->tree();
        const ModuleId module = m_document->currentModule();
        m_runPanel->markModule(isRunShown() && module.isValid()
                                   ? QString::fromStdString(tree->path(module))
                                   : QString());
    });
    connect(m_runPanel, &RunPanel::stageActivated, this, [this](const QString& stage) {
        const ModuleTree* tree = m_document->tree();
        if (const auto module =
                isRunShown() ? tree->findModule(stage.toStdString()) : std::optional<ModuleId>()) {
            m_document->select({*module});
        }
    });
}

void MainWindow::connectModelRuns() {
    connect(m_modelRuns, &RunController::abilityChanged, this, &MainWindow::showRunState);
    connect(m_modelRuns, &RunController::stateChanged, this, [this] {
        showRunState();
        showLoadState();
    });
    connect(m_modelRuns, &RunController::progressChanged, this, &MainWindow::showRunningModule);
    connect(m_modelRuns, &RunController::finished, this,
            [this](const std::shared_ptr<const RunReport>& report) {
                statusBar()->showMessage(runOutcomeText(*report), kReportMs);
            });
    connect(m_modelRuns, &RunController::failed, this, [this](const QString& sentence) {
        // The panel says it itself where it is seen.
        if (!m_runPanel->isVisible()) {
            m_messages->showMessage(MessageBar::Kind::Error, sentence);
        }
    });
    showRunState();
}

void MainWindow::showRun() {
    raiseDock(m_runDock, kRunHeight);
}

void MainWindow::showRunState() {
    const ModelRunState state = m_modelRuns->state();
    const bool moving = state == ModelRunState::Running || state == ModelRunState::Paused;
    const QString why = m_modelRuns->whyNot();
    m_run->setEnabled(m_modelRuns->canRun());
    const QString& name = m_controller->modelName();
    m_run->setToolTip(moving          ? tr("%1 runs").arg(name)
                      : why.isEmpty() ? tr("Run %1: a forward pass over its weights where they are "
                                           "loaded")
                                            .arg(name)
                                      : why);
    // Grey buttons are read out, too.
    if (auto* button = findChild<QWidget*>(QStringLiteral("run_action_button"))) {
        button->setAccessibleDescription(why);
    }
    m_runPause->setEnabled(moving);
    m_runPause->setText(state == ModelRunState::Paused ? tr("Resume") : tr("Pause"));
    m_runCancel->setEnabled(moving);
    if (state == ModelRunState::Idle) {
        m_model->showRunning({});
    }
}

bool MainWindow::isRunShown() const {
    const auto schedule = m_modelRuns->schedule();
    const auto plan = m_document->plan();
    return schedule != nullptr && plan != nullptr && isSameModel(*schedule->plan, *plan);
}

void MainWindow::showRunningModule() {
    if (!m_modelRuns->isRunning() || !isRunShown()) {
        m_model->showRunning({});
        return;
    }
    const ModuleTree* tree = m_document->tree();
    m_model->showRunning(nearestModule(*tree, m_modelRuns->progress().currentItem));
    if (m_runFollow->isChecked()) {
        m_model->followRunning();
    }
}

}  // namespace stowage
