// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Why ssh did not connect to `host`, from its standard error: a host key that is unknown or has
/// changed, or a login that this program cannot make without a password. Nothing for other reasons.
[[nodiscard]] std::optional<Message> sshRefusal(const std::string& host, std::string_view said);

/// A word as a POSIX shell takes it: in single quotes where it has other signs than names have.
[[nodiscard]] std::string shellWord(const std::string& word);

/// The command that runs words of a shell on another machine without asking for a password.
[[nodiscard]] std::vector<std::string> sshCommandFor(const std::string& machine,
                                                     const std::string& words);

}  // namespace stowage
