// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/feature.h"

#include <QMainWindow>
#include <QPointer>

#include <map>
#include <string>

class QLabel;
class QMenu;
class QSettings;
class QStackedWidget;

namespace stowage {

class BoardFeature;
class CapacityFeature;
class DockArrangement;
class Document;
class FileDialogs;
class HelpFeature;
class HistoryFeature;
class LessonFeature;
class LessonSession;
class LiveFeature;
class LoadController;
class LoadFeature;
class LoadHistory;
class MachinesFeature;
class MessageBar;
class MethodsFeature;
class OpenFeature;
class PlanComparison;
class PlanFeature;
class PlanStatusBar;
class ProjectFeature;
class RunFeature;
class Theme;
class TreeFeature;

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
    std::string recoveryFolder{};     ///< "": what is not saved is not kept for a crash
    QString crashFolder{};            ///< reports of crashes; "": none are looked for
    QObject* keeper = nullptr;        ///< of what the next window goes on with; null: there is none
};

/// What a window shows: board and docks, or a page in their place.
enum class WindowPage { Board, Lesson, Capacity };

/// The one window: model left, board in the middle, plan, problems and reasons right, live charts
/// at the bottom; menus, tool bar and status bar around them. It puts together what its features
/// bring, and connects those that may not know each other.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const MainWindowParts& parts, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Document* document() const { return m_document; }
    [[nodiscard]] LoadController* controller() const { return m_controller; }
    [[nodiscard]] MessageBar* messages() const { return m_messages; }
    [[nodiscard]] PlanComparison* comparison() const { return m_comparison; }
    [[nodiscard]] BoardFeature* board() const { return m_board; }
    [[nodiscard]] OpenFeature* open() const { return m_open; }
    [[nodiscard]] TreeFeature* tree() const { return m_tree; }
    [[nodiscard]] LoadFeature* load() const { return m_load; }
    [[nodiscard]] RunFeature* run() const { return m_run; }
    [[nodiscard]] PlanFeature* plan() const { return m_plan; }
    [[nodiscard]] LiveFeature* live() const { return m_live; }
    [[nodiscard]] HistoryFeature* history() const { return m_history; }
    [[nodiscard]] MethodsFeature* methods() const { return m_methods; }
    [[nodiscard]] MachinesFeature* machines() const { return m_machines; }
    [[nodiscard]] CapacityFeature* capacity() const { return m_capacity; }
    [[nodiscard]] LessonFeature* lesson() const { return m_lesson; }
    [[nodiscard]] ProjectFeature* project() const { return m_project; }
    [[nodiscard]] HelpFeature* help() const { return m_help; }
    [[nodiscard]] DockArrangement* arrangement() const { return m_arrangement; }
    [[nodiscard]] WindowPage page() const;
    /// Opens that page; the board is what a new window shows.
    void showPage(WindowPage page);
    /// Closes without a question; what is not saved stays in the recovery folder.
    void closeUnasked();
    /// To be called before another window takes this one's place: keeps how it is arranged, and
    /// leaves what the keeper has as it is.
    void handOver();
    /// After that, as long as this window still is seen: whoever closes it closes `window`, which
    /// has all that it had, in the same way.
    void setSuccessor(MainWindow* window) { m_successor = window; }
    /// Docks where the mock-up has them.
    void resetLayout();

Q_SIGNALS:
    /// A language or a text size was chosen and is saved; a window with it shall take this one's
    /// place.
    void renewalRequested();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void makeFeatures(const MainWindowParts& parts);
    void makeCentre();
    void makeDocks();
    void makeArrangement();
    void makeMenus();
    /// A menu of the bar with what the features bring to these parts of it.
    QMenu* addMenu(const QString& title, const QList<MenuSection>& sections);
    void addSections(QMenu* menu, const QList<MenuSection>& sections);
    void fillViewMenu(QMenu* menu);
    void fillHelpMenu(QMenu* menu);
    QAction* makeAction(const QString& name, const QString& text, const QKeySequence& shortcut);
    void makeToolBar();
    void addTools(ToolSection section);
    void connectFeatures();
    void connectLoads();
    void connectProject();

    void showDock(DockPlace place, int height);
    /// Shows a page in place of board and docks, which leavePage() brings back as they were.
    void enterPage(QWidget* page);
    void leavePage();
    /// Whatever has the place of board and docks gives it back.
    void leavePages();
    void enterLesson();
    void leaveLesson();
    /// Takes what acts on the board's model out of the tool bar and its keys away.
    void hidePlanTools();
    void showPageStatus();
    void showTitle();
    void showModel();
    void showModelFigures();
    void showPlan();
    /// The times of the run that ended go to the plans that are compared.
    void showMeasured();
    void showShortcuts();
    /// Whether a widget stands in this window or in a dock that floats over it.
    [[nodiscard]] bool isPartOf(const QWidget& widget) const;

    Document* m_document;
    LoadController* m_controller;
    Theme* m_theme;
    QSettings* m_settings;
    PlanComparison* m_comparison;
    MessageBar* m_messages;

    BoardFeature* m_board = nullptr;
    OpenFeature* m_open = nullptr;
    TreeFeature* m_tree = nullptr;
    LoadFeature* m_load = nullptr;
    RunFeature* m_run = nullptr;
    PlanFeature* m_plan = nullptr;
    LiveFeature* m_live = nullptr;
    HistoryFeature* m_history = nullptr;
    MethodsFeature* m_methods = nullptr;
    MachinesFeature* m_machines = nullptr;
    CapacityFeature* m_capacity = nullptr;
    LessonFeature* m_lesson = nullptr;
    ProjectFeature* m_project = nullptr;
    HelpFeature* m_help = nullptr;
    QList<Feature*> m_features;  ///< all of them, in the order of their entries in a section

    std::map<DockPlace, QDockWidget*> m_docks;
    DockArrangement* m_arrangement = nullptr;
    QStackedWidget* m_centre = nullptr;
    QToolBar* m_toolBar = nullptr;
    QAction* m_lowerPanels = nullptr;
    QLabel* m_modelName = nullptr;
    QLabel* m_modelFigures = nullptr;
    PlanStatusBar* m_status = nullptr;
    QByteArray m_layoutBeforePage;
    /// How the window may close: after a question where changes would be lost.
    enum class Closing { Asks, Asking, Answered, Unasked } m_closing = Closing::Asks;
    QPointer<MainWindow> m_successor;
    QList<QAction*> m_lessonTools;     ///< of the tool bar, those that stay in the lesson
    QList<QAction*> m_hiddenInLesson;  ///< those that did not
};

}  // namespace stowage
