// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace stowage {

/// Whether `a` comes before `b` when runs of digits count as numbers: "h.2" before "h.10".
/// A strict weak order; texts that differ only in leading zeros compare by their bytes.
[[nodiscard]] bool isNaturallyLess(std::string_view a, std::string_view b);

}  // namespace stowage
