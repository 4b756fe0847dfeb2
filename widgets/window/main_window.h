// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/load/load_controller.h"
#include "widgets/plan/devices_dialog.h"
#include "widgets/support/file_dialogs.h"
#include "widgets/support/theme.h"

#include <QMainWindow>

#include <memory>
#include <vector>

class QComboBox;
class QDockWidget;
class QLabel;
class QSettings;
class QStackedWidget;
class QToolBar;
class QToolButton;

namespace stowage {

class AuditPanel;
class BoardView;
class CompareModelsDialog;
class ComparePanel;
class DeviceCards;
class DiffBar;
class DockArrangement;
class Document;
class DockTitle;
class FactsPanel;
class FirstStepsCard;
class LessonPage;
class LessonSession;
class LivePanel;
class LoadedNote;
class MapDialog;
class MessageBar;
class MethodComparison;
class MethodsPanel;
class NewModelDialog;
class ModelPanel;
class PlanActions;
class PlanComparison;
class PlanPanel;
class ProblemsPanel;
class RecentFiles;
class RunController;
class RunPanel;
class LoadHistoryPanel;
class LoadHistory;
class SaveController;
class SaveDialog;
class SegmentMapPanel;
struct Progress;
struct LoadRecord;

/// What a main window works with; all are borrowed and outlive it.
struct MainWindowParts {
    Document* document = nullptr;
    LoadController* controller = nullptr;
    Theme* theme = nullptr;
    QSettings* settings = nullptr;  ///< layout, theme, recent files
    FileDialogs* dialogs = nullptr;
    LoadHistory* runs = nullptr;      ///< null: runs are kept as long as the window lives
    QString compareProgram{};         ///< stowagectl; "": the one beside this program
    LessonSession* lesson = nullptr;  ///< null: the window has no lesson
};

/// The one window: model left, board in the middle, plan, problems and reasons right, live charts
/// at the bottom; menus, tool bar and status bar around them. It connects the parts and holds no
/// figures of its own.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const MainWindowParts& parts, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Document* document() const { return m_document; }
    [[nodiscard]] LoadController* controller() const { return m_controller; }
    [[nodiscard]] BoardView* board() const { return m_board; }
    [[nodiscard]] LivePanel* live() const { return m_live; }
    [[nodiscard]] ModelPanel* modelPanel() const { return m_model; }
    [[nodiscard]] MessageBar* messages() const { return m_messages; }
    [[nodiscard]] PlanComparison* comparison() const { return m_comparison; }
    [[nodiscard]] ComparePanel* compare() const { return m_compare; }
    /// Brings the Compare dock to the front.
    void showCompare();
    /// Brings the map of an allocator's segments to the front.
    void showSegments();
    /// Brings what the last verification found to the front.
    void showAudit();
    /// Brings the Devices dock, with its cards, to the front.
    void showDevices();
    [[nodiscard]] DeviceCards* cards() const { return m_cards; }
    /// Brings the Methods dock, where methods are compared, to the front.
    void showMethods();
    /// Brings the Runs dock to the front.
    void showHistory();
    [[nodiscard]] LoadHistory* runs() const { return m_history; }
    [[nodiscard]] MethodComparison* methods() const { return m_methods; }
    [[nodiscard]] LoadHistoryPanel* historyPanel() const { return m_historyPanel; }
    /// Brings the Run dock, where the loaded model is run, to the front.
    void showRun();
    /// Runs of the loaded model; the window's own.
    [[nodiscard]] RunController* modelRuns() const { return m_modelRuns; }
    [[nodiscard]] RunPanel* runPanel() const { return m_runPanel; }
    /// Puts the lesson's page in place of board and docks; without effect where there is none.
    void enterLesson();
    /// Brings board and docks back as they were.
    void leaveLesson();
    [[nodiscard]] bool isInLesson() const;
    /// Null before the lesson was entered once.
    [[nodiscard]] LessonPage* lessonPage() const { return m_lessonPage; }
    /// Asks for a device map, with `text` (or what was typed last) in the field.
    void pasteMap(const QString& text);
    /// The same with the text of a file.
    void readMap(const QString& path);
    /// The method that Load takes.
    [[nodiscard]] LoadMethod method() const;
    void setMethod(LoadMethod method);
    /// Opens a file or folder and remembers it among the recent ones. A failure is shown in the
    /// place of the model.
    void openPath(const QString& path, const OpenOptions& options = {});
    /// Shows the form in which a family and its sizes are typed, as it was left.
    void showNewModel();
    /// The same with the numbers of the open config.json.
    void editSizes();
    /// Null before it was shown once.
    [[nodiscard]] NewModelDialog* newModel() const { return m_newModel; }
    /// Shows the form in which what is open, or a sample, is written in another form.
    void showSave();
    /// Null before it was shown once.
    [[nodiscard]] SaveDialog* saveDialog() const { return m_save; }
    /// Shows two models side by side, the open one first.
    CompareModelsDialog* compareModels();
    /// Brings the page on the open model to the front.
    void showFacts();
    [[nodiscard]] FactsPanel* facts() const { return m_facts; }
    /// The theme that was chosen in the View menu last.
    [[nodiscard]] static ThemeMode savedTheme(const QSettings& settings);
    /// What says on a first start what the window shows; its own.
    [[nodiscard]] FirstStepsCard* firstSteps() const { return m_firstSteps; }
    /// Docks where the mock-up has them.
    void resetLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeCentre();
    void makeDocks(const MainWindowParts& parts);
    void makeArrangement();
    void makeLowerPanelsAction();
    void nameProblemsTab();
    QDockWidget* addDock(Qt::DockWidgetArea area, const QString& name, const QString& title,
                         QWidget* widget);
    void makeCompareDock();
    void makeStatusBar();
    void restoreLayout();
    void connectParts();

