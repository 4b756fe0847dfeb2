// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/main_window.h"

#include "widgets/models/module_tree_model.h"
#include "widgets/models/table_unit.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_comparison.h"
#include "widgets/session/plan_view.h"
#include "widgets/support/icons.h"
#include "widgets/views/board_view.h"
#include "widgets/views/diff_bar.h"
#include "widgets/views/dock_arrangement.h"
#include "widgets/views/dock_title.h"
#include "widgets/views/first_steps_card.h"
#include "widgets/views/fitting_label.h"
#include "widgets/views/live_panel.h"
#include "widgets/views/loaded_note.h"
#include "widgets/views/message_bar.h"
#include "widgets/views/model_panel.h"
#include "widgets/views/plan_actions.h"
#include "widgets/views/plan_panel.h"
#include "widgets/views/problems_panel.h"
#include "widgets/views/verdict_card.h"
#include "widgets/views/why_panel.h"
#include "widgets/views/widget_style.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace stowage {
namespace {

constexpr QSize kDesigned(1680, 1050);
constexpr int kStatusIcon = 14;
/// Lower than this a panel below the board scrolls, so that the board keeps its room.
constexpr int kLeastLowerHeight = 96;

/// What stands below the board scrolls where the window is too small for it.
QWidget* makeScrolling(QWidget* content, QWidget* parent) {
    auto* scroll = new QScrollArea(parent);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setMinimumHeight(kLeastLowerHeight);
    scroll->setWidget(content);
    return scroll;
}

/// As designed, or as large as the screen leaves room for with the frame around it. A platform
/// without a screen makes up one that says nothing.
QSize startSize(const QScreen& screen) {
    constexpr QSize kFrame(8, 40);
    return QGuiApplication::platformName() == QLatin1String("offscreen")
               ? kDesigned
               : kDesigned.boundedTo(screen.availableSize() - kFrame);
}

}  // namespace

