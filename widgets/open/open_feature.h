// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/open/headers_only.h"
#include "widgets/document/document.h"
#include "widgets/support/feature.h"

#include <functional>
#include <string>
#include <utility>

class QMenu;

namespace stowage {

class CompanionMenu;
class FirstStepsCard;
class NewModelDialog;
class RecentFiles;
class SaveController;
class SaveDialog;

/// Opening and saving: by dialog, drop and the recent list, typed models, what the person should
/// know of what was opened, and the card of the first start.
class OpenFeature : public Feature {
    Q_OBJECT
public:
    explicit OpenFeature(const FeatureParts& parts);

    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void addTools(ToolSection section, QToolBar* bar) override;
    void start() override;

    /// Opens a file or folder and remembers it among the recent ones, after what setLeaving() asks.
    /// A failure is shown in the place of the model. A project is announced by projectChosen().
    void openPath(const QString& path, const OpenOptions& options = {});
    /// The Python that was asked last, else defaultPython().
    [[nodiscard]] QString python() const;
    /// Shows the form in which a family and its sizes are typed, as it was left.
    void showNewModel();
    /// The same with the numbers of the open config.json.
    void editSizes();
    /// Shows the form in which what is open, or a sample, is written in another form.
    void showSave();
    /// What says on a first start what the window shows.
    [[nodiscard]] FirstStepsCard* firstSteps() const { return m_firstSteps; }
    [[nodiscard]] QAction* openAction() const { return m_open; }
    [[nodiscard]] QAction* openFolderAction() const { return m_openFolder; }
    [[nodiscard]] QAction* editSizesAction() const { return m_editSizes; }
    /// What is asked before another model takes the place of the open one: it calls the function it
    /// is given, now or later, or never.
    void setLeaving(std::function<void(std::function<void()>)> leave) {
        m_leave = std::move(leave);
    }
    /// How the open model was opened, with what was chosen beside it: CompanionMenu::with().
    [[nodiscard]] OpenOptions with(Companion companion, const QString& path) const;
    /// Takes files that are dragged over the window or dropped on it; false: not for the window.
    bool takeDrag(QEvent* event);

Q_SIGNALS:
    /// A file that may be a device map was dropped while a model is open.
    void mapDropped(const QString& path);
    /// A project was chosen or dropped where models are.
    void projectChosen(const QString& path);
    /// What goes with the open model is to be chosen on the machine that has it.
    void thereRequested(Companion companion);
    /// A recent model of another machine was chosen.
    void farChosen(const QString& host, const QString& path);
    /// The notes on what is open shall be seen.
    void notesRequested();

private:
    void makeActions();
    void makeNewModelDialog();
    void openTyped(const QString& name, const std::string& text);
    void openDropped(const QStringList& paths);
    void showOpened();
    void showNotes();
    void showKeyCheck();
    void offerPython();
    void showProgress(const Progress& progress);
    /// How a save ended whose form is closed.
    void tellOfSave();

    FirstStepsCard* m_firstSteps;
    RecentFiles* m_recent;
    QMenu* m_recentMenu;
    CompanionMenu* m_companions;
    SaveController* m_saves;
    QAction* m_new = nullptr;
    QAction* m_open = nullptr;
    QAction* m_openFolder = nullptr;
    QAction* m_editSizes = nullptr;
    QAction* m_writeModel = nullptr;
    QAction* m_showFirstSteps = nullptr;
    NewModelDialog* m_newModel = nullptr;
    SaveDialog* m_save = nullptr;
    std::function<void(std::function<void()>)> m_leave;
    QString m_path;     ///< what was asked for last; "": a typed model
    QString m_opening;  ///< "Opening x.pth", while it goes on
    QString m_note;     ///< to be said once what was dropped is open
};

}  // namespace stowage
