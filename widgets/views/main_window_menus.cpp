// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/board_view.h"
#include "widgets/views/first_steps_card.h"
#include "widgets/views/fitting_label.h"
#include "widgets/views/main_window.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/plan_actions.h"
#include "widgets/views/tool_bar_fit.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QSettings>
#include <QToolBar>
#include <QToolButton>

#include <utility>

namespace stowage {
namespace {

const QString kThemeKey = QStringLiteral("theme");
const QString kScaleKey = QStringLiteral("boardScale");

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

ThemeMode MainWindow::savedTheme(const QSettings& settings) {
    const int value = settings.value(kThemeKey, 0).toInt();
    return value == static_cast<int>(ThemeMode::Light)  ? ThemeMode::Light
           : value == static_cast<int>(ThemeMode::Dark) ? ThemeMode::Dark
                                                        : ThemeMode::System;
}

QAction* MainWindow::makeAction(const QString& name, const QString& text,
                                const QKeySequence& shortcut, const QString& icon) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    if (!icon.isEmpty()) {
        m_iconActions.append({action, icon});
    }
    return action;
}

void MainWindow::applyIcons() {
    for (const auto& [action, icon] : m_iconActions) {
        action->setIcon(m_theme->icon(icon));
    }
    showLoadState();
}

void MainWindow::makeMenus() {
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makePlanMenu();
    makeLoadMenu();
    makeRunMenu();
    makeHelpMenu();
}

void MainWindow::makeHelpMenu() {
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    QAction* steps = makeAction(QStringLiteral("first_steps_action"), tr("First Steps"), {});
    connect(steps, &QAction::triggered, this, [this] {
        leaveLesson();
        m_firstSteps->showAgain();
    });
    QAction* keys = makeAction(QStringLiteral("shortcuts_action"), tr("Keyboard Shortcuts"),
                               QKeySequence(Qt::Key_F1));
    connect(keys, &QAction::triggered, this, &MainWindow::showShortcuts);
    QAction* about = makeAction(QStringLiteral("about_action"), tr("About Stowage"), {});
    connect(about, &QAction::triggered, this, &MainWindow::showAbout);
    help->addActions({steps, keys, about});
}

void MainWindow::makeFileMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    makeOpenActions(menu);
    makeSaveAction(menu);
    QAction* quit =
        makeAction(QStringLiteral("quit_action"), tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    connect(quit, &QAction::triggered, this, &QWidget::close);
    menu->addSeparator();
    menu->addAction(quit);
}

void MainWindow::makeEditMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    m_undo = m_document->undoStack()->createUndoAction(this, tr("Undo"));
    m_undo->setObjectName(QStringLiteral("undo_action"));
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo = m_document->undoStack()->createRedoAction(this, tr("Redo"));
    m_redo->setObjectName(QStringLiteral("redo_action"));
    m_redo->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_iconActions.append({m_undo, QStringLiteral("undo")});
    m_iconActions.append({m_redo, QStringLiteral("redo")});
    QAction* all = makeAction(QStringLiteral("select_all_action"), tr("Select All Blocks"),
                              QKeySequence::SelectAll);
    connect(all, &QAction::triggered, this, &MainWindow::selectAllBlocks);
    QAction* find = makeAction(QStringLiteral("find_action"), tr("Filter Modules"),
                               QKeySequence::Find, QStringLiteral("filter"));
    connect(find, &QAction::triggered, m_model, &ModelPanel::focusFilter);
    menu->addAction(m_undo);
    menu->addAction(m_redo);
    menu->addSeparator();
    menu->addAction(all);
    menu->addAction(find);
    menu->addAction(m_planActions->copyName());
    makeMapActions();
    menu->addSeparator();
    menu->addAction(m_copyMapJson);
    menu->addAction(m_copyMapPython);
    menu->addAction(m_pasteMap);
}

void MainWindow::makeViewMenu() {
    m_viewMenu = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* dock : m_docks) {
        m_viewMenu->addAction(dock->toggleViewAction());
    }
    QAction* reset = makeAction(QStringLiteral("reset_layout_action"), tr("Reset Layout"), {});
    connect(reset, &QAction::triggered, this, &MainWindow::resetLayout);
    makeLowerPanelsAction();
    m_viewMenu->addAction(reset);
    m_viewMenu->addSeparator();
    makeLessonActions(m_viewMenu);

    QMenu* scale = m_viewMenu->addMenu(tr("Block Height"));
    auto* scales = new QActionGroup(this);
    const std::pair<QString, BoardScale> choices[] = {{tr("Linear"), BoardScale::Linear},
                                                      {tr("Logarithmic"), BoardScale::Logarithmic}};
    const int savedScale = m_settings->value(kScaleKey, 0).toInt();
    for (const auto& [text, value] : choices) {
        QAction* action = scale->addAction(text);
        action->setCheckable(true);
        scales->addAction(action);
        connect(action, &QAction::triggered, this, [this, value = value] {
            m_board->setScale(value);
            m_settings->setValue(kScaleKey, static_cast<int>(value));
        });
        if (static_cast<int>(value) == savedScale) {
            m_board->setScale(value);
        }
    }
    // The board has its own buttons for the same choice.
    connect(scale, &QMenu::aboutToShow, this, [this, scales] {
        scales->actions().at(m_board->scale() == BoardScale::Linear ? 0 : 1)->setChecked(true);
    });

    QMenu* themes = m_viewMenu->addMenu(tr("Theme"));
    auto* modes = new QActionGroup(this);
    const std::pair<QString, ThemeMode> themeChoices[] = {{tr("System"), ThemeMode::System},
                                                          {tr("Light"), ThemeMode::Light},
                                                          {tr("Dark"), ThemeMode::Dark}};
    for (const auto& [text, value] : themeChoices) {
        QAction* action = themes->addAction(text);
        action->setObjectName(QStringLiteral("theme_%1_action").arg(static_cast<int>(value)));
        action->setCheckable(true);
        action->setChecked(m_theme->mode() == value);
        modes->addAction(action);
        connect(action, &QAction::triggered, this, [this, value = value] {
            m_theme->setMode(value);
            m_settings->setValue(kThemeKey, static_cast<int>(value));
        });
    }
}

