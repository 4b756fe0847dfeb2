// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/result.h"

#include <initializer_list>
#include <string>

namespace stowage {

/// A path that somebody gave to an option that writes a file; it is changed in place.
struct NamedOutput {
    const char* option = nullptr;  ///< "--csv"
    std::string* path = nullptr;   ///< "" where the option was not given
};

/// To be called before anything is printed. A path of "-", /dev/stdout or the like means standard
/// output: it becomes /dev/stdout, and what the command says to people goes to standard error, so
/// that the file stands there alone. Errors: InvalidArgument (beside --json, which has standard
/// output, or two of them).
[[nodiscard]] Result<void> claimStandardOutput(std::initializer_list<NamedOutput> outputs,
                                               CommandContext& context);

}  // namespace stowage
