// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QLockFile>
#include <QString>

#include <memory>
#include <string>

namespace stowage {

/// A folder of one run of the lesson, beside the model files, for the map, the samples and what the
/// load leaves on disk: "run-x4fT2q". It goes with the object. A lock file in it says that its
/// process lives, so that what a killed process left can be told from what another window uses.
/// Functions block; run them in a worker.
class LessonRunFolder {
public:
    /// Errors: WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<LessonRunFolder>> make(const std::string& parent);
    /// Removes the folders that processes left in `parent` which are no more. Those in use stay.
    /// Error: WriteFailed, which names one that could not be removed.
    [[nodiscard]] static Result<void> removeLeft(const std::string& parent);

    ~LessonRunFolder();
    LessonRunFolder(const LessonRunFolder&) = delete;
    LessonRunFolder& operator=(const LessonRunFolder&) = delete;

    [[nodiscard]] const QString& path() const { return m_path; }
    /// Where the run's process may leave files: a folder in it.
    [[nodiscard]] QString temporaryFolder() const;

private:
    LessonRunFolder(QString path, std::unique_ptr<QLockFile> lock);

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

}  // namespace stowage
