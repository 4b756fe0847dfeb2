// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/machine_answer.h"
#include "engine/base/child_process.h"
#include "engine/base/result.h"

#include <string>
#include <vector>

namespace stowage {

/// InvalidArgument where it cannot be a machine's: what begins with a dash would be an option of
/// ssh.
[[nodiscard]] Result<void> checkMachineName(const std::string& option, const std::string& name);

/// What a command's standard input is for.
enum class MachineInput {
    Ends,   ///< it has none; a far one is stopped once this program has ended
    Lines,  ///< it reads what is written to MachineCommand::input, and stops when that ends
};

/// A command of stowagectl on a machine, ready to be run by runChild(): by ssh, which asks nobody
/// for a password, or on this machine as a process of its own.
struct MachineCommand {
    ChildRequest request;
    ChildPipe input{};  ///< to be held until it has ended
};

/// Errors: LimitExceeded (more words than one argument of ssh can have), ReadFailed.
[[nodiscard]] Result<MachineCommand> machineCommand(const std::string& machine,
                                                    const std::vector<std::string>& arguments,
                                                    MachineInput input);

}  // namespace stowage
