// SPDX-License-Identifier: GPL-3.0-or-later
// How a tokenizer splits a normalised text before its model makes tokens of the pieces.
#include "engine/text/text_steps.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace stowage {

namespace {

using Matches = TextPattern::Matches;

/// What becomes of the parts that a pattern matches.
enum class Matched { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// GPT-2's own pattern, which the ByteLevel step splits by unless it is told not to.
constexpr std::string_view kByteLevelPattern =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

struct TextPart {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool isMatch = false;
};

/// The whole text as parts that match and parts that do not.
std::vector<TextPart> partsOf(std::size_t length, const Matches& matches, bool inverted) {
    std::vector<TextPart> parts;
    std::size_t at = 0;
    for (const auto& [begin, end] : matches) {
        if (at < begin) {
            parts.push_back({at, begin, inverted});
        }
        parts.push_back({begin, end, !inverted});
        at = end;
    }
    if (at < length) {
        parts.push_back({at, length, inverted});
    }
    return parts;
}

/// Whether a part becomes one with that before it.
bool joins(const TextPart& before, const TextPart& part, Matched matched) {
    switch (matched) {
        case Matched::Contiguous:
            return before.isMatch == part.isMatch;
        case Matched::MergedWithPrevious:
            return part.isMatch && !before.isMatch;
        case Matched::MergedWithNext:
            return before.isMatch && !part.isMatch;
        default:
            return false;
    }
}

TextPieces splitBy(const TextPiece& piece, const Matches& matches, bool inverted, Matched matched) {
    TextPieces pieces;
    const TextPart* before = nullptr;
    const std::vector<TextPart> parts = partsOf(piece.text.size(), matches, inverted);
    for (const TextPart& part : parts) {
        const std::string_view text =
            std::string_view(piece.text).substr(part.begin, part.end - part.begin);
        if (before != nullptr && joins(*before, part, matched)) {
            pieces.back().text += text;
        } else if (!(part.isMatch && matched == Matched::Removed)) {
            pieces.push_back({std::string(text), piece.isFirst && part.begin == 0});
        }
        before = &part;
    }
    return pieces;
}

/// Splits each piece at what `find` matches in it.
TextStep splitStep(std::function<Result<Matches>(const std::string& text)> find, Matched matched,
                   bool inverted = false) {
    return [find = std::move(find), matched,
            inverted](const TextPieces& pieces) -> Result<TextPieces> {
        TextPieces all;
        for (const TextPiece& piece : pieces) {
            const auto matches = find(piece.text);
            STOWAGE_TRY(matches);
            std::ranges::move(splitBy(piece, *matches, inverted, matched), std::back_inserter(all));
        }
        return all;
    };
}

Result<TextStep> patternStep(const Result<TextPattern>& pattern, Matched matched,
                             bool inverted = false) {
    STOWAGE_TRY(pattern);
    return splitStep(
        [pattern = *pattern](const std::string& text) { return pattern.matchesIn(text); }, matched,
        inverted);
}

/// Splits at the characters of a kind, each a match of its own.
TextStep characterStep(bool (*isOfKind)(char32_t), Matched matched) {
    const auto find = [isOfKind](const std::string& text) -> Result<Matches> {
        Matches matches;
        eachCodePoint(text, [&](char32_t c, std::string_view part) {
            if (isOfKind(c)) {
                const auto at = static_cast<std::size_t>(part.data() - text.data());
                matches.emplace_back(at, at + part.size());
            }
        });
        return matches;
    };
    return splitStep(find, matched);
}

Matched matchedOf(const StepFields& fields, Matched fallback) {
    static const std::map<std::string, Matched> kNames{
        {"Removed", Matched::Removed},
        {"Isolated", Matched::Isolated},
        {"MergedWithPrevious", Matched::MergedWithPrevious},
        {"MergedWithNext", Matched::MergedWithNext},
        {"Contiguous", Matched::Contiguous}};
    const auto found = kNames.find(fields.text("behavior").value_or(""));
    return found == kNames.end() ? fallback : found->second;
}

/// A space in front, ByteLevel's pattern, bytes as letters.
Result<TextStep> byteLevelStep(const StepFields& fields) {
    std::vector<TextStep> steps;
    if (fields.flag("add_prefix_space", true)) {
        steps.push_back(eachText([](const std::string& text, std::size_t) {
            return text.starts_with(' ') ? text : " " + text;
        }));
    }
    if (fields.flag("use_regex", true)) {
        auto split =
            patternStep(TextPattern::compile(kByteLevelPattern, fields.file()), Matched::Isolated);
        STOWAGE_TRY(split);
        steps.push_back(std::move(*split));
    }
    steps.push_back(
        eachText([](const std::string& text, std::size_t) { return bytesAsLetters(text); }));
    return inOrder(std::move(steps));
}

TextStep metaspaceStep(const StepFields& fields) {
    const std::string mark = fields.text("replacement").value_or("\xE2\x96\x81");
    const bool isOld = fields.entry("prepend_scheme").is_null();  // releases before 0.14
    const std::string scheme = isOld ? (fields.flag("add_prefix_space", true) ? "always" : "never")
                                     : fields.text("prepend_scheme").value_or("always");
    const TextStep markSpaces = [mark, scheme](TextPieces pieces) -> Result<TextPieces> {
        for (TextPiece& piece : pieces) {
            piece.text = replacedText(piece.text, " ", mark);
            if ((scheme == "always" || (scheme == "first" && piece.isFirst)) &&
                !piece.text.starts_with(mark)) {
                piece.text = mark + piece.text;
            }
        }
        return pieces;
    };
    if (mark.empty() || !fields.flag("split", true)) {
        return markSpaces;
    }
    const auto find = [mark](const std::string& text) -> Result<Matches> {
        Matches matches;
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + mark.size())) {
            matches.emplace_back(at, at + mark.size());
        }
        return matches;
    };
    return inOrder({markSpaces, splitStep(find, Matched::MergedWithNext)});
}

}  // namespace

Result<TextStep> readPreTokenizer(const StepFields& fields) {
    const std::string type = fields.type();
    if (type == "ByteLevel") {
        return byteLevelStep(fields);
    }
    if (type == "Split") {
        return patternStep(fields.pattern(), matchedOf(fields, Matched::Removed),
                           fields.flag("invert", false));
    }
    if (type == "Whitespace") {
        return patternStep(TextPattern::compile("\\w+|[^\\w\\s]+", fields.file()), Matched::Removed,
                           true);
    }
    if (type == "Metaspace") {
        return metaspaceStep(fields);
    }
    if (type == "BertPreTokenizer") {
        return inOrder({characterStep(isWhiteSpace, Matched::Removed),
                        characterStep(isPunctuation, Matched::Isolated)});
    }
    if (type == "WhitespaceSplit") {
        return characterStep(isWhiteSpace, Matched::Removed);
    }
    if (type == "Digits") {
        return characterStep(isNumeric, fields.flag("individual_digits", false)
                                            ? Matched::Isolated
                                            : Matched::Contiguous);
    }
    if (type == "Punctuation") {
        return characterStep(isPunctuation, matchedOf(fields, Matched::Isolated));
    }
    return fields.unsupported(say("the pre-tokenizer"));
}

}  // namespace stowage
