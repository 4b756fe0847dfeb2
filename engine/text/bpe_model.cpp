// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/utf8.h"
#include "engine/text/text_steps.h"
#include "engine/text/token_model.h"
#include "engine/text/unicode_text.h"

#include <array>
#include <queue>
#include <unordered_map>

namespace stowage {

namespace {

std::uint64_t pairOf(TokenId left, TokenId right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
}

Unexpected noToken(const std::string& file, std::string_view text) {
    return fail(ErrorCode::Malformed,
                file + " merges tokens with " + quotedForMessage(text) +
                    ", which its vocabulary does not have.",
                file);
}

struct PairHash {
    std::size_t operator()(std::uint64_t pair) const {
        return mixedName({reinterpret_cast<const char*>(&pair), sizeof pair}, processSecret());
    }
};

class BpeModel : public TokenModel {
public:
    BpeModel(TokenVocabulary vocabulary, BpeOptions options)
        : TokenModel(std::move(vocabulary)), m_options(std::move(options)) {}

    [[nodiscard]] Result<void> add(std::span<const TokenMerge> merges, const std::string& file);
    [[nodiscard]] Result<void> tokenize(const TextPiece& piece,
                                        std::vector<TokenId>& tokens) const override;

private:
    struct Merged {
        std::uint32_t rank = 0;
        TokenId token = 0;
    };

    [[nodiscard]] std::vector<TokenId> charactersOf(std::string_view piece) const;
    [[nodiscard]] const Merged* mergeOf(TokenId left, TokenId right) const;
    void mergeAll(std::vector<TokenId>& tokens) const;

    BpeOptions m_options;
    std::optional<TokenId> m_unknown;
    std::unordered_map<std::uint64_t, Merged, PairHash> m_merges;
};

Result<void> BpeModel::add(std::span<const TokenMerge> merges, const std::string& file) {
    if (const auto& unknown = m_options.unknown) {
        m_unknown = vocabulary().find(*unknown);
        if (!m_unknown) {
            return noToken(file, *unknown);
        }
    }
    m_merges.reserve(merges.size());
    const std::size_t prefix = m_options.continuingPrefix.size();
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const auto& [left, right] = merges[rank];
        const std::string both =
            std::string(left) + std::string(right.substr(std::min(prefix, right.size())));
        std::array<TokenId, 3> ids{};
        std::size_t at = 0;
        for (const std::string_view text : {left, right, std::string_view(both)}) {
            const auto id = vocabulary().find(text);
            if (!id || right.size() < prefix) {
                return noToken(file, text);
            }
            ids[at++] = *id;
        }
        m_merges[pairOf(ids[0], ids[1])] = {static_cast<std::uint32_t>(rank), ids[2]};
    }
    return {};
}

std::vector<TokenId> BpeModel::charactersOf(std::string_view piece) const {
    std::vector<TokenId> tokens;
    bool isUnknown = false;  // the characters before this one
    eachCodePoint(piece, [&](char32_t, std::string_view part) {
        const bool isFirst = part.data() == piece.data();
        const bool isLast = part.data() + part.size() == piece.data() + piece.size();
        const std::string character = (isFirst ? "" : m_options.continuingPrefix) +
                                      std::string(part) + (isLast ? m_options.endOfWord : "");
        if (const auto id = vocabulary().find(character)) {
            if (isUnknown) {
                tokens.push_back(*m_unknown);
            }
            isUnknown = false;
            tokens.push_back(*id);
            return;
        }
        const auto bytes =
            m_options.fallsBackToBytes ? vocabulary().bytesOf(character) : std::nullopt;
        if (bytes) {
            tokens.insert(tokens.end(), bytes->begin(), bytes->end());
        } else if (m_unknown) {
            if (isUnknown && !m_options.fusesUnknown) {
                tokens.push_back(*m_unknown);
            }
            isUnknown = true;
        }
    });
    if (isUnknown) {
        tokens.push_back(*m_unknown);
    }
    return tokens;
}

const BpeModel::Merged* BpeModel::mergeOf(TokenId left, TokenId right) const {
    const auto found = m_merges.find(pairOf(left, right));
    return found == m_merges.end() ? nullptr : &found->second;
}

void BpeModel::mergeAll(std::vector<TokenId>& tokens) const {
    struct Candidate {
        std::uint32_t rank;
        std::size_t at;
        TokenId token;
        // The queue hands out its largest: the first merge of the list, and of those the leftmost.
        bool operator<(const Candidate& other) const {
            return std::pair(rank, at) > std::pair(other.rank, other.at);
        }
    };
    constexpr TokenId kGone = -1;
    const std::size_t count = tokens.size();
    std::vector<std::size_t> next(count);
    std::vector<std::size_t> before(count);
    std::priority_queue<Candidate> queue;
    const auto offer = [&](std::size_t at) {
        if (next[at] < count) {
            if (const Merged* merge = mergeOf(tokens[at], tokens[next[at]])) {
                queue.push({merge->rank, at, merge->token});
            }
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        next[i] = i + 1;
        before[i] = i == 0 ? count : i - 1;
        offer(i);
    }
    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        const std::size_t right = next[best.at];
        if (tokens[best.at] == kGone || right >= count) {
            continue;
        }
        const Merged* const merge = mergeOf(tokens[best.at], tokens[right]);
        if (merge == nullptr || merge->token != best.token) {
            continue;  // one of the two has become another token since
        }
        tokens[best.at] = best.token;
        tokens[right] = kGone;
        next[best.at] = next[right];
        if (next[right] < count) {
            before[next[right]] = best.at;
        }
        if (before[best.at] < count) {
            offer(before[best.at]);
        }
        offer(best.at);
    }
    std::erase(tokens, kGone);
}

Result<void> BpeModel::tokenize(const TextPiece& piece, std::vector<TokenId>& tokens) const {
    const auto whole = m_options.ignoresMerges ? vocabulary().find(piece.text) : std::nullopt;
    if (whole) {
        tokens.push_back(*whole);
        return {};
    }
    std::vector<TokenId> merged = charactersOf(piece.text);
    mergeAll(merged);
    tokens.insert(tokens.end(), merged.begin(), merged.end());
    return {};
}

}  // namespace

Result<OwnedTokenModel> makeBpeModel(TokenVocabulary vocabulary, std::span<const TokenMerge> merges,
                                     BpeOptions options, const std::string& file) {
    if (merges.size() > kMaxTokenMerges) {
        return fail(ErrorCode::LimitExceeded,
                    file + " has " + std::to_string(merges.size()) +
                        " merges; Stowage takes 2,097,152 at most.",
                    file);
    }
    auto model = std::make_unique<BpeModel>(std::move(vocabulary), std::move(options));
    const auto added = model->add(merges, file);
    return added ? Result(OwnedTokenModel(std::move(model))) : added.unexpected();
}

}  // namespace stowage