MainWindow::MainWindow(const MainWindowParts& parts, QWidget* parent)
    : QMainWindow(parent),
      m_document(parts.document),
      m_controller(parts.controller),
      m_theme(parts.theme),
      m_settings(parts.settings),
      m_dialogs(parts.dialogs),
      m_lesson(parts.lesson) {
    setObjectName(QStringLiteral("main_window"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    m_comparison = new PlanComparison(m_document, this);
    m_planActions = new PlanActions(m_document, m_theme, this);
    makeLoadActions();
    makeModelRunActions();
    makeCentre();
    makeDocks(parts);
    makeArrangement();
    makeMenus();
    makeToolBar();
    makeStatusBar();
    connectParts();
    restoreLayout();
    qApp->installEventFilter(this);
    applyIcons();
    showModel();
    showPlan();
    showLoadState();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeCentre() {
    auto* centre = new QWidget(this);
    m_messages = new MessageBar(m_theme, centre);
    m_board = new BoardView(m_document, m_theme, centre);
    m_board->setObjectName(QStringLiteral("board"));
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_firstSteps = new FirstStepsCard(m_document, m_settings, m_theme, centre);
    layout->addWidget(m_firstSteps);
    layout->addWidget(m_messages);
    m_loadedNote = new LoadedNote(m_controller, m_theme, QStringLiteral("loaded_note"), centre);
    layout->addWidget(m_loadedNote);
    m_diffBar = new DiffBar(m_comparison, m_theme, centre);
    layout->addWidget(m_diffBar);
    layout->addWidget(m_board, 1);
    m_board->setComparison(m_comparison);
    m_centre = new QStackedWidget(this);
    // A page that is not shown does not keep the window large.
    connect(m_centre, &QStackedWidget::currentChanged, this, [this](int current) {
        for (int page = 0; page < m_centre->count(); ++page) {
            const auto policy = page == current ? QSizePolicy::Preferred : QSizePolicy::Ignored;
            m_centre->widget(page)->setSizePolicy(policy, policy);
        }
    });
    m_centre->addWidget(new PanelFrame(m_theme, centre, PanelFrame::Edges::All, m_centre));
    setCentralWidget(m_centre);
    setContentsMargins(4, 0, 4, 0);
}

QDockWidget* MainWindow::addDock(Qt::DockWidgetArea area, const QString& name, const QString& title,
                                 QWidget* widget) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    QWidget* content = area == Qt::BottomDockWidgetArea ? makeScrolling(widget, this) : widget;
    dock->setWidget(new PanelFrame(m_theme, content, PanelFrame::Edges::BelowTitle, dock));
    auto* bar = new DockTitle(m_theme, dock);
    dock->setTitleBarWidget(bar);
    if (name == QLatin1String("problems_dock")) {
        m_problemsTitle = bar;
    }
    dock->setAcceptDrops(true);
    addDockWidget(area, dock);
    m_docks.append(dock);
    return dock;
}

void MainWindow::makeDocks(const MainWindowParts& parts) {
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_model = new ModelPanel(m_document, m_theme, this);
    m_plan = new PlanPanel(m_document, m_theme, this);
    m_plan->setDialogs(m_dialogs);
    m_problems = new ProblemsPanel(m_document, m_theme, this);
    auto* why = new WhyPanel(m_document, m_theme, this);
    m_live = new LivePanel(m_controller, m_theme, this);
    addDock(Qt::LeftDockWidgetArea, QStringLiteral("model_dock"), tr("Model"), m_model);
    addDock(Qt::RightDockWidgetArea, QStringLiteral("plan_dock"), tr("Plan"), m_plan);
    addDock(Qt::RightDockWidgetArea, QStringLiteral("problems_dock"), tr("Problems"), m_problems);
    addDock(Qt::RightDockWidgetArea, QStringLiteral("why_dock"), tr("Why here?"), why);
    addDock(Qt::BottomDockWidgetArea, QStringLiteral("live_dock"), tr("Live"), m_live);
    makeRunDock();
    makeCompareDock();
    makeDevicesDock();
    makeMemoryDocks();
    makeRunsDocks(parts);
    makeFactsDock();
    m_model->setComparison(m_comparison);
    why->setComparison(m_comparison);
    connect(m_problems, &ProblemsPanel::countsChanged, m_problemsTitle, &DockTitle::setCounts);
    connect(m_problems, &ProblemsPanel::countsChanged, this, [this] {
        if (m_arrangement != nullptr) {
            m_arrangement->setProblemsHeight(m_problems->neededHeight() + metrics::kDockTitle);
            nameProblemsTab();
        }
    });
    m_problemsTitle->setCounts(m_problems->errorCount(), m_problems->warningCount());
}

void MainWindow::nameProblemsTab() {
    // A tab has no room for the title bar's marks: its name says how many there are.
    const int count = m_problems->errorCount() + m_problems->warningCount();
    m_docks[2]->setWindowTitle(
        m_arrangement->form().low && count > 0 ? tr("Problems (%1)").arg(count) : tr("Problems"));
}

void MainWindow::makeArrangement() {
    QDockWidget* live = m_docks[4];
    m_arrangement = new DockArrangement(
        this, {.model = m_docks[0],
               .plan = m_docks[1],
               .problems = m_docks[2],
               .why = m_docks[3],
               .lower = {live, m_runDock, m_compareDock, m_devicesDock, m_segmentsDock, m_auditDock,
                         m_methodsDock, m_runsDock, m_factsDock},
               .onRequest = {m_compareDock}});
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    connect(m_arrangement, &DockArrangement::formChanged, this, &MainWindow::nameProblemsTab);
    // A load is watched in the charts; while one only plans, the board has their room.
    connect(m_controller, &LoadController::stateChanged, this, [this, live](LoadState state) {
        const bool begins = state == LoadState::Preparing || state == LoadState::Loading;
        if (begins && !isInLesson() && !m_arrangement->isLowerOpen()) {
            m_arrangement->showLower(live, 0);
        }
    });
}

void MainWindow::makeLowerPanelsAction() {
    m_lowerPanels = makeAction(QStringLiteral("lower_panels_action"), tr("Lower Panels"),
                               QKeySequence(Qt::CTRL | Qt::Key_J));
    m_lowerPanels->setCheckable(true);
    m_lowerPanels->setToolTip(
        tr("Open or close the charts, runs and tables below the board (Ctrl+J)"));
    connect(m_lowerPanels, &QAction::triggered, m_arrangement, &DockArrangement::setLowerOpen);
    connect(m_arrangement, &DockArrangement::lowerOpenChanged, m_lowerPanels, &QAction::setChecked);
    m_viewMenu->addAction(m_lowerPanels);
}

void MainWindow::resetLayout() {
    leaveLesson();
    resize(startSize(*screen()));
    m_arrangement->reset();
}

void MainWindow::restoreLayout() {
    resetLayout();
    m_arrangement->restore(*m_settings);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_arrangement->fit();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    leaveLesson();
    m_arrangement->save(*m_settings);
    event->accept();
}

void MainWindow::makeStatusBar() {
    m_statusIcon = new QLabel(this);
    m_statusVerdict = new FittingLabel(this, Qt::ElideRight);
    m_statusVerdict->setObjectName(QStringLiteral("status_verdict"));
    m_statusHops = new FittingLabel(this, Qt::ElideRight);
    m_statusHops->setObjectName(QStringLiteral("status_hops"));
    m_statusHops->setForegroundRole(QPalette::PlaceholderText);
    m_statusKind = new FittingLabel(this, Qt::ElideRight);
    m_statusKind->setObjectName(QStringLiteral("status_kind"));
    m_statusKind->setForegroundRole(QPalette::PlaceholderText);
    m_statusKind->setContentsMargins(0, 0, 8, 0);
    m_statusIcon->setContentsMargins(8, 0, 0, 0);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_statusIcon);
    statusBar()->addWidget(m_statusVerdict);
    statusBar()->addWidget(m_statusHops);
    statusBar()->addPermanentWidget(m_statusKind);
    for (QLabel* label : {m_statusVerdict, m_statusHops, m_statusKind}) {
        label->setFont(m_theme->font(TextRole::Tree));
    }
    auto* panels = new QToolButton(this);
    panels->setObjectName(QStringLiteral("lower_panels_button"));
    panels->setDefaultAction(m_lowerPanels);
    panels->setAutoRaise(true);
    panels->setFont(m_theme->font(TextRole::Tree));
    statusBar()->addPermanentWidget(panels);
}

void MainWindow::connectParts() {
    connect(m_model, &ModelPanel::menuRequested, m_planActions, &PlanActions::showContextMenu);
    connect(m_document, &Document::modelChanged, this, &MainWindow::showModel);
    connect(m_document, &Document::planChanged, this, &MainWindow::showPlan);
    connect(m_document, &Document::editRefused, this,
            [this](const QString& sentence, const PlanEdit& source) {
                // Fields say themselves what is wrong with a limit or a habit's value.
                const bool saidByField = std::holds_alternative<SetBudgetEdit>(source) ||
                                         (std::holds_alternative<SetHabitEdit>(source) &&
                                          m_document->plan() != nullptr &&
                                          m_document->plan()->request.habit.has_value());
                if (!saidByField) {
                    m_messages->showMessage(MessageBar::Kind::Error, sentence);
                }
            });
    connectOpening();
    connectLoads();
    connectModelRuns();
    connectFirstSteps();
    connect(m_theme, &Theme::changed, this, [this] {
        applyIcons();
        showPlan();
    });
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == this && event->type() == QEvent::Resize) {
        m_arrangement->aboutToResize();  // its layout takes the new size after this
    } else if (watched == this && event->type() == QEvent::MouseButtonPress &&
               isSeparator(static_cast<QMouseEvent*>(event)->position().toPoint())) {
        m_arrangement->keepSizes();
    }
    // Fields take dropped text themselves, and files would become text in them.
    const auto* widget = isDrag(*event) ? qobject_cast<QWidget*>(watched) : nullptr;
    if (widget != nullptr && widget != this && isPartOf(*widget) && handleDrag(event)) {
        return true;
    }
    // A field keeps Ctrl+Z for the text being typed in it. Once that is done, undo means the plan.
    const auto* field = qobject_cast<QLineEdit*>(watched);
    if (field == nullptr || event->type() != QEvent::ShortcutOverride || field->isModified() ||
        field->window() != this) {
        return QMainWindow::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) {
        return false;
    }
    event->ignore();
    return true;
}

