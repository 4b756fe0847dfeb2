// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_feature.h"

#include "widgets/document/document.h"
#include "widgets/load/load_feature.h"
#include "widgets/load/loaded_note.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_panel.h"
#include "widgets/support/message_bar.h"

#include <QAction>
#include <QMenu>
#include <QSettings>
#include <QToolBar>

#include <optional>
#include <string>

namespace stowage {
namespace {

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

RunFeature::RunFeature(const FeatureParts& parts, LoadFeature* load)
    : Feature(parts), m_load(load), m_runs(keptBy<RunController>(parts.keeper, m_controller)) {
    makeActions();
}

void RunFeature::makeActions() {
    m_run = makeAction(QStringLiteral("run_action"), tr("Run"), {}, QStringLiteral("run"));
    m_run->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    // The keys of a load: never do both go on.
    m_pause = makeAction(QStringLiteral("run_pause_action"), tr("Pause"),
                         QKeySequence(Qt::CTRL | Qt::Key_P), QStringLiteral("pause"));
    m_cancel = makeAction(QStringLiteral("run_cancel_action"), tr("Cancel"),
                          QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("stop"));
    m_chain = makeAction(QStringLiteral("run_chain_action"), tr("Run as a Chain…"), {});
    m_chain->setToolTip(tr("Run several models in turn on one device"));
    m_show = makeAction(QStringLiteral("show_run_action"), tr("Show run"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return));
    m_follow = makeAction(QStringLiteral("run_follow_action"), tr("Follow in the Module Tree"), {},
                          QStringLiteral("follow"));
    m_follow->setToolTip(tr("Keep the running module in view"));
    m_follow->setCheckable(true);
    m_follow->setChecked(m_settings->value(kFollowKey, true).toBool());
    connect(m_run, &QAction::triggered, this, [this] {
        show();
        m_panel->run();
    });
    connect(m_pause, &QAction::triggered, this, [this] {
        m_runs->state() == ModelRunState::Paused ? m_runs->resume() : m_runs->pause();
    });
    connect(m_cancel, &QAction::triggered, m_runs, &RunController::cancel);
    connect(m_chain, &QAction::triggered, this, [this] {
        show();
        m_panel->showChain();
    });
    connect(m_show, &QAction::triggered, this, &RunFeature::show);
    connect(m_follow, &QAction::toggled, this,
            [this](bool on) { m_settings->setValue(kFollowKey, on); });
}

QList<DockContent> RunFeature::docks() {
    const auto makeContent = [this](QWidget* parent) {
        m_panel = new RunPanel(m_runs, m_theme, parent);
        m_panel->setFileDialogs(m_dialogs);
        connectPanel();
        return m_panel;
    };
    return {{DockPlace::Run, Qt::BottomDockWidgetArea, QStringLiteral("run_dock"), tr("Run"),
             makeContent}};
}

void RunFeature::connectPanel() {
    connect(m_document, &Document::selectionChanged, m_panel, [this] {
        const ModuleTree* tree = m_document->tree();
        const ModuleId module = m_document->currentModule();
        m_panel->markModule(
            isShown() && module.isValid() ? QString::fromStdString(tree->path(module)) : QString());
    });
    connect(m_panel, &RunPanel::stageActivated, this, [this](const QString& stage) {
        const ModuleTree* tree = m_document->tree();
        if (const auto module =
                isShown() ? tree->findModule(stage.toStdString()) : std::optional<ModuleId>()) {
            m_document->select({*module});
        }
    });
    connect(m_panel->loadedNote(), &LoadedNote::loadRequested, m_load->loadAction(),
            &QAction::trigger);
    connect(m_panel->loadedNote(), &LoadedNote::unloadRequested, m_load->unloadAction(),
            &QAction::trigger);
}

QList<QAction*> RunFeature::menuActions(MenuSection section) {
    switch (section) {
        case MenuSection::RunControl:
            return {m_run, m_pause, m_cancel, m_chain};
        case MenuSection::RunView:
            return {m_show, m_follow};
        default:
            return {};
    }
}

void RunFeature::addTools(ToolSection section, QToolBar* bar) {
    if (section == ToolSection::Load) {
        bar->addAction(m_run);
        m_button = bar->widgetForAction(m_run);
    }
}

void RunFeature::start() {
    static constexpr int kReportMs = 10000;
    const auto* menu = qobject_cast<QMenu*>(m_chain->associatedObjects().value(0));
    connect(menu, &QMenu::aboutToShow, m_chain,
            [this] { m_chain->setEnabled(m_panel->canChain()); });
    connect(m_runs, &RunController::abilityChanged, this, &RunFeature::showState);
    connect(m_runs, &RunController::stateChanged, this, [this] {
        showState();
        m_load->showState();
    });
    connect(m_runs, &RunController::progressChanged, this, &RunFeature::showRunningModule);
    connect(m_runs, &RunController::finished, this,
            [this](const std::shared_ptr<const RunReport>& report) {
                Q_EMIT noticed(runOutcomeText(*report), kReportMs);
            });
    connect(m_runs, &RunController::failed, this, [this](const QString& sentence, ErrorCode code) {
        // The panel says it itself where it is seen.
        if (!m_panel->isVisible()) {
            m_messages->showMessage(MessageBar::Kind::Error, sentence);
            m_messages->addHelp(code);
        }
    });
    showState();
}

void RunFeature::show() {
    // Shows all fields, and a timeline of some lanes.
    constexpr int kDockHeight = 318;
    Q_EMIT dockRequested(DockPlace::Run, px(kDockHeight));
}

void RunFeature::showState() {
    const ModelRunState state = m_runs->state();
    const bool moving = state == ModelRunState::Running || state == ModelRunState::Paused;
    const QString why = m_runs->whyNot();
    m_run->setEnabled(m_runs->canRun());
    const QString& name = m_controller->modelName();
    m_run->setToolTip(
        moving ? tr("%1 is running").arg(name)
        : why.isEmpty()
            ? tr("Run a forward pass of %1, with the loaded weights on their devices").arg(name)
            : why);
    m_button->setAccessibleDescription(why);  // grey buttons are read out, too
    m_pause->setEnabled(moving);
    m_pause->setText(state == ModelRunState::Paused ? tr("Resume") : tr("Pause"));
    m_cancel->setEnabled(moving);
    if (state == ModelRunState::Idle) {
        Q_EMIT runningChanged({});
    }
}

bool RunFeature::isShown() const {
    return isOfShownModel(m_runs->schedule(), *m_document);
}

void RunFeature::showRunningModule() {
    if (!m_runs->isRunning() || !isShown()) {
        Q_EMIT runningChanged({});
        return;
    }
    Q_EMIT runningChanged(nearestModule(*m_document->tree(), m_runs->progress().currentItem));
    if (m_follow->isChecked()) {
        Q_EMIT followRequested();
    }
}

}  // namespace stowage
