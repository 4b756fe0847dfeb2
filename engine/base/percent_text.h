// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <string>

namespace stowage {

/// "12.5 %" of "12.5", as each language writes it: Japanese and Chinese have no space.
[[nodiscard]] Message percentText(const std::string& number);

}  // namespace stowage
