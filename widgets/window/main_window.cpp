// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_window.h"

#include "engine/checkpoint/open/headers_only.h"
#include "engine/load/program/load_schedule.h"
#include "engine/run/run_report.h"
#include "widgets/board/board_view.h"
#include "widgets/capacity/capacity_feature.h"
#include "widgets/document/document.h"
#include "widgets/document/model_config.h"
#include "widgets/document/model_texts.h"
#include "widgets/document/plan_comparison.h"
#include "widgets/document/plan_view.h"
#include "widgets/help/help_feature.h"
#include "widgets/history/history_feature.h"
#include "widgets/history/load_history.h"
#include "widgets/lesson/lesson_feature.h"
#include "widgets/live/live_feature.h"
#include "widgets/live/live_panel.h"
#include "widgets/load/load_feature.h"
#include "widgets/load/loaded_note.h"
#include "widgets/machines/machines.h"
#include "widgets/machines/machines_feature.h"
#include "widgets/methods/methods_feature.h"
#include "widgets/open/first_steps_card.h"
#include "widgets/open/open_error_card.h"
#include "widgets/open/open_feature.h"
#include "widgets/plan/diff_panel.h"
#include "widgets/plan/free_memory_note.h"
#include "widgets/plan/plan_feature.h"
#include "widgets/plan/plan_panels.h"
#include "widgets/project/project_feature.h"
#include "widgets/project/project_session.h"
#include "widgets/run/run_controller.h"
#include "widgets/run/run_feature.h"
#include "widgets/support/docks.h"
#include "widgets/support/figure_saver.h"
#include "widgets/support/formats.h"
#include "widgets/support/forms.h"
#include "widgets/support/labels.h"
#include "widgets/support/message_bar.h"
#include "widgets/tree/module_tree_view.h"
#include "widgets/tree/tree_feature.h"
#include "widgets/window/appearance_menus.h"
#include "widgets/window/plan_status_bar.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>

#include <utility>

