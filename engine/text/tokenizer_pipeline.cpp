// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_pipeline.h"

#include "engine/base/utf8.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace stowage {

namespace {

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
        if (const auto checked = checkPromptText(text); !checked) {
            return checked.unexpected();
        }
        std::vector<TokenId> tokens = m_parts.before;
        for (const AddedTokens::Part& part : m_raw.cut(text)) {
            if (part.token) {
                tokens.push_back(*part.token);
            } else if (const auto done =
                           encodePart(part.text, part.text.data() == text.data(), tokens);
                       !done) {
                return done.unexpected();
            }
        }
        tokens.insert(tokens.end(), m_parts.after.begin(), m_parts.after.end());
        return std::vector<std::int64_t>(tokens.begin(), tokens.end());
    }

    [[nodiscard]] std::string decode(std::span<const std::int64_t> tokens) const override {
        std::vector<std::string> texts;
        for (const std::int64_t token : tokens) {
            const auto added = m_addedTexts.find(token);
            if (added != m_addedTexts.end()) {
                texts.push_back(added->second);
            } else if (const auto text = m_parts.model->vocabulary().text(token)) {
                texts.emplace_back(*text);
            }
        }
        std::string text = m_parts.decoder.decode(std::move(texts));
        return m_parts.closesSpaces ? withoutTokenSpaces(std::move(text), false) : text;
    }

private:
    /// What lies between two tokens that were found in the text as it was given.
    [[nodiscard]] Result<void> encodePart(std::string_view text, bool isFirst,
                                          std::vector<TokenId>& tokens) const {
        const auto normalized = m_parts.normalizer.normalize(std::string(text));
        if (!normalized) {
            return normalized.unexpected();
        }
        for (const AddedTokens::Part& part : m_normalized.cut(*normalized)) {
            if (part.token) {
                tokens.push_back(*part.token);
                continue;
            }
            auto pieces = m_parts.preTokenizer.split(
                {std::string(part.text), isFirst && part.text.data() == normalized->data()});
            if (!pieces) {
                return pieces.unexpected();
            }
            for (const TextPiece& piece : *pieces) {
                if (auto done = m_parts.model->tokenize(piece.text, tokens); !done) {
                    return done;
                }
            }
        }
        return {};
    }

    PipelineParts m_parts;
    AddedTokens m_raw;         ///< looked for in the text as it is given
    AddedTokens m_normalized;  ///< looked for in what the normalizer makes of it
    std::unordered_map<std::int64_t, std::string> m_addedTexts;
};

}  // namespace

Result<void> checkPromptText(std::string_view text) {
    if (!isValidUtf8(text)) {
        return fail(ErrorCode::InvalidArgument,
                    "The text " + quotedForMessage(text) + " is no UTF-8; type it anew.");
    }
    if (text.size() > Tokenizer::kMaxTextBytes) {
        return fail(ErrorCode::LimitExceeded, "The text has " + std::to_string(text.size()) +
                                                  " bytes; Stowage takes 1,048,576 at most.");
    }
    return {};
}

std::optional<TokenId> idOf(const PipelineParts& parts, std::string_view text) {
    const auto added = std::ranges::find(parts.added, text, &AddedToken::text);
    return added != parts.added.end() ? std::optional(added->id)
                                      : parts.model->vocabulary().find(text);
}

void addToken(PipelineParts& parts, AddedToken token) {
    if (token.text.empty() || parts.added.size() >= AddedTokens::kMaxTokens ||
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

Result<std::shared_ptr<const Tokenizer>> makePipeline(PipelineParts parts) {
    std::vector<AddedToken> raw;
    std::vector<std::string> rawTexts;
    std::vector<AddedToken> normalized;
    std::vector<std::string> normalizedTexts;
    for (const AddedToken& token : parts.added) {
        auto text = token.isNormalized ? parts.normalizer.normalize(token.text)
                                       : Result<std::string>(token.text);
        if (!text) {
            return text.unexpected();
        }
        (token.isNormalized ? normalized : raw).push_back(token);
        (token.isNormalized ? normalizedTexts : rawTexts).push_back(std::move(*text));
    }
    return std::shared_ptr<const Tokenizer>(std::make_shared<TokenizerPipeline>(
        std::move(parts), AddedTokens(std::move(raw), std::move(rawTexts)),
        AddedTokens(std::move(normalized), std::move(normalizedTexts))));
}

}  // namespace stowage
