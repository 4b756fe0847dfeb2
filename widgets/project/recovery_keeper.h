// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/project/recovery.h"
#include "widgets/support/worker.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

class ProjectSession;
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

}  // namespace stowage