namespace stowage {
namespace {

constexpr QSize kDesigned(1680, 1050);
constexpr int kSavedMessageMs = 6000;

/// What nobody must take for a checkpoint: "" where there are weights.
QString weightlessWords(const Document& document) {
    return weightlessWords(*document.checkpoint(), document.config().get());
}

}  // namespace

MainWindow::MainWindow(const MainWindowParts& parts, QWidget* parent)
    : QMainWindow(parent),
      m_document(parts.document),
      m_controller(parts.controller),
      m_theme(parts.theme),
      m_settings(parts.settings),
      m_comparison(
          keptBy<PlanComparison>(parts.keeper != nullptr ? parts.keeper : this, m_document)),
      m_messages(new MessageBar(m_theme, this)) {
    setObjectName(QStringLiteral("main_window"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    makeFeatures(parts);
    makeCentre();
    makeDocks();
    makeArrangement();
    makeMenus();
    makeToolBar();
    m_status = new PlanStatusBar(m_theme, m_lowerPanels, this);
    setStatusBar(m_status);
    connect(new FigureSaver(parts.dialogs, this), &FigureSaver::told, this,
            [this](const QString& sentence) { m_status->showMessage(sentence, kSavedMessageMs); });
    connectFeatures();
    for (Feature* feature : m_features) {
        feature->start();
    }
    resetLayout();
    m_arrangement->restore(*m_settings);
    qApp->installEventFilter(this);
    showModel();
    showPlan();
}

MainWindow::~MainWindow() {
    m_arrangement->setActive(false);  // docks that are hidden from now on have no layout any more
}

void MainWindow::makeFeatures(const MainWindowParts& parts) {
    const FeatureParts borrowed{.window = this,
                                .document = m_document,
                                .controller = m_controller,
                                .comparison = m_comparison,
                                .messages = m_messages,
                                .theme = m_theme,
                                .settings = m_settings,
                                .dialogs = parts.dialogs,
                                .keeper = parts.keeper != nullptr ? parts.keeper : this};
    m_board = new BoardFeature(borrowed);
    m_open = new OpenFeature(borrowed);
    m_tree = new TreeFeature(borrowed, m_open);
    m_load = new LoadFeature(borrowed);
    m_run = new RunFeature(borrowed, m_load);
    m_plan = new PlanFeature(borrowed, m_load);
    m_live = new LiveFeature(borrowed, m_load, m_run);
    m_history = new HistoryFeature(borrowed, m_run->controller(), parts.runs);
    m_methods = new MethodsFeature(borrowed, parts.compareProgram, m_history);
    m_machines =
        new MachinesFeature(borrowed, {m_open, m_load, m_run, m_history}, parts.compareProgram);
    m_capacity = new CapacityFeature(borrowed);
    m_lesson = new LessonFeature(borrowed, parts.lesson);
    m_project = new ProjectFeature(borrowed, m_open, parts.recoveryFolder);
    m_help = new HelpFeature(borrowed, m_run->controller(), parts.crashFolder);
    m_features = {m_board,   m_open,    m_tree,     m_load,     m_run,    m_plan,    m_live,
                  m_history, m_methods, m_machines, m_capacity, m_lesson, m_project, m_help};
    for (Feature* feature : m_features) {
        connect(feature, &Feature::noticed, this,
                [this](const QString& sentence, int ms) { m_status->showMessage(sentence, ms); });
        connect(feature, &Feature::dockRequested, this, &MainWindow::showDock);
        connect(feature, &Feature::boardRequested, this, &MainWindow::leavePages);
    }
}

void MainWindow::makeCentre() {
    auto* centre = new QWidget(this);
    auto* layout = makeColumn(centre, 0);
    addWidgets(layout, {m_open->firstSteps(), m_messages, m_project->recoveryBar(),
                        m_project->bar(), m_help->crashBar(), m_load->note(),
                        m_plan->freeMemoryNote(), m_plan->diffBar(), m_project->variants()});
    layout->addWidget(m_board->view(), 1);
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

void MainWindow::makeDocks() {
    setCorner(layoutDirection() == Qt::RightToLeft ? Qt::BottomRightCorner : Qt::BottomLeftCorner,
              Qt::BottomDockWidgetArea);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    std::map<DockPlace, std::pair<Feature*, DockContent>> contents;
    for (Feature* feature : m_features) {
        for (const DockContent& content : feature->docks()) {
            contents[content.place] = {feature, content};
        }
    }
    for (const auto& [place, brought] : contents) {
        const auto& [feature, content] = brought;
        m_docks[place] = feature->makeDock(content);
        addDockWidget(mirroredArea(*this, content.area), m_docks[place]);
    }
}

void MainWindow::makeArrangement() {
    ArrangedDocks docks{.model = m_docks.at(DockPlace::Model),
                        .plan = m_docks.at(DockPlace::Plan),
                        .problems = m_docks.at(DockPlace::Problems),
                        .why = m_docks.at(DockPlace::Why),
                        .lower = {},
                        .onRequest = {m_docks.at(DockPlace::Compare), m_docks.at(DockPlace::Edits),
                                      m_docks.at(DockPlace::Notes)}};
    for (const DockPlace place :
         {DockPlace::Live, DockPlace::Run, DockPlace::Compare, DockPlace::Devices,
          DockPlace::Segments, DockPlace::Audit, DockPlace::Methods, DockPlace::Runs,
          DockPlace::Machines, DockPlace::Edits, DockPlace::Notes, DockPlace::Facts}) {
        docks.lower.append(m_docks.at(place));
    }
    m_arrangement = new DockArrangement(this, docks);
    const auto nameProblems = [this] { m_plan->nameProblems(m_arrangement->form()); };
    connect(m_arrangement, &DockArrangement::formChanged, this, nameProblems);
    connect(m_plan, &PlanFeature::problemsChanged, this, [this, nameProblems] {
        m_arrangement->setProblemsHeight(m_plan->problemsHeight());
        nameProblems();
    });
    // A load is watched in the charts; while one only plans, the board has their room.
    connect(m_controller, &LoadController::stateChanged, this, [this](LoadState state) {
        const bool begins = state == LoadState::Preparing || state == LoadState::Loading;
        if (begins && !m_lesson->isEntered() && !m_capacity->isEntered() &&
            !m_arrangement->isLowerOpen()) {
            m_arrangement->showLower(m_docks.at(DockPlace::Live), 0);
        }
    });
}

void MainWindow::makeMenus() {
    using enum MenuSection;
    QMenu* file = addMenu(tr("&File"), {FileOpen, FileProject, FileModel, FileSave});
    QAction* quit =
        makeAction(QStringLiteral("quit_action"), tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    connect(quit, &QAction::triggered, this, &QWidget::close);
    file->addSeparator();
    file->addAction(quit);
    addMenu(tr("&Edit"), {EditUndo, EditSelect, EditMaps});
    fillViewMenu(menuBar()->addMenu(tr("&View")));
    addMenu(tr("&Plan"), {PlanCompare, PlanVariants, PlanStrategy, PlanSelection, PlanExport});
    addMenu(tr("&Load"), {LoadControl, LoadMemory, LoadChecks, LoadRecords, LoadMethods});
    addMenu(tr("&Run"), {RunControl, RunView});
    fillHelpMenu(withName(addMenu(tr("&Help"), {HelpGuide, Help}), "help_menu"));
}

QMenu* MainWindow::addMenu(const QString& title, const QList<MenuSection>& sections) {
    QMenu* menu = menuBar()->addMenu(title);
    addSections(menu, sections);
    return menu;
}

void MainWindow::addSections(QMenu* menu, const QList<MenuSection>& sections) {
    for (const MenuSection section : sections) {
        QList<QAction*> actions;
        for (Feature* feature : m_features) {
            actions += feature->menuActions(section);
        }
        if (!actions.isEmpty() && !menu->actions().isEmpty()) {
            menu->addSeparator();
        }
        menu->addActions(actions);
    }
}

void MainWindow::fillViewMenu(QMenu* menu) {
    for (const auto& [place, dock] : m_docks) {
        QAction* const show = dock->toggleViewAction();
        menu->addAction(show);
        connect(show, &QAction::triggered, dock, [dock = dock](bool isShown) {
            if (isShown) {
                dock->raise();  // it may be one of several tabs
            }
        });
    }
    m_lowerPanels = makeAction(QStringLiteral("lower_panels_action"), tr("Lower Panels"),
                               QKeySequence(Qt::CTRL | Qt::Key_J));
    m_lowerPanels->setCheckable(true);
    m_lowerPanels->setToolTip(
        tr("Open or close the charts, runs and tables below the board (Ctrl+J)"));
    connect(m_lowerPanels, &QAction::triggered, m_arrangement, &DockArrangement::setLowerOpen);
    connect(m_arrangement, &DockArrangement::lowerOpenChanged, m_lowerPanels, &QAction::setChecked);
    QAction* reset = makeAction(QStringLiteral("reset_layout_action"), tr("Reset Layout"), {});
    connect(reset, &QAction::triggered, this, &MainWindow::resetLayout);
    menu->addActions({m_lowerPanels, reset});
    addSections(menu, {MenuSection::ViewPages, MenuSection::ViewLook});
    auto* look = new AppearanceMenus(m_theme, m_settings, this);
    connect(look, &AppearanceMenus::renewalRequested, this, &MainWindow::renewalRequested);
    for (QMenu* part : look->menus()) {
        menu->addMenu(part);
    }
}

void MainWindow::fillHelpMenu(QMenu* menu) {
    QAction* keys = makeAction(QStringLiteral("shortcuts_action"), tr("Keyboard Shortcuts"),
                               QKeySequence(Qt::CTRL | Qt::Key_F1));
    connect(keys, &QAction::triggered, this, &MainWindow::showShortcuts);
    menu->addAction(keys);
    addSections(menu, {MenuSection::HelpProgram});
}

QAction* MainWindow::makeAction(const QString& name, const QString& text,
                                const QKeySequence& shortcut) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(shortcut);
    return action;
}

void MainWindow::makeToolBar() {
    m_toolBar = withName(new QToolBar(tr("Main tool bar"), this), "main_tool_bar");
    m_toolBar->setMovable(false);
    m_toolBar->setFloatable(false);
    m_toolBar->setIconSize(QSize(px(16), px(16)));
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->toggleViewAction()->setVisible(false);
    addToolBar(Qt::TopToolBarArea, m_toolBar);
    for (const ToolSection section : {ToolSection::Open, ToolSection::Edit, ToolSection::Plan,
                                      ToolSection::Load, ToolSection::Lesson}) {
        addTools(section);
    }
    auto* spacer = new QWidget(m_toolBar);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_toolBar->addWidget(spacer);
    m_modelName = withName(new ElidedLabel(m_toolBar), "model_name");
    m_modelFigures = withName(new ElidedLabel(m_toolBar, Qt::ElideRight), "model_figures");
    m_modelFigures->setForegroundRole(QPalette::PlaceholderText);
    m_modelFigures->setContentsMargins(visualMargins({8, 0, 4, 0}));
    for (QLabel* label : {m_modelName, m_modelFigures}) {
        label->setFont(m_theme->font(TextRole::Tree));
        m_toolBar->addWidget(label);
    }
    QList<QAction*> shrinking = m_plan->givingActions();
    shrinking << m_capacity->action() << m_lesson->action() << m_run->action();
    m_lessonTools << m_capacity->action();  // it leads to another page
    QList<QToolButton*> giving;
    for (QAction* action : std::as_const(shrinking)) {
        if (action != nullptr) {
            giving.append(qobject_cast<QToolButton*>(m_toolBar->widgetForAction(action)));
        }
    }
    fitToolBar(m_toolBar, giving);
}

void MainWindow::addTools(ToolSection section) {
    QAction* separator = m_toolBar->actions().isEmpty() ? nullptr : m_toolBar->addSeparator();
    const qsizetype before = m_toolBar->actions().size();
    for (Feature* feature : m_features) {
        feature->addTools(section, m_toolBar);
    }
    const QList<QAction*> added = m_toolBar->actions().sliced(before);
    if (added.isEmpty()) {
        delete separator;
    }
    for (QAction* action : added) {
        QWidget* button = m_toolBar->widgetForAction(action);
        if (button->objectName().isEmpty()) {
            button->setObjectName(action->objectName() + QStringLiteral("_button"));
        }
    }
    if (section == ToolSection::Open || section == ToolSection::Lesson) {
        m_lessonTools += added;
    }
}

void MainWindow::showMeasured() {
    const FinishedRun& run = m_run->controller()->runs().back();
    const RunReport& report = *run.report;
    if (report.stopped || run.wasPaused) {
        return;
    }
    const RunTimes times = measuredTimes(report);
    MeasuredRun measured{run.number, run.schedule->plan, report.window, report.hooks.offloaded};
    measured.work.batch = report.sequences.size();
    measured.work.prompt = promptTokens(report) / report.sequences.size();
    measured.work.generate = generatedTokens(report) / report.sequences.size();
    measured.toFirstToken = times.toFirstToken;
    measured.perToken = times.perToken;
    m_plan->compare()->setMeasured(std::move(measured));
}

void MainWindow::connectFeatures() {
    connect(m_document, &Document::modelChanged, this, &MainWindow::showModel);
    connect(m_document, &Document::planChanged, this, &MainWindow::showPlan);
    connect(m_theme, &Theme::changed, this, &MainWindow::showPlan);
    connect(m_tree->panel(), &ModelPanel::menuRequested, m_plan->selectionActions(),
            &PlanActions::showContextMenu);
    m_board->view()->addAction(m_plan->pasteMapAction());
    m_tree->panel()->view()->addAction(m_plan->pasteMapAction());
    FreeMemoryNote* note = m_plan->freeMemoryNote();
    connect(note, &FreeMemoryNote::programsChanged, m_board->view(),
            [this, note] { m_board->view()->setPrograms(note->programs()); });
    connect(m_open, &OpenFeature::mapDropped, m_plan, &PlanFeature::readMap);
    connect(m_open->firstSteps(), &FirstStepsCard::devicesRequested, m_plan->devicesAction(),
            &QAction::trigger);
    connect(m_open->firstSteps(), &FirstStepsCard::shortcutsRequested, this,
            &MainWindow::showShortcuts);
    connect(m_history, &HistoryFeature::overlaysChanged, m_live->panel(), &LivePanel::setOverlays);
    connect(m_run->controller(), &RunController::finished, this, &MainWindow::showMeasured);
    connectLoads();
    connectProject();
    connect(m_capacity, &CapacityFeature::entered, this, [this] {
        m_lesson->leave();
        enterPage(m_capacity->page());
    });
    connect(m_capacity, &CapacityFeature::changed, this, &MainWindow::showPageStatus);
    connect(m_capacity, &CapacityFeature::left, this, &MainWindow::leavePage);
    connect(m_capacity, &CapacityFeature::devicesRequested, m_plan->devicesAction(),
            &QAction::trigger);
    connect(m_lesson, &LessonFeature::entered, this, &MainWindow::enterLesson);
    connect(m_lesson, &LessonFeature::left, this, &MainWindow::leaveLesson);
    connect(m_lesson, &LessonFeature::changed, this, &MainWindow::showPageStatus);
}

void MainWindow::connectProject() {
    connect(m_project->session(), &ProjectSession::changed, this, &MainWindow::showTitle);
    // What could not be opened before stands beside nothing that was opened since.
    connect(m_project->session(), &ProjectSession::openEnded, m_tree->panel()->errorCard(),
            &OpenErrorCard::dismiss);
    Machines* const machines = m_machines->machines();
    connect(m_project, &ProjectFeature::headersWanted, machines, &Machines::readHeaders);
    connect(m_machines, &MachinesFeature::devicesTaken, m_project->session(),
            &ProjectSession::acceptPlan);
    connect(machines, &Machines::headersRead, m_project, &ProjectFeature::takeHeaders);
    connect(machines, &Machines::headersNotRead, m_project, &ProjectFeature::offerConnection);
    connect(m_project, &ProjectFeature::layoutRequested, this, [this](const DockLayout& layout) {
        leavePages();
        m_arrangement->setLayout(layout);
    });
    LoadHistory* const history = m_history->store();
    connect(history, &LoadHistory::fileKept, this,
            [this](const LoadHistory::Record& record, const QString& path) {
                if (m_document->plan() != nullptr &&
                    isRecordOf(*record, m_document->path().toStdString())) {
                    m_project->session()->nameRecord(path);
                }
            });
    connect(history, &LoadHistory::fileRemoved, m_project->session(), &ProjectSession::dropRecord);
    // While a page has the place of the docks, what the project says of them stays.
    m_project->session()->setLayoutReader([this] {
        return m_centre->currentIndex() == 0 ? std::optional(m_arrangement->layout())
                                             : std::nullopt;
    });
}

void MainWindow::connectLoads() {
    connect(m_load, &LoadFeature::loadedChanged, this,
            [this](const std::shared_ptr<const LoadedPlaces>& places,
                   const std::function<double(ModuleId)>& fraction) {
                m_board->view()->setLoadedPlaces(places);
                m_board->view()->setLoadProgress(fraction);
                m_tree->setLoaded(places, fraction);
            });
    ModelPanel* tree = m_tree->panel();
    connect(m_load, &LoadFeature::fractionsChanged, tree, &ModelPanel::repaintProgress);
    connect(m_run, &RunFeature::runningChanged, tree, &ModelPanel::showRunning);
    connect(m_run, &RunFeature::followRequested, tree, &ModelPanel::followRunning);
}

void MainWindow::resetLayout() {
    leavePages();
    resize(kDesigned.boundedTo(largestSize(*this)));
    m_arrangement->reset();
}

void MainWindow::showDock(DockPlace place, int height) {
    leavePages();
    m_arrangement->showLower(m_docks.at(place), height);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_arrangement->fit();
}

void MainWindow::closeUnasked() {
    m_closing = Closing::Unasked;
    close();
}

void MainWindow::handOver() {
    m_help->endTour();
    leavePages();
    m_arrangement->save(*m_settings);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_successor != nullptr) {
        if (m_closing == Closing::Unasked) {
            m_successor->closeUnasked();
        } else {
            m_successor->close();
        }
        event->accept();
        return;
    }
    if (m_closing == Closing::Asks) {
        m_closing = Closing::Asking;
        m_project->leave([this] {
            const bool isLater = m_closing != Closing::Asking;
            m_closing = Closing::Answered;
            if (isLater) {
                close();
            }
        });
        if (m_closing == Closing::Asking) {
            m_closing = Closing::Asks;
            event->ignore();
            return;
        }
    }
    m_project->finish(m_closing == Closing::Unasked ? RecoveryKeeper::End::Keep
                                                    : RecoveryKeeper::End::Discard);
    m_help->endTour();
    leavePages();
    m_arrangement->save(*m_settings);
    event->accept();
}

/// "gpt2.stowage* — gpt2/model.pth — Stowage".
void MainWindow::showTitle() {
    if (m_document->tree() == nullptr) {
        setWindowTitle(tr("Stowage"));
        return;
    }
    const ProjectSession& session = *m_project->session();
    const QString words = weightlessWords(*m_document);
    const QString model = words.isEmpty() ? m_document->displayName()
                                          : tr("%1 (%2)").arg(m_document->displayName(), words);
    // The mark stands behind what it is about; in a name it would be taken for the mark.
    const auto marked = [](QString name) {
        return name.replace(QLatin1String("[*]"), QLatin1String("[*][*]")) + QStringLiteral("[*]");
    };
    setWindowTitle(session.path().isEmpty()
                       ? tr("%1 — Stowage").arg(marked(model))
                       : tr("%1 — %2 — Stowage").arg(marked(session.title()), model));
    setWindowModified(session.isModified());
}

void MainWindow::showModel() {
    showTitle();
    if (m_document->tree() == nullptr) {
        return;
    }
    m_status->clearMessage();  // it is about the model before
    m_modelName->setText(m_document->displayName());
    const auto& elsewhere = m_document->checkpoint()->elsewhere;
    m_modelName->setToolTip(elsewhere != nullptr
                                ? QString::fromStdString(elsewhere->machine + ":" + elsewhere->path)
                            : Document::isTypedPath(m_document->path()) ? QString()
                                                                        : m_document->path());
}

/// What the plan makes of the model: its size is that of the plan's dtype and quantisation.
void MainWindow::showModelFigures() {
    const PlacementPlan& plan = *m_document->plan();
    QStringList parts{sizeText(m_document->view()->plannedBytes), plannedDtypeText(plan),
                      formatCount(plan.request.tree->totalParameters())};
    if (const QString words = weightlessWords(*m_document); !words.isEmpty()) {
        parts.append(words);
    }
    m_modelFigures->setText(parts.join(QStringLiteral(" · ")));
}

void MainWindow::showPlan() {
    const auto& view = m_document->view();
    m_status->showPlan(view.get());
    if (view != nullptr) {
        showModelFigures();
    }
    showPageStatus();
}

}  // namespace stowage
