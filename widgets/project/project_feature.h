// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/project/recovery.h"
#include "widgets/support/feature.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QMenu;
class QPlainTextEdit;

namespace stowage {

class CompareVariantsDialog;
class OpenFeature;
class ProjectSession;
class RecentFiles;
struct DockLayout;
struct ProjectSnapshot;

/// Keeps what is not saved in a recovery file, written in a worker soon after each change, so that
/// a program that is killed loses the last second at most; and finds what others have left. UI
/// thread only.
class RecoveryKeeper : public QObject {
    Q_OBJECT
public:
    /// Follows `session`, which outlives it. An empty folder: nothing is kept.
    RecoveryKeeper(ProjectSession* session, std::string folder, QObject* parent = nullptr);

    /// Looks for what windows of processes that are gone have left; found() follows if there is
    /// any.
    void look();
    /// What becomes of the recovery file at the end of the window.
    enum class End { Discard, Keep };
    /// Waits for the write that goes on, and makes an end: nothing is written afterwards.
    void finish(End end);

Q_SIGNALS:
    /// Newest first.
    void found(const std::vector<RecoveryEntry>& entries);
    /// What is not saved cannot be kept: one sentence, once for each project.
    void failed(const QString& sentence, ErrorCode code);

private:
    /// Nothing where all is saved.
    [[nodiscard]] std::optional<ProjectSnapshot> unsaved() const;
    void write();
    void tell(const Result<void>& result);

    ProjectSession* m_session;
    std::string m_folder;
    std::shared_ptr<RecoveryFile> m_file;   ///< used by the worker alone while it runs
    std::vector<RecoveryEntry> m_restored;  ///< are in this window now; go with the next write
    QTimer m_timer;
    bool m_isTold = false;
    Worker m_worker;
    Worker m_lookWorker;
};

/// Projects: opening and saving them, what is asked before changes are lost, what an earlier window
/// left, variants as tabs, the Edits and Notes docks.
class ProjectFeature : public Feature {
    Q_OBJECT
public:
    /// An empty folder: nothing is kept for a crash.
    ProjectFeature(const FeatureParts& parts, OpenFeature* open, const std::string& recoveryFolder);

    [[nodiscard]] QList<DockContent> docks() override;
    [[nodiscard]] QList<QAction*> menuActions(MenuSection section) override;
    void start() override;

    [[nodiscard]] ProjectSession* session() const { return m_session; }
    /// What is to be told of projects, above the board.
    [[nodiscard]] MessageBar* bar() const { return m_bar; }
    /// What an earlier window left is offered there until a person answers, above that.
    [[nodiscard]] MessageBar* recoveryBar() const { return m_recoveryBar; }
    [[nodiscard]] QWidget* variants() const { return m_variants; }
    /// Null before it was shown once.
    [[nodiscard]] CompareVariantsDialog* comparison() const { return m_comparison; }
    [[nodiscard]] QAction* saveAction() const { return m_save; }

    /// Opens a project, after what leave() asks.
    void openPath(const QString& path);
    /// Asks whether changes are to be saved, where there are any, and goes on by `proceed`: at
    /// once, once they are saved, or never.
    void leave(const std::function<void()>& proceed);
    /// Offers to read the headers that the project waits for, where it waits for some.
    void offerConnection();
    /// They lie at `copy`: the project is opened with them, if it still waits for these.
    void takeHeaders(const QString& host, const QString& model, const QString& copy);
    /// The end of the window: what becomes of the recovery file.
    void finish(RecoveryKeeper::End end) { m_keeper->finish(end); }

Q_SIGNALS:
    /// The docks shall lie as they did when the project was saved.
    void layoutRequested(const DockLayout& layout);
    /// A person wants the headers of a model of another machine, and of what it is opened with:
    /// takeHeaders(), or offerConnection() where there are none, is to follow.
    void headersWanted(const QString& host, const QString& model, const OpenOptions& options);

private:
    void makeActions();
    [[nodiscard]] QWidget* makeNotes(QWidget* parent);
    void newProject();
    void save();
    void saveAs();
    void showOpened(const QStringList& notes, const QString& change,
                    const std::optional<DockLayout>& layout);
    void findModel();
    void offerRecovery();
    void dropOffer(const RecoveryEntry& entry);
    void restore(const RecoveryEntry& entry);
    void discard(const RecoveryEntry& entry);
    void compare();
    void writeReport();
    void enableActions();

    OpenFeature* m_open;
    ProjectSession* m_session;
    RecoveryKeeper* m_keeper;
    MessageBar* m_bar;
    MessageBar* m_recoveryBar;
    QWidget* m_variants;
    RecentFiles* m_recent;
    QMenu* m_recentMenu;
    CompareVariantsDialog* m_comparison = nullptr;
    QPlainTextEdit* m_notes = nullptr;
    QAction* m_new = nullptr;
    QAction* m_openProject = nullptr;
    QAction* m_save = nullptr;
    QAction* m_saveAs = nullptr;
    QAction* m_addVariant = nullptr;
    QAction* m_compare = nullptr;
    QAction* m_report = nullptr;
    std::vector<RecoveryEntry> m_left;  ///< not answered yet, the newest first; that one is offered
    std::function<void()> m_afterSave;
    QString m_reportFile;  ///< where the last one of this model went; "": none yet
};

}  // namespace stowage
