// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_pipeline.h"

#include "engine/base/json_reader.h"
#include "engine/base/random_access_file.h"
#include "engine/base/strings.h"
#include "engine/text/tokenizer.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <filesystem>
#include <system_error>
#include <unordered_map>

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
                        say("%1 lists an added token without an ID or a text, or more than 16,384 "
                            "added tokens.",
                            path),
                        path, "added_tokens_decoder");
        }
        settings.added.push_back(std::move(token));
    }
    return {};
}

/// The code point that a non-empty text ends with, and where it begins.
std::pair<char32_t, std::size_t> lastOf(std::string_view text) {
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
        --at;
    }
    const auto decoded = decodeUtf8(text.substr(at));
    return {decoded ? decoded->codePoint : 0xFFFD, at};
}

bool isInsideWord(std::string_view text, std::size_t begin, std::size_t end) {
    const auto behind = end < text.size() ? decodeUtf8(text.substr(end)) : std::nullopt;
    return (begin > 0 && isWordCharacter(lastOf(text.substr(0, begin)).first)) ||
           (behind && isWordCharacter(behind->codePoint));
}

std::size_t withoutSpaceBefore(std::string_view text, std::size_t begin, std::size_t least) {
    while (begin > least) {
        const auto [c, at] = lastOf(text.substr(0, begin));
        if (!isWhiteSpace(c)) {
            break;
        }
        begin = at;
    }
    return std::max(begin, least);
}

std::size_t withSpaceBehind(std::string_view text, std::size_t end) {
    while (end < text.size()) {
        const auto decoded = decodeUtf8(text.substr(end));
        if (!decoded || !isWhiteSpace(decoded->codePoint)) {
            break;
        }
        end += decoded->length;
    }
    return end;
}

/// Cuts texts at added tokens, of those that begin at one place at the longest.
class AddedTokens {
public:
    struct Part {
        std::string_view text;
        std::optional<TokenId> token;  ///< unset: text between two of them
    };

    /// Each token's text is what is looked for: its own, or what the normalizer makes of it.
    explicit AddedTokens(std::vector<AddedToken> tokens) : m_tokens(std::move(tokens)) {
        std::vector<PrefixTable::Entry> entries;
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            if (!m_tokens[i].text.empty()) {
                entries.emplace_back(m_tokens[i].text, static_cast<std::int32_t>(i));
            }
        }
        m_table = PrefixTable(std::move(entries));
    }
    // The table views the texts.
    AddedTokens(AddedTokens&&) = default;
    AddedTokens& operator=(AddedTokens&&) = default;

    [[nodiscard]] std::vector<Part> cut(std::string_view text) const {
        std::vector<Part> parts;
        std::size_t done = 0;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t length = 0;
            const AddedToken* token = nullptr;
            m_table.eachPrefix(text.substr(at), [&](std::size_t bytes, std::int32_t index) {
                length = bytes;
                token = &m_tokens[static_cast<std::size_t>(index)];
            });
            if (token == nullptr) {
                ++at;
                continue;
            }
            std::size_t begin = at;
            std::size_t end = at + length;
            at = end;
            if (token->isSingleWord && isInsideWord(text, begin, end)) {
                continue;
            }
            begin = token->takesSpaceLeft ? withoutSpaceBefore(text, begin, done) : begin;
            end = token->takesSpaceRight ? withSpaceBehind(text, end) : end;
            if (begin > done) {
                parts.push_back({text.substr(done, begin - done), std::nullopt});
            }
            parts.push_back({text.substr(begin, end - begin), token->id});
            done = end;
            at = std::max(at, done);
        }
        if (done < text.size()) {
            parts.push_back({text.substr(done), std::nullopt});
        }
        return parts;
    }

private:
    std::vector<AddedToken> m_tokens;
    PrefixTable m_table;
};

std::string joined(const TextPieces& pieces) {
    std::string all;
    for (const TextPiece& piece : pieces) {
        all += piece.text;
    }
    return lossyUtf8(all);
}

Result<void> checkPromptText(std::string_view text) {
    if (!isValidUtf8(text)) {
        return fail(ErrorCode::InvalidArgument,
                    say("The text %1 is not valid UTF-8; type it again.", quotedForMessage(text)));
    }
    if (text.size() > Tokenizer::kMaxTextBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("The text has %1 bytes; the limit is 1,048,576 bytes.", text.size()));
    }
    return {};
}

