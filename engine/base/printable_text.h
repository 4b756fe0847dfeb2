// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stowage {

/// `text` as a terminal may show it: control characters but newlines and tabs, what turns the
/// direction of writing, and bytes that are no UTF-8 become \xNN; cut with "…" after `limit` bytes
/// of what is shown. For whole messages, and for names that stand in them without quotes.
[[nodiscard]] std::string printableText(std::string_view text, std::size_t limit = 4096);

}  // namespace stowage
