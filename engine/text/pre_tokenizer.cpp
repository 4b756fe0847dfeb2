// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/pre_tokenizer.h"

#include "engine/text/byte_letters.h"
#include "engine/text/step_fields.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;
using Pieces = std::vector<TextPiece>;
using Step = std::function<Result<Pieces>(TextPiece piece)>;

/// What becomes of the parts that a pattern matches.
enum class Matched { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// GPT-2's own pattern, which the ByteLevel step splits by unless it is told not to.
constexpr std::string_view kByteLevelPattern =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool isMatch = false;
};

/// The whole text as parts that match and parts that do not.
std::vector<Part> partsOf(std::size_t length, const TextPattern::Matches& matches, bool inverted) {
    std::vector<Part> parts;
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
bool joins(const Part& before, const Part& part, Matched matched) {
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

Pieces splitBy(const TextPiece& piece, const TextPattern::Matches& matches, bool inverted,
               Matched matched) {
    Pieces pieces;
    const Part* before = nullptr;
    const std::vector<Part> parts = partsOf(piece.text.size(), matches, inverted);
    for (const Part& part : parts) {
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

Step patternStep(StepPattern pattern, bool inverted, Matched matched) {
    return [pattern = std::move(pattern), inverted,
            matched](const TextPiece& piece) -> Result<Pieces> {
        const auto matches = pattern.matchesIn(piece.text);
        return matches ? Result(splitBy(piece, *matches, inverted, matched)) : matches.unexpected();
    };
}

/// Splits at the characters of a kind, each a match of its own.
Step characterStep(bool (*isOfKind)(char32_t), Matched matched) {
    return [isOfKind, matched](const TextPiece& piece) -> Result<Pieces> {
        TextPattern::Matches matches;
        eachCodePoint(piece.text, [&](char32_t c, std::string_view part) {
            if (isOfKind(c)) {
                const auto at = static_cast<std::size_t>(part.data() - piece.text.data());
                matches.emplace_back(at, at + part.size());
            }
        });
        return splitBy(piece, matches, false, matched);
    };
}

Matched matchedOf(const StepFields& fields, Matched fallback) {
    static const std::map<std::string, Matched> kNames{
        {"Removed", Matched::Removed},
        {"Isolated", Matched::Isolated},
        {"MergedWithPrevious", Matched::MergedWithPrevious},
        {"MergedWithNext", Matched::MergedWithNext},
        {"Contiguous", Matched::Contiguous}};
    const auto found = kNames.find(fields.text("behavior", ""));
    return found == kNames.end() ? fallback : found->second;
}

/// Appends ByteLevel's steps: a space in front, its pattern, bytes as letters.
Result<void> addByteLevel(const StepFields& fields, std::vector<Step>& steps) {
    if (fields.flag("add_prefix_space", true)) {
        steps.emplace_back([](TextPiece piece) {
            if (!piece.text.starts_with(' ')) {
                piece.text = std::string(" ").append(piece.text);
            }
            return Result(Pieces{std::move(piece)});
        });
    }
    if (fields.flag("use_regex", true)) {
        auto pattern = StepPattern::regex(kByteLevelPattern, fields.file());
        if (!pattern) {
            return pattern.unexpected();
        }
        steps.push_back(patternStep(std::move(*pattern), false, Matched::Isolated));
    }
    steps.emplace_back([](TextPiece piece) {
        piece.text = bytesAsLetters(piece.text);
        return Result(Pieces{std::move(piece)});
    });
    return {};
}

Step metaspaceStep(const StepFields& fields) {
    const std::string mark = fields.text("replacement", "\xE2\x96\x81");
    const bool isOld = fields.entry("prepend_scheme").is_null();  // releases before 0.14
    const std::string scheme = isOld ? (fields.flag("add_prefix_space", true) ? "always" : "never")
                                     : fields.text("prepend_scheme", "always");
    const bool splits = fields.flag("split", true);
    return [mark, scheme, splits](TextPiece piece) -> Result<Pieces> {
        piece.text = replacedText(piece.text, " ", mark);
        if ((scheme == "always" || (scheme == "first" && piece.isFirst)) &&
            !piece.text.starts_with(mark)) {
            piece.text = std::string(mark).append(piece.text);
        }
        TextPattern::Matches matches;
        for (std::size_t at = splits && !mark.empty() ? piece.text.find(mark) : std::string::npos;
             at != std::string::npos; at = piece.text.find(mark, at + mark.size())) {
            matches.emplace_back(at, at + mark.size());
        }
        return splitBy(piece, matches, false, Matched::MergedWithNext);
    };
}

Result<void> addPattern(Result<StepPattern> pattern, bool inverted, Matched matched,
                        std::vector<Step>& steps) {
    if (!pattern) {
        return pattern.unexpected();
    }
    steps.push_back(patternStep(std::move(*pattern), inverted, matched));
    return {};
}

Result<void> addStep(const StepFields& fields, std::vector<Step>& steps) {
    const std::string type = fields.type();
    if (type == "ByteLevel") {
        return addByteLevel(fields, steps);
    }
    if (type == "Split") {
        return addPattern(StepPattern::read(fields), fields.flag("invert", false),
                          matchedOf(fields, Matched::Removed), steps);
    }
    if (type == "Whitespace") {
        return addPattern(StepPattern::regex("\\w+|[^\\w\\s]+", fields.file()), true,
                          Matched::Removed, steps);
    }
    if (type == "Metaspace") {
        steps.push_back(metaspaceStep(fields));
    } else if (type == "BertPreTokenizer") {
        steps.push_back(characterStep(isWhiteSpace, Matched::Removed));
        steps.push_back(characterStep(isPunctuation, Matched::Isolated));
    } else if (type == "WhitespaceSplit") {
        steps.push_back(characterStep(isWhiteSpace, Matched::Removed));
    } else if (type == "Digits") {
        steps.push_back(characterStep(isNumeric, fields.flag("individual_digits", false)
                                                     ? Matched::Isolated
                                                     : Matched::Contiguous));
    } else if (type == "Punctuation") {
        steps.push_back(characterStep(isPunctuation, matchedOf(fields, Matched::Isolated)));
    } else {
        return fields.unsupported("the pre-tokenizer");
    }
    return {};
}

}  // namespace

Result<PreTokenizer> PreTokenizer::read(const Json& step, const std::string& file) {
    PreTokenizer made;
    const auto all = eachStep(
        step, file, [&](const StepFields& fields) { return addStep(fields, made.m_steps); });
    return all ? Result<PreTokenizer>(std::move(made)) : all.unexpected();
}

Result<std::vector<TextPiece>> PreTokenizer::split(TextPiece text) const {
    Pieces pieces{std::move(text)};
    for (const Step& step : m_steps) {
        Pieces next;
        for (TextPiece& piece : pieces) {
            auto parts = step(std::move(piece));
            if (!parts) {
                return parts;
            }
            std::ranges::move(*parts, std::back_inserter(next));
        }
        std::erase_if(next, [](const TextPiece& piece) { return piece.text.empty(); });
        pieces = std::move(next);
    }
    std::erase_if(pieces, [](const TextPiece& piece) { return piece.text.empty(); });
    return pieces;
}

}  // namespace stowage