    void makeMenus();
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void makePlanMenu();
    void makeLoadActions();
    void makeLoadMenu();
    void makeDevicesDock();
    void makeMemoryDocks();
    void makeHistoryDocks(const MainWindowParts& parts);
    void makeFactsDock();
    void makeRamLimitAction(QMenu* menu);
    void makeHistoryActions(QMenu* menu);
    void makeModelRunActions();
    void makeRunMenu();
    void addRunButton(QToolBar* bar);
    void makeRunDock();
    void connectModelRuns();
    void showRunState();
    void showRunningModule();
    /// Whether the run that goes on, or went on last, is of the model that is shown.
    [[nodiscard]] bool isRunShown() const;
    void makeLessonActions(QMenu* menu);
    void addLessonButton(QToolBar* bar);
    void showLessonStatus();
    /// Takes what acts on the board's model out of the tool bar and its keys away.
    void hidePlanTools();
    void showOverlays();
    void raiseDock(QDockWidget* dock, int height);
    void connectLoads();
    void makeCompareActions();
    void enableCompareActions();
    void makeToolBar();
    QAction* makeAction(const QString& name, const QString& text, const QKeySequence& shortcut,
                        const QString& icon = {});
    void applyIcons();
    void makeOpenActions(QMenu* menu);
    void makeNewModelActions(QMenu* menu);
    void makeSaveAction(QMenu* menu);
    /// How a save ended whose form is closed.
    void tellOfSave();
    void makeCompareModelsAction(QMenu* menu);
    void makeNewModelDialog();
    void openTyped(const QString& name, const std::string& text);
    /// Title, name and figures of a model of which no weights are there say so.
    void showWeightless();
    void addOpenButton(QToolBar* bar);
    void connectOpening();
    /// Takes what is dragged over or dropped on any part of the window; false: not for the window.
    bool handleDrag(QEvent* event);
    [[nodiscard]] static bool isDrag(const QEvent& event);
    /// Whether a widget stands in this window or in a dock that floats over it.
    [[nodiscard]] bool isPartOf(const QWidget& widget) const;
    void openDropped(const QStringList& paths);
    void showOpenFailure();
    /// What the person should know of what was just opened.
    void showOpenNotes();
    void showOpenProgress(const Progress& progress);

    void showModel();
    void showPlan();
    void showModelFigures();
    /// What was typed into a lane is the plan's now: no longer the field's to undo.
    void settleLimitFields(const PlacementPlan& plan);
    void showLoadState();
    void showLoadProgress();
    /// Says what is loaded where it is not what is shown, and marks where its weights lie.
    void showLoaded();
    /// Whether the load that runs, or is loaded, is of the model that is shown.
    [[nodiscard]] bool isShownLoaded() const;
    [[nodiscard]] QString loadToolTip() const;
    void showLoadFailure(const QString& sentence);
    void showRefusal(const LoadRefusal& refusal);
    [[nodiscard]] LoadRequest loadRequest() const;
    void startLoad(const LoadRequest& request);
    void stepLoad();
    void selectStepped();
    void copyAsPython();
    void copyMap(std::string (*write)(const DeviceMap&), const QString& as);
    [[nodiscard]] MapDialog* openMapDialog();
    void makeMapActions();
    void selectAllBlocks();
    void editDevices();
    /// Drops the moves by hand, and says so.
    void planAgain();
    void showAbout();
    void showShortcuts();
    void connectFirstSteps();

    Document* m_document;
    LoadController* m_controller;
    Theme* m_theme;
    QSettings* m_settings;
    FileDialogs* m_dialogs;

