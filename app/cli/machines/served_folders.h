// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stowage {

/// The folders in which a serving program may read.
class AllowedFolders {
public:
    /// None: the home folder. Errors: FileNotFound for one that is not there.
    [[nodiscard]] static Result<AllowedFolders> make(const std::vector<std::string>& folders);

    /// The place itself, without links; "~" is the home folder. Error: FileNotFound, which tells
    /// what exists outside of the folders from what does not exist.
    [[nodiscard]] Result<std::string> place(const std::string& path) const;
    /// The same of a model, in whose folder no link may lead out of them. One that is a file keeps
    /// its name, and only links to JSON are looked at beside it. Errors: FileNotFound; Unsupported
    /// for a project, which names models anywhere.
    [[nodiscard]] Result<std::string> placeModel(const std::string& path) const;
    /// placeModel() of a model that is to be opened. The base model of an adapter's folder must
    /// also lie in the folders.
    [[nodiscard]] Result<std::string> placeOpened(const std::string& path) const;
    [[nodiscard]] const std::vector<std::string>& all() const { return m_folders; }

private:
    std::vector<std::string> m_folders;  ///< without links
};

/// A folder ("": the first) as `serve` answers it: {"path", "parent", "entries": [{"name", "kind",
/// "bytes", "modified"}], "left_off"}: folders first, then files, by name, then links to what is
/// not served ("outside"); what is none of these is left out. Errors: those of reading a folder.
[[nodiscard]] Result<nlohmann::ordered_json> listFolder(const std::string& path,
                                                        const AllowedFolders& folders);

}  // namespace stowage
