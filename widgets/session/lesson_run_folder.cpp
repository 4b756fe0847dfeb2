// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_run_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <utility>

namespace stowage {
namespace {

/// Another window makes or removes a folder within a moment.
constexpr int kPatienceMs = 5000;

QString lockIn(const QString& folder) {
    return folder + QStringLiteral("/run.lock");
}

std::unique_ptr<QLockFile> makeLock(const QString& file) {
    auto lock = std::make_unique<QLockFile>(file);
    lock->setStaleLockTime(0);  // only the end of the process that holds it frees it
    return lock;
}

/// Held while a folder is made and locked: between the two it would look like one that was left.
std::unique_ptr<QLockFile> lockOfAll(const QString& parent) {
    return makeLock(parent + QStringLiteral("/runs.lock"));
}

QFileInfoList foldersIn(const QString& parent) {
    return QDir(parent).entryInfoList({QStringLiteral("run-*")},
                                      QDir::Dirs | QDir::NoSymLinks | QDir::NoDotAndDotDot);
}

/// What lies in the folder, then the lock, which stays held until nothing else is there, then the
/// folder itself. False where something stays.
bool removeFolder(const QString& path, QLockFile& lock) {
    bool isEmpty = true;
    for (const QFileInfo& entry : QDir(path).entryInfoList(QDir::AllEntries | QDir::Hidden |
                                                           QDir::System | QDir::NoDotAndDotDot)) {
        const QString file = entry.filePath();
        if (file == lockIn(path)) {
            continue;
        }
        const bool isFolder = entry.isDir() && !entry.isSymLink();
        const bool isGone = isFolder ? QDir(file).removeRecursively() : QFile::remove(file);
        isEmpty = isEmpty && isGone;
    }
    lock.unlock();
    return QDir().rmdir(path) && isEmpty;
}

Unexpected notMade(const std::string& parent, const QString& why) {
    return fail(ErrorCode::WriteFailed,
                "No folder for the run can be made in " + parent + ": " + why.toStdString() + ".",
                parent);
}

}  // namespace

LessonRunFolder::LessonRunFolder(QString path, std::unique_ptr<QLockFile> lock)
    : m_path(std::move(path)), m_lock(std::move(lock)) {}

LessonRunFolder::~LessonRunFolder() {
    removeFolder(m_path, *m_lock);
}

QString LessonRunFolder::temporaryFolder() const {
    return m_path + QStringLiteral("/temporary");
}

Result<std::unique_ptr<LessonRunFolder>> LessonRunFolder::make(const std::string& parent) {
    const QString folder = QString::fromStdString(parent);
    const auto all = lockOfAll(folder);
    if (!all->tryLock(kPatienceMs)) {
        return notMade(parent, QStringLiteral("it cannot be locked"));
    }
    QTemporaryDir made(folder + QStringLiteral("/run-XXXXXX"));
    if (!made.isValid()) {
        return notMade(parent, made.errorString());
    }
    auto lock = makeLock(lockIn(made.path()));
    if (!lock->tryLock(0)) {
        return notMade(parent, QStringLiteral("what is in it cannot be locked"));
    }
    made.setAutoRemove(false);
    std::unique_ptr<LessonRunFolder> run(new LessonRunFolder(made.path(), std::move(lock)));
    if (!QDir().mkdir(run->temporaryFolder())) {
        return notMade(parent, QStringLiteral("no folder can be made in it"));
    }
    return run;
}

Result<void> LessonRunFolder::removeLeft(const std::string& parent) {
    const QString folder = QString::fromStdString(parent);
    if (foldersIn(folder).isEmpty()) {
        return {};
    }
    const auto all = lockOfAll(folder);
    if (!all->tryLock(kPatienceMs)) {
        return fail(ErrorCode::WriteFailed,
                    "What earlier runs left in " + parent +
                        " cannot be removed; see who may write "
                        "there.",
                    parent);
    }
    Result<void> outcome;
    for (const QFileInfo& left : foldersIn(folder)) {
        const auto lock = makeLock(lockIn(left.filePath()));
        if (!lock->tryLock(0)) {
            continue;  // its process lives
        }
        if (!removeFolder(left.filePath(), *lock)) {
            const std::string path = left.filePath().toStdString();
            outcome = fail(ErrorCode::WriteFailed,
                           "Not all of " + path + " could be removed; see who may write it.", path);
        }
    }
    return outcome;
}

}  // namespace stowage
