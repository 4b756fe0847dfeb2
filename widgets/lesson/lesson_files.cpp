// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_files.h"

#include "engine/base/file_writer.h"
#include "engine/checkpoint/write/sample_checkpoint.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

/// Whose texts these are, for the catalogues.
struct LessonFileTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::LessonFileStore)
};

QString lockIn(const QString& folder) {
    return folder + QStringLiteral("/run.lock");
}

std::unique_ptr<QLockFile> makeLock(const QString& file) {
    auto lock = std::make_unique<QLockFile>(file);
    lock->setStaleLockTime(0);  // only the end of the process that holds it frees it
    return lock;
}

/// Held while a folder is made and locked: between the two it would be taken for one that was left.
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

/// `sentence` has a place for the folder's path.
Unexpected notWritten(const QString& sentence, const std::string& folder,
                      ErrorCode code = ErrorCode::WriteFailed) {
    return fail(code, sentence.arg(QString::fromStdString(folder)).toStdString(), folder);
}

Unexpected notRemoved(const std::string& folder) {
    return notWritten(LessonFileTexts::tr("Some files of the folder %1 could not be removed; check "
                                          "who has permission to write to the folder."),
                      folder);
}

namespace fs = std::filesystem;

/// The weights of all forms follow from it.
constexpr std::uint64_t kSeed = 0;

/// Files of another version are made again.
constexpr int kFilesVersion = 1;

const char* const kNote = "lesson.json";

constexpr std::array kFormNames{"whole", "per-tensor", "shards"};  ///< by LessonForm

/// Of all regular files below; 0 where there is no such folder.
std::uint64_t bytesBelow(const fs::path& folder, const std::string& exceptName = {}) {
    std::uint64_t bytes = 0;
    std::error_code failure;
    for (fs::recursive_directory_iterator it(folder, failure), end; !failure && it != end;
         it.increment(failure)) {
        std::error_code unknown;
        if (it->is_regular_file(unknown) && it->path().filename() != exceptName) {
            const std::uintmax_t size = it->file_size(unknown);
            bytes += unknown ? 0 : size;
        }
    }
    return bytes;
}

SampleOptions optionsFor(const std::string& folder, LessonSize size, LessonForm form) {
    SampleOptions options;
    options.folder = folder;
    options.arch = lessonArchitecture(size);
    options.seed = kSeed;
    switch (form) {
        case LessonForm::Whole:
            options.format = CheckpointFormat::TorchZip;
            break;
        case LessonForm::PerTensor:
            options.format = CheckpointFormat::PerTensor;
            break;
        case LessonForm::Shards:
            options.format = CheckpointFormat::Safetensors;
            options.shardBytes = lessonShardLimit(size);
            break;
    }
    return options;
}

/// What was written into `folder`, as its last file.
Result<void> writeNote(const std::string& folder, const std::string& path) {
    const QJsonObject note{
        {QStringLiteral("format"), QStringLiteral("stowage.lesson-files")},
        {QStringLiteral("version"), kFilesVersion},
        {QStringLiteral("seed"), static_cast<qint64>(kSeed)},
        {QStringLiteral("opens"),
         QString::fromStdString(fs::path(path).lexically_relative(folder).string())},
        {QStringLiteral("bytes"), static_cast<qint64>(bytesBelow(folder, kNote))}};
    return writeFileAtomically(folder + "/" + kNote, QJsonDocument(note).toJson().toStdString());
}

}  // namespace

LessonLoadFolder::LessonLoadFolder(QString path, std::unique_ptr<QLockFile> lock)
    : m_path(std::move(path)), m_lock(std::move(lock)) {}

LessonLoadFolder::~LessonLoadFolder() {
    removeFolder(m_path, *m_lock);
}

Result<std::unique_ptr<LessonLoadFolder>> LessonLoadFolder::make(const std::string& parent) {
    const QString folder = QString::fromStdString(parent);
    const auto all = lockOfAll(folder);
    if (!all->tryLock(kPatienceMs)) {
        return notWritten(
            LessonFileTexts::tr(
                "No folder for the run can be created, because the folder %1 cannot be locked."),
            parent);
    }
    QTemporaryDir made(folder + QStringLiteral("/run-XXXXXX"));
    if (!made.isValid()) {
        return fail(ErrorCode::WriteFailed,
                    LessonFileTexts::tr("No folder for the run can be created in %1: %2.")
                        .arg(folder, made.errorString())
                        .toStdString(),
                    parent);
    }
    auto lock = makeLock(lockIn(made.path()));
    if (!lock->tryLock(0)) {
        return notWritten(
            LessonFileTexts::tr(
                "No folder for the run can be created in %1: the new folder cannot be locked."),
            parent);
    }
    made.setAutoRemove(false);
    return std::unique_ptr<LessonLoadFolder>(new LessonLoadFolder(made.path(), std::move(lock)));
}