class TokenizerPipeline : public Tokenizer {
public:
    TokenizerPipeline(PipelineParts parts, AddedTokens raw, AddedTokens normalized)
        : m_parts(std::move(parts)), m_raw(std::move(raw)), m_normalized(std::move(normalized)) {
        for (const AddedToken& token : m_parts.added) {
            m_addedTexts.emplace(token.id, token.text);
        }
    }

    [[nodiscard]] const std::string& path() const override { return m_parts.path; }

    [[nodiscard]] Result<std::vector<std::int64_t>> encode(std::string_view text) const override {
        STOWAGE_TRY(checkPromptText(text));
        std::vector<TokenId> tokens = m_parts.before;
        for (const AddedTokens::Part& part : m_raw.cut(text)) {
            if (part.token) {
                tokens.push_back(*part.token);
            } else {
                STOWAGE_TRY(encodePart(part.text, part.text.data() == text.data(), tokens));
            }
        }
        tokens.insert(tokens.end(), m_parts.after.begin(), m_parts.after.end());
        return std::vector<std::int64_t>(tokens.begin(), tokens.end());
    }

    [[nodiscard]] std::string decode(std::span<const std::int64_t> tokens) const override {
        TextPieces texts;
        for (const std::int64_t token : tokens) {
            const auto added = m_addedTexts.find(token);
            if (added != m_addedTexts.end()) {
                texts.push_back({added->second});
            } else if (const auto text = m_parts.model->vocabulary().text(token)) {
                texts.push_back({std::string(*text)});
            }
        }
        const auto decoded = m_parts.decoder(std::move(texts));
        std::string text = decoded ? joined(*decoded) : std::string();
        return m_parts.closesSpaces ? withoutTokenSpaces(std::move(text), false) : text;
    }

private:
    /// What lies between two tokens that were found in the text as it was given.
    [[nodiscard]] Result<void> encodePart(std::string_view text, bool isFirst,
                                          std::vector<TokenId>& tokens) const {
        const auto made = m_parts.normalizer({{std::string(text)}});
        STOWAGE_TRY(made);
        const std::string normalized = joined(*made);
        for (const AddedTokens::Part& part : m_normalized.cut(normalized)) {
            if (part.token) {
                tokens.push_back(*part.token);
                continue;
            }
            const auto pieces = m_parts.preTokenizer(
                {{std::string(part.text), isFirst && part.text.data() == normalized.data()}});
            STOWAGE_TRY(pieces);
            for (const TextPiece& piece : *pieces) {
                if (piece.text.empty()) {
                    continue;
                }
                STOWAGE_TRY(m_parts.model->tokenize(piece, tokens));
            }
        }
        return {};
    }

    PipelineParts m_parts;
    AddedTokens m_raw;         ///< looked for in the text as it is given
    AddedTokens m_normalized;  ///< looked for in what the normalizer makes of it
    std::unordered_map<std::int64_t, std::string> m_addedTexts;
};

Result<std::shared_ptr<const Tokenizer>> makePipeline(PipelineParts parts) {
    std::vector<AddedToken> raw;
    std::vector<AddedToken> normalized;
    for (AddedToken token : parts.added) {
        if (token.isNormalized) {
            const auto text = parts.normalizer({{token.text}});
            STOWAGE_TRY(text);
            token.text = joined(*text);
        }
        (token.isNormalized ? normalized : raw).push_back(std::move(token));
    }
    return std::shared_ptr<const Tokenizer>(std::make_shared<TokenizerPipeline>(
        std::move(parts), AddedTokens(std::move(raw)), AddedTokens(std::move(normalized))));
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
    STOWAGE_TRY(file);
    if ((*file)->size() > limit) {
        return fail(
            ErrorCode::LimitExceeded,
            say("%1 is too large for a tokenizer file; the limit is %2 MiB.", path, limit >> 20),
            path);
    }
    std::string text(static_cast<std::size_t>((*file)->size()), '\0');
    const auto read = (*file)->readAt(0, std::as_writable_bytes(std::span(text)));
    return read ? Result(std::move(text)) : read.unexpected();
}

