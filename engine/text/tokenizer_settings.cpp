// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_settings.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/text/text_steps.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <span>
#include <system_error>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxConfigBytes = std::size_t{4} << 20;

/// The document of a folder's file; null where there is no such file.
Result<Json> readIfThere(const std::string& path) {
    std::error_code failure;
    if (!std::filesystem::exists(path, failure)) {
        return Json();
    }
    const auto text = readTokenizerFile(path, kMaxConfigBytes);
    constexpr unsigned kDepth = 64;
    return text ? parseJson(*text, path, {kMaxConfigBytes, kDepth}) : text.unexpected();
}

/// "LlamaTokenizerFast" as "llama".
std::string familyOf(std::string name) {
    name = name.substr(0, name.find("Tokenizer"));
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    return name;
}

void readNamed(const Json& config, const std::string& path, TokenizerSettings& settings) {
    for (const char* const name : {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token",
                                   "cls_token", "mask_token"}) {
        const StepFields fields(config, path);
        AddedToken token;
        token.text = fields.text(name).value_or("");
        if (fields.entry(name).is_object()) {
            token = addedTokenOf({fields.entry(name), path}, true);
        }
        if (!token.text.empty()) {
            token.isNormalized = false;
            settings.named[name] = std::move(token);
        }
    }
}

Result<void> readAdded(const Json& tokens, const std::string& path, TokenizerSettings& settings) {
    if (!tokens.is_object()) {
        return {};
    }
    for (const auto& [number, entry] : tokens.items()) {
        AddedToken token = addedTokenOf({entry, path}, false);
        const auto [rest, failure] =
            std::from_chars(number.data(), number.data() + number.size(), token.id);
        if (failure != std::errc() || rest != number.data() + number.size() || token.id < 0 ||
            token.text.empty() || settings.added.size() >= kMaxAddedTokens) {
            return fail(ErrorCode::Malformed,
                        path +
                            " lists an added token without a number or a text, or more than "
                            "16,384 of them.",
                        path, "added_tokens_decoder");
        }
        settings.added.push_back(std::move(token));
    }
    return {};
}

}  // namespace

AddedToken addedTokenOf(const StepFields& fields, bool isSpecial) {
    AddedToken token;
    token.text = fields.text("content").value_or("");
    token.isSingleWord = fields.flag("single_word", false);
    token.takesSpaceLeft = fields.flag("lstrip", false);
    token.takesSpaceRight = fields.flag("rstrip", false);
    token.isNormalized = fields.flag("normalized", !fields.flag("special", isSpecial));
    return token;
}

std::string TokenizerSettings::tokenFor(const char* name, const std::string& fallback) const {
    const auto found = named.find(name);
    return found == named.end() ? fallback : found->second.text;
}

Result<std::string> readTokenizerFile(const std::string& path, std::size_t limit) {
    const auto file = RandomAccessFile::open(path);
    if (!file) {
        return file.unexpected();
    }
    if ((*file)->size() > limit) {
        return fail(ErrorCode::LimitExceeded,
                    path + " is too large for a tokenizer's file; Stowage reads " +
                        std::to_string(limit >> 20) + " MiB at most.",
                    path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    const auto read = (*file)->readAt(0, std::as_writable_bytes(std::span(text)));
    return read ? Result(std::move(text)) : read.unexpected();
}

Result<TokenizerSettings> readTokenizerSettings(const std::string& folder) {
    const std::string path = (std::filesystem::path(folder) / "tokenizer_config.json").string();
    const auto config = readIfThere(path);
    if (!config) {
        return config.unexpected();
    }
    TokenizerSettings settings;
    const StepFields fields(*config, path);
    settings.family = familyOf(fields.text("tokenizer_class").value_or(""));
    if (settings.family.empty() || settings.family == "pretrained") {
        const std::string beside = (std::filesystem::path(folder) / "config.json").string();
        // The model's own file: what is wrong with it is told where the model is opened.
        const auto model = readIfThere(beside);
        settings.family = model ? StepFields(*model, beside).text("model_type").value_or("") : "";
    }
    settings.addsBos = fields.optionalFlag("add_bos_token");
    settings.addsEos = fields.optionalFlag("add_eos_token");
    settings.isLegacy = fields.optionalFlag("legacy");
    settings.addsPrefixSpace = fields.optionalFlag("add_prefix_space");
    settings.lowersCase = fields.optionalFlag("do_lower_case");
    settings.splitsChinese = fields.optionalFlag("tokenize_chinese_chars");
    settings.stripsAccents = fields.optionalFlag("strip_accents");
    settings.closesSpaces = fields.flag("clean_up_tokenization_spaces", false);
    readNamed(*config, path, settings);
    const auto added = readAdded(fields.entry("added_tokens_decoder"), path, settings);
    return added ? Result(std::move(settings)) : added.unexpected();
}

}  // namespace stowage
