// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentencepiece_tokenizer.h"

#include "engine/base/utf8.h"
#include "engine/text/sentencepiece_engine.h"
#include "engine/text/token_decoder.h"
#include "engine/text/tokenizer_pipeline.h"

#include <nlohmann/json.hpp>

#include <array>
#include <unordered_map>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;
constexpr std::string_view kMark = "\xE2\x96\x81";  // "▁", SentencePiece's space

/// "normalizer_spec { add_dummy_prefix: false }": behind a serialised model it overrides the
/// model's own, as fields of a protocol buffer that come twice do.
constexpr std::string_view kWithoutPrefix("\x1A\x02\x18\x00", 4);

enum class Family { Llama, T5, ChatGlm };

Family familyOf(const std::string& path, const TokenizerSettings& settings) {
    const std::string& name = settings.family;
    if (name.starts_with("chatglm")) {
        return Family::ChatGlm;
    }
    const bool isT5 = name.ends_with("t5") || (name.empty() && path.ends_with("spiece.model"));
    return isT5 ? Family::T5 : Family::Llama;
}

/// What goes around a text, and tokens that are found in it.
struct Surroundings {
    std::vector<AddedToken> added;
    std::vector<TokenId> before;
    std::vector<TokenId> after;
};

class SentencePieceTokenizer : public Tokenizer {
public:
    SentencePieceTokenizer(std::string path, std::unique_ptr<const SentencePieceEngine> engine,
                           Surroundings around, TokenDecoder decoder, std::string unknown,
                           bool isLegacy, bool addsPrefix)
        : m_path(std::move(path)),
          m_engine(std::move(engine)),
          m_around(std::move(around)),
          m_decoder(std::move(decoder)),
          m_unknown(std::move(unknown)),
          m_isLegacy(isLegacy),
          m_addsPrefix(addsPrefix) {
        std::vector<std::string> texts;
        for (const AddedToken& token : m_around.added) {
            texts.push_back(token.text);
            m_addedTexts.emplace(token.id, token.text);
        }
        m_added = AddedTokens(m_around.added, std::move(texts));
    }

    [[nodiscard]] const std::string& path() const override { return m_path; }

    [[nodiscard]] Result<std::vector<std::int64_t>> encode(std::string_view text) const override {
        if (const auto checked = checkPromptText(text); !checked) {
            return checked.unexpected();
        }
        std::vector<TokenId> tokens = m_around.before;
        for (const AddedTokens::Part& part : m_added.cut(text)) {
            if (part.token) {
                tokens.push_back(*part.token);
            } else if (!encodePart(part.text, part.text.data() == text.data(), tokens)) {
                return fail(ErrorCode::Unsupported,
                            "libsentencepiece makes no tokens of " + quotedForMessage(text) +
                                " by " + m_path + "; give tokens instead of text.",
                            m_path);
            }
        }
        tokens.insert(tokens.end(), m_around.after.begin(), m_around.after.end());
        return std::vector<std::int64_t>(tokens.begin(), tokens.end());
    }

    [[nodiscard]] std::string decode(std::span<const std::int64_t> tokens) const override {
        std::vector<std::string> texts;
        for (const std::int64_t token : tokens) {
            const auto added = m_addedTexts.find(token);
            if (added != m_addedTexts.end()) {
                texts.push_back(added->second);
            } else if (token >= 0 && token < m_engine->size()) {
                texts.push_back(m_engine->text(static_cast<int>(token)));
            }
        }
        return m_decoder.decode(std::move(texts));
    }

private:
    /// Behind a token that was found in the text, only the legacy way puts another space.
    [[nodiscard]] bool encodePart(std::string_view text, bool isFirst,
                                  std::vector<TokenId>& tokens) const {
        if (m_isLegacy) {
            return m_engine->encode(text, tokens);
        }
        // The library drops a space that a text begins with, so that the unknown token's own text
        // goes before it, and its pieces go again.
        const std::string begin = isFirst && m_addsPrefix ? std::string(kMark) : std::string();
        std::vector<int> around;
        std::vector<int> unknown;
        if (!m_engine->encode(m_unknown, unknown) ||
            !m_engine->encode(m_unknown + begin + std::string(text), around)) {
            return false;
        }
        tokens.insert(
            tokens.end(),
            around.begin() + static_cast<std::ptrdiff_t>(std::min(unknown.size(), around.size())),
            around.end());
        return true;
    }

