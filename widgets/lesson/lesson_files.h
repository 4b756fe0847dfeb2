// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/lesson/lesson_outline.h"

#include <QLockFile>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace stowage {

/// A folder of one load of the lesson, beside the model files, for the map, the samples and what
/// the load leaves on disk: "run-x4fT2q". It goes with the object. A lock file in it says that its
/// process lives, so that what a killed process left can be told from what another window uses.
/// Functions block; run them in a worker.
class LessonLoadFolder {
public:
    /// Errors: WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<LessonLoadFolder>> make(const std::string& parent);
    /// Removes the folders that processes left in `parent` which are no more. Those in use stay.
    /// Error: WriteFailed, which names one that could not be removed.
    [[nodiscard]] static Result<void> removeLeft(const std::string& parent);

    ~LessonLoadFolder();
    LessonLoadFolder(const LessonLoadFolder&) = delete;
    LessonLoadFolder& operator=(const LessonLoadFolder&) = delete;

    [[nodiscard]] const QString& path() const { return m_path; }

private:
    /// Another window makes or removes a folder within a moment.
    static constexpr int kPatienceMs = 5000;
    LessonLoadFolder(QString path, std::unique_ptr<QLockFile> lock);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

/// How the lesson's model is written for a step. All forms of a size hold the same weights.
enum class LessonForm {
    Whole,      ///< model.pth
    PerTensor,  ///< a folder of one .pt a tensor
    Shards,     ///< safetensors and their index
};

/// The form that a step loads from.
[[nodiscard]] LessonForm lessonFormOf(LessonStep step);

/// The lesson's model files under one folder, a folder for each size and form. A form counts as
/// there only with the note that is written last, and with all the bytes that the note tells of, so
/// that half a model is never taken. Functions block; run them in a worker.
class LessonFileStore {
public:
    explicit LessonFileStore(std::string folder) : m_folder(std::move(folder)) {}

    [[nodiscard]] const std::string& folder() const { return m_folder; }
    /// The folder, or the nearest one above it that exists: the file system that files go to.
    [[nodiscard]] std::string existingFolder() const;
    /// What opens the model: file, index or folder of tensors; nothing where it is not there.
    [[nodiscard]] std::optional<std::string> find(LessonSize size, LessonForm form) const;
    /// Writes the form where it is missing, and returns what opens it. Checks first that the disk
    /// has room; stopped or failed, no file stays. Errors: DiskFull, Cancelled, those of writing,
    /// Unsupported (another window is writing it).
    [[nodiscard]] Result<std::string> make(LessonSize size, LessonForm form,
                                           const std::stop_token& stop,
                                           const ProgressSink& progress) const;
    /// Where the logits of an independent pass over the model lie, or are to lie.
    [[nodiscard]] std::string referencePath(LessonSize size) const;
    /// Bytes of all sizes' files.
    [[nodiscard]] std::uint64_t keptBytes() const;
    /// Removes all sizes' files, and what killed runs left; what others put beside them stays.
    /// Error: WriteFailed.
    [[nodiscard]] Result<void> removeAll() const;

private:
    [[nodiscard]] std::string folderOf(LessonSize size) const;
    [[nodiscard]] std::string folderOf(LessonSize size, LessonForm form) const;

    std::string m_folder;
};

}  // namespace stowage
