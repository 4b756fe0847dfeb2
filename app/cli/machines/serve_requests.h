// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// The folders in which a serving program may read.
class AllowedFolders {
public:
    /// None: the home folder. Errors: FileNotFound for one that is not there.
    [[nodiscard]] static Result<AllowedFolders> make(const std::vector<std::string>& folders);

    /// The place itself, without links. Error: FileNotFound, also for what lies outside.
    [[nodiscard]] Result<std::string> place(const std::string& path) const;
    /// The same of a model, in whose folder no link may lead out of them. One that is a file keeps
    /// its name, and only links to JSON are looked at beside it. Errors: FileNotFound; Unsupported
    /// for a project, which names models anywhere.
    [[nodiscard]] Result<std::string> placeModel(const std::string& path) const;
    [[nodiscard]] const std::vector<std::string>& all() const { return m_folders; }

private:
    std::vector<std::string> m_folders;  ///< without links
};

/// A folder ("": the first) as `serve` answers it: {"path", "parent", "entries": [{"name", "kind",
/// "bytes", "modified"}], "left_off"}: folders first, then files, by name; what is neither is left
/// out. Errors: those of reading a folder.
[[nodiscard]] Result<nlohmann::ordered_json> listFolder(const std::string& path,
                                                        const AllowedFolders& folders);

/// The most bytes of one line of `serve`.
inline constexpr std::size_t kServeLineBytes = std::size_t{16} << 20;

/// What a line asks for.
enum class ServeTask { Command, List, Sample, Cancel, Pause, Resume, Step };

/// A request that is well formed. A value.
struct ServeRequest {
    std::int64_t id = 0;
    std::string verb;  ///< "plan": as it was asked for
    ServeTask task = ServeTask::Command;
    std::vector<std::string> arguments{};  ///< of a Command, for stowagectl
    bool holds = false;                    ///< a load that keeps its weights
    std::optional<std::int64_t> other{};   ///< the request that is meant
    std::string path{};                    ///< of List; else the model

    /// A load that takes time: its events are told, and it is paused where that is asked.
    [[nodiscard]] bool isFollowed() const;
};

/// The id of a line, also of one that is no request; nothing where none can be read.
[[nodiscard]] std::optional<std::int64_t> serveIdOf(const nlohmann::ordered_json& object);

/// Errors: InvalidArgument (what is missing, not known or of the wrong kind, with its key),
/// Unsupported (another version), those of AllowedFolders::place().
[[nodiscard]] Result<ServeRequest> readServeRequest(const nlohmann::ordered_json& object,
                                                    const AllowedFolders& folders);

}  // namespace stowage
