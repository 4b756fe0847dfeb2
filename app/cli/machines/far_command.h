// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace stowage {

/// Where a command runs whose model is on another machine.
struct FarCommand {
    std::string machine;  ///< its name for ssh
    std::string model;    ///< the path there; "" for a command without a model
    /// The request of the plan, from a project that names the machine; otherwise null.
    std::shared_ptr<const nlohmann::ordered_json> request{};
};

/// Whether the command that was typed runs on another machine: its MODEL is MACHINE:/PATH or
/// MACHINE:~/PATH and no file here, or `load` or `run` has a project whose model is on another
/// machine, or --machine names one. Errors: those of reading a project, InvalidArgument.
[[nodiscard]] Result<std::optional<FarCommand>> farCommandOf(const CLI::App& command,
                                                             const CommandContext& context);

/// Runs the typed command as a job on the machine, with a progress bar, and prints its result.
/// Returns its exit status. Errors: InvalidArgument (an option that writes a file or names one,
/// a command that cannot run there), those of the job.
[[nodiscard]] Result<int> runFarCommand(const CLI::App& command, const FarCommand& target,
                                        const CommandContext& context);

/// The progress that a line of a job tells; nothing if it tells none.
[[nodiscard]] std::optional<Progress> progressOfLine(std::string_view line);

}  // namespace stowage
