// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/text_steps.h"

#include "engine/base/strings.h"
#include "engine/text/tokenizer.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <chrono>
#include <map>
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
                say("%1 splits text by a pattern that is too slow for this text; shorten the text, "
                    "or give tokens.",
                    file),
                file);
}

}  // namespace

Result<TextPattern> TextPattern::compile(std::string_view pattern, const std::string& file,
                                         Syntax syntax) {
    if (pattern.size() > kMaxPatternBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 splits text by a pattern of %2 bytes; the limit is 16,384 bytes.", file,
                        pattern.size()),
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
                    say("%1 splits text by the pattern %2, which Stowage does not support: %3.",
                        file, quotedForMessage(pattern), reinterpret_cast<const char*>(why.data())),
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

namespace {

std::string cleaned(const std::string& text) {
    std::string kept;
    eachCodePoint(text, [&](char32_t c, std::string_view part) {
        if (c != 0 && c != 0xFFFD && !isControl(c)) {
            kept += isWhiteSpace(c) ? std::string_view(" ") : part;
        }
    });
    return kept;
}

std::string withSpacedChinese(const std::string& text) {
    std::string spaced;
    eachCodePoint(text, [&](char32_t c, std::string_view part) {
        const std::string_view space = isChineseCharacter(c) ? " " : "";
        spaced.append(space).append(part).append(space);
    });
    return spaced;
}

std::string without(bool (*isOfKind)(char32_t), std::string_view text) {
    std::string bare;
    eachCodePoint(text, [&](char32_t c, std::string_view part) {
        bare += isOfKind(c) ? std::string_view() : part;
    });
    return bare;
}

std::string stripped(const std::string& text, bool left, bool right) {
    std::size_t begin = text.size();
    std::size_t end = 0;
    eachCodePoint(text, [&](char32_t c, std::string_view part) {
        if (!isWhiteSpace(c)) {
            const auto at = static_cast<std::size_t>(part.data() - text.data());
            begin = std::min(begin, at);
            end = at + part.size();
        }
    });
    begin = left ? begin : 0;
    end = right ? end : text.size();
    return begin < end ? text.substr(begin, end - begin) : std::string();
}

TextStep bertStep(const StepFields& fields) {
    const bool lowers = fields.flag("lowercase", true);
    return eachText([cleans = fields.flag("clean_text", true),
                     splitsChinese = fields.flag("handle_chinese_chars", true),
                     stripsAccents = fields.flag("strip_accents", lowers),
                     lowers](std::string text, std::size_t) {
        text = cleans ? cleaned(text) : text;
        text = splitsChinese ? withSpacedChinese(text) : text;
        if (stripsAccents) {
            text = without(isNonspacingMark, normalizedText(text, UnicodeForm::Nfd));
        }
        return lowers ? loweredText(text) : text;
    });
}

Result<TextStep> mapStep(const StepFields& fields) {
    auto map =
        CharacterMap::fromBase64(fields.text("precompiled_charsmap").value_or(""), fields.file());
    STOWAGE_TRY(map);
    return eachText([map = std::make_shared<const CharacterMap>(std::move(*map))](
                        const std::string& text, std::size_t) { return map->apply(text); });
}

Result<TextPieces> joinedPieces(const TextPieces& tokens) {
    TextPiece all;
    for (const TextPiece& token : tokens) {
        all.text += token.text;
    }
    return TextPieces{std::move(all)};
}

Result<TextPieces> decodeByteLevel(const TextPieces& tokens) {
    std::string bytes;
    for (const TextPiece& token : tokens) {
        bytes += lettersAsBytes(token.text).value_or(token.text);
    }
    return TextPieces{{lossyUtf8(bytes)}};
}

/// The byte of "<0x0A>".
std::optional<char> byteOf(std::string_view token) {
    unsigned char byte = 0;
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>' ||
        std::from_chars(&token[3], &token[5], byte, 16).ptr != &token[5]) {
        return std::nullopt;
    }
    return static_cast<char>(byte);
}

/// Bytes in a row become their text, or one U+FFFD each where they are none.
Result<TextPieces> decodeBytes(TextPieces tokens) {
    TextPieces decoded;
    std::string bytes;
    const auto flush = [&] {
        const bool isText = isValidUtf8(bytes);
        for (std::size_t i = 0; i < bytes.size() && !isText; ++i) {
            decoded.push_back({"\xEF\xBF\xBD"});
        }
        if (isText && !bytes.empty()) {
            decoded.push_back({bytes});
        }
        bytes.clear();
    };
    for (TextPiece& token : tokens) {
        if (const auto byte = byteOf(token.text)) {
            bytes += *byte;
        } else {
            flush();
            decoded.push_back(std::move(token));
        }
    }
    flush();
    return decoded;
}

TextStep metaspaceDecoder(const StepFields& fields) {
    const std::string mark = fields.text("replacement").value_or("\xE2\x96\x81");
    const bool prepends = fields.entry("prepend_scheme").is_null()
                              ? fields.flag("add_prefix_space", true)
                              : fields.text("prepend_scheme") != "never";
    return eachText([mark, prepends](const std::string& token, std::size_t at) {
        return mark.empty() ? token : replacedText(token, mark, at == 0 && prepends ? "" : " ");
    });
}

TextStep wordPieceStep(const StepFields& fields) {
    return eachText([prefix = fields.text("prefix").value_or("##"),
                     cleans = fields.flag("cleanup", true)](std::string token, std::size_t at) {
        if (at > 0) {
            token = token.starts_with(prefix) ? token.substr(prefix.size()) : " " + token;
        }
        return cleans ? withoutTokenSpaces(std::move(token), true) : token;
    });
}

TextStep stripStep(const StepFields& fields) {
    return eachText([content = fields.text("content").value_or(" "),
                     start = fields.number("start").value_or(0),
                     stop = fields.number("stop").value_or(0)](std::string token, std::size_t) {
        for (std::uint64_t i = 0; i < start && !content.empty() && token.starts_with(content);
             ++i) {
            token.erase(0, content.size());
        }
        for (std::uint64_t i = 0; i < stop && !content.empty() && token.ends_with(content); ++i) {
            token.resize(token.size() - content.size());
        }
        return token;
    });
}

TextStep endOfWordStep(const StepFields& fields) {
    return
        [suffix = fields.text("suffix").value_or("</w>")](TextPieces tokens) -> Result<TextPieces> {
            for (std::size_t i = 0; i < tokens.size() && !suffix.empty(); ++i) {
                tokens[i].text =
                    replacedText(tokens[i].text, suffix, i + 1 == tokens.size() ? "" : " ");
            }
            return tokens;
        };
}

}  // namespace

