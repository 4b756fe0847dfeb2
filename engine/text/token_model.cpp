// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/tokenizer_pipeline.h"

#include "engine/base/strings.h"
#include "engine/text/unicode_text.h"

#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <unordered_map>

namespace stowage {
namespace {

class WordPieceModel : public TokenModel {
public:
    WordPieceModel(TokenVocabulary vocabulary, WordPieceOptions options, TokenId unknown)
        : TokenModel(std::move(vocabulary)), m_options(std::move(options)), m_unknown(unknown) {}
    [[nodiscard]] Result<void> tokenize(const TextPiece& piece,
                                        std::vector<TokenId>& tokens) const override {
        const std::string_view word = piece.text;
        std::vector<std::size_t> ends;  // of the characters
        eachCodePoint(word, [&](char32_t, std::string_view part) {
            ends.push_back(static_cast<std::size_t>(part.data() - word.data()) + part.size());
        });
        std::vector<TokenId> found;
        std::size_t begin = 0;
        bool isKnown = ends.size() <= m_options.maxCharacters;
        while (isKnown && begin < word.size()) {
            isKnown = false;
            for (auto end = ends.rbegin(); end != ends.rend() && *end > begin; ++end) {
                const std::string part = (begin == 0 ? "" : m_options.continuingPrefix) +
                                         std::string(word.substr(begin, *end - begin));
                if (const auto id = vocabulary().find(part)) {
                    found.push_back(*id);
                    begin = *end;
                    isKnown = true;
                    break;
                }
            }
        }
        if (!isKnown) {
            found = {m_unknown};
        }
        tokens.insert(tokens.end(), found.begin(), found.end());
        return {};
    }

private:
    WordPieceOptions m_options;
    TokenId m_unknown;
};

std::uint64_t pairOf(TokenId left, TokenId right) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
           static_cast<std::uint32_t>(right);
}

Unexpected noToken(const std::string& file, std::string_view text) {
    return fail(ErrorCode::Malformed,
                say("%1 contains a merge with the token %2, which is not in the vocabulary of the "
                    "tokenizer.",
                    file, quotedForMessage(text)),
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

    [[nodiscard]] Result<void> add(std::span<const TokenMerge> merges, const std::string& file) {
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

    [[nodiscard]] Result<void> tokenize(const TextPiece& piece,
                                        std::vector<TokenId>& tokens) const override {
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

private:
    struct Merged {
        std::uint32_t rank = 0;
        TokenId token = 0;
    };

    [[nodiscard]] std::vector<TokenId> charactersOf(std::string_view piece) const {
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

    [[nodiscard]] const Merged* mergeOf(TokenId left, TokenId right) const {
        const auto found = m_merges.find(pairOf(left, right));
        return found == m_merges.end() ? nullptr : &found->second;
    }

    void mergeAll(std::vector<TokenId>& tokens) const {
        struct Candidate {
            std::uint32_t rank;
            std::size_t at;
            TokenId token;
            // The queue hands out its largest: the first merge of the list, and of those the
            // leftmost.
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

    BpeOptions m_options;
    std::optional<TokenId> m_unknown;
    std::unordered_map<std::uint64_t, Merged, PairHash> m_merges;
};

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
                                        std::vector<TokenId>& tokens) const override {
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
                return fail(
                    ErrorCode::Unsupported,
                    say("%1 has no token for %2 and no token for unknown text; change the text.",
                        m_file, quotedForMessage(part)),
                    m_file);
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::vector<std::string_view> bestCut(std::string_view piece) const {
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

    std::vector<double> m_scores;
    double m_unknownScore = 0;
    std::optional<TokenId> m_unknown;
    bool m_fallsBackToBytes = false;
    PrefixTable m_table;
    std::string m_file;
};

}  // namespace

Result<void> TokenVocabulary::add(std::string_view text, std::uint64_t id,
                                  const std::string& file) {
    if (id >= kMaxTokens) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 assigns the ID %2 to a token; Stowage supports vocabularies of at most "
                        "1,048,576 tokens.",
                        file, id),
                    file);
    }
    if (text.size() > kMaxTokenBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has a token of %2 bytes; the limit is 4,096 bytes.", file, text.size()),
                    file);
    }
    if (!isValidUtf8(text)) {
        return fail(
            ErrorCode::Malformed,
            say("%1 has a token that is not valid UTF-8: %2.", file, quotedForMessage(text)), file);
    }
    const auto known = m_ids.find(text);
    const std::string_view kept = known == m_ids.end() ? m_store.keep(text) : known->first;
    m_ids[kept] = static_cast<TokenId>(id);
    if (id >= m_texts.size()) {
        m_texts.resize(id + 1);
    }
    m_texts[id] = kept.empty() ? std::string_view("") : kept;
    return {};
}

std::optional<TokenId> TokenVocabulary::find(std::string_view text) const {
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string_view> TokenVocabulary::text(std::int64_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= m_texts.size() ||
        m_texts[static_cast<std::size_t>(id)].data() == nullptr) {
        return std::nullopt;
    }
    return m_texts[static_cast<std::size_t>(id)];
}

std::optional<std::vector<TokenId>> TokenVocabulary::bytesOf(std::string_view text) const {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::vector<TokenId> tokens;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const std::array name{'<', '0', 'x', kDigits[byte >> 4], kDigits[byte & 15], '>'};
        const auto id = find({name.data(), name.size()});
        if (!id) {
            return std::nullopt;
        }
        tokens.push_back(*id);
    }
    return tokens;
}

Result<OwnedTokenModel> makeWordPieceModel(TokenVocabulary vocabulary, WordPieceOptions options,
                                           const std::string& file) {
    const auto unknown = vocabulary.find(options.unknown);
    if (!unknown) {
        return fail(
            ErrorCode::Malformed,
            say("%1 has no token %2 for unknown words.", file, quotedForMessage(options.unknown)),
            file);
    }
    return OwnedTokenModel(
        std::make_unique<WordPieceModel>(std::move(vocabulary), std::move(options), *unknown));
}

Result<OwnedTokenModel> makeBpeModel(TokenVocabulary vocabulary, std::span<const TokenMerge> merges,
                                     BpeOptions options, const std::string& file) {
    if (merges.size() > kMaxTokenMerges) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 has %2 merges; the limit is 2,097,152.", file, merges.size()), file);
    }
    auto model = std::make_unique<BpeModel>(std::move(vocabulary), std::move(options));
    const auto added = model->add(merges, file);
    return added ? Result(OwnedTokenModel(std::move(model))) : added.unexpected();
}

Result<OwnedTokenModel> makeUnigramModel(TokenVocabulary vocabulary, std::vector<double> scores,
                                         std::optional<std::uint64_t> unknown,
                                         bool fallsBackToBytes, const std::string& file) {
    const bool isKnown = !unknown || *unknown < scores.size();
    if (!isKnown || scores.empty() || scores.size() != vocabulary.size() ||
        !std::ranges::all_of(scores, [](double score) { return std::isfinite(score); })) {
        return fail(
            ErrorCode::Malformed,
            say("%1 has an invalid vocabulary: the tokens must be numbered consecutively, each "
                "token needs a finite score, and the unknown token must be in the vocabulary.",
                file),
            file);
    }
    return OwnedTokenModel(std::make_unique<UnigramModel>(std::move(vocabulary), std::move(scores),
                                                          unknown, fallsBackToBytes, file));
}

}  // namespace stowage