void MainWindow::settleLimitFields(const PlacementPlan& plan) {
    for (const DevicePlacement& placement : plan.placements) {
        const QString name = QStringLiteral("limit_") + deviceObjectName(placement.device.id);
        auto* field = findChild<QLineEdit*>(name);
        if (field != nullptr && field->text() == QString::fromStdString(placement.budgetText)) {
            field->setModified(false);
        }
    }
}

void MainWindow::showPlan() {
    const auto plan = m_document->plan();
    const bool open = plan != nullptr;
    // A message of the status bar has their place while it lasts.
    if (statusBar()->currentMessage().isEmpty()) {
        for (QLabel* label : {m_statusIcon, m_statusVerdict, m_statusHops}) {
            label->setVisible(open);
        }
    }
    m_planAgain->setEnabled(open);
    for (QAction* action : {m_copyPython, m_copyMapJson, m_copyMapPython, m_pasteMap}) {
        action->setEnabled(open);
    }
    enableCompareActions();
    showLoadState();
    if (!open) {
        m_statusKind->clear();
        showLessonStatus();
        return;
    }
    const Tokens& colors = m_theme->colors();
    const Verdict verdict = shownVerdict(*m_document->view());
    QPixmap pixmap(QSize(kStatusIcon, kStatusIcon) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRect(0, 0, kStatusIcon, kStatusIcon), verdictIcon(verdict),
              verdictColor(verdict, colors), colors.window);
    painter.end();
    m_statusIcon->setPixmap(pixmap);
    settleLimitFields(*plan);
    showModelFigures();
    m_statusVerdict->setText(shownVerdictText(*m_document->view()));
    const int hops = m_document->view()->hops;
    const QString perToken = hops == 1 ? tr("1 hop per token") : tr("%1 hops per token").arg(hops);
    const double moved = m_document->view()->movedBytes;
    // What a token waits for comes first.
    m_statusHops->setText(moved > 0 ? tr("%1 moved per token, %2").arg(sizeText(moved), perToken)
                                    : perToken);
    bool anySimulated = false;
    for (const DeviceInfo& device : plan->request.devices) {
        anySimulated = anySimulated || (device.id.isGpu() && device.simulated);
    }
    const std::string_view rules = rulesName(plan->request.rules);
    const QString kind =
        anySimulated ? tr("Figures: predicted; GPUs: simulated") : tr("Figures: predicted");
    m_statusKind->setText(
        tr("Rules: %1").arg(QString::fromUtf8(rules.data(), static_cast<qsizetype>(rules.size()))) +
        QStringLiteral("   ") + kind);
    showLessonStatus();
}

}  // namespace stowage
