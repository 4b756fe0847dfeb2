// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/utf8.h"
#include "engine/text/text_steps.h"
#include "engine/text/token_model.h"
#include "engine/text/unicode_text.h"

#include <cmath>
#include <limits>

namespace stowage {

namespace {

class UnigramModel : public TokenModel {
public:
    UnigramModel(TokenVocabulary vocabulary, std::vector<double> scores,
                 std::optional<std::uint64_t> unknown, bool fallsBackToBytes, std::string file)
        : TokenModel(std::move(vocabulary)),
          m_scores(std::move(scores)),
          m_unknown(unknown ? std::optional(static_cast<TokenId>(*unknown)) : std::nullopt),
          m_fallsBackToBytes(fallsBackToBytes),
          m_file(std::move(file)) {
        constexpr double kUnknownPenalty = 10;  // as the reference has it
        m_unknownScore = *std::ranges::min_element(m_scores) - kUnknownPenalty;
        std::vector<PrefixTable::Entry> entries;
        for (std::size_t id = 0; id < m_scores.size(); ++id) {
            const auto text = this->vocabulary().text(static_cast<std::int64_t>(id));
            if (text && !text->empty()) {
                entries.emplace_back(*text, *this->vocabulary().find(*text));
            }
        }
        m_table = PrefixTable(std::move(entries));
    }
    [[nodiscard]] Result<void> tokenize(const TextPiece& piece,
                                        std::vector<TokenId>& tokens) const override;

private:
    [[nodiscard]] std::vector<std::string_view> bestCut(std::string_view piece) const;

    std::vector<double> m_scores;
    double m_unknownScore = 0;
    std::optional<TokenId> m_unknown;
    bool m_fallsBackToBytes = false;
    PrefixTable m_table;
    std::string m_file;
};

std::vector<std::string_view> UnigramModel::bestCut(std::string_view piece) const {
    constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    struct Node {
        double score = 0;
        std::size_t begin = kNone;
        bool isUnknown = false;
    };
    std::vector<Node> nodes(piece.size() + 1);  // the best way to each byte
    eachCodePoint(piece, [&](char32_t, std::string_view character) {
        const auto at = static_cast<std::size_t>(character.data() - piece.data());
        bool hasSingle = false;
        const auto offer = [&](std::size_t length, double score, bool isUnknown) {
            Node& node = nodes[at + length];
            if (node.begin == kNone || nodes[at].score + score > node.score) {
                node = {nodes[at].score + score, at, isUnknown};
            }
        };
        m_table.eachPrefix(piece.substr(at), [&](std::size_t length, std::int32_t id) {
            hasSingle = hasSingle || length == character.size();
            offer(length, m_scores[static_cast<std::size_t>(id)], id == m_unknown);
        });
        if (!hasSingle) {
            offer(character.size(), m_unknownScore, true);
        }
    });
    std::vector<std::string_view> parts;
    bool wasUnknown = false;
    for (std::size_t end = piece.size(); end > 0; end = nodes[end].begin) {
        const Node& node = nodes[end];
        const std::string_view part = piece.substr(node.begin, end - node.begin);
        if (node.isUnknown && wasUnknown) {  // unknown ones in a row are one
            parts.back() = {part.data(), part.size() + parts.back().size()};
        } else {
            parts.push_back(part);
        }
        wasUnknown = node.isUnknown;
    }
    std::ranges::reverse(parts);
    return parts;
}

Result<void> UnigramModel::tokenize(const TextPiece& piece, std::vector<TokenId>& tokens) const {
    for (const std::string_view part : bestCut(piece.text)) {
        if (const auto id = vocabulary().find(part)) {
            tokens.push_back(*id);
            continue;
        }
        const auto bytes = m_fallsBackToBytes ? vocabulary().bytesOf(part) : std::nullopt;
        if (bytes) {
            tokens.insert(tokens.end(), bytes->begin(), bytes->end());
        } else if (m_unknown) {
            tokens.push_back(*m_unknown);
        } else {
            return fail(ErrorCode::Unsupported,
                        m_file + " has no token for " + quotedForMessage(part) +
                            " and none for what it does not know; change the text.",
                        m_file);
        }
    }
    return {};
}

}  // namespace

Result<OwnedTokenModel> makeUnigramModel(TokenVocabulary vocabulary, std::vector<double> scores,
                                         std::optional<std::uint64_t> unknown,
                                         bool fallsBackToBytes, const std::string& file) {
    const bool isKnown = !unknown || *unknown < scores.size();
    if (!isKnown || scores.empty() || scores.size() != vocabulary.size() ||
        !std::ranges::all_of(scores, [](double score) { return std::isfinite(score); })) {
        return fail(ErrorCode::Malformed,
                    file +
                        " has a vocabulary whose tokens are not numbered one by one with a "
                        "finite score each, or an unknown token that is none of them.",
                    file);
    }
    return OwnedTokenModel(std::make_unique<UnigramModel>(std::move(vocabulary), std::move(scores),
                                                          unknown, fallsBackToBytes, file));
}

}  // namespace stowage
