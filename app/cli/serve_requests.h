// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

class AllowedFolders;

/// Of the lines of `serve` (docs/serve.md).
inline constexpr int kServeVersion = 1;
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