    PlanComparison* m_comparison = nullptr;
    MessageBar* m_messages = nullptr;
    DiffBar* m_diffBar = nullptr;
    LoadedNote* m_loadedNote = nullptr;
    FirstStepsCard* m_firstSteps = nullptr;
    BoardView* m_board = nullptr;
    ModelPanel* m_model = nullptr;
    PlanPanel* m_plan = nullptr;
    ProblemsPanel* m_problems = nullptr;
    LivePanel* m_live = nullptr;
    ComparePanel* m_compare = nullptr;
    QDockWidget* m_compareDock = nullptr;
    DeviceCards* m_cards = nullptr;
    QDockWidget* m_devicesDock = nullptr;
    SegmentMapPanel* m_segments = nullptr;
    AuditPanel* m_audit = nullptr;
    QDockWidget* m_segmentsDock = nullptr;
    QDockWidget* m_auditDock = nullptr;
    LoadHistory* m_history = nullptr;
    MethodComparison* m_methods = nullptr;
    LoadHistoryPanel* m_historyPanel = nullptr;
    MethodsPanel* m_methodsPanel = nullptr;
    QDockWidget* m_historyDock = nullptr;
    QDockWidget* m_methodsDock = nullptr;
    RunController* m_modelRuns = nullptr;
    RunPanel* m_runPanel = nullptr;
    QDockWidget* m_runDock = nullptr;
    FactsPanel* m_facts = nullptr;
    QDockWidget* m_factsDock = nullptr;
    LessonSession* m_lesson = nullptr;
    LessonPage* m_lessonPage = nullptr;
    QStackedWidget* m_centre = nullptr;
    QByteArray m_layoutBeforeLesson;
    QList<QAction*> m_hiddenInLesson;
    QAction* m_lessonAction = nullptr;
    QAction* m_lessonProjector = nullptr;
    std::vector<std::shared_ptr<const LoadRecord>> m_overlaidRecords;  ///< over the live charts
    DockArrangement* m_arrangement = nullptr;
    PlanActions* m_planActions = nullptr;
    DockTitle* m_problemsTitle = nullptr;
    QList<QDockWidget*> m_docks;

    RecentFiles* m_recent = nullptr;
    QMenu* m_viewMenu = nullptr;
    QComboBox* m_method = nullptr;
    QToolButton* m_loadButton = nullptr;
    QLabel* m_modelName = nullptr;
    QLabel* m_modelFigures = nullptr;
    QLabel* m_statusIcon = nullptr;
    QLabel* m_statusVerdict = nullptr;
    QLabel* m_statusHops = nullptr;
    QLabel* m_statusKind = nullptr;
    QList<QPair<QAction*, QString>> m_iconActions;
    QAction* m_lowerPanels = nullptr;
    QAction* m_open = nullptr;
    QAction* m_openFolder = nullptr;
    QAction* m_newModelAction = nullptr;
    QAction* m_editSizes = nullptr;
    NewModelDialog* m_newModel = nullptr;
    SaveController* m_saves = nullptr;
    SaveDialog* m_save = nullptr;
    std::vector<HiddenGpu> m_hiddenGpus;
    std::size_t m_seenGpus = 0;  ///< how many were seen when those were hidden
    QAction* m_undo = nullptr;
    QAction* m_redo = nullptr;
    QAction* m_planAgain = nullptr;
    QAction* m_copyPython = nullptr;
    QAction* m_copyMapJson = nullptr;
    QAction* m_copyMapPython = nullptr;
    QAction* m_pasteMap = nullptr;
    QAction* m_compareAction = nullptr;
    QAction* m_compareLast = nullptr;
    QAction* m_endComparison = nullptr;
    QAction* m_devices = nullptr;
    QAction* m_load = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_cancel = nullptr;
    QAction* m_apply = nullptr;
    QAction* m_unload = nullptr;
    QAction* m_step = nullptr;
    bool m_isStepping = false;  ///< the pause is one between two steps
    QAction* m_run = nullptr;
    QAction* m_runPause = nullptr;
    QAction* m_runCancel = nullptr;
    QAction* m_runFollow = nullptr;
    QAction* m_emptyCache = nullptr;
    QAction* m_resetPeaks = nullptr;
    QAction* m_verify = nullptr;
    QString m_openingPath;
    QString m_opening;   ///< "Opening x.pth", while it goes on
    QString m_openNote;  ///< to be said once what was dropped is open
    QString m_mapText;   ///< what stood in the map dialog last: nothing typed is lost
    std::shared_ptr<LoadFractions> m_fractions;
};

}  // namespace stowage
