// SPDX-License-Identifier: GPL-3.0-or-later
// What a tokenizer does to a text before it is split: Unicode forms, lower case, replacements.
#include "engine/text/character_map.h"
#include "engine/text/text_steps.h"
#include "engine/text/unicode_text.h"

#include <map>
#include <memory>
#include <utility>

namespace stowage {

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
    if (!map) {
        return map.unexpected();
    }
    return eachText([map = std::make_shared<const CharacterMap>(std::move(*map))](
                        const std::string& text, std::size_t) { return map->apply(text); });
}

}  // namespace

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
    return type == "Precompiled" ? mapStep(fields) : fields.unsupported("the normalizer");
}

}  // namespace stowage
