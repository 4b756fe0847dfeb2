// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage {

/// The folder in which a file lies: "." for a bare name.
[[nodiscard]] std::string folderOf(const std::string& path);

/// The path of a file that an index or a listing names, relative to `folder`. Refused is what lies
/// elsewhere: an absolute name, one with "..", a symbolic link that leads out of the folder. Links
/// from a Hugging Face cache's `snapshots/REVISION` to its own `blobs` are followed. Nothing is
/// opened. `namedBy` (the index) begins the message.
/// Errors: Malformed.
[[nodiscard]] Result<std::string> placeInFolder(const std::string& folder, const std::string& name,
                                                const std::string& namedBy);

/// The same for many names of one folder: the folder itself is resolved once, and a plain name
/// costs one check of the file instead of one at each folder above it.
class FolderGuard {
public:
    explicit FolderGuard(std::string folder);
    /// See placeInFolder().
    [[nodiscard]] Result<std::string> place(const std::string& name,
                                            const std::string& namedBy) const;

private:
    std::string m_folder;
    std::string m_realFolder;  ///< empty: it could not be resolved
};

}  // namespace stowage
