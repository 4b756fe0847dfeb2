// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/theme.h"

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPair>

#include <functional>
#include <map>
#include <utility>

class QAction;
class QDockWidget;
class QSettings;
class QToolBar;

namespace stowage {

class Document;
class FileDialogs;
class LoadController;
class MessageBar;
class PlanComparison;

/// What every feature of the window works with; all are borrowed and outlive it.
struct FeatureParts {
    QWidget* window = nullptr;  ///< the parent of what the feature shows
    Document* document = nullptr;
    LoadController* controller = nullptr;
    PlanComparison* comparison = nullptr;
    MessageBar* messages = nullptr;
    Theme* theme = nullptr;
    QSettings* settings = nullptr;
    FileDialogs* dialogs = nullptr;
    QObject* keeper = nullptr;  ///< the parent of what outlives the window: keptBy()
};

/// The one `Kept` that lives as long as `keeper` does: the one that is there, or a new one. What a
/// person would lose with a window (its project, the runs) is kept so where another window takes
/// its place, as in another language. `arguments` are those of its constructor but the parent.
template <class Kept, class... Arguments>
[[nodiscard]] Kept* keptBy(QObject* keeper, Arguments&&... arguments) {
    if (auto* const there = keeper->findChild<Kept*>(QString(), Qt::FindDirectChildrenOnly)) {
        return there;
    }
    return new Kept(std::forward<Arguments>(arguments)..., keeper);
}

/// The docks, in the order in which they are made and stand in the View menu.
enum class DockPlace {
    Model,
    Plan,
    Problems,
    Why,
    Live,
    Run,
    Compare,
    Devices,
    Segments,
    Audit,
    Runs,
    Methods,
    Machines,
    Facts,
    Edits,
    Notes,
};

/// A dock that a feature brings. `makeContent` is called once, with the content's parent.
struct DockContent {
    DockPlace place = DockPlace::Model;
    Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
    QString name;
    QString title;
    std::function<QWidget*(QWidget* parent)> makeContent;
};

/// Parts of the menus, top to bottom; a separator stands between two of one menu.
enum class MenuSection {
    FileOpen,
    FileProject,
    FileModel,
    FileSave,
    EditUndo,
    EditSelect,
    EditMaps,
    ViewPages,
    ViewLook,
    PlanCompare,
    PlanVariants,
    PlanStrategy,
    PlanSelection,
    PlanExport,
    LoadControl,
    LoadMemory,
    LoadChecks,
    LoadRecords,
    LoadMethods,
    RunControl,
    RunView,
    HelpGuide,
    Help,
    HelpProgram,
};

/// Parts of the tool bar, from its start; a separator stands between two.
enum class ToolSection { Open, Edit, Plan, Load, Lesson };

/// One thing that the window can do: its docks, its actions and what they do. The window asks every
/// feature for them and knows no more of it; what two features have to do with each other is said
/// in the constructor of the later one, or connected by the window.
class Feature : public QObject {
    Q_OBJECT
public:
    explicit Feature(const FeatureParts& parts);

    [[nodiscard]] virtual QList<DockContent> docks() { return {}; }
    /// Makes the dock with its frame, title bar and content.
    QDockWidget* makeDock(const DockContent& content);
    /// What it brings to a part of a menu; a submenu by its action.
    [[nodiscard]] virtual QList<QAction*> menuActions(MenuSection) { return {}; }
    /// Adds what it brings to a part of the tool bar.
    virtual void addTools(ToolSection, QToolBar*) {}
    /// Called once, when the docks, menus and tools of all features are there: the feature follows
    /// the document and the controller from now on.
    virtual void start() {}

Q_SIGNALS:
    /// A sentence for the status bar.
    void noticed(const QString& sentence, int milliseconds);
    /// A dock below the board shall come to the front, at least that high.
    void dockRequested(DockPlace place, int height);
    /// Board and docks shall be seen, whatever has their place.
    void boardRequested();

protected:
    /// An action of the window; its icon follows the theme.
    QAction* makeAction(const QString& name, const QString& text, const QKeySequence& shortcut,
                        const QString& icon = {});
    void setThemeIcon(QAction* action, const QString& icon);
    /// One of its own docks; null before it was made.
    [[nodiscard]] QDockWidget* dock(DockPlace place) const;

    QWidget* const m_window;
    Document* const m_document;
    LoadController* const m_controller;
    PlanComparison* const m_comparison;
    MessageBar* const m_messages;
    Theme* const m_theme;
    QSettings* const m_settings;
    FileDialogs* const m_dialogs;

private:
    QList<QPair<QAction*, QString>> m_icons;
    std::map<DockPlace, QDockWidget*> m_docks;
};

}  // namespace stowage
