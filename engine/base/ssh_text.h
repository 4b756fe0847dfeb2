// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <optional>
#include <string>
#include <string_view>

namespace stowage {

/// Why ssh did not connect to `host`, from its standard error: a host key that is unknown or has
/// changed, or a login that this program cannot make without a password. Nothing for other reasons.
[[nodiscard]] std::optional<Message> sshRefusal(const std::string& host, std::string_view said);

}  // namespace stowage
