// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Config;
}  // namespace CLI

namespace stowage {

/// A kind of job: one row per name.
struct JobKind {
    std::string_view name;  ///< the member "do"
    std::string_view verb;  ///< the command with the same options and the same --json
    bool hasModel = true;
    bool isForOthers = true;  ///< whether another program may ask for it
};

/// The row that the member "do" of a job names. `others`: further names, for the message. Errors:
/// InvalidArgument (no object, no version, an unknown name), Unsupported (another version of the
/// protocol).
[[nodiscard]] Result<const JobKind*> jobKindOf(const nlohmann::ordered_json& job,
                                               std::string_view others = {});
[[nodiscard]] const JobKind& jobKind(std::string_view name);
/// The job that another program may ask for and that does what this command does; null: none.
[[nodiscard]] const JobKind* jobKindOfVerb(std::string_view verb);
/// "max_memory" of "--max-memory".
[[nodiscard]] std::string jobKey(const std::string& option);
/// Whether another program may set the option of this key.
[[nodiscard]] bool isOptionForOthers(std::string_view key);

/// Where a path of a job is, or why it may not be used.
using PlacePath = std::function<Result<std::string>(const std::string& path)>;

/// The folders of another program's job; a job of this program has none and may set every option.
struct JobFolders {
    PlacePath model;
    PlacePath companion;  ///< an adapter or a further model
    PlacePath file;
};

/// Checks the members of a job, except "v" and "id", and replaces its paths by their places.
/// `program` is the command line's parser with all commands. Errors: InvalidArgument (a member
/// that does not exist or has a wrong value, named by Error::key), those of `folders`.
[[nodiscard]] Result<void> checkJob(nlohmann::ordered_json& job, const JobKind& kind,
                                    const CLI::App& program, const JobFolders* folders);

/// The members of a checked job as the options of its command, for CLI::App::config_formatter().
[[nodiscard]] std::shared_ptr<CLI::Config> jobOptions(const nlohmann::ordered_json& job,
                                                      const JobKind& kind);

/// The job of this kind with the options that were typed for `command` and that the kind has,
/// except those in `leftOut`, and with what was chosen about the checkpoint.
[[nodiscard]] nlohmann::ordered_json typedJob(const CLI::App& command, const JobKind& kind,
                                              const std::string& model,
                                              const CommandContext& context,
                                              std::span<const std::string_view> leftOut);

/// The error of a member of a job.
[[nodiscard]] Unexpected wrongMember(const std::string& key, const Message& why);

}  // namespace stowage
