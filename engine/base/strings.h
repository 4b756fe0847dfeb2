// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace stowage {

/// One code point at the start of a text and how many bytes it takes there.
struct DecodedCodePoint {
    char32_t codePoint = 0;
    std::size_t length = 0;
};

/// Decodes the first code point of a non-empty text. Nothing for what UTF-8 forbids:
/// stray or missing continuation bytes, overlong forms, surrogates, beyond U+10FFFF.
[[nodiscard]] std::optional<DecodedCodePoint> decodeUtf8(std::string_view text);

/// Whether all of `text` is well-formed UTF-8.
[[nodiscard]] bool isValidUtf8(std::string_view text);

/// `text` in double quotes for a message: control characters and bad bytes as `\xNN`, cut after
/// `limit` bytes. Names from hostile files go through here before they reach a person.
[[nodiscard]] std::string quotedForMessage(std::string_view text, std::size_t limit = 80);

/// `text` as a terminal may show it: control characters but newlines and tabs, what turns the
/// direction of writing, and bytes that are no UTF-8 become `\xNN`; cut with "…" after `limit`
/// bytes of what is shown. For whole messages, and for names that stand in them without quotes.
[[nodiscard]] std::string printableText(std::string_view text, std::size_t limit = 4096);

/// How many columns of a terminal `text` takes: two for a character of East Asian width (UAX #11),
/// none for a mark that stands above or below another, else one.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// Whether `a` comes before `b` when runs of digits count as numbers: "h.2" before "h.10".
/// A strict weak order; texts that differ only in leading zeros compare by their bytes.
[[nodiscard]] bool isNaturallyLess(std::string_view a, std::string_view b);

/// Texts or whole numbers beside each other: joinedText(shape, ", ") is "2, 3"; `projection` gives
/// them where the range holds something else.
template <class Range, class Projection = std::identity>
[[nodiscard]] std::string joinedText(const Range& range, std::string_view separator,
                                     Projection projection = {}) {
    std::string all;
    for (const auto& each : range) {
        all += all.empty() ? std::string_view() : separator;
        const auto& part = std::invoke(projection, each);
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(part)>>) {
            all += std::to_string(part);
        } else {
            all += part;
        }
    }
    return all;
}

/// Cuts a stream of bytes into lines, as its pieces come:
///
///     lines.add(piece);
///     while (const auto line = lines.next()) { … }
///
/// A line of more than `most` bytes is given once, as soon as it is seen to be that long, and cut;
/// the rest of it is passed over. So no more is kept than that and the newest piece.
class LineSplitter {
public:
    struct Line {
        std::string_view text;  ///< without its end; holds until the next call
        bool isCut = false;     ///< these are its first `most` bytes alone
    };

    explicit LineSplitter(std::size_t most) : m_most(most) {}

    void add(std::string_view piece);
    /// The next line that is whole, or too long; nothing: more has to come first.
    [[nodiscard]] std::optional<Line> next();

private:
    std::size_t m_most;
    std::string m_bytes;
    std::size_t m_begin = 0;      ///< of the line that comes next
    std::size_t m_looked = 0;     ///< so far there is no end of it
    bool m_isPassedOver = false;  ///< it is the rest of one that was too long
};

}  // namespace stowage
