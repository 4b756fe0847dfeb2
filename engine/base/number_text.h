// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

// Numbers as text and back, the same under every locale: what printf writes under "C".

namespace stowage {

class Message;

/// "12.50": `decimals` digits after the point, as "%.2f".
[[nodiscard]] std::string formatFixed(double value, int decimals);
/// The same with its sign: "+12", "-3", "+0", as "%+.0f".
[[nodiscard]] std::string formatSigned(double value, int decimals);
/// "1.5e-06", "0.123": `digits` significant digits at most, as "%.3g".
[[nodiscard]] std::string formatGeneral(double value, int digits);
/// "131,072".
[[nodiscard]] std::string groupedText(std::uint64_t number);
/// A count as people write it: "4096", "131,072", "131_072", "128k" (131,072). Nothing for what is
/// none, or is too large.
[[nodiscard]] std::optional<std::uint64_t> parseCount(std::string_view text);
/// A time of an hour or more: "2 h 5 min", from a day on "3 d 4 h".
[[nodiscard]] Message longTimeText(double seconds);
/// "1.25 s"; from an hour on as longTimeText().
[[nodiscard]] std::string secondsText(double seconds, int decimals = 2);
/// "1.250 s", and of less than a tenth of a second "63 ms", "0.047 ms".
[[nodiscard]] std::string latencyText(double seconds);
/// A rate of tokens and the like with three digits that count: "41.3", "1,250", "0.0123".
[[nodiscard]] std::string perSecondText(double rate);

/// "12.5 %" of "12.5", as each language writes it: Japanese and Chinese have no space.
[[nodiscard]] Message percentText(const std::string& number);
/// A moment in UTC as strftime() writes it: `utcText(now, "%Y-%m-%d")`. At most 31 bytes.
[[nodiscard]] std::string utcText(std::time_t moment, const char* format);

}  // namespace stowage
