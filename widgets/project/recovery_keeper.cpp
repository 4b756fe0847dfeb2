// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/recovery_keeper.h"

#include "widgets/project/project_session.h"
#include "widgets/support/translation.h"

#include <QDateTime>

#include <cstddef>
#include <utility>

namespace stowage {
namespace {

/// Changes within it are written together.
constexpr int kRecoveryDelayMs = 300;

std::string nowText() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toStdString();
}

/// Writes what is not saved, or takes the file away where there is no snapshot; what was restored
/// from another file is in this one then, or wanted no more.
Result<void> keep(RecoveryFile& file, std::optional<ProjectSnapshot> snapshot, const QString& title,
                  const QString& path, const std::vector<RecoveryEntry>& restored) {
    if (snapshot) {
        auto project = completeProject(*std::move(snapshot));
        STOWAGE_TRY(project);
        STOWAGE_TRY(file.write(*project, title.toStdString(), path.toStdString(), nowText()));
    } else {
        STOWAGE_TRY(file.discard());
    }
    for (const RecoveryEntry& entry : restored) {
        STOWAGE_TRY(discardRecovery(entry));
    }
    return {};
}

}  // namespace

RecoveryKeeper::RecoveryKeeper(ProjectSession* session, std::string folder, QObject* parent)
    : QObject(parent), m_session(session), m_folder(std::move(folder)) {
    if (m_folder.empty()) {
        return;
    }
    m_file = std::make_shared<RecoveryFile>(m_folder);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kRecoveryDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &RecoveryKeeper::write);
    // Not begun anew by the next change: who edits without a pause is kept, too.
    connect(session, &ProjectSession::changed, this, [this] {
        if (!m_timer.isActive()) {
            m_timer.start();
        }
    });
    connect(session, &ProjectSession::recovered, this,
            [this](const RecoveryEntry& entry) { m_restored.push_back(entry); });
    connect(session, &ProjectSession::replaced, this, [this] { m_isTold = false; });
}

void RecoveryKeeper::tell(const Result<void>& result) {
    if (!result && !std::exchange(m_isTold, true)) {
        Q_EMIT failed(tr("What is not saved is not kept for a crash: %1")
                          .arg(translated(result.error().message)),
                      result.error().code);
    }
}

std::optional<ProjectSnapshot> RecoveryKeeper::unsaved() const {
    return m_session->isModified() ? std::optional(m_session->snapshot()) : std::nullopt;
}

void RecoveryKeeper::write() {
    m_worker.start(
        [file = m_file, snapshot = unsaved(), title = m_session->title(), path = m_session->path(),
         restored = m_restored](const std::stop_token&) {
            return keep(*file, snapshot, title, path, restored);
        },
        [this, gone = m_restored.size()](const Result<void>& result) {
            if (result) {  // what was restored meanwhile stays
                m_restored.erase(m_restored.begin(),
                                 m_restored.begin() + static_cast<std::ptrdiff_t>(gone));
            }
            tell(result);
        });
}

void RecoveryKeeper::look() {
    if (m_folder.empty()) {
        return;
    }
    m_lookWorker.start([folder = m_folder](const std::stop_token&) { return recoverable(folder); },
                       [this](const std::vector<RecoveryEntry>& entries) {
                           if (!entries.empty()) {
                               Q_EMIT found(entries);
                           }
                       },
                       [](const Error&) {});  // what was left stays where it is
}

void RecoveryKeeper::finish(End end) {
    if (m_file == nullptr) {
        return;
    }
    m_timer.stop();
    m_session->disconnect(this);
    m_lookWorker.stopAndJoin();
    m_worker.stopAndJoin();
    tell(keep(*m_file, end == End::Keep ? unsaved() : std::nullopt, m_session->title(),
              m_session->path(), m_restored));
}

}  // namespace stowage
