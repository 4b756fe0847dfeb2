// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"

#include <string>
#include <vector>

namespace stowage {

/// Parses the arguments (the program's name first), runs the command and prints its result or its
/// error. Returns the exit status (command-line.md). Never throws.
[[nodiscard]] int runCommandLine(const std::vector<std::string>& arguments,
                                 CommandContext& context);

}  // namespace stowage
