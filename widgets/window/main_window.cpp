// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_window.h"

#include "engine/base/build_info.h"
#include "engine/checkpoint/keys/find_pretrained_source.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/checkpoint/keys/match_keys.h"
#include "engine/load/ram_limit.h"
#include "engine/model/quantization.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/python_script.h"
#include "widgets/board/board_view.h"
#include "widgets/document/document.h"
#include "widgets/document/loaded_places.h"
#include "widgets/document/model_config.h"
#include "widgets/document/model_texts.h"
#include "widgets/document/placement_input.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_view.h"
#include "widgets/history/load_history.h"
#include "widgets/history/load_history_panel.h"
#include "widgets/history/load_record_display.h"
#include "widgets/lesson/lesson_page.h"
#include "widgets/lesson/lesson_session.h"
#include "widgets/lesson/lesson_style.h"
#include "widgets/live/audit_panel.h"
#include "widgets/live/live_panel.h"
#include "widgets/live/live_status.h"
#include "widgets/live/segment_map_panel.h"
#include "widgets/load/load_controller.h"
#include "widgets/load/loaded_note.h"
#include "widgets/load/preflight.h"
#include "widgets/load/preflight_dialog.h"
#include "widgets/methods/method_comparison.h"
#include "widgets/methods/methods_panel.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/new_model_dialog.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/recent_files.h"
#include "widgets/open/save_controller.h"
#include "widgets/open/save_dialog.h"
#include "widgets/plan/compare_models_dialog.h"
#include "widgets/plan/compare_panel.h"
#include "widgets/plan/device_cards.h"
#include "widgets/plan/device_use.h"
#include "widgets/plan/devices_dialog.h"
#include "widgets/plan/diff_panel.h"
#include "widgets/plan/map_dialog.h"
#include "widgets/plan/plan_actions.h"
#include "widgets/plan/plan_panel.h"
#include "widgets/plan/problems_panel.h"
#include "widgets/plan/verdict_card.h"
#include "widgets/plan/why_panel.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_panel.h"
#include "widgets/run/run_status.h"
#include "widgets/support/docks.h"
#include "widgets/support/formats.h"
#include "widgets/support/icons.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"
#include "widgets/support/style_sheet.h"
#include "widgets/tree/facts_panel.h"
#include "widgets/tree/model_panel.h"
#include "widgets/tree/module_tree_model.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/window/shortcuts_dialog.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>
#include <optional>
#include <utility>

// What the main window does about opening: by dialog, drop and the recent list; progress, failure,
// and the page on what is open.

// What the main window does about other models than the open one: comparing two.

// What the main window does about models without weights: the form of a new one, its sizes, and
// that nobody takes it for a checkpoint.

// What the main window does about saving: the form, and the end of a save whose form is closed.

// What the main window does with its parts: copying, dialogs.

// What the main window does about other plans: comparing, pasting and reading device maps.

// What the main window does about loads: the Load menu, its state, refusals and their remedies.

// What the main window does about memory: the docks of segments and of the audit.

// What the main window does about runs: keeping them, comparing methods, laying curves over others.

// What the main window does about runs of the loaded model: the Run menu, the Run dock, the module
// that runs in the tree.

// What the main window does about the lesson: its page takes the place of board and docks.

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

const QString kThemeKey = QStringLiteral("theme");

const QString kScaleKey = QStringLiteral("boardScale");

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

constexpr int kMessageMs = 6000;

/// Shows the summary of a nested checkpoint, and some rows of a table.
constexpr int kFactsHeight = 318;

QStringList localPaths(const QMimeData& data) {
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            paths.append(url.toLocalFile());
        }
    }
    return paths;
}

constexpr int kWorkMessageMs = 4000;

