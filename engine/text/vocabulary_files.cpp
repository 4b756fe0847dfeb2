// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers of families that lie as bare vocabularies; what is around these is the family's code.
#include "engine/base/utf8.h"
#include "engine/text/step_fields.h"
#include "engine/text/tokenizer_pipeline.h"
#include "engine/text/vocabulary_reader.h"
#include "engine/text/word_piece_model.h"

#include <filesystem>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;
/// Qwen2Tokenizer's pattern.
constexpr const char* kQwenPattern =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| "
    "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
    "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/// Calls `read` with each line, without its end.
template <class Read>
Result<void> eachLine(std::string_view text, Read read) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (Result<void> done = read(line); !done) {
            return done;
        }
    }
    return {};
}

Result<void> readMergeLines(std::string_view text, const std::string& path, ReadVocabulary& into) {
    return eachLine(text, [&](std::string_view line) -> Result<void> {
        if (line.starts_with("#version") || line.empty()) {
            return {};
        }
        const std::size_t space = line.find(' ');
        if (space == std::string_view::npos || line.find(' ', space + 1) != line.npos ||
            into.merges.size() >= BpeModel::kMaxMerges) {
            return fail(ErrorCode::Malformed,
                        path + " has a line that is no merge of two tokens, " +
                            quotedForMessage(line) + ", or more than 2,097,152 of them.",
                        path);
        }
        into.merges.emplace_back(line.substr(0, space), line.substr(space + 1));
        return {};
    });
}

/// How a family sets byte-level BPE up.
struct ByteLevelFamily {
    bool isQwen = false;
    bool isRoberta = false;  ///< and BART: <s> … </s>
};

ByteLevelFamily familyOf(const std::string& name) {
    const auto begins = [&](const char* with) { return name.starts_with(with); };
    return {begins("qwen"), begins("roberta") || begins("bart") || begins("longformer")};
}

Json byteLevelSteps(const ByteLevelFamily& family, const TokenizerSettings& settings) {
    const Json letters{{"type", "ByteLevel"},
                       {"add_prefix_space", settings.addsPrefixSpace.value_or(false)},
                       {"use_regex", !family.isQwen}};
    if (!family.isQwen) {
        return letters;
    }
    const Json split{{"type", "Split"},
                     {"pattern", {{"Regex", kQwenPattern}}},
                     {"behavior", "Isolated"},
                     {"invert", false}};
    return Json{{"type", "Sequence"}, {"pretokenizers", Json::array({split, letters})}};
}

void nameToken(TokenizerSettings& settings, const char* name, const char* text) {
    AddedToken token;
    token.text = text;
    settings.named.try_emplace(name, std::move(token));
}

/// The tokens that a family's class names where its configuration does not.
TokenizerSettings withDefaults(TokenizerSettings settings, const ByteLevelFamily& family) {
    if (!family.isRoberta) {
        for (const char* const name : {"unk_token", "bos_token", "eos_token"}) {
            nameToken(settings, name, "<|endoftext|>");
        }
        return settings;
    }
    nameToken(settings, "bos_token", "<s>");
    nameToken(settings, "eos_token", "</s>");
    nameToken(settings, "unk_token", "<unk>");
    nameToken(settings, "pad_token", "<pad>");
    nameToken(settings, "mask_token", "<mask>");
    settings.named["mask_token"].takesSpaceLeft = true;
    settings.addsBos = true;
    settings.addsEos = true;
    return settings;
}

}  // namespace

Result<PipelineParts> readVocabAndMerges(const std::string& path,
                                         const TokenizerSettings& settings) {
    const std::string mergesPath =
        (std::filesystem::path(path).parent_path() / "merges.txt").string();
    const auto text = readTokenizerFile(path, kMaxFileBytes);
    const auto merges = text ? readTokenizerFile(mergesPath, kMaxFileBytes) : text;
    if (!merges) {
        return merges.unexpected();
    }
    ReadVocabulary read;
    JsonScanner scanner(*text);
    auto done = readVocabulary(scanner, read, path);
    if (done && scanner.next() != JsonScanner::Event::End) {
        done = fail(ErrorCode::Malformed, path + " goes on behind its vocabulary.", path);
    }
    if (done) {
        done = readMergeLines(*merges, mergesPath, read);
    }
    auto model = done ? BpeModel::make(std::move(read.tokens), read.merges, {}, mergesPath)
                      : done.unexpected();
    if (!model) {
        return model.unexpected();
    }
    const ByteLevelFamily family = familyOf(settings.family);
    auto preTokenizer = PreTokenizer::read(byteLevelSteps(family, settings), path);
    auto decoder = TokenDecoder::read(Json{{"type", "ByteLevel"}}, path);
    if (!preTokenizer || !decoder) {
        return preTokenizer ? decoder.unexpected() : preTokenizer.unexpected();
    }
    PipelineParts parts{{},
                        family.isQwen ? TextNormalizer::nfc() : TextNormalizer(),
                        std::move(*preTokenizer),
                        std::make_unique<BpeModel>(std::move(*model)),
                        {},
                        {},
                        std::move(*decoder),
                        false,
                        path};
    const TokenizerSettings complete = withDefaults(settings, family);
    addTokens(parts, complete);
    applyBosAndEos(parts, complete);
    return parts;
}

Result<PipelineParts> readVocabText(const std::string& path, const TokenizerSettings& settings) {
    const auto text = readTokenizerFile(path, kMaxFileBytes);
    if (!text) {
        return text.unexpected();
    }
    TokenVocabulary vocabulary;
    std::uint64_t count = 0;
    const auto read =
        eachLine(*text, [&](std::string_view line) { return vocabulary.add(line, count++, path); });
    WordPieceModel::Options options;
    options.unknown = settings.tokenFor("unk_token", options.unknown);
    auto model =
        read ? WordPieceModel::make(std::move(vocabulary), options, path) : read.unexpected();
    auto preTokenizer = PreTokenizer::read(Json{{"type", "BertPreTokenizer"}}, path);
    auto decoder = TokenDecoder::read(Json{{"type", "WordPiece"}}, path);
    if (!model || !preTokenizer || !decoder) {
        return !model          ? model.unexpected()
               : !preTokenizer ? preTokenizer.unexpected()
                               : decoder.unexpected();
    }
    PipelineParts parts{
        {},
        TextNormalizer::bert({true, settings.splitsChinese.value_or(true), settings.stripsAccents,
                              settings.lowersCase.value_or(true)}),
        std::move(*preTokenizer),
        std::make_unique<WordPieceModel>(std::move(*model)),
        {},
        {},
        std::move(*decoder),
        settings.closesSpaces,
        path};
    TokenizerSettings complete = settings;
    nameToken(complete, "unk_token", "[UNK]");
    nameToken(complete, "sep_token", "[SEP]");
    nameToken(complete, "pad_token", "[PAD]");
    nameToken(complete, "cls_token", "[CLS]");
    nameToken(complete, "mask_token", "[MASK]");
    addTokens(parts, complete);
    parts.before.push_back(idOf(parts, complete.tokenFor("cls_token", "")).value_or(0));
    parts.after.push_back(idOf(parts, complete.tokenFor("sep_token", "")).value_or(0));
    return parts;
}

}  // namespace stowage
