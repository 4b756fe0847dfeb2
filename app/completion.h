// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The shells that completion is written for.
enum class Shell { Bash, Zsh, Fish };

/// "bash", "zsh", "fish"; nothing for another name.
[[nodiscard]] std::optional<Shell> shellFromName(std::string_view name);

/// An option as shells know it.
struct CompletedOption {
    std::string name;  ///< "--method", "-h"
    std::string help;
    std::string value;  ///< what its value is called; "" where it takes none
};

/// A program, or one of its commands.
struct CompletedCommand {
    std::string name;
    std::string help;
    std::vector<CompletedOption> options;
};

/// A script that teaches the shell the program's commands, if it has any, and options, with the
/// words of --help. The program's own options may stand with each command. Values and arguments are
/// completed as files.
[[nodiscard]] std::string completionScript(const CompletedCommand& program,
                                           const std::vector<CompletedCommand>& commands,
                                           Shell shell);

}  // namespace stowage
