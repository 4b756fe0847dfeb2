// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace stowage {

/// Adds what was typed for an option to the arguments of another process: with `=`, so that no
/// value looks like an option itself.
void addTyped(const CLI::Option& option, std::vector<std::string>& arguments);

/// Adds what was typed about the checkpoint, for a process that opens it too: the options that all
/// commands share, but `--json`.
void addTypedOpening(const CLI::App& command, std::vector<std::string>& arguments);

/// The device map that was typed for a command, as a text or a word, for a process that cannot read
/// this machine's files; "" where none was typed. Errors: those of readDeviceMap().
[[nodiscard]] Result<std::string> typedDeviceMap(const CLI::App& command,
                                                 const CommandContext& context);

}  // namespace stowage
