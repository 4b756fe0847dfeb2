// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace stowage {

/// The shells that completion is written for.
enum class Shell { Bash, Zsh, Fish };

/// "bash", "zsh", "fish"; nothing for another name.
[[nodiscard]] std::optional<Shell> shellFromName(std::string_view name);

/// A script that teaches the shell the program's commands and options, with the words of --help.
/// Values and arguments are completed as files. `program` is described whole.
[[nodiscard]] std::string completionScript(const CLI::App& program, Shell shell);

}  // namespace stowage