Result<TokenizerSettings> readTokenizerSettings(const std::string& folder) {
    const std::string path = (std::filesystem::path(folder) / "tokenizer_config.json").string();
    const auto config = readIfThere(path);
    STOWAGE_TRY(config);
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

Result<PipelineParts> makeParts(Result<OwnedTokenModel> model, const nlohmann::ordered_json& steps,
                                const std::string& path) {
    STOWAGE_TRY(model);
    const StepFields fields(steps, path);
    const auto normalizer = readSteps(fields.entry("normalizer"), path, readNormalizer);
    const auto preTokenizer = readSteps(fields.entry("pre_tokenizer"), path, readPreTokenizer);
    const auto decoder = readSteps(fields.entry("decoder"), path, readDecoder);
    for (const Result<TextStep>* const step : {&normalizer, &preTokenizer, &decoder}) {
        if (!*step) {
            return step->unexpected();
        }
    }
    PipelineParts parts;
    parts.normalizer = *normalizer;
    parts.preTokenizer = *preTokenizer;
    parts.model = std::move(*model);
    parts.decoder = *decoder;
    parts.path = path;
    if (fields.entry("decoder").is_null()) {
        parts.decoder = eachText(
            [](const std::string& token, std::size_t at) { return at == 0 ? token : " " + token; });
    }
    return parts;
}

std::optional<TokenId> idOf(const PipelineParts& parts, std::string_view text) {
    const auto added = std::ranges::find(parts.added, text, &AddedToken::text);
    return added != parts.added.end() ? std::optional(added->id)
                                      : parts.model->vocabulary().find(text);
}

void addToken(PipelineParts& parts, AddedToken token) {
    if (token.text.empty() || parts.added.size() >= kMaxAddedTokens ||
        std::ranges::find(parts.added, token.text, &AddedToken::text) != parts.added.end()) {
        return;
    }
    auto next = static_cast<TokenId>(parts.model->vocabulary().size());
    for (const AddedToken& other : parts.added) {
        next = std::max(next, other.id + 1);
    }
    token.id = parts.model->vocabulary().find(token.text).value_or(next);
    parts.added.push_back(std::move(token));
}

void addTokens(PipelineParts& parts, const TokenizerSettings& settings) {
    std::vector<AddedToken> listed = settings.added;
    std::ranges::sort(listed, {}, &AddedToken::id);
    for (const AddedToken& token : listed) {
        addToken(parts, token);
    }
    for (const auto& [name, token] : settings.named) {
        addToken(parts, token);
    }
}

void applyBosAndEos(PipelineParts& parts, const TokenizerSettings& settings) {
    if (!settings.addsBos && !settings.addsEos) {
        return;
    }
    const auto only = [&](const char* name, bool isAdded) {
        const auto id = idOf(parts, settings.tokenFor(name, ""));
        return isAdded && id ? std::vector<TokenId>{*id} : std::vector<TokenId>();
    };
    parts.before = only("bos_token", settings.addsBos.value_or(false));
    parts.after = only("eos_token", settings.addsEos.value_or(false));
}

Result<std::shared_ptr<const Tokenizer>> openTokenizer(const std::string& folder) {
    const auto path = findTokenizerFile(folder);
    if (!path) {
        return fail(ErrorCode::FileNotFound,
                    say("%1 contains no tokenizer (tokenizer.json, vocab.json with merges.txt, "
                        "tokenizer.model, spiece.model or vocab.txt); copy a tokenizer to that "
                        "folder, or give tokens instead of text.",
                        folder),
                    folder);
    }
    const auto settings = readTokenizerSettings(folder);
    STOWAGE_TRY(settings);
    const std::string name = std::filesystem::path(*path).filename().string();
    auto parts = name == "tokenizer.json" ? readTokenizerJson(*path, *settings)
                 : name == "vocab.json"   ? readVocabAndMerges(*path, *settings)
                 : name == "vocab.txt"    ? readVocabText(*path, *settings)
                                          : readSentencePieceModel(*path, *settings);
    return parts ? makePipeline(std::move(*parts)) : parts.unexpected();
}

}  // namespace stowage
