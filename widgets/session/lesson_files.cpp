// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/lesson_files.h"

#include "engine/base/atomic_file_writer.h"
#include "engine/checkpoint/sample_checkpoint.h"
#include "widgets/session/lesson_run_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>

#include <filesystem>
#include <system_error>

namespace stowage {
namespace {

namespace fs = std::filesystem;

/// The weights of all forms follow from it.
constexpr std::uint64_t kSeed = 0;
/// Files of another version are made anew.
constexpr int kVersion = 1;
const char* const kNote = "lesson.json";

std::string nameOf(LessonForm form) {
    switch (form) {
        case LessonForm::Whole:
            return "whole";
        case LessonForm::PerTensor:
            return "per-tensor";
        case LessonForm::Shards:
            return "shards";
    }
    return {};
}

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
        {QStringLiteral("version"), kVersion},
        {QStringLiteral("seed"), static_cast<qint64>(kSeed)},
        {QStringLiteral("opens"),
         QString::fromStdString(fs::path(path).lexically_relative(folder).string())},
        {QStringLiteral("bytes"), static_cast<qint64>(bytesBelow(folder, kNote))}};
    return writeFileAtomically(folder + "/" + kNote, QJsonDocument(note).toJson().toStdString());
}

}  // namespace

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
    return folderOf(size) + "/" + nameOf(form);
}

std::string LessonFileStore::referencePath(LessonSize size) const {
    return folderOf(size) + "/reference-" + std::to_string(kVersion) + ".npy";
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
        number(QLatin1String("version")) == kVersion &&
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
        return fail(ErrorCode::WriteFailed, "The folder " + folderOf(size) + " cannot be made.",
                    folderOf(size));
    }
    QLockFile lock(QString::fromStdString(folder + ".lock"));
    lock.setStaleLockTime(0);  // only the end of the process that holds it frees it
    if (!lock.tryLock(0)) {
        return fail(ErrorCode::Unsupported,
                    "Another program is writing " + folder + "; wait until it is done.", folder);
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
            return fail(ErrorCode::WriteFailed,
                        "Not all of " + folderOf(size) + " could be removed; see who may write it.",
                        folderOf(size));
        }
    }
    return LessonRunFolder::removeLeft(m_folder);
}

}  // namespace stowage