QString dtypeText(const ModuleTree& tree) {
    std::optional<DType> common;
    for (const TensorSpec& tensor : tree.tensors()) {
        if (tensor.kind != TensorKind::Parameter) {
            continue;
        }
        if (common && *common != tensor.dtype) {
            return MainWindow::tr("mixed types");
        }
        common = tensor.dtype;
    }
    const std::string_view name = common ? dtypeName(*common) : std::string_view("no parameters");
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString plannedDtypeText(const PlacementPlan& plan) {
    const PlacementConstraints& constraints = plan.request.constraints;
    const std::string_view name = constraints.quantization
                                      ? quantizationName(constraints.quantization->method)
                                  : constraints.dtype ? dtypeName(*constraints.dtype)
                                                      : std::string_view();
    return name.empty() ? dtypeText(*plan.request.tree)
                        : QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

/// Keys that differ from the known model, with the best renaming as a button that opens again.
void showKeyCheck(Document* document, MessageBar* messages) {
    const std::shared_ptr<const KeyCheck> check = document->checkpoint()->keyCheck;
    if (check != nullptr && check->agrees()) {
        return;
    }
    const auto unwrapping = proposeUnwrapping(*document->checkpoint());
    if (check == nullptr && !unwrapping) {
        return;
    }
    const QString sentence = check != nullptr ? keyCheckWords(*check) : unwrapWords(*unwrapping);
    if (check != nullptr && check->proposals.empty()) {
        messages->showMessage(MessageBar::Kind::Warning, sentence);
        return;
    }
    const KeyRename rename = check != nullptr ? check->proposals.front() : *unwrapping;
    OpenOptions renamed = document->openOptions();
    renamed.renames.push_back(rename);
    messages->showMessage(
        MessageBar::Kind::Warning, sentence, renameWords(rename),
        [document, renamed, path = document->path()] { document->open(path, renamed); });
}

constexpr int kCompareMessageMs = 4000;

/// Shows the cards of four devices whole.
constexpr int kCompareHeight = 318;

constexpr int kReportMs = 10000;

/// Shows a card whole.
constexpr int kCardsHeight = 318;

const QString kVerifyKey = QStringLiteral("load/verify");

const QString kRamLimitKey = QStringLiteral("load/ram_limit");

QString ramLimitText(const QSettings& settings) {
    const QString typed = settings.value(kRamLimitKey).toString();
    return typed.isEmpty() ? MainWindow::tr("RAM limit…")
                           : MainWindow::tr("RAM limit: %1…").arg(typed);
}

/// Shows some lines of segments, and of the table, with what stands above them.
constexpr int kMemoryHeight = 318;

/// Shows all methods, and curves high enough to be told apart.
constexpr int kHistoryHeight = 292;

QString programBeside(const QString& given) {
    return given.isEmpty() ? QCoreApplication::applicationDirPath() + QStringLiteral("/stowagectl")
                           : given;
}

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
    makeHistoryDocks(parts);
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
                         m_methodsDock, m_historyDock, m_factsDock},
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
    m_statusVerdict = new ElidedLabel(this, Qt::ElideRight);
    m_statusVerdict->setObjectName(QStringLiteral("status_verdict"));
    m_statusHops = new ElidedLabel(this, Qt::ElideRight);
    m_statusHops->setObjectName(QStringLiteral("status_hops"));
    m_statusHops->setForegroundRole(QPalette::PlaceholderText);
    m_statusKind = new ElidedLabel(this, Qt::ElideRight);
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
                // Fields say themselves what is wrong with a limit or a preset's value.
                const bool saidByField = std::holds_alternative<SetBudgetEdit>(source) ||
                                         (std::holds_alternative<SetLoadPresetEdit>(source) &&
                                          m_document->plan() != nullptr &&
                                          m_document->plan()->request.preset.has_value());
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
    const ThemeColors& colors = m_theme->colors();
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
    QMenu* menuOfStrategies = menu->addMenu(tr("Strategy"));
    for (const StrategyRow& row : strategies()) {
        QAction* action = menuOfStrategies->addAction(fromView(row.name));
        connect(action, &QAction::triggered, this,
                [this, &row] { m_document->edit(SetStrategyEdit{row.strategy}); });
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
    m_modelName = new ElidedLabel(bar);
    m_modelName->setObjectName(QStringLiteral("model_name"));
    m_modelFigures = new ElidedLabel(bar, Qt::ElideRight);
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

void MainWindow::makeOpenActions(QMenu* menu) {
    m_open = makeAction(QStringLiteral("open_action"), tr("Open…"), QKeySequence::Open,
                        QStringLiteral("open"));
    m_open->setToolTip(tr("Open a checkpoint file (Ctrl+O); a folder can be dropped, too"));
    m_openFolder = makeAction(QStringLiteral("open_folder_action"), tr("Open Folder…"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    const auto chosen = [this](const QString& path) { openPath(path); };
    connect(m_open, &QAction::triggered, this,
            [this, chosen] { m_dialogs->openFile(this, m_document->folder(), chosen); });
    connect(m_openFolder, &QAction::triggered, this,
            [this, chosen] { m_dialogs->openFolder(this, m_document->folder(), chosen); });
    makeNewModelActions(menu);
    menu->addActions({m_open, m_openFolder});
    QMenu* recent = menu->addMenu(tr("Open Recent"));
    recent->setObjectName(QStringLiteral("recent_menu"));
    m_recent = new RecentFiles(recent, m_settings, this);
    connect(m_recent, &RecentFiles::chosen, this, chosen);
    QAction* facts = makeAction(QStringLiteral("facts_action"), tr("About This Model"),
                                QKeySequence(Qt::CTRL | Qt::Key_I), QStringLiteral("info"));
    connect(facts, &QAction::triggered, this, &MainWindow::showFacts);
    menu->addSeparator();
    menu->addActions({facts, m_editSizes});
    makeCompareModelsAction(menu);
}

void MainWindow::addOpenButton(QToolBar* bar) {
    // One button for files, folders and what was open before.
    auto* menu = new QMenu(this);
    menu->addActions({m_newModelAction, m_open, m_openFolder});
    menu->addMenu(findChild<QMenu*>(QStringLiteral("recent_menu")));
    auto* button = new QToolButton(bar);
    button->setDefaultAction(m_open);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setMenu(menu);
    button->setObjectName(QStringLiteral("open_action_button"));
    button->setAccessibleName(tr("Open a file; with its menu a folder, or what was open before"));
    bar->addWidget(button);
}

void MainWindow::makeFactsDock() {
    m_facts = new FactsPanel(m_document, m_dialogs, m_theme, this);
    m_factsDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("facts_dock"), tr("Model facts"), m_facts);
    connect(m_facts, &FactsPanel::openRequested, this, &MainWindow::openPath);
    connect(m_facts, &FactsPanel::editSizesRequested, this, &MainWindow::editSizes);
    connect(m_facts, &FactsPanel::filterRequested, m_model, &ModelPanel::setFilter);
    connect(m_facts, &FactsPanel::notice, this,
            [this](const QString& sentence) { statusBar()->showMessage(sentence, kMessageMs); });
}

void MainWindow::showFacts() {
    raiseDock(m_factsDock, kFactsHeight);
}

void MainWindow::connectOpening() {
    connect(m_model, &ModelPanel::openRequested, m_open, &QAction::trigger);
    connect(m_model, &ModelPanel::openFolderRequested, m_openFolder, &QAction::trigger);
    connect(m_model, &ModelPanel::newModelRequested, this, &MainWindow::showNewModel);
    connect(m_model, &ModelPanel::factsRequested, this, &MainWindow::showFacts);
    connect(m_model, &ModelPanel::retryRequested, this, &MainWindow::openPath);
    connect(m_document, &Document::failed, this, &MainWindow::showOpenFailure);
    connect(m_document, &Document::openProgress, this, &MainWindow::showOpenProgress);
    connect(m_document, &Document::busyChanged, this, [this](bool busy, const QString& what) {
        m_opening = busy ? what : QString();
        if (!busy) {
            m_messages->clearProgress();
        }
    });
}

void MainWindow::openPath(const QString& path, const OpenOptions& options) {
    leaveLesson();
    m_openingPath = Document::isTypedPath(path) ? path : QFileInfo(path).absoluteFilePath();
    m_document->open(m_openingPath, options);
}

void MainWindow::showOpenProgress(const Progress& progress) {
    const QString phase = QString::fromStdString(progress.phase);
    const QString done = QLocale().toString(static_cast<qulonglong>(progress.itemsDone));
    const QString total = QLocale().toString(static_cast<qulonglong>(progress.itemsTotal));
    const QString text = progress.itemsDone == 0 ? tr("%1: %2…").arg(m_opening, phase)
                         : progress.itemsTotal == 0
                             ? tr("%1: %2, %3 files…").arg(m_opening, phase, done)
                             : tr("%1: %2, %3 of %4 files…").arg(m_opening, phase, done, total);
    const double share = progress.itemsTotal == 0 ? -1
                                                  : static_cast<double>(progress.itemsDone) /
                                                        static_cast<double>(progress.itemsTotal);
    m_messages->showProgress(text, share, [this] {
        statusBar()->showMessage(tr("%1 was cancelled.").arg(m_opening), kMessageMs);
        m_document->cancelOpening();
    });
}

void MainWindow::showOpenFailure() {
    m_openNote.clear();
    // The card is in the model's dock, which may be closed.
    QDockWidget* model = m_docks.front();
    model->show();
    model->raise();
}

void MainWindow::showOpenNotes() {
    QStringList notes;
    if (const QString note = std::exchange(m_openNote, {}); !note.isEmpty()) {
        notes.append(note);
    }
    const std::vector<std::string>& warnings = m_document->checkpoint()->warnings;
    if (!warnings.empty()) {
        notes.append(QString::fromStdString(warnings.front()));
    }
    if (warnings.size() > 1) {
        notes.append(tr("%1 more notes stand in Model facts.").arg(warnings.size() - 1));
    }
    if (warnings.empty() && !notes.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::Information, notes.front());
    } else if (!notes.isEmpty()) {
        m_messages->showMessage(MessageBar::Kind::Warning, notes.join(QLatin1Char('\n')),
                                tr("Model facts"), [this] {
                                    showFacts();
                                    m_facts->showPage(FactsPanel::Page::Notes);
                                });
    }
}

bool MainWindow::isPartOf(const QWidget& widget) const {
    const QWidget* window = widget.window();
    return window == this ||
           (window->parentWidget() == this && qobject_cast<const QDockWidget*>(window) != nullptr);
}

bool MainWindow::isDrag(const QEvent& event) {
    return event.type() == QEvent::DragEnter || event.type() == QEvent::DragMove ||
           event.type() == QEvent::Drop;
}

bool MainWindow::handleDrag(QEvent* event) {
    auto* drop = static_cast<QDropEvent*>(event);
    const QMimeData& mime = *drop->mimeData();
    if (!mime.hasUrls()) {
        return false;
    }
    drop->acceptProposedAction();
    if (event->type() == QEvent::Drop) {
        openDropped(localPaths(mime));
    }
    return true;
}

void MainWindow::openDropped(const QStringList& paths) {
    if (paths.isEmpty()) {
        m_messages->showMessage(
            MessageBar::Kind::Warning,
            tr("Only files and folders of this machine can be opened: download it first."));
        return;
    }
    if (paths.size() == 1 && isDeviceMapFile(paths.front()) && m_document->plan() != nullptr) {
        readMap(paths.front());
        return;
    }
    if (paths.size() > 1) {
        m_openNote = tr("%1 things were dropped; one model can be open at a time, so %2 was "
                        "opened. Of a checkpoint in several files, drop the folder.")
                         .arg(paths.size())
                         .arg(QFileInfo(paths.front()).fileName());
    }
    openPath(paths.front());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const bool isText = event->mimeData()->hasText() &&
                        !event->mimeData()->hasFormat(kModulesMimeType) &&
                        m_document->plan() != nullptr;
    if (!handleDrag(event) && isText) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QMimeData& mime = *event->mimeData();
    if (!handleDrag(event) && mime.hasText() && !mime.hasFormat(kModulesMimeType)) {
        event->acceptProposedAction();
        pasteMap(mime.text());
    }
}

void MainWindow::makeCompareModelsAction(QMenu* menu) {
    QAction* action = makeAction(QStringLiteral("compare_models_action"), tr("Compare models…"), {},
                                 QStringLiteral("compare"));
    action->setToolTip(tr("Two models side by side: facts, bytes by type, parameters by class"));
    connect(action, &QAction::triggered, this, &MainWindow::compareModels);
    menu->addAction(action);
}

CompareModelsDialog* MainWindow::compareModels() {
    auto* dialog = new CompareModelsDialog(m_document, m_dialogs, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

void MainWindow::makeNewModelActions(QMenu* menu) {
    m_newModelAction =
        makeAction(QStringLiteral("new_model_action"), tr("New Model…"), QKeySequence::New);
    m_newModelAction->setToolTip(tr("Type a family and its sizes, without weights (Ctrl+N)"));
    connect(m_newModelAction, &QAction::triggered, this, &MainWindow::showNewModel);
    menu->addAction(m_newModelAction);
    m_editSizes = makeAction(QStringLiteral("edit_sizes_action"), tr("Edit Sizes…"), {});
    m_editSizes->setToolTip(tr("Show the open config.json's numbers in the form of a new model"));
    m_editSizes->setEnabled(false);
    connect(m_editSizes, &QAction::triggered, this, &MainWindow::editSizes);
}

void MainWindow::makeNewModelDialog() {
    if (m_newModel == nullptr) {
        m_newModel = new NewModelDialog(m_dialogs, m_theme, this);
        connect(m_newModel, &NewModelDialog::openRequested, this, &MainWindow::openTyped);
    }
}

void MainWindow::showNewModel() {
    makeNewModelDialog();
    m_newModel->show();
    m_newModel->raise();
    m_newModel->activateWindow();
}

void MainWindow::editSizes() {
    const auto& config = m_document->config();
    if (config == nullptr) {
        return;
    }
    makeNewModelDialog();
    // The folder names the model; every configuration is called config.json.
    QString name = m_document->displayName();
    if (const qsizetype slash = name.lastIndexOf(QLatin1Char('/')); slash > 0) {
        name.truncate(slash);
    }
    m_newModel->showConfig(name, config->text, m_document->openOptions().className);
    showNewModel();
}

void MainWindow::openTyped(const QString& name, const std::string& text) {
    leaveLesson();
    m_openingPath.clear();
    m_document->openConfigText(name, text);
}

void MainWindow::showWeightless() {
    const auto& config = m_document->config();
    const QString words = weightlessWords(*m_document->checkpoint(), config.get());
    m_editSizes->setEnabled(config != nullptr && !words.isEmpty());
    if (words.isEmpty()) {
        return;
    }
    setWindowTitle(tr("%1 (%2) — Stowage").arg(m_document->displayName(), words));
}

void MainWindow::makeSaveAction(QMenu* menu) {
    m_saves = new SaveController(this);
    QAction* save = makeAction(QStringLiteral("save_as_action"), tr("Save As…"),
                               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    save->setToolTip(
        tr("Write the model in another format, in shards or one file per tensor, or "
           "write a sample (Ctrl+Shift+S)"));
    connect(save, &QAction::triggered, this, &MainWindow::showSave);
    connect(m_saves, &SaveController::changed, this, &MainWindow::tellOfSave);
    menu->addSeparator();
    menu->addAction(save);
}

void MainWindow::showSave() {
    if (m_save == nullptr) {
        m_save = new SaveDialog(m_document, m_saves, m_dialogs, m_theme, this);
        connect(m_save, &SaveDialog::openRequested, this,
                [this](const QString& path) { openPath(path); });
    }
    m_save->show();
    m_save->raise();
    m_save->activateWindow();
}

void MainWindow::tellOfSave() {
    if (m_save == nullptr || m_save->isVisible()) {
        return;
    }
    if (m_saves->state() == SaveState::Saved) {
        const QString path = QString::fromStdString(m_saves->saved()->summary.path);
        m_messages->showMessage(MessageBar::Kind::Information, savedWords(*m_saves->saved()),
                                tr("Open"), [this, path] { openPath(path); });
    } else if (m_saves->state() == SaveState::Failed) {
        m_messages->showMessage(MessageBar::Kind::Error, saveErrorWords(*m_saves->error()));
    }
}

void MainWindow::showModel() {
    const ModuleTree* tree = m_document->tree();
    if (tree == nullptr) {
        setWindowTitle(tr("Stowage"));
        return;
    }
    m_messages->hide();
    setWindowTitle(tr("%1 — Stowage").arg(m_document->displayName()));
    m_modelName->setText(m_document->displayName());
    m_modelName->setToolTip(Document::isTypedPath(m_document->path()) ? QString()
                                                                      : m_document->path());
    showOpenNotes();
    showKeyCheck(m_document, m_messages);
    showWeightless();
    if (!m_openingPath.isEmpty() && m_openingPath == m_document->path() &&
        !Document::isTypedPath(m_openingPath)) {
        m_recent->add(m_openingPath);
    }
}

/// What the plan makes of the model: its size is that of the plan's dtype and quantisation.
void MainWindow::showModelFigures() {
    const PlacementPlan& plan = *m_document->plan();
    const ModuleTree& tree = *plan.request.tree;
    QStringList parts{sizeText(m_document->view()->plannedBytes), plannedDtypeText(plan),
                      formatCount(tree.totalParameters())};
    if (const QString words =
            weightlessWords(*m_document->checkpoint(), m_document->config().get());
        !words.isEmpty()) {
        parts.append(words);
    }
    m_modelFigures->setText(parts.join(QStringLiteral(" · ")));
}

void MainWindow::copyAsPython() {
    const auto plan = m_document->plan();
    if (plan == nullptr) {
        return;
    }
    const auto& config = m_document->config();
    const PretrainedSource source = findPretrainedSource(
        *m_document->checkpoint(), m_document->openOptions(),
        m_document->displayName().toStdString(), config == nullptr ? std::string() : config->text);
    QApplication::clipboard()->setText(QString::fromStdString(pythonScript(*plan, source)));
    statusBar()->showMessage(notExpressed(*plan, source).empty()
                                 ? tr("Copied: the plan as Python that loads the model")
                                 : tr("Copied: the plan as Python; its comments say what it lacks"),
                             kWorkMessageMs);
}

void MainWindow::selectAllBlocks() {
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

void MainWindow::planAgain() {
    if (const auto plan = m_document->plan()) {
        statusBar()->showMessage(planAgainText(*plan), kWorkMessageMs);
        m_document->edit(ReplanEdit{});
    }
}

void MainWindow::editDevices() {
    const auto isGpu = [](const DeviceInfo& device) { return device.id.isGpu(); };
    // GPUs came or went since, as when hiding was undone: the hidden ones are among them.
    if (std::cmp_not_equal(std::ranges::count_if(m_document->devices(), isGpu), m_seenGpus)) {
        m_hiddenGpus.clear();
    }
    auto* dialog = new DevicesDialog(m_document->devices(), m_theme, this, m_hiddenGpus);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, isGpu] {
        m_hiddenGpus = dialog->hidden();
        m_seenGpus = static_cast<std::size_t>(std::ranges::count_if(dialog->devices(), isGpu));
        if (m_document->plan() == nullptr) {
            m_document->setDevices(dialog->devices());
        } else {
            m_document->edit(SetDevicesEdit{dialog->devices(), dialog->places()});
        }
    });
    dialog->open();
}

void MainWindow::showShortcuts() {
    auto* dialog = new ShortcutsDialog(menuBar(), m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::connectFirstSteps() {
    connect(m_firstSteps, &FirstStepsCard::openRequested, m_open, &QAction::trigger);
    connect(m_firstSteps, &FirstStepsCard::devicesRequested, m_devices, &QAction::trigger);
    connect(m_firstSteps, &FirstStepsCard::shortcutsRequested, this, &MainWindow::showShortcuts);
}

void MainWindow::showAbout() {
    const BuildInfo info = buildInfo();
    const auto fromView = [](std::string_view text) {
        return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    };
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("about_dialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("About Stowage"));
    auto* text = new QLabel(
        tr("<b>Stowage %1</b><br>Plans where a neural network's weights go, loads them, and shows "
           "what the memory really does.<br><br>Free software under the GNU General Public "
           "License, version 3 or later.<br>With LibTorch %2 and Qt %3. Device maps follow the "
           "rules "
           "of Accelerate %4 and transformers %5.")
            .arg(QApplication::applicationVersion(), fromView(info.libtorch),
                 QLatin1String(qVersion()), fromView(info.accelerate), fromView(info.transformers)),
        dialog);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setMinimumWidth(360);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(16);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog->open();
}

void MainWindow::makeCompareDock() {
    m_compare = new ComparePanel(m_document, m_comparison, m_theme, this);
    m_compareDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("compare_dock"), tr("Compare"), m_compare);
    setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
    connect(m_compare, &ComparePanel::mapRequested, this, [this] { pasteMap({}); });
    connect(m_diffBar, &DiffBar::detailsRequested, this, &MainWindow::showCompare);
    connect(m_diffBar, &DiffBar::useRequested, this, [this] {
        const auto other = m_comparison->other();
        const QString name = tr("Use %1").arg(m_comparison->name());
        m_comparison->end();
        m_document->usePlan(other, name);
    });
}

void MainWindow::showCompare() {
    raiseDock(m_compareDock, kCompareHeight);
}

void MainWindow::makeCompareActions() {
    m_compareAction = makeAction(QStringLiteral("compare_action"), tr("Compare plans…"),
                                 QKeySequence(Qt::CTRL | Qt::Key_K), QStringLiteral("compare"));
    m_compareAction->setToolTip(tr("What each strategy would make of these limits"));
    connect(m_compareAction, &QAction::triggered, this, &MainWindow::showCompare);
    m_compareLast = makeAction(QStringLiteral("compare_last_action"),
                               tr("Compare with the plan before the last edit"),
                               QKeySequence(Qt::CTRL | Qt::Key_D));
    connect(m_compareLast, &QAction::triggered, m_compare, &ComparePanel::compareWithLastEdit);
    m_endComparison = makeAction(QStringLiteral("end_comparison_action"), tr("End the comparison"),
                                 QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    connect(m_endComparison, &QAction::triggered, m_comparison, &PlanComparison::end);
    connect(m_comparison, &PlanComparison::changed, this, &MainWindow::enableCompareActions);
    connect(m_document->undoStack(), &QUndoStack::indexChanged, this,
            &MainWindow::enableCompareActions);
    enableCompareActions();
}

void MainWindow::enableCompareActions() {
    const bool open = m_document->plan() != nullptr;
    m_compareAction->setEnabled(open);
    m_compareLast->setEnabled(m_document->undoStack()->canUndo());
    m_endComparison->setEnabled(m_comparison->isActive());
}

void MainWindow::makeMapActions() {
    m_copyMapJson =
        makeAction(QStringLiteral("copy_map_json_action"), tr("Copy the device map as JSON"), {});
    connect(m_copyMapJson, &QAction::triggered, this,
            [this] { copyMap(&deviceMapToJson, tr("JSON")); });
    m_copyMapPython = makeAction(QStringLiteral("copy_map_python_action"),
                                 tr("Copy the device map as a Python dict"), {});
    connect(m_copyMapPython, &QAction::triggered, this,
            [this] { copyMap(&deviceMapToPython, tr("a Python dict")); });
    m_pasteMap = makeAction(QStringLiteral("paste_map_action"), tr("Paste a device map…"),
                            QKeySequence::Paste);
    // Fields keep Ctrl+V for their own text.
    m_pasteMap->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_board->addAction(m_pasteMap);
    m_model->view()->addAction(m_pasteMap);
    connect(m_pasteMap, &QAction::triggered, this,
            [this] { pasteMap(QApplication::clipboard()->text()); });
}

void MainWindow::copyMap(std::string (*write)(const DeviceMap&), const QString& as) {
    if (const auto plan = m_document->plan()) {
        QApplication::clipboard()->setText(
            QString::fromStdString(write(flatMap(*plan->request.tree, plan->map))));
        statusBar()->showMessage(tr("Copied: the device map as %1").arg(as), kCompareMessageMs);
    }
}

MapDialog* MainWindow::openMapDialog() {
    auto* dialog = new MapDialog(m_document, m_dialogs, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MapDialog::applied, m_document,
            [this](const PlanEdit& edit) { m_document->edit(edit); });
    connect(dialog, &MapDialog::comparisonRequested, this,
            [this](const std::shared_ptr<const PlacementPlan>& plan) {
                m_comparison->compareWith(plan, tr("the pasted map"),
                                          PlanComparison::Other::Proposed);
            });
    connect(dialog, &QDialog::finished, this, [this, dialog] { m_mapText = dialog->text(); });
    dialog->open();
    return dialog;
}

void MainWindow::pasteMap(const QString& text) {
    openMapDialog()->setText(looksLikeDeviceMap(text) ? text : m_mapText);
}

void MainWindow::readMap(const QString& path) {
    openMapDialog()->readFile(path);
}

void MainWindow::makeLoadActions() {
    m_load = makeAction(QStringLiteral("load_action"), tr("Load"),
                        QKeySequence(Qt::CTRL | Qt::Key_L), QStringLiteral("load"));
    m_step = makeAction(QStringLiteral("step_action"), tr("Step"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QStringLiteral("step"));
    m_step->setToolTip(tr("Go through the load tensor by tensor"));
    m_pause = makeAction(QStringLiteral("pause_action"), tr("Pause"),
                         QKeySequence(Qt::CTRL | Qt::Key_P), QStringLiteral("pause"));
    m_cancel = makeAction(QStringLiteral("cancel_action"), tr("Cancel"),
                          QKeySequence(Qt::CTRL | Qt::Key_Period), QStringLiteral("stop"));
    m_unload = makeAction(QStringLiteral("unload_action"), tr("Unload"),
                          QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), QStringLiteral("unload"));
    m_unload->setToolTip(tr("Give the loaded weights and the devices' caches back"));
    m_emptyCache = makeAction(QStringLiteral("empty_cache_action"), tr("Empty cache"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    m_emptyCache->setToolTip(
        tr("Give what the allocators keep and no tensor uses back, as torch.cuda.empty_cache"));
    m_resetPeaks = makeAction(QStringLiteral("reset_peaks_action"), tr("Reset peaks"),
                              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_resetPeaks->setToolTip(tr("Count the highest figures from now on; not while a load runs"));
    m_verify = makeAction(QStringLiteral("verify_action"), tr("Verify after loading"), {});
    m_verify->setToolTip(tr("Compare every loaded byte with the file"));
    m_verify->setCheckable(true);
    m_verify->setChecked(m_settings->value(kVerifyKey, false).toBool());
    connect(m_verify, &QAction::toggled, this,
            [this](bool on) { m_settings->setValue(kVerifyKey, on); });
    m_apply = makeAction(QStringLiteral("apply_action"), tr("Apply to what is loaded"), {});
    m_apply->setToolTip(
        tr("Move what the edited plan puts elsewhere; everything else stays where it is"));
    connect(m_load, &QAction::triggered, this, [this] { startLoad(loadRequest()); });
    connect(m_apply, &QAction::triggered, this, [this] {
        LoadRequest request = loadRequest();
        request.start = LoadStart::FromLoaded;
        startLoad(request);
    });
    connect(m_step, &QAction::triggered, this, &MainWindow::stepLoad);
    connect(m_pause, &QAction::triggered, this, [this] {
        m_controller->state() == LoadState::Paused ? m_controller->resume() : m_controller->pause();
    });
    connect(m_cancel, &QAction::triggered, m_controller, &LoadController::cancel);
    connect(m_unload, &QAction::triggered, m_controller, &LoadController::unload);
    connect(m_emptyCache, &QAction::triggered, m_controller, &LoadController::emptyCache);
    connect(m_resetPeaks, &QAction::triggered, m_controller, &LoadController::resetPeaks);
}

void MainWindow::makeLoadMenu() {
    QMenu* menu = menuBar()->addMenu(tr("&Load"));
    menu->addActions({m_load, m_apply, m_step, m_pause, m_cancel});
    menu->addSeparator();
    menu->addActions({m_unload, m_emptyCache, m_resetPeaks});
    menu->addSeparator();
    menu->addAction(m_verify);
    makeRamLimitAction(menu);
    makeHistoryActions(menu);
    menu->addSeparator();
    QMenu* methods = menu->addMenu(tr("Method"));
    auto* group = new QActionGroup(this);
    for (const LoadMethod method : allLoadMethods()) {
        QAction* action = methods->addAction(methodText(method));
        action->setCheckable(true);
        action->setData(static_cast<int>(method));
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, method] { setMethod(method); });
    }
    connect(methods, &QMenu::aboutToShow, this, [this, group] {
        for (QAction* action : group->actions()) {
            action->setChecked(action->data().toInt() == static_cast<int>(method()));
        }
    });
}

void MainWindow::makeRamLimitAction(QMenu* menu) {
    QAction* const action = menu->addAction(ramLimitText(*m_settings));
    action->setObjectName(QStringLiteral("ram_limit_action"));
    connect(action, &QAction::triggered, this, [this, action] {
        auto* dialog = new QInputDialog(this);
        dialog->setObjectName(QStringLiteral("ram_limit_dialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("RAM limit"));
        dialog->setLabelText(
            tr("The most RAM that a load may hold, as 4GiB; empty: what the machine has.\n"
               "Anonymous and shared memory above the level before the load counts; pages of "
               "mapped files\ndo not, because the system takes them back, and neither do those "
               "behind simulated GPUs."));
        dialog->setTextValue(m_settings->value(kRamLimitKey).toString());
        connect(dialog, &QInputDialog::textValueSelected, this,
                [this, action](const QString& text) {
                    const QString typed = text.trimmed();
                    const auto limit = parseRamLimit(typed.toStdString());
                    if (!typed.isEmpty() && !limit) {
                        m_messages->showMessage(MessageBar::Kind::Error,
                                                QString::fromStdString(limit.error().message));
                        return;
                    }
                    m_settings->setValue(kRamLimitKey, typed);
                    action->setText(ramLimitText(*m_settings));
                });
        dialog->open();
    });
}

void MainWindow::makeDevicesDock() {
    m_cards = new DeviceCards(m_controller, m_theme, {m_load, m_unload, m_emptyCache, m_resetPeaks},
                              this);
    m_devicesDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("devices_dock"), tr("Devices"), m_cards);
}

void MainWindow::showDevices() {
    raiseDock(m_devicesDock, kCardsHeight);
}

void MainWindow::connectLoads() {
    connect(m_controller, &LoadController::failed, this, &MainWindow::showLoadFailure);
    connect(m_controller, &LoadController::refused, this, &MainWindow::showRefusal);
    connect(m_controller, &LoadController::stateChanged, this, &MainWindow::showLoadState);
    connect(m_controller, &LoadController::progressChanged, this, &MainWindow::showLoadProgress);
    connect(m_controller, &LoadController::progressChanged, this, &MainWindow::selectStepped);
    connect(m_controller, &LoadController::memoryChanged, this, [this](const MemoryChange& change) {
        statusBar()->showMessage(memoryChangeText(change), kReportMs);
    });
    connect(m_live, &LivePanel::stepRequested, this, &MainWindow::stepLoad);
    for (LoadedNote* note : {m_loadedNote, m_runPanel->loadedNote()}) {
        connect(note, &LoadedNote::loadRequested, m_load, &QAction::trigger);
        connect(note, &LoadedNote::unloadRequested, m_unload, &QAction::trigger);
    }
    m_plan->setMachineRates(m_controller->machineRates());
    connect(m_controller, &LoadController::machineRatesChanged, m_plan,
            [this] { m_plan->setMachineRates(m_controller->machineRates()); });
}

LoadRequest MainWindow::loadRequest() const {
    LoadRequest request;
    request.method = method();
    request.verification = m_verify->isChecked() ? Verification::Bytes : Verification::None;
    if (const auto limit =
            parseRamLimit(m_settings->value(kRamLimitKey).toString().toStdString())) {
        request.ramLimit = *limit;
    }
    request.offloadFolder = m_plan->offloadFolder();
    return request;
}

void MainWindow::startLoad(const LoadRequest& request) {
    // The refusal of an earlier load is none of this one.
    if (m_messages->isError()) {
        m_messages->hide();
    }
    if (request.start == LoadStart::FromLoaded) {
        m_controller->apply(request);
        return;
    }
    setMethod(request.method);
    m_controller->start(request);
}

void MainWindow::stepLoad() {
    if (m_controller->isRunning()) {
        m_isStepping = true;
        m_controller->step();
    } else if (m_load->isEnabled()) {
        LoadRequest request = loadRequest();
        request.pace = LoadPace::StepByStep;
        startLoad(request);
    }
}

/// Stepping is for looking: tree, board and reasons show where the step has come to.
void MainWindow::selectStepped() {
    const std::string& item = m_controller->progress().currentItem;
    if (!m_isStepping || item.empty() || !isShownLoaded()) {
        return;
    }
    const ModuleTree& tree = *m_document->tree();
    if (const auto tensor = tree.findTensor(item)) {
        const ModuleId module = tree.tensor(*tensor).module;
        if (m_document->currentModule() != module) {
            m_document->select({module});
        }
    }
}

void MainWindow::showRefusal(const LoadRefusal& refusal) {
    const auto plan = m_document->plan();
    if (plan == nullptr || !isSameModel(*refusal.schedule->plan, *plan)) {
        // Another model was opened meanwhile: its plan is not to be loaded in this one's place.
        const QString path = QString::fromStdString(refusal.schedule->checkpoint->path);
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("Loading %1: %2")
                                    .arg(QFileInfo(path).fileName(),
                                         QString::fromStdString(refusal.objections.front().text)));
        return;
    }
    auto* dialog = new PreflightDialog(refusal, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreflightDialog::loadRequested, this, &MainWindow::startLoad);
    dialog->open();
}

void MainWindow::showLoadFailure(const QString& sentence) {
    const std::optional<LoadFailure>& failure = m_controller->failure();
    const bool isOther = failure && failure->modelName != m_document->displayName();
    const QString said =
        isOther ? tr("Loading %1: %2").arg(failure->modelName, sentence) : sentence;
    if (!failure || !failure->nearest || isOther) {
        m_messages->showMessage(MessageBar::Kind::Error, said);
        return;
    }
    LoadRequest other = failure->request;
    other.method = *failure->nearest;
    // What was forced must not force the method that is offered as the safe one.
    other.preflight = PreflightRule::Refuse;
    m_messages->showMessage(MessageBar::Kind::Error, sentence,
                            tr("Load by %1").arg(methodText(other.method)),
                            [this, other] { startLoad(other); });
}

LoadMethod MainWindow::method() const {
    return static_cast<LoadMethod>(m_method->currentData().toInt());
}

void MainWindow::setMethod(LoadMethod method) {
    m_method->setCurrentIndex(m_method->findData(static_cast<int>(method)));
    m_plan->setMethod(method);
    m_live->setMethod(method);
}

void MainWindow::showLoadState() {
    if (m_loadButton == nullptr) {
        return;
    }
    const LoadState state = m_controller->state();
    const bool running = m_controller->isRunning();
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    m_isStepping = m_isStepping && state == LoadState::Paused;
    const bool inUse = m_controller->isInUse();
    const bool canLoad = canBeLoaded(*m_document) && !inUse;
    m_load->setEnabled(canLoad && !running);
    m_apply->setEnabled(canLoad && m_controller->canApply() &&
                        m_controller->schedule()->plan != m_document->plan());
    m_pause->setEnabled(moving);
    m_pause->setText(state == LoadState::Paused ? tr("Resume") : tr("Pause"));
    m_cancel->setEnabled(moving || state == LoadState::Preparing);
    m_step->setEnabled((canLoad && !running) || moving);
    m_unload->setEnabled(state == LoadState::Loaded && !inUse);
    m_emptyCache->setEnabled(!m_controller->devices().empty() && state != LoadState::Unloading);
    m_resetPeaks->setEnabled(!m_controller->devices().empty() && !running && !inUse);
    m_method->setEnabled(!running && !inUse);
    m_loadButton->setEnabled(canLoad || running);
    m_loadButton->setChecked(running);
    setStyleProperty(m_loadButton, "primary", !running);
    m_loadButton->setToolTip(loadToolTip());
    // The button is grey then: whoever hears the window shall know, too.
    m_loadButton->setAccessibleDescription(canLoad ? QString() : m_loadButton->toolTip());
    m_load->setToolTip(m_loadButton->toolTip());
    const ThemeColors& colors = m_theme->colors();
    m_loadButton->setIcon(running || !canLoad
                              ? m_theme->icon(QStringLiteral("load"))
                              : makeIcon(QStringLiteral("load"), {.stroke = colors.accentText,
                                                                  .disabled = colors.secondaryText,
                                                                  .background = colors.accent}));
    m_unload->setToolTip(state == LoadState::Loaded
                             ? tr("Give the weights of %1 and the devices' caches back")
                                   .arg(m_controller->modelName())
                             : tr("Give the loaded weights and the devices' caches back"));
    showLoaded();
    showLoadProgress();
}

QString MainWindow::loadToolTip() const {
    if (m_controller->isInUse()) {
        return tr("The loaded model runs; wait for the run to end, or cancel it first");
    }
    if (!canBeLoaded(*m_document)) {
        return whyNotLoaded(*m_document);
    }
    return m_controller->state() == LoadState::Loaded
               ? tr("Unload %1, then load the weights to where the plan puts them")
                     .arg(m_controller->modelName())
               : tr("Load the weights to where the plan puts them");
}

bool MainWindow::isShownLoaded() const {
    const auto schedule = m_controller->schedule();
    const auto plan = m_document->plan();
    return schedule != nullptr && plan != nullptr && isSameModel(*schedule->plan, *plan);
}

void MainWindow::showLoaded() {
    m_loadedNote->refresh();
    const LoadState state = m_controller->state();
    const bool moving = state == LoadState::Loading || state == LoadState::Paused;
    m_fractions.reset();
    if (!isShownLoaded() || !(moving || state == LoadState::Loaded)) {
        m_board->setLoadProgress({});
        m_board->setLoadedPlaces(nullptr);
        m_model->model()->setLoadProgress({});
        return;
    }
    const auto places =
        std::make_shared<const LoadedPlaces>(m_controller->schedule()->plan, m_document->plan());
    m_board->setLoadedPlaces(places);
    if (!moving) {
        m_board->setLoadProgress({});
        m_model->model()->setLoadProgress(
            [places](ModuleId module) { return places->inPlace(module); });
        return;
    }
    m_fractions = std::make_shared<LoadFractions>(m_controller->schedule());
    const auto fractions = m_fractions;
    m_board->setLoadProgress([fractions](ModuleId module) { return fractions->of(module); });
    m_model->model()->setLoadProgress([fractions, places](ModuleId module) {
        return fractions->of(module) * places->inPlace(module);
    });
}

void MainWindow::showLoadProgress() {
    const LoadState state = m_controller->state();
    const Progress& progress = m_controller->progress();
    const int percent = progress.bytesTotal == 0
                            ? 0
                            : static_cast<int>(progress.bytesDone * 100 / progress.bytesTotal);
    // "naive" counts through the bytes in each of its phases; the panel names the phase.
    const bool onePhase = m_controller->schedule() == nullptr ||
                          m_controller->schedule()->method == LoadMethod::Streamed;
    switch (state) {
        case LoadState::Preparing:
            m_loadButton->setText(tr("Preparing…"));
            break;
        case LoadState::Loading:
            m_loadButton->setText(onePhase ? tr("Loading, %1 %").arg(percent) : tr("Loading…"));
            break;
        case LoadState::Paused:
            m_loadButton->setText(onePhase ? tr("Paused, %1 %").arg(percent) : tr("Paused"));
            break;
        case LoadState::Cancelling:
            m_loadButton->setText(tr("Cancelling…"));
            break;
        case LoadState::Unloading:
            m_loadButton->setText(tr("Unloading…"));
            break;
        case LoadState::Idle:
        case LoadState::Loaded:
            m_loadButton->setText(tr("Load"));
            break;
    }
    m_loadButton->setAccessibleName(m_loadButton->text());
    if (m_fractions == nullptr) {
        return;
    }
    m_fractions->setProgress(progress.bytesDone, progress.bytesTotal);
    m_model->repaintProgress();
}

void MainWindow::makeMemoryDocks() {
    m_segments = new SegmentMapPanel(m_controller, m_theme, this);
    m_segmentsDock = addDock(Qt::BottomDockWidgetArea, QStringLiteral("segments_dock"),
                             tr("Segments"), m_segments);
    m_audit = new AuditPanel(m_controller, m_theme, this);
    m_audit->setVerifyAction(m_verify);
    m_auditDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("audit_dock"), tr("Audit"), m_audit);
    connect(m_audit, &AuditPanel::differenceFound, this, &MainWindow::showAudit);
    connect(m_audit, &AuditPanel::tensorRequested, this, [this](const QString& name) {
        // The audit is of the last load; a tensor of another model may have the same name.
        const auto& runs = m_controller->runs();
        const bool isShown = !runs.empty() && runs.back().schedule != nullptr &&
                             m_document->plan() != nullptr &&
                             isSameModel(*runs.back().schedule->plan, *m_document->plan());
        if (const auto module =
                isShown ? owningModule(m_document->tree(), name.toStdString()) : std::nullopt) {
            m_document->select({*module});
        }
    });
}

void MainWindow::showSegments() {
    raiseDock(m_segmentsDock, kMemoryHeight);
}

void MainWindow::showAudit() {
    raiseDock(m_auditDock, kMemoryHeight);
}

void MainWindow::makeHistoryDocks(const MainWindowParts& parts) {
    m_history = parts.runs != nullptr
                    ? parts.runs
                    : new LoadHistory(QString(), LoadHistory::kDefaultLimit, this);
    new LoadRecorder(m_controller, m_history, this);
    m_methods =
        new MethodComparison(m_document, m_history, programBeside(parts.compareProgram), this);
    const auto takeRates = [this] { m_methods->setMachineRates(m_controller->machineRates()); };
    connect(m_controller, &LoadController::machineRatesChanged, m_methods, takeRates);
    takeRates();
    m_historyPanel = new LoadHistoryPanel(m_history, m_dialogs, m_theme, this);
    m_methodsPanel = new MethodsPanel(m_methods, m_theme, this);
    m_historyDock =
        addDock(Qt::BottomDockWidgetArea, QStringLiteral("runs_dock"), tr("Runs"), m_historyPanel);
    m_methodsDock = addDock(Qt::BottomDockWidgetArea, QStringLiteral("methods_dock"), tr("Methods"),
                            m_methodsPanel);
    // Not the panel's own events: behind another tab it counts as shown.
    connect(m_methodsDock, &QDockWidget::visibilityChanged, m_methods,
            &MethodComparison::setWatched);
    connect(m_historyPanel, &LoadHistoryPanel::overlayRequested, this,
            [this](const std::vector<LoadHistory::Run>& runs) {
                m_overlaidRecords = runs;
                showOverlays();
            });
    connect(m_theme, &Theme::changed, this, &MainWindow::showOverlays);
}

void MainWindow::makeHistoryActions(QMenu* menu) {
    QAction* compare =
        makeAction(QStringLiteral("compare_methods_action"), tr("Compare methods…"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K), QStringLiteral("compare"));
    compare->setToolTip(tr("Load by several methods, each in a fresh process"));
    connect(compare, &QAction::triggered, this, &MainWindow::showMethods);
    QAction* runs = makeAction(QStringLiteral("show_runs_action"), tr("Show runs"),
                               QKeySequence(Qt::CTRL | Qt::Key_R));
    connect(runs, &QAction::triggered, this, &MainWindow::showHistory);
    menu->addSeparator();
    menu->addActions({compare, runs});
}

void MainWindow::showOverlays() {
    m_live->setOverlays(overlaysOf(m_overlaidRecords, m_theme->colors()));
}

void MainWindow::raiseDock(QDockWidget* dock, int height) {
    leaveLesson();
    m_arrangement->showLower(dock, height);
}

void MainWindow::showMethods() {
    raiseDock(m_methodsDock, kHistoryHeight);
}

void MainWindow::showHistory() {
    raiseDock(m_historyDock, kHistoryHeight);
}

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

void MainWindow::makeLessonActions(QMenu* menu) {
    if (m_lesson == nullptr) {
        return;
    }
    m_lessonAction = makeAction(QStringLiteral("lesson_action"), tr("Lesson"),
                                QKeySequence(Qt::Key_F6), QStringLiteral("lesson"));
    m_lessonAction->setCheckable(true);
    m_lessonAction->setToolTip(tr("Memory-efficient loading, taught by really doing it (F6)"));
    connect(m_lessonAction, &QAction::toggled, this,
            [this](bool on) { on ? enterLesson() : leaveLesson(); });
    m_lessonProjector = makeAction(QStringLiteral("lesson_projector_action"),
                                   tr("Lesson: Type for a Projector"), QKeySequence(Qt::Key_F7));
    m_lessonProjector->setCheckable(true);
    m_lessonProjector->setEnabled(false);
    connect(m_lessonProjector, &QAction::triggered, this,
            [this] { m_lessonPage->type()->toggleProjector(); });
    menu->addActions({m_lessonAction, m_lessonProjector});
    menu->addSeparator();
}

void MainWindow::addLessonButton(QToolBar* bar) {
    if (m_lessonAction == nullptr) {
        return;
    }
    bar->addSeparator();
    bar->addAction(m_lessonAction);
    bar->widgetForAction(m_lessonAction)->setObjectName(QStringLiteral("lesson_action_button"));
}

bool MainWindow::isInLesson() const {
    return !m_layoutBeforeLesson.isEmpty();
}

void MainWindow::enterLesson() {
    if (m_lesson == nullptr || isInLesson()) {
        return;
    }
    m_layoutBeforeLesson = saveState();
    m_arrangement->setActive(false);
    m_lowerPanels->setEnabled(false);
    if (m_lessonPage == nullptr) {
        m_lessonPage = new LessonPage({m_lesson, m_theme, m_settings, m_dialogs}, m_centre);
        m_centre->addWidget(m_lessonPage);
        connect(m_lesson, &LessonSession::currentChanged, this, &MainWindow::showLessonStatus);
        connect(m_lesson, &LessonSession::changed, this, &MainWindow::showLessonStatus);
        const auto showType = [this] {
            m_lessonProjector->setChecked(m_lessonPage->type()->isProjector());
        };
        connect(m_lessonPage->type(), &LessonType::changed, this, showType);
        showType();
    }
    for (QDockWidget* dock : m_docks) {
        dock->hide();
        dock->toggleViewAction()->setEnabled(false);
    }
    hidePlanTools();
    m_centre->setCurrentWidget(m_lessonPage);
    m_lessonProjector->setEnabled(true);
    m_lessonAction->setChecked(true);
    m_lessonPage->open();
    showPlan();
}

void MainWindow::leaveLesson() {
    if (!isInLesson()) {
        return;
    }
    for (QAction* action : std::exchange(m_hiddenInLesson, {})) {
        action->setVisible(true);
    }
    const QByteArray layout = std::exchange(m_layoutBeforeLesson, {});
    m_centre->setCurrentIndex(0);
    for (QDockWidget* dock : m_docks) {
        dock->toggleViewAction()->setEnabled(true);
    }
    restoreState(layout);
    m_arrangement->setActive(true);
    m_lowerPanels->setEnabled(true);
    m_lessonProjector->setEnabled(false);
    m_lessonAction->setChecked(false);
    m_statusVerdict->clear();
    showPlan();
}

void MainWindow::hidePlanTools() {
    QList<QAction*> actions{m_load, m_step};
    for (const QToolBar* bar : findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        actions += bar->actions();
    }
    for (QAction* action : actions) {
        const auto* item = qobject_cast<QWidgetAction*>(action);
        const QWidget* const widget = item == nullptr ? nullptr : item->defaultWidget();
        const bool opens =
            widget != nullptr && widget->objectName() == QLatin1String("open_action_button");
        if (action->isVisible() && action != m_lessonAction && !opens) {
            action->setVisible(false);
            m_hiddenInLesson.append(action);
        }
    }
}

void MainWindow::showLessonStatus() {
    if (!isInLesson()) {
        return;
    }
    m_statusIcon->hide();
    m_statusHops->hide();
    m_statusVerdict->show();
    m_statusVerdict->setText(tr("Lesson, step %1 of %2")
                                 .arg(lessonStepNumber(m_lesson->current()))
                                 .arg(allLessonSteps().size()));
    const LessonSetup& setup = m_lesson->setup();
    if (setup.kind == LessonSetup::Kind::DryRun) {
        m_statusKind->setText(tr("Dry run: all figures are forecasts"));
        return;
    }
    const QString gpu = setup.gpu.simulated
                            ? tr("GPU: simulated with the caching allocator's rules")
                            : tr("GPU: measured");
    m_statusKind->setText(tr("Each method runs in a fresh process") + QStringLiteral("   ") + gpu);
}

}  // namespace stowage