Result<void> LessonLoadFolder::removeLeft(const std::string& parent) {
    const QString folder = QString::fromStdString(parent);
    if (foldersIn(folder).isEmpty()) {
        return {};
    }
    const auto all = lockOfAll(folder);
    if (!all->tryLock(kPatienceMs)) {
        return notWritten(
            LessonFileTexts::tr("Files of earlier runs in %1 cannot be removed: another program "
                                "has locked the folder, or you have no permission to write to it."),
            parent);
    }
    Result<void> outcome;
    for (const QFileInfo& left : foldersIn(folder)) {
        const auto lock = makeLock(lockIn(left.filePath()));
        if (!lock->tryLock(0)) {
            continue;  // its process lives
        }
        if (!removeFolder(left.filePath(), *lock)) {
            outcome = notRemoved(left.filePath().toStdString());
        }
    }
    return outcome;
}

LessonForm lessonFormOf(LessonStep step) {
    switch (step) {
        case LessonStep::PerTensor:
            return LessonForm::PerTensor;
        case LessonStep::Sharded:
            return LessonForm::Shards;
        default:
            return LessonForm::Whole;
    }
}

std::string LessonFileStore::existingFolder() const {
    std::error_code failure;
    fs::path folder = fs::absolute(m_folder, failure);
    while (!fs::exists(folder, failure) && folder.has_relative_path()) {
        folder = folder.parent_path();
    }
    return folder.string();
}

std::string LessonFileStore::folderOf(LessonSize size) const {
    return m_folder + "/" + std::string(lessonSizeName(size));
}

std::string LessonFileStore::folderOf(LessonSize size, LessonForm form) const {
    return folderOf(size) + "/" + kFormNames[static_cast<std::size_t>(form)];
}

std::string LessonFileStore::referencePath(LessonSize size) const {
    return folderOf(size) + "/reference-" + std::to_string(kFilesVersion) + ".npy";
}

std::optional<std::string> LessonFileStore::find(LessonSize size, LessonForm form) const {
    const std::string folder = folderOf(size, form);
    QFile file(QString::fromStdString(folder + "/" + kNote));
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    const QJsonObject note = QJsonDocument::fromJson(file.readAll()).object();
    const auto number = [&note](QLatin1String key) { return note.value(key).toInteger(-1); };
    const std::string opens = note.value(QLatin1String("opens")).toString().toStdString();
    const bool isOurs =
        number(QLatin1String("version")) == kFilesVersion &&
        number(QLatin1String("seed")) == static_cast<qint64>(kSeed) &&
        number(QLatin1String("bytes")) == static_cast<qint64>(bytesBelow(folder, kNote));
    std::error_code failure;
    return isOurs && !opens.empty() && fs::exists(folder + "/" + opens, failure)
               ? std::optional(folder + "/" + opens)
               : std::nullopt;
}

Result<std::string> LessonFileStore::make(LessonSize size, LessonForm form,
                                          const std::stop_token& stop,
                                          const ProgressSink& progress) const {
    if (auto there = find(size, form)) {
        return *there;
    }
    const std::string folder = folderOf(size, form);
    if (!QDir().mkpath(QString::fromStdString(folderOf(size)))) {
        return notWritten(LessonFileTexts::tr("The folder %1 cannot be created."), folderOf(size));
    }
    const auto lock = makeLock(QString::fromStdString(folder + ".lock"));
    if (!lock->tryLock(0)) {
        return notWritten(
            LessonFileTexts::tr(
                "Another program is writing files to %1; wait until that program has finished."),
            folder, ErrorCode::Unsupported);
    }
    if (auto there = find(size, form)) {
        return *there;
    }
    // Whatever lies here is not complete, or of another version.
    QDir(QString::fromStdString(folder)).removeRecursively();
    auto written = writeSampleCheckpoint(optionsFor(folder, size, form), stop, progress);
    auto noted = written ? writeNote(folder, written->path) : Result<void>();
    if (!written || !noted) {
        QDir(QString::fromStdString(folder)).removeRecursively();
        return written ? noted.unexpected() : written.unexpected();
    }
    return written->path;
}

std::uint64_t LessonFileStore::keptBytes() const {
    std::uint64_t bytes = 0;
    for (const LessonSize size : allLessonSizes()) {
        bytes += bytesBelow(folderOf(size));
    }
    return bytes;
}

Result<void> LessonFileStore::removeAll() const {
    for (const LessonSize size : allLessonSizes()) {
        if (!QDir(QString::fromStdString(folderOf(size))).removeRecursively()) {
            return notRemoved(folderOf(size));
        }
    }
    return LessonLoadFolder::removeLeft(m_folder);
}

}  // namespace stowage
