// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/mended_text.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace stowage {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20;
/// How long a mended text may be that a message still shows.
constexpr std::size_t kMostShown = 160;

/// Signs, each group with the one of Python's that it stands for; '\0': none.
constexpr std::array<std::pair<std::u32string_view, char>, 5> kSigns = {{
    {U"\u00AB\u00BB\u201C\u201D\u201E\u201F\u300C\u300D\u300E\u300F", '"'},
    {U"\u2018\u2019\u201A\u201B\u2039\u203A", '\''},
    {U"\u060C\u3001", ','},
    {U"\u00A0\u202F\u3000", ' '},
    {U"\u200B\u200E\u200F\u202A\u202B\u202C\u2066\u2067\u2068\u2069\uFEFF", '\0'},
}};

std::optional<char> plainSign(char32_t codePoint) {
    // The full-width forms stand in the order of ASCII.
    constexpr char32_t kFullWidth = 0xFEE0;
    if (codePoint > kFullWidth + ' ' && codePoint < kFullWidth + 0x7F) {
        const char plain = static_cast<char>(codePoint - kFullWidth);
        const bool isSign = std::string_view("\"'()[]{},:=").find(plain) != std::string_view::npos;
        return isSign ? std::optional(plain) : std::nullopt;
    }
    for (const auto& [signs, plain] : kSigns) {
        if (signs.find(codePoint) != std::u32string_view::npos) {
            return plain;
        }
    }
    return std::nullopt;
}

bool isQuote(char c) {
    return c == '"' || c == '\'';
}

/// Goes over a text once and knows whether it is in quotes, and in which.
class Mender {
public:
    explicit Mender(std::string_view text) : m_text(text) {}

    std::optional<MendedText> mend() {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (static_cast<unsigned char>(c) < 0x80) {
                keepPlain(c);
                continue;
            }
            const auto decoded = decodeUtf8(m_text.substr(m_at));
            if (!decoded) {
                return std::nullopt;
            }
            takeWide(*decoded);
        }
        return m_result.count > 0 ? std::optional(std::move(m_result)) : std::nullopt;
    }

private:
    void keepPlain(char c) {
        std::size_t length = 1;
        if (m_quote == '\0' && c == '#') {
            length = std::min(m_text.find('\n', m_at), m_text.size()) - m_at;
        } else if (m_quote == '\0' && isQuote(c)) {
            m_quote = c;
            m_isPlainQuote = true;
        } else if (m_quote != '\0' && (c == m_quote || c == '\n')) {
            m_quote = '\0';
        } else if (m_quote != '\0' && c == '\\') {
            length = std::min<std::size_t>(2, m_text.size() - m_at);
        }
        m_result.text += m_text.substr(m_at, length);
        m_at += length;
    }

    void takeWide(const DecodedCodePoint& decoded) {
        const auto plain = plainSign(decoded.codePoint);
        const std::string_view bytes = m_text.substr(m_at, decoded.length);
        m_at += decoded.length;
        const bool closes =
            plain && m_quote != '\0' && *plain == m_quote && (!m_isPlainQuote || endsText());
        if (!plain || (m_quote != '\0' && !closes)) {
            m_result.text += bytes;
            return;
        }
        if (closes) {
            m_quote = '\0';
        } else if (isQuote(*plain)) {
            m_quote = *plain;
            m_isPlainQuote = false;
        }
        if (m_result.count++ == 0) {
            std::array<char, 16> number{};
            (void)std::snprintf(number.data(), number.size(), "U+%04X",
                                static_cast<unsigned>(decoded.codePoint));
            const bool isSeen = *plain != '\0' && *plain != ' ';
            m_result.first = isSeen ? std::string(bytes) + " (" + number.data() + ")"
                                    : "the blank or unseen character " + std::string(number.data());
            m_result.plain = isSeen ? std::string(1, *plain) : std::string();
            m_result.offset = m_at - bytes.size();
        }
        if (*plain != '\0') {
            m_result.text += *plain;
        }
    }

    /// Whether what follows is what follows a text: then a text in plain quotes ends here as well.
    [[nodiscard]] bool endsText() const {
        const std::size_t next = m_text.find_first_not_of(" \t\r", m_at);
        if (next == std::string_view::npos) {
            return true;
        }
        const auto decoded = decodeUtf8(m_text.substr(next));
        const auto plain = decoded ? plainSign(decoded->codePoint) : std::nullopt;
        const char c = plain.value_or(m_text[next]);
        return c != '\0' && std::string_view(":,}])\n").find(c) != std::string_view::npos;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    char m_quote = '\0';          ///< of the text that is open
    bool m_isPlainQuote = false;  ///< a plain one opened it
    MendedText m_result;
};

}  // namespace

std::optional<MendedText> mendSigns(std::string_view text) {
    return text.size() <= kMostBytes ? Mender(text).mend() : std::nullopt;
}

std::optional<MendedText> mendFor(std::string_view text, const Error& error,
                                  const std::function<bool(const std::string& plain)>& reads) {
    auto mended = mendSigns(text);
    if (!mended) {
        return std::nullopt;
    }
    mended->isReadable = reads(mended->text);
    return mended->isReadable || error.offset == mended->offset ? std::move(mended) : std::nullopt;
}

Unexpected namingSign(const MendedText& mended, Error error, std::string_view what) {
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    const bool isShown = mended.isReadable && mended.text.size() <= kMostShown &&
                         std::ranges::none_of(mended.text, isControl);
    error.message =
        std::string(what) + " has " + mended.first + " at byte " + std::to_string(mended.offset) +
        (mended.plain.empty() ? "" : ", where a plain " + mended.plain + " belongs") + "; " +
        (isShown ? "write " + mended.text
                 : "replace all such characters (" + std::to_string(mended.count) + " here)") +
        ".";
    error.offset = mended.offset;
    return Unexpected{std::move(error)};
}

}  // namespace stowage
