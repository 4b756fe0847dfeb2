// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace stowage {

/// True where `next` is the numbered sibling right behind `path`: "h.3", then "h.4".
[[nodiscard]] bool isNextSibling(const std::string& path, const std::string& next);

/// "h.3 … 7" for the first and the last path of a run; the path itself where both are one;
/// "(all)" for the root.
[[nodiscard]] std::string runText(const std::string& first, const std::string& last);

}  // namespace stowage
