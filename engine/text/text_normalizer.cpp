// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/text_normalizer.h"

#include "engine/text/character_map.h"
#include "engine/text/step_fields.h"
#include "engine/text/tokenizer.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <map>
#include <memory>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;
using Step = std::function<Result<std::string>(const std::string& text)>;

std::string cleaned(const std::string& text) {
    std::string kept;
    eachCodePoint(text, [&](char32_t c, std::string_view part) {
        if (c == 0 || c == 0xFFFD || isControl(c)) {
            return;
        }
        kept += isWhiteSpace(c) ? std::string_view(" ") : part;
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

Step bertStep(const TextNormalizer::BertOptions& options) {
    return [options](const std::string& given) -> Result<std::string> {
        std::string text = options.cleansText ? cleaned(given) : given;
        if (options.splitsChinese) {
            text = withSpacedChinese(text);
        }
        if (options.stripsAccents.value_or(options.lowersCase)) {
            text = without(isNonspacingMark, normalizedText(text, UnicodeForm::Nfd));
        }
        return options.lowersCase ? loweredText(text) : text;
    };
}

Step formStep(UnicodeForm form) {
    return [form](const std::string& text) { return Result(normalizedText(text, form)); };
}

Result<Step> replaceStep(const StepFields& fields) {
    auto pattern = StepPattern::read(fields);
    if (!pattern) {
        return pattern.unexpected();
    }
    return Step([pattern = std::move(*pattern), with = fields.text("content", "")](
                    const std::string& text) { return pattern.replaceIn(text, with); });
}

Result<Step> mapStep(const StepFields& fields) {
    auto map = CharacterMap::fromBase64(fields.text("precompiled_charsmap", ""), fields.file());
    if (!map) {
        return map.unexpected();
    }
    return Step([map = std::make_shared<const CharacterMap>(std::move(*map))](
                    const std::string& text) { return Result(map->apply(text)); });
}

Result<Step> readStep(const StepFields& fields) {
    const std::string type = fields.type();
    static const std::map<std::string, UnicodeForm> kForms{{"NFC", UnicodeForm::Nfc},
                                                           {"NFD", UnicodeForm::Nfd},
                                                           {"NFKC", UnicodeForm::Nfkc},
                                                           {"NFKD", UnicodeForm::Nfkd}};
    if (const auto form = kForms.find(type); form != kForms.end()) {
        return formStep(form->second);
    }
    if (type == "BertNormalizer") {
        return bertStep({fields.flag("clean_text", true), fields.flag("handle_chinese_chars", true),
                         fields.optionalFlag("strip_accents"), fields.flag("lowercase", true)});
    }
    if (type == "Lowercase") {
        return Step([](const std::string& text) { return Result(loweredText(text)); });
    }
    if (type == "StripAccents") {
        return Step([](const std::string& text) { return Result(without(isMark, text)); });
    }
    if (type == "Strip") {
        return Step([left = fields.flag("strip_left", true),
                     right = fields.flag("strip_right", true)](const std::string& text) {
            return Result(stripped(text, left, right));
        });
    }
    if (type == "Prepend") {
        return Step([before = fields.text("prepend", "")](const std::string& text) {
            return Result(text.empty() ? text : before + text);
        });
    }
    if (type == "Replace") {
        return replaceStep(fields);
    }
    if (type == "Precompiled") {
        return mapStep(fields);
    }
    return fields.unsupported("the normalizer");
}

}  // namespace

Result<TextNormalizer> TextNormalizer::read(const Json& step, const std::string& file) {
    TextNormalizer normalizer;
    const auto all = eachStep(step, file, [&](const StepFields& fields) -> Result<void> {
        auto made = readStep(fields);
        if (!made) {
            return made.unexpected();
        }
        normalizer.m_steps.push_back(std::move(*made));
        return {};
    });
    return all ? Result<TextNormalizer>(std::move(normalizer)) : all.unexpected();
}

TextNormalizer TextNormalizer::bert(const BertOptions& options) {
    TextNormalizer normalizer;
    normalizer.m_steps.push_back(bertStep(options));
    return normalizer;
}

TextNormalizer TextNormalizer::nfc() {
    TextNormalizer normalizer;
    normalizer.m_steps.push_back(formStep(UnicodeForm::Nfc));
    return normalizer;
}

Result<std::string> TextNormalizer::normalize(std::string text) const {
    constexpr std::size_t kMaxGrowth = 32;
    for (const Step& step : m_steps) {
        auto next = step(text);
        if (!next) {
            return next;
        }
        if (next->size() > kMaxGrowth * Tokenizer::kMaxTextBytes) {
            return fail(ErrorCode::LimitExceeded,
                        "The tokenizer makes the text longer than 32 MiB; shorten the text.");
        }
        text = std::move(*next);
    }
    return text;
}

}  // namespace stowage
