// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/token_decoder.h"

#include "engine/text/byte_letters.h"
#include "engine/text/step_fields.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;
using Step = std::function<Texts(Texts tokens)>;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::string joined(const Texts& texts) {
    std::string all;
    for (const std::string& text : texts) {
        all += text;
    }
    return all;
}

/// A step that changes each token by itself.
template <class Change>
Step eachToken(Change change) {
    return [change = std::move(change)](Texts tokens) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            tokens[i] = change(std::move(tokens[i]), i);
        }
        return tokens;
    };
}

Texts decodeByteLevel(const Texts& tokens) {
    std::string bytes;
    for (const std::string& token : tokens) {
        bytes += lettersAsBytes(token).value_or(token);
    }
    return {lossyUtf8(bytes)};
}

/// The byte of "<0x0A>".
std::optional<char> byteOf(std::string_view token) {
    const auto digit = [&](std::size_t at) -> int {
        const char c = token[at];
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                      : -1;
    };
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>' || digit(3) < 0 ||
        digit(4) < 0) {
        return std::nullopt;
    }
    return static_cast<char>(digit(3) * 16 + digit(4));
}

/// Bytes in a row become their text, or one U+FFFD each where they are none.
Texts decodeBytes(Texts tokens) {
    Texts decoded;
    std::string bytes;
    const auto flush = [&] {
        if (isValidUtf8(bytes)) {
            decoded.push_back(bytes);
        } else {
            decoded.insert(decoded.end(), bytes.size(), std::string(kReplacement));
        }
        bytes.clear();
    };
    for (std::string& token : tokens) {
        if (const auto byte = byteOf(token)) {
            bytes += *byte;
        } else {
            flush();
            decoded.push_back(std::move(token));
        }
    }
    flush();
    std::erase(decoded, "");
    return decoded;
}

Step metaspaceStep(const StepFields& fields) {
    const std::string mark = fields.text("replacement", "\xE2\x96\x81");
    const bool prepends = fields.entry("prepend_scheme").is_null()
                              ? fields.flag("add_prefix_space", true)
                              : fields.text("prepend_scheme", "always") != "never";
    return eachToken([mark, prepends](const std::string& token, std::size_t at) {
        return mark.empty() ? token : replacedText(token, mark, at == 0 && prepends ? "" : " ");
    });
}

Step wordPieceStep(const StepFields& fields) {
    return eachToken([prefix = fields.text("prefix", "##"), cleans = fields.flag("cleanup", true)](
                         std::string token, std::size_t at) {
        if (at > 0) {
            token = token.starts_with(prefix) ? token.substr(prefix.size()) : " " + token;
        }
        return cleans ? withoutTokenSpaces(std::move(token), true) : token;
    });
}

Step stripStep(const StepFields& fields) {
    return eachToken([content = fields.text("content", " "),
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

Step endOfWordStep(const StepFields& fields) {
    return [suffix = fields.text("suffix", "</w>")](Texts tokens) {
        for (std::size_t i = 0; i < tokens.size() && !suffix.empty(); ++i) {
            tokens[i] = replacedText(tokens[i], suffix, i + 1 == tokens.size() ? "" : " ");
        }
        return tokens;
    };
}

Result<Step> readStep(const StepFields& fields) {
    const std::string type = fields.type();
    if (type == "ByteLevel") {
        return Step(decodeByteLevel);
    }
    if (type == "ByteFallback") {
        return Step(decodeBytes);
    }
    if (type == "Fuse") {
        return Step([](const Texts& tokens) { return Texts{joined(tokens)}; });
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
    if (type != "Replace") {
        return fields.unsupported("the decoder");
    }
    auto pattern = StepPattern::read(fields);
    if (!pattern) {
        return pattern.unexpected();
    }
    return eachToken([pattern = std::move(*pattern), with = fields.text("content", "")](
                         std::string token, std::size_t) {
        const auto replaced = pattern.replaceIn(token, with);
        return replaced ? *replaced : token;
    });
}

}  // namespace

Result<TokenDecoder> TokenDecoder::read(const Json& step, const std::string& file) {
    TokenDecoder decoder;
    const auto all = eachStep(step, file, [&](const StepFields& fields) -> Result<void> {
        auto made = readStep(fields);
        if (!made) {
            return made.unexpected();
        }
        decoder.m_steps.push_back(std::move(*made));
        return {};
    });
    if (!all) {
        return all.unexpected();
    }
    if (step.is_null()) {
        decoder.m_steps.push_back(eachToken([](const std::string& token, std::size_t at) {
            return at == 0 ? token : " " + token;
        }));
    }
    return decoder;
}

std::string TokenDecoder::decode(std::vector<std::string> tokens) const {
    for (const Step& step : m_steps) {
        tokens = step(std::move(tokens));
    }
    return lossyUtf8(joined(tokens));
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
