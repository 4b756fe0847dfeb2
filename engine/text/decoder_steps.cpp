// SPDX-License-Identifier: GPL-3.0-or-later
// How a tokenizer makes text of its tokens' texts.
#include "engine/text/text_steps.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace stowage {

namespace {

Result<TextPieces> joined(const TextPieces& tokens) {
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

TextStep metaspaceStep(const StepFields& fields) {
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

Result<TextStep> readDecoder(const StepFields& fields) {
    const std::string type = fields.type();
    if (type == "ByteLevel") {
        return TextStep(decodeByteLevel);
    }
    if (type == "ByteFallback") {
        return TextStep(decodeBytes);
    }
    if (type == "Fuse") {
        return TextStep(joined);
    }
    if (type == "Metaspace") {
        return metaspaceStep(fields);
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
    return type == "Replace" ? replaceStep(fields) : fields.unsupported("the decoder");
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
