// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace stowage {

/// What Python's float(text) gives for a str, or nothing where it raises ValueError.
/// Takes UTF-8: decimal digits of every script and Unicode spaces count, single underscores
/// may stand between digits, "inf" and "nan" are numbers. Independent of the locale.
[[nodiscard]] std::optional<double> parsePythonFloat(std::string_view text);

}  // namespace stowage
