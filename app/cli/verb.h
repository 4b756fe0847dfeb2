// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"

namespace CLI {
class App;
}

namespace stowage {

/// One command of stowagectl. Made once, described once, run at most once.
class Verb {
public:
    virtual ~Verb() = default;
    Verb() = default;
    Verb(const Verb&) = delete;
    Verb& operator=(const Verb&) = delete;

    /// Adds the command with its options, help and example to `app`; options bind to members.
    /// Returns the command, owned by `app`.
    [[nodiscard]] virtual CLI::App* describe(CLI::App& app) = 0;
    /// Does it and prints the result. Returns the exit status; an Error is printed by the caller.
    [[nodiscard]] virtual Result<int> run(CommandContext& context) = 0;
};

}  // namespace stowage
