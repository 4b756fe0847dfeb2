// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

}  // namespace stowage
