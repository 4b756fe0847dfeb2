// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/bpe_model.h"

#include "engine/base/utf8.h"
#include "engine/text/unicode_text.h"

#include <cstring>
#include <queue>

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

}  // namespace

std::size_t BpeModel::PairHash::operator()(std::uint64_t pair) const {
    return mixedName({reinterpret_cast<const char*>(&pair), sizeof pair}, processSecret());
}

Result<BpeModel> BpeModel::make(TokenVocabulary vocabulary, std::span<const Merge> merges,
                                Options options, const std::string& file) {
    if (merges.size() > kMaxMerges) {
        return fail(ErrorCode::LimitExceeded,
                    file + " has " + std::to_string(merges.size()) +
                        " merges; Stowage takes 2,097,152 at most.",
                    file);
    }
    BpeModel model(std::move(vocabulary), std::move(options));
    if (const auto& unknown = model.m_options.unknown) {
        model.m_unknown = model.vocabulary().find(*unknown);
        if (!model.m_unknown) {
            return noToken(file, *unknown);
        }
    }
    model.m_merges.reserve(merges.size());
    const std::size_t prefix = model.m_options.continuingPrefix.size();
    for (std::size_t rank = 0; rank < merges.size(); ++rank) {
        const auto& [left, right] = merges[rank];
        if (right.size() < prefix) {
            return noToken(file, right);
        }
        const std::string both = std::string(left) + std::string(right.substr(prefix));
        std::array<TokenId, 3> ids{};
        for (const auto& [at, text] :
             {std::pair(0, left), std::pair(1, right), std::pair(2, std::string_view(both))}) {
            const auto id = model.vocabulary().find(text);
            if (!id) {
                return noToken(file, text);
            }
            ids[static_cast<std::size_t>(at)] = *id;
        }
        model.m_merges[pairOf(ids[0], ids[1])] = {static_cast<std::uint32_t>(rank), ids[2]};
    }
    return model;
}

bool BpeModel::addBytes(std::string_view character, std::vector<TokenId>& tokens) const {
    std::vector<TokenId> bytes;
    for (const char byte : character) {
        const auto id = vocabulary().find(byteToken(static_cast<unsigned char>(byte)));
        if (!id) {
            return false;
        }
        bytes.push_back(*id);
    }
    tokens.insert(tokens.end(), bytes.begin(), bytes.end());
    return true;
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
        } else if (!(m_options.fallsBackToBytes && addBytes(character, tokens)) && m_unknown) {
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

Result<void> BpeModel::tokenize(std::string_view piece, std::vector<TokenId>& tokens) const {
    if (m_options.ignoresMerges) {
        if (const auto whole = vocabulary().find(piece)) {
            tokens.push_back(*whole);
            return {};
        }
    }
    std::vector<TokenId> merged = charactersOf(piece);
    mergeAll(merged);
    tokens.insert(tokens.end(), merged.begin(), merged.end());
    return {};
}

}  // namespace stowage