    std::string m_path;
    std::unique_ptr<const SentencePieceEngine> m_engine;
    Surroundings m_around;
    TokenDecoder m_decoder;
    std::string m_unknown;
    bool m_isLegacy;
    bool m_addsPrefix;
    AddedTokens m_added;
    std::unordered_map<std::int64_t, std::string> m_addedTexts;
};

class SurroundingsMaker {
public:
    SurroundingsMaker(const SentencePieceEngine& engine, const TokenizerSettings& settings)
        : m_settings(settings), m_next(engine.size()) {
        for (int i = 0; i < engine.size(); ++i) {
            m_pieces.emplace(engine.text(i), i);
        }
    }

    Surroundings make(Family family) {
        const TokenId pieces = m_next;
        if (family == Family::ChatGlm) {
            // [MASK], [gMASK], [sMASK], sop, eop come behind the pieces; none is found in a text.
            return {{}, {pieces + 1, pieces + 3}, {}};
        }
        for (AddedToken token : m_settings.added) {
            add(std::move(token));
        }
        constexpr int kExtraIds = 100;
        for (int i = kExtraIds - 1; i >= 0 && family == Family::T5 && m_settings.added.empty();
             --i) {
            addText("<extra_id_" + std::to_string(i) + ">");
        }
        for (const auto& [name, token] : m_settings.named) {
            add(token);
        }
        const std::string bos = m_settings.tokenFor("bos_token", "<s>");
        const std::string eos = m_settings.tokenFor("eos_token", "</s>");
        const bool isLlama = family == Family::Llama;
        for (const std::string& text : {isLlama ? bos : eos, eos, unknown()}) {
            addText(text);
        }
        if (isLlama && m_settings.addsBos.value_or(true)) {
            m_around.before.push_back(m_ids.at(bos));
        }
        if (isLlama ? m_settings.addsEos.value_or(false) : true) {
            m_around.after.push_back(m_ids.at(eos));
        }
        return std::move(m_around);
    }

    [[nodiscard]] std::string unknown() const { return m_settings.tokenFor("unk_token", "<unk>"); }

private:
    void addText(const std::string& text) {
        AddedToken token;
        token.text = text;
        add(std::move(token));
    }
    void add(AddedToken token) {
        if (m_ids.contains(token.text)) {
            return;
        }
        const auto piece = m_pieces.find(token.text);
        token.id = piece != m_pieces.end() ? piece->second : m_next++;
        m_ids.emplace(token.text, token.id);
        m_around.added.push_back(std::move(token));
    }

    const TokenizerSettings& m_settings;
    TokenId m_next;
    NameTable<std::string, TokenId> m_pieces;
    NameTable<std::string, TokenId> m_ids;
    Surroundings m_around;
};

/// How transformers makes text of the pieces again.
Json decoderOf(Family family, bool addsPrefix) {
    if (family == Family::T5) {
        return Json{{"type", "Metaspace"}, {"replacement", kMark}, {"prepend_scheme", "always"}};
    }
    Json steps =
        Json::array({{{"type", "Replace"}, {"pattern", {{"String", kMark}}}, {"content", " "}},
                     {{"type", "ByteFallback"}},
                     {{"type", "Fuse"}}});
    if (addsPrefix) {
        steps.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1U}, {"stop", 0U}});
    }
    return Json{{"type", "Sequence"}, {"decoders", std::move(steps)}};
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> openSentencePieceTokenizer(
    const std::string& path, const TokenizerSettings& settings) {
    auto model = readTokenizerFile(path, kMaxFileBytes);
    if (!model) {
        return model.unexpected();
    }
    if (const auto checked = checkSentencePieceModel(*model, path); !checked) {
        return checked.unexpected();
    }
    const Family family = familyOf(path, settings);
    const bool isLegacy = family != Family::Llama || settings.isLegacy.value_or(true);
    if (!isLegacy) {
        *model += kWithoutPrefix;
    }
    auto engine = openSentencePiece(*model, path);
    if (!engine) {
        return engine.unexpected();
    }
    SurroundingsMaker maker(**engine, settings);
    const bool addsPrefix = settings.addsPrefixSpace.value_or(true);
    auto decoder = TokenDecoder::read(decoderOf(family, addsPrefix), path);
    if (!decoder) {
        return decoder.unexpected();
    }
    Surroundings around = maker.make(family);
    return std::shared_ptr<const Tokenizer>(std::make_shared<SentencePieceTokenizer>(
        path, std::move(*engine), std::move(around), std::move(*decoder), maker.unknown(), isLegacy,
        addsPrefix));
}

}  // namespace stowage
