// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Marks an open file as written by Stowage: an extended attribute that names its present size and
/// time, so that a file that somebody changed later is nobody's. Where the file system keeps no
/// such attributes nothing is marked, and the file counts as somebody else's. `model` is the
/// source of the file's weights where the same name may hold those of several models.
void markAsWritten(int descriptor, std::string_view model = {});

/// The same of a file that is complete. One that cannot be opened is not marked.
void markFileAsWritten(const std::string& path);

/// Whether the file is still exactly what a run of ours wrote, of that model. Links are nobody's.
[[nodiscard]] bool isMarkedAsWritten(const std::string& path, std::string_view model = {});

/// A file that is to get its final name in a folder.
struct TargetFile {
    std::string name;  ///< relative: "model.safetensors", "model_parameters/a.weight.pt"
    /// Its whole text, for small files: one that is there already with this very text is fine.
    std::optional<std::string> text{};
    /// A run that had begun to publish has moved it there already.
    bool isMoved = false;
};

/// Which files of a folder a set of files will replace or contradict.
struct TargetNames {
    std::vector<TargetFile> files;
    /// A folder of the folder that belongs to the set alone: "model_parameters"; "": there is none.
    std::string ownFolder{};
    /// Names that would make the folder another checkpoint if they stayed: shards of another split.
    std::function<bool(std::string_view name)> isContradiction{};
};

/// Holds `folder` to the names: what would be replaced or contradicts must be an earlier run's own,
/// unchanged since. Returns the paths of contradictions and of files in the own folder, which are
/// to go before the new ones come. A folder that is not there is fine. Errors: InvalidArgument
/// (somebody else's file is in the way), PermissionDenied, ReadFailed.
[[nodiscard]] Result<std::vector<std::string>> checkTargetFolder(const std::string& folder,
                                                                 const TargetNames& names);

/// InvalidArgument where `folder` is, through whatever links, one of the folders in which
/// `sources` lie.
[[nodiscard]] Result<void> checkIsNotSource(const std::string& folder,
                                            const std::vector<std::string>& sources);

/// Makes a folder; one that is there is fine. Returns whether it was made.
/// Errors: InvalidArgument (something else stands there), PermissionDenied, FileNotFound, DiskFull,
/// WriteFailed.
[[nodiscard]] Result<bool> makeFolder(const std::string& path);

/// Brings the names of a folder to the disk. Errors: WriteFailed.
[[nodiscard]] Result<void> syncFolder(const std::string& path);

}  // namespace stowage
