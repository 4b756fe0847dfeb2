// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace stowage {

/// A hidden folder in which the files of a checkpoint gather until all are complete; then they
/// move to where they belong. Dropped before that, it goes with everything in it.
class StagingFolder {
public:
    /// Makes it inside `parent`. Errors: PermissionDenied, FileNotFound, DiskFull, WriteFailed.
    [[nodiscard]] static Result<std::unique_ptr<StagingFolder>> create(const std::string& parent);
    ~StagingFolder();
    StagingFolder(const StagingFolder&) = delete;
    StagingFolder& operator=(const StagingFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Moves every file into `folder`, which appears with all of them where it is missing; files
    /// there of the same name are replaced. Of an existing folder, files that end in `staleEnding`
    /// and have no successor are removed first (empty: none are). Errors: as create.
    [[nodiscard]] Result<void> publish(const std::string& folder, std::string_view staleEnding);

private:
    explicit StagingFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

}  // namespace stowage
