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
#include "widgets/views/dock_title.h"
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

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace stowage {
namespace {

constexpr QSize kDesigned(1680, 1050);
/// 504 in the design, less the scroll bar that a longer board has.
constexpr int kModelWidth = 490;
constexpr int kLeastModelWidth = 320;
constexpr int kPlanWidth = 368;
/// Shows the whole table of a run on two GPUs; on a low screen the board comes first.
constexpr int kLiveHeight = 292;
constexpr double kLiveShare = 0.3;
/// Problems and Why here?, which grow when the plan's panel is made lower.
constexpr int kProblemsHeight = 150;
constexpr int kWhyHeight = 200;
constexpr double kProblemsShare = 0.16;
constexpr double kWhyShare = 0.205;
constexpr int kStatusIcon = 14;
/// Raised when docks are added or renamed, so that an old layout is not forced on new docks.
constexpr int kLayoutVersion = 7;

const QString kGeometryKey = QStringLiteral("window/geometry");
const QString kStateKey = QStringLiteral("window/state");

QWidget* makeScrolling(QWidget* content, QWidget* parent) {
    auto* scroll = new QScrollArea(parent);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
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
    layout->addWidget(m_messages);
    m_loadedNote = new LoadedNote(m_controller, m_theme, QStringLiteral("loaded_note"), centre);
    layout->addWidget(m_loadedNote);
    m_diffBar = new DiffBar(m_comparison, m_theme, centre);
    layout->addWidget(m_diffBar);
    layout->addWidget(m_board, 1);
    m_board->setComparison(m_comparison);
    m_centre = new QStackedWidget(this);
    m_centre->addWidget(new PanelFrame(m_theme, centre, PanelFrame::Edges::All, m_centre));
    setCentralWidget(m_centre);
    setContentsMargins(4, 0, 4, 0);
}

QDockWidget* MainWindow::addDock(Qt::DockWidgetArea area, const QString& name, const QString& title,
                                 QWidget* widget) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(new PanelFrame(m_theme, widget, PanelFrame::Edges::BelowTitle, dock));
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
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_model = new ModelPanel(m_document, m_theme, this);
    m_plan = new PlanPanel(m_document, m_theme, this);
    auto* problems = new ProblemsPanel(m_document, m_theme, this);
    auto* why = new WhyPanel(m_document, m_theme, this);
    m_live = new LivePanel(m_controller, m_theme, this);
    addDock(Qt::LeftDockWidgetArea, QStringLiteral("model_dock"), tr("Model"), m_model);
    addDock(Qt::RightDockWidgetArea, QStringLiteral("plan_dock"), tr("Plan"),
            makeScrolling(m_plan, this));
    addDock(Qt::RightDockWidgetArea, QStringLiteral("problems_dock"), tr("Problems"), problems);
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
    connect(problems, &ProblemsPanel::countsChanged, m_problemsTitle, &DockTitle::setCounts);
    m_problemsTitle->setCounts(problems->errorCount(), problems->warningCount());
}

void MainWindow::resetLayout() {
    leaveLesson();
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        dock->setVisible(dock != m_compareDock);
    }
    tabifyDockWidget(m_docks[4], m_runDock);
    tabifyDockWidget(m_docks[4], m_compareDock);
    tabifyDockWidget(m_docks[4], m_devicesDock);
    tabifyDockWidget(m_docks[4], m_segmentsDock);
    tabifyDockWidget(m_docks[4], m_auditDock);
    tabifyDockWidget(m_docks[4], m_methodsDock);
    tabifyDockWidget(m_docks[4], m_runsDock);
    tabifyDockWidget(m_docks[4], m_factsDock);
    m_docks[4]->raise();
    resize(startSize(*screen()));
    QDockWidget* model = m_docks[0];
    QDockWidget* plan = m_docks[1];
    // On a small screen the model's names give way before the board's lanes do.
    const int modelWidth = std::max(kLeastModelWidth, kModelWidth - (kDesigned.width() - width()));
    resizeDocks({model, plan}, {modelWidth, kPlanWidth}, Qt::Horizontal);
    const int live = std::min(kLiveHeight, static_cast<int>(height() * kLiveShare));
    resizeDocks({m_docks[4]}, {live}, Qt::Vertical);
    const int problems = std::min(kProblemsHeight, static_cast<int>(height() * kProblemsShare));
    const int why = std::min(kWhyHeight, static_cast<int>(height() * kWhyShare));
    resizeDocks({plan, m_docks[2], m_docks[3]}, {height() - 100 - problems - why, problems, why},
                Qt::Vertical);
}

void MainWindow::restoreLayout() {
    resetLayout();
    restoreGeometry(m_settings->value(kGeometryKey).toByteArray());
    restoreState(m_settings->value(kStateKey).toByteArray(), kLayoutVersion);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    leaveLesson();
    m_settings->setValue(kGeometryKey, saveGeometry());
    m_settings->setValue(kStateKey, saveState(kLayoutVersion));
    event->accept();
}

void MainWindow::makeStatusBar() {
    m_statusIcon = new QLabel(this);
    m_statusVerdict = new QLabel(this);
    m_statusVerdict->setObjectName(QStringLiteral("status_verdict"));
    m_statusHops = new QLabel(this);
    m_statusHops->setObjectName(QStringLiteral("status_hops"));
    m_statusHops->setForegroundRole(QPalette::PlaceholderText);
    m_statusKind = new QLabel(this);
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
    connect(m_theme, &Theme::changed, this, [this] {
        applyIcons();
        showPlan();
    });
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
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
    const Tokens& tokens = m_theme->tokens();
    const Verdict verdict = shownVerdict(*m_document->view());
    QPixmap pixmap(QSize(kStatusIcon, kStatusIcon) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintIcon(painter, QRect(0, 0, kStatusIcon, kStatusIcon), verdictIcon(verdict),
              verdictColor(verdict, tokens), tokens.window);
    painter.end();
    m_statusIcon->setPixmap(pixmap);
    settleLimitFields(*plan);
    m_statusVerdict->setText(shownVerdictText(*m_document->view()));
    const int hops = m_document->view()->hops;
    m_statusHops->setText(hops == 1 ? tr("1 hop per token") : tr("%1 hops per token").arg(hops));
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