using Json = nlohmann::ordered_json;

const Json& StepFields::entry(const char* name) const {
    static const Json kNothing;
    if (!m_step.is_object()) {
        return kNothing;
    }
    const auto found = m_step.find(name);
    return found == m_step.end() ? kNothing : *found;
}

std::optional<std::string> StepFields::text(const char* name) const {
    const Json& value = entry(name);
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

std::optional<bool> StepFields::optionalFlag(const char* name) const {
    const Json& value = entry(name);
    return value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt;
}

bool StepFields::flag(const char* name, bool fallback) const {
    return optionalFlag(name).value_or(fallback);
}

std::optional<std::uint64_t> StepFields::number(const char* name) const {
    const Json& value = entry(name);
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

Result<TextPattern> StepFields::pattern() const {
    const StepFields pattern(entry("pattern"), m_file);
    if (const auto regex = pattern.text("Regex")) {
        return TextPattern::compile(*regex, m_file);
    }
    const std::string literal = pattern.text("String").value_or("");
    if (literal.empty()) {
        return fail(ErrorCode::Malformed,
                    say("%1 has a step %2 without a pattern.", m_file, quotedForMessage(type())),
                    m_file);
    }
    return TextPattern::compile(literal, m_file, TextPattern::Syntax::Literal);
}

Unexpected StepFields::unsupported(const Message& what) const {
    return fail(ErrorCode::Unsupported,
                say("%1 needs %2 %3, which Stowage does not support; give tokens instead of text.",
                    m_file, what, quotedForMessage(type())),
                m_file);
}

Result<void> eachStep(const StepFields& fields,
                      const std::function<Result<void>(const StepFields& fields)>& read) {
    if (fields.type() != "Sequence") {
        return read(fields);
    }
    for (const char* const name : {"normalizers", "pretokenizers", "decoders", "processors"}) {
        // The reader of JSON bounds the depth, and with it this recursion.
        for (const Json& member : fields.entry(name)) {
            STOWAGE_TRY(eachStep(StepFields(member, fields.file()), read));
        }
    }
    return {};
}

Result<TextStep> readSteps(const Json& step, const std::string& file,
                           Result<TextStep> (*read)(const StepFields& fields)) {
    std::vector<TextStep> steps;
    Result<void> done;
    if (!step.is_null()) {
        done = eachStep(StepFields(step, file), [&](const StepFields& fields) -> Result<void> {
            auto made = read(fields);
            STOWAGE_TRY(made);
            steps.push_back(std::move(*made));
            return {};
        });
    }
    return done ? Result(inOrder(std::move(steps))) : done.unexpected();
}

TextStep inOrder(std::vector<TextStep> steps) {
    return [steps = std::move(steps)](TextPieces pieces) -> Result<TextPieces> {
        constexpr std::size_t kMaxGrowth = 32;
        for (const TextStep& step : steps) {
            auto next = step(std::move(pieces));
            STOWAGE_TRY(next);
            pieces = std::move(*next);
            std::size_t bytes = 0;
            for (const TextPiece& piece : pieces) {
                bytes += piece.text.size();
            }
            if (bytes > kMaxGrowth * Tokenizer::kMaxTextBytes) {
                return fail(
                    ErrorCode::LimitExceeded,
                    say("The tokenizer expands the text to more than 32 MiB; shorten the text."));
            }
        }
        return pieces;
    };
}

TextStep eachText(TextChange change) {
    return [change = std::move(change)](TextPieces pieces) -> Result<TextPieces> {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            auto changed = change(pieces[i].text, i);
            STOWAGE_TRY(changed);
            pieces[i].text = std::move(*changed);
        }
        return pieces;
    };
}

Result<TextStep> replaceStep(const StepFields& fields) {
    const auto pattern = fields.pattern();
    STOWAGE_TRY(pattern);
    return eachText(
        [pattern = *pattern, with = fields.text("content").value_or("")](
            const std::string& text, std::size_t) { return pattern.replaceIn(text, with); });
}

Result<TextStep> readNormalizer(const StepFields& fields) {
    const std::string type = fields.type();
    static const std::map<std::string, UnicodeForm> kForms{{"NFC", UnicodeForm::Nfc},
                                                           {"NFD", UnicodeForm::Nfd},
                                                           {"NFKC", UnicodeForm::Nfkc},
                                                           {"NFKD", UnicodeForm::Nfkd}};
    if (const auto form = kForms.find(type); form != kForms.end()) {
        return eachText([form = form->second](const std::string& text, std::size_t) {
            return normalizedText(text, form);
        });
    }
    if (type == "BertNormalizer") {
        return bertStep(fields);
    }
    if (type == "Lowercase") {
        return eachText([](const std::string& text, std::size_t) { return loweredText(text); });
    }
    if (type == "StripAccents") {
        return eachText([](const std::string& text, std::size_t) { return without(isMark, text); });
    }
    if (type == "Strip") {
        return eachText(
            [left = fields.flag("strip_left", true), right = fields.flag("strip_right", true)](
                const std::string& text, std::size_t) { return stripped(text, left, right); });
    }
    if (type == "Prepend") {
        return eachText(
            [before = fields.text("prepend").value_or("")](const std::string& text, std::size_t) {
                return text.empty() ? text : before + text;
            });
    }
    if (type == "Replace") {
        return replaceStep(fields);
    }
    return type == "Precompiled" ? mapStep(fields) : fields.unsupported(say("the normalizer"));
}

Result<TextStep> readDecoder(const StepFields& fields) {
    const std::string type = fields.type();
    if (type == "ByteLevel") {
        return TextStep(decodeByteLevel);
    }
    if (type == "ByteFallback") {
        return TextStep(decodeBytes);
    }
    if (type == "Fuse") {
        return TextStep(joinedPieces);
    }
    if (type == "Metaspace") {
        return metaspaceDecoder(fields);
    }
    if (type == "WordPiece") {
        return wordPieceStep(fields);
    }
    if (type == "Strip") {
        return stripStep(fields);
    }
    if (type == "BPEDecoder") {
        return endOfWordStep(fields);
    }
    return type == "Replace" ? replaceStep(fields) : fields.unsupported(say("the decoder"));
}

std::string withoutTokenSpaces(std::string text, bool closesDoNot) {
    constexpr std::string_view kDoNot = " do not";
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kClosed{
        {{" .", "."},
         {" ?", "?"},
         {" !", "!"},
         {" ,", ","},
         {" ' ", "'"},
         {" n't", "n't"},
         {" 'm", "'m"},
         {kDoNot, " don't"},
         {" 's", "'s"},
         {" 've", "'ve"},
         {" 're", "'re"}}};
    for (const auto& [open, closed] : kClosed) {
        if (open != kDoNot || closesDoNot) {
            text = replacedText(text, open, closed);
        }
    }
    return text;
}

}  // namespace stowage