void MainWindow::makePlanMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Plan"));
    m_planAgain = makeAction(QStringLiteral("plan_again_action"), tr("Plan again"),
                             QKeySequence(Qt::Key_F5), QStringLiteral("plan"));
    m_planAgain->setToolTip(tr("Drop the moves by hand and run the strategy again"));
    connect(m_document, &Document::planChanged, this,
            [this] { m_planAgain->setToolTip(planAgainText(*m_document->plan())); });
    connect(m_planAgain, &QAction::triggered, this, &MainWindow::planAgain);
    menu->addAction(m_planAgain);
    makeCompareActions();
    menu->addAction(m_compareAction);
    menu->addAction(m_compareLast);
    menu->addAction(m_endComparison);
    menu->addSeparator();
    QMenu* strategies = menu->addMenu(tr("Strategy"));
    for (const Strategy strategy :
         {Strategy::Auto, Strategy::Balanced, Strategy::BalancedLow0, Strategy::Sequential}) {
        QAction* action = strategies->addAction(fromView(strategyName(strategy)));
        connect(action, &QAction::triggered, this,
                [this, strategy] { m_document->edit(SetStrategyEdit{strategy}); });
    }
    m_devices = makeAction(QStringLiteral("devices_action"), tr("Simulated GPUs…"), {});
    connect(m_devices, &QAction::triggered, this, &MainWindow::editDevices);
    menu->addAction(m_devices);
    menu->addSeparator();
    menu->addMenu(m_planActions->moveMenu());
    menu->addAction(m_planActions->pin());
    menu->addAction(m_planActions->unpin());
    menu->addSeparator();
    m_copyPython =
        makeAction(QStringLiteral("copy_python_action"), tr("Copy as Python"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), QStringLiteral("copy"));
    connect(m_copyPython, &QAction::triggered, this, &MainWindow::copyAsPython);
    menu->addAction(m_copyPython);
}

void MainWindow::makeToolBar() {
    auto* bar = new QToolBar(tr("Main tool bar"), this);
    bar->setObjectName(QStringLiteral("main_tool_bar"));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setIconSize(QSize(16, 16));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->toggleViewAction()->setVisible(false);
    addToolBar(Qt::TopToolBarArea, bar);
    addOpenButton(bar);
    bar->addSeparator();
    bar->addAction(m_undo);
    bar->addAction(m_redo);
    for (QAction* action : {m_undo, m_redo}) {
        static_cast<QToolButton*>(bar->widgetForAction(action))
            ->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    bar->addSeparator();
    bar->addAction(m_planAgain);
    bar->addAction(m_compareAction);
    bar->addAction(m_copyPython);
    bar->addSeparator();
    for (QAction* action : bar->actions()) {
        if (QWidget* button = bar->widgetForAction(action);
            button != nullptr && !action->isSeparator() && button->objectName().isEmpty()) {
            button->setObjectName(action->objectName() + QStringLiteral("_button"));
        }
    }

    m_loadButton = new QToolButton(bar);
    m_loadButton->setObjectName(QStringLiteral("load_button"));
    m_loadButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_loadButton->setProperty("primary", true);
    m_loadButton->setCheckable(true);
    connect(m_loadButton, &QToolButton::clicked, this, [this] {
        m_load->trigger();
        showLoadState();
    });
    m_method = new QComboBox(bar);
    m_method->setObjectName(QStringLiteral("method_combo"));
    m_method->setAccessibleName(tr("Load method"));
    for (const LoadMethod method : allLoadMethods()) {
        m_method->addItem(fromView(loadMethodName(method)), static_cast<int>(method));
    }
    m_method->setMinimumWidth(116);
    connect(m_method, &QComboBox::currentIndexChanged, this,
            [this] { setMethod(static_cast<LoadMethod>(m_method->currentData().toInt())); });
    m_method->setCurrentIndex(m_method->findData(static_cast<int>(LoadMethod::Streamed)));
    bar->addWidget(m_loadButton);
    bar->addWidget(m_method);
    addRunButton(bar);
    addLessonButton(bar);

    auto* spacer = new QWidget(bar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spacer);
    m_modelName = new FittingLabel(bar);
    m_modelName->setObjectName(QStringLiteral("model_name"));
    m_modelFigures = new FittingLabel(bar, Qt::ElideRight);
    m_modelFigures->setObjectName(QStringLiteral("model_figures"));
    m_modelFigures->setForegroundRole(QPalette::PlaceholderText);
    m_modelFigures->setContentsMargins(8, 0, 4, 0);
    for (QLabel* label : {m_modelName, m_modelFigures}) {
        label->setFont(m_theme->font(TextRole::Tree));
        bar->addWidget(label);
    }
    QList<QToolButton*> giving;
    for (QAction* action : {m_copyPython, m_compareAction, m_planAgain, m_lessonAction, m_run}) {
        if (action != nullptr) {
            giving.append(qobject_cast<QToolButton*>(bar->widgetForAction(action)));
        }
    }
    new ToolBarFit(bar, giving);
}

}  // namespace stowage
