// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/text_pattern.h"

#include "engine/base/strings.h"

#include <array>
#include <chrono>
#include <new>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace stowage {

namespace {

constexpr std::size_t kMaxPatternBytes = 16384;
constexpr std::uint32_t kMaxSteps = 1'000'000;      // of one match
constexpr std::uint32_t kMaxHeapKibibytes = 20480;  // of one match
constexpr std::chrono::seconds kMaxTime{5};         // of one text

/// PCRE2 counts U+180E as a space, which Unicode has not done since version 6.3.
constexpr std::string_view kSpaces =
    "\\x{9}-\\x{d}\\x{20}\\x{85}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}"
    "\\x{205f}\\x{3000}";

std::string translated(std::string_view pattern) {
    std::string text;
    bool inClass = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '\\' && i + 1 < pattern.size()) {
            const char kind = pattern[++i];
            if (kind == 's') {
                text += inClass ? std::string(kSpaces) : "[" + std::string(kSpaces) + "]";
            } else if (kind == 'S' && !inClass) {
                text += "[^" + std::string(kSpaces) + "]";
            } else {
                text += {c, kind};
            }
            continue;
        }
        // A bracket right behind "[" or "[^" is a character of the class in PCRE2 and Ruby alike.
        inClass = c == '[' || (inClass && c != ']');
        text += c;
    }
    return text;
}

Unexpected tooSlow(const std::string& file) {
    return fail(ErrorCode::LimitExceeded,
                say("%1 splits text by a pattern that takes too long on this one; shorten the "
                    "text, or give tokens.",
                    file),
                file);
}

}  // namespace

Result<TextPattern> TextPattern::compile(std::string_view pattern, const std::string& file,
                                         Syntax syntax) {
    if (pattern.size() > kMaxPatternBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 splits text by a pattern of %2 bytes; Stowage takes 16,384 at most.",
                        file, pattern.size()),
                    file);
    }
    const bool isLiteral = syntax == Syntax::Literal;
    const std::string text = isLiteral ? std::string(pattern) : translated(pattern);
    const std::uint32_t options =
        isLiteral ? PCRE2_LITERAL : PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
    int code = 0;
    PCRE2_SIZE offset = 0;
    const std::shared_ptr<pcre2_code> compiled(
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), PCRE2_UTF | options,
                      &code, &offset, nullptr),
        pcre2_code_free);
    if (compiled == nullptr) {
        std::array<PCRE2_UCHAR, 256> why{};
        pcre2_get_error_message(code, why.data(), why.size());
        return fail(ErrorCode::Malformed,
                    say("%1 splits text by %2, which is no pattern that Stowage reads: %3.", file,
                        quotedForMessage(pattern), reinterpret_cast<const char*>(why.data())),
                    file);
    }
    TextPattern made;
    made.m_code = compiled;
    made.m_file = file;
    return made;
}

Result<TextPattern::Matches> TextPattern::matchesIn(std::string_view text) const {
    const auto* const code = static_cast<const pcre2_code*>(m_code.get());
    const std::shared_ptr<pcre2_match_data> match(
        pcre2_match_data_create_from_pattern(code, nullptr), pcre2_match_data_free);
    const std::shared_ptr<pcre2_match_context> context(pcre2_match_context_create(nullptr),
                                                       pcre2_match_context_free);
    if (match == nullptr || context == nullptr) {
        throw std::bad_alloc();
    }
    pcre2_set_match_limit(context.get(), kMaxSteps);
    pcre2_set_heap_limit(context.get(), kMaxHeapKibibytes);
    const auto deadline = std::chrono::steady_clock::now() + kMaxTime;
    Matches matches;
    std::uint32_t options = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const int found = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                      at, options | PCRE2_NOTEMPTY, match.get(), context.get());
        options = PCRE2_NO_UTF_CHECK;  // once is enough
        if (found == PCRE2_ERROR_NOMATCH) {
            break;
        }
        const PCRE2_SIZE* const range = pcre2_get_ovector_pointer(match.get());
        // \K may put a match's begin behind its end, and a lookbehind before the last one.
        if (found < 0 || range[1] <= at || range[0] < at || range[0] >= range[1] ||
            std::chrono::steady_clock::now() > deadline) {
            return tooSlow(m_file);
        }
        matches.emplace_back(range[0], range[1]);
        at = range[1];
    }
    return matches;
}

Result<std::string> TextPattern::replaceIn(std::string_view text, std::string_view with) const {
    const auto matches = matchesIn(text);
    STOWAGE_TRY(matches);
    std::string replaced;
    std::size_t at = 0;
    for (const auto& [begin, end] : *matches) {
        replaced += text.substr(at, begin - at);
        replaced += with;
        at = end;
    }
    return replaced += text.substr(at);
}

}  // namespace stowage
