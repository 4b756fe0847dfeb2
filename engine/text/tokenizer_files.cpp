// SPDX-License-Identifier: GPL-3.0-or-later
// tokenizer.json, and the families that lie as bare vocabularies: what is around these is the
// family's code.
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/text/tokenizer_pipeline.h"

#include <filesystem>
#include <map>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Qwen2Tokenizer's pattern.
constexpr const char* kQwenPattern =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| "
    "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
    "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

Unexpected malformedTokenizer(const std::string& file, const Message& why) {
    return fail(ErrorCode::Malformed, say("%1 is not a tokenizer file: %2.", file, why), file);
}

Result<Json> readDocument(const std::string& path) {
    constexpr unsigned kMaxDepth = 64;
    const auto text = readTokenizerFile(path, kMaxVocabularyBytes);
    auto document =
        text ? parseJson(*text, path, {kMaxVocabularyBytes, kMaxDepth}) : text.unexpected();
    if (document && !document->is_object()) {
        return malformedTokenizer(path, say("the file is not a JSON object"));
    }
    return document;
}

/// Of "vocab": {"a": 0, …}, or [["a", −1.5], …] with the `scores` of Unigram's tokens, which are
/// numbered as they come.
Result<TokenVocabulary> readVocabulary(const Json& entries, std::vector<double>& scores,
                                       const std::string& file) {
    TokenVocabulary vocabulary;
    Result<void> added;
    for (const auto& [name, entry] : entries.items()) {
        if (entries.is_object() && entry.is_number_unsigned()) {
            added = vocabulary.add(name, entry.get<std::uint64_t>(), file);
        } else if (entry.is_array() && entry.size() == 2 && entry[0].is_string() &&
                   entry[1].is_number()) {
            added = vocabulary.add(entry[0].get_ref<const std::string&>(), scores.size(), file);
            scores.push_back(entry[1].get<double>());
        } else {
            added =
                malformedTokenizer(file, say("the vocabulary lists %1, which is not a valid token",
                                             quotedForMessage(jsonText(entry))));
        }
        STOWAGE_TRY(added);
    }
    return vocabulary;
}

/// Two texts with one space between them.
std::optional<TokenMerge> mergeOf(std::string_view line) {
    const std::size_t space = line.find(' ');
    return space != line.npos && line.find(' ', space + 1) == line.npos
               ? std::optional(TokenMerge(line.substr(0, space), line.substr(space + 1)))
               : std::nullopt;
}

/// Of "merges": ["a b", …] or [["a", "b"], …], which the document must outlive.
Result<std::vector<TokenMerge>> readMerges(const Json& entries, const std::string& file) {
    std::vector<TokenMerge> merges;
    for (const Json& entry : entries) {
        std::optional<TokenMerge> merge;
        if (entry.is_string()) {
            merge = mergeOf(entry.get_ref<const std::string&>());
        } else if (entry.is_array() && entry.size() == 2 && entry[0].is_string() &&
                   entry[1].is_string()) {
            merge = {entry[0].get_ref<const std::string&>(),
                     entry[1].get_ref<const std::string&>()};
        }
        if (!merge) {
            return malformedTokenizer(file,
                                      say("the merges contain %1, which is not a pair of tokens",
                                          quotedForMessage(jsonText(entry))));
        }
        merges.push_back(*merge);
    }
    return merges;
}

Result<OwnedTokenModel> readModel(const Json& document, const std::string& file) {
    const StepFields fields(StepFields(document, file).entry("model"), file);
    std::vector<double> scores;
    auto vocabulary = readVocabulary(fields.entry("vocab"), scores, file);
    STOWAGE_TRY(vocabulary);
    // Files of old releases do not name the model.
    const std::string type = fields.text("type").value_or(!fields.entry("merges").is_null() ? "BPE"
                                                          : scores.empty() ? "WordPiece"
                                                                           : "Unigram");
    const auto unknown = fields.text("unk_token");
    const auto prefix = fields.text("continuing_subword_prefix");
    const bool fallsBackToBytes = fields.flag("byte_fallback", false);
    if (type == "BPE") {
        const auto merges = readMerges(fields.entry("merges"), file);
        return merges ? makeBpeModel(std::move(*vocabulary), *merges,
                                     {unknown, prefix.value_or(""),
                                      fields.text("end_of_word_suffix").value_or(""),
                                      fields.flag("fuse_unk", false), fallsBackToBytes,
                                      fields.flag("ignore_merges", false)},
                                     file)
                      : merges.unexpected();
    }
    if (type == "WordPiece") {
        WordPieceOptions options;
        options.unknown = unknown.value_or(options.unknown);
        options.continuingPrefix = prefix.value_or(options.continuingPrefix);
        options.maxCharacters =
            fields.number("max_input_chars_per_word").value_or(options.maxCharacters);
        return makeWordPieceModel(std::move(*vocabulary), std::move(options), file);
    }
    if (type == "Unigram") {
        return makeUnigramModel(std::move(*vocabulary), std::move(scores), fields.number("unk_id"),
                                fallsBackToBytes, file);
    }
    return fail(ErrorCode::Unsupported,
                say("%1 contains a tokenizer of the kind %2, which Stowage does not support; give "
                    "tokens instead of text.",
                    file, quotedForMessage(type)),
                file);
}

Result<void> readAdded(const Json& tokens, PipelineParts& parts) {
    if (tokens.size() > kMaxAddedTokens) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 adds %2 tokens; the limit is 16,384.", parts.path, tokens.size()),
                    parts.path, "added_tokens");
    }
    for (const Json& entry : tokens) {
        const StepFields fields(entry, parts.path);
        AddedToken token = addedTokenOf(fields, false);
        const std::uint64_t id = fields.number("id").value_or(TokenVocabulary::kMaxTokens);
        if (id >= TokenVocabulary::kMaxTokens || token.text.empty()) {
            return malformedTokenizer(parts.path, say("an added token has no ID or no text"));
        }
        token.id = static_cast<TokenId>(id);
        parts.added.push_back(std::move(token));
    }
    return {};
}

/// The tokens of one end: {"SpecialToken": {"id": "[CLS]"}} by the template's own list.
Result<void> readTemplate(const StepFields& fields, PipelineParts& parts) {
    std::vector<TokenId>* end = &parts.before;
    const StepFields tokens(fields.entry("special_tokens"), parts.path);
    for (const Json& item : fields.entry("single")) {
        const StepFields piece(item, parts.path);
        if (!piece.entry("Sequence").is_null()) {
            end = &parts.after;
            continue;
        }
        const std::string name =
            StepFields(piece.entry("SpecialToken"), parts.path).text("id").value_or("");
        for (const Json& id : StepFields(tokens.entry(name.c_str()), parts.path).entry("ids")) {
            if (!id.is_number_unsigned() ||
                id.get<std::uint64_t>() >= TokenVocabulary::kMaxTokens) {
                return malformedTokenizer(
                    parts.path, say("the template inserts a value that is not a token ID"));
            }
            end->push_back(id.get<TokenId>());
        }
    }
    return {};
}

Result<void> readPostProcessor(const StepFields& fields, PipelineParts& parts) {
    const std::string type = fields.type();
    if (type == "ByteLevel") {
        return {};  // it moves offsets, not tokens
    }
    if (type == "TemplateProcessing") {
        return readTemplate(fields, parts);
    }
    if (type != "BertProcessing" && type != "RobertaProcessing") {
        return fields.unsupported(say("the post-processor"));
    }
    for (const auto& [name, end] :
         {std::pair("cls", &parts.before), std::pair("sep", &parts.after)}) {
        const Json& pair = fields.entry(name);
        if (!pair.is_array() || pair.size() != 2 || !pair[1].is_number_unsigned() ||
            pair[1].get<std::uint64_t>() >= TokenVocabulary::kMaxTokens) {
            return malformedTokenizer(
                parts.path,
                say("the post-processor has no valid \"cls\" token or no valid \"sep\" token"));
        }
        end->push_back(pair[1].get<TokenId>());
    }
    return {};
}

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
        STOWAGE_TRY(read(line));
    }
    return {};
}

Result<std::vector<TokenMerge>> readMergeLines(std::string_view text, const std::string& path) {
    std::vector<TokenMerge> merges;
    const auto read = eachLine(text, [&](std::string_view line) -> Result<void> {
        if (line.starts_with("#version") || line.empty()) {
            return {};
        }
        const auto merge = mergeOf(line);
        if (!merge) {
            return malformedTokenizer(
                path, say("%1 is not a merge of two tokens", quotedForMessage(line)));
        }
        merges.push_back(*merge);
        return {};
    });
    return read ? Result(std::move(merges)) : read.unexpected();
}

/// How a family sets byte-level BPE up.
struct ByteLevelFamily {
    bool isQwen = false;
    bool isRoberta = false;  ///< and BART: <s> … </s>
};

ByteLevelFamily byteLevelFamily(const std::string& name) {
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

/// The tokens that a family's class names where its configuration does not.
using NamedTokens = std::map<std::string, AddedToken>;

NamedTokens byteLevelTokens(const ByteLevelFamily& family) {
    if (family.isRoberta) {
        return {{"bos_token", {"<s>"}},
                {"eos_token", {"</s>"}},
                {"unk_token", {"<unk>"}},
                {"pad_token", {"<pad>"}},
                {"mask_token", {"<mask>"}}};
    }
    const AddedToken end{"<|endoftext|>"};
    return {{"unk_token", end}, {"bos_token", end}, {"eos_token", end}};
}

NamedTokens bertTokens() {
    return {{"unk_token", {"[UNK]"}},
            {"sep_token", {"[SEP]"}},
            {"pad_token", {"[PAD]"}},
            {"cls_token", {"[CLS]"}},
            {"mask_token", {"[MASK]"}}};
}

}  // namespace

Result<PipelineParts> readTokenizerJson(const std::string& path,
                                        const TokenizerSettings& settings) {
    const auto document = readDocument(path);
    STOWAGE_TRY(document);
    auto parts = makeParts(readModel(*document, path), *document, path);
    STOWAGE_TRY(parts);
    const StepFields fields(*document, path);
    auto done = readAdded(fields.entry("added_tokens"), *parts);
    if (const Json& step = fields.entry("post_processor"); done && !step.is_null()) {
        done = eachStep(StepFields(step, path),
                        [&](const StepFields& one) { return readPostProcessor(one, *parts); });
    }
    STOWAGE_TRY(done);
    addTokens(*parts, settings);
    applyBosAndEos(*parts, settings);
    // What was written for WordPiece would eat the spaces of a BPE's text.
    const bool isBpe = !StepFields(fields.entry("model"), path).entry("merges").is_null();
    parts->closesSpaces = settings.closesSpaces && !isBpe;
    return parts;
}

Result<PipelineParts> readVocabAndMerges(const std::string& path,
                                         const TokenizerSettings& settings) {
    const std::string mergesPath =
        (std::filesystem::path(path).parent_path() / "merges.txt").string();
    const auto document = readDocument(path);
    const auto text =
        document ? readTokenizerFile(mergesPath, kMaxVocabularyBytes) : document.unexpected();
    const auto merges = text ? readMergeLines(*text, mergesPath) : text.unexpected();
    STOWAGE_TRY(merges);
    std::vector<double> scores;
    auto vocabulary = readVocabulary(*document, scores, path);
    const ByteLevelFamily family = byteLevelFamily(settings.family);
    const Json normalizer = family.isQwen ? Json{{"type", "NFC"}} : Json();
    auto parts =
        makeParts(vocabulary ? makeBpeModel(std::move(*vocabulary), *merges, {}, mergesPath)
                             : vocabulary.unexpected(),
                  Json{{"normalizer", normalizer},
                       {"pre_tokenizer", byteLevelSteps(family, settings)},
                       {"decoder", {{"type", "ByteLevel"}}}},
                  path);
    if (parts) {
        TokenizerSettings complete = settings;
        complete.named.merge(byteLevelTokens(family));
        if (family.isRoberta) {
            complete.addsBos = complete.addsEos = true;
            complete.named["mask_token"].takesSpaceLeft = true;
        }
        addTokens(*parts, complete);
        applyBosAndEos(*parts, complete);
    }
    return parts;
}

Result<PipelineParts> readVocabText(const std::string& path, const TokenizerSettings& settings) {
    const auto text = readTokenizerFile(path, kMaxVocabularyBytes);
    STOWAGE_TRY(text);
    TokenVocabulary vocabulary;
    std::uint64_t count = 0;
    const auto read =
        eachLine(*text, [&](std::string_view line) { return vocabulary.add(line, count++, path); });
    TokenizerSettings complete = settings;
    complete.named.merge(bertTokens());
    WordPieceOptions options;
    options.unknown = complete.tokenFor("unk_token", "");
    const bool lowers = settings.lowersCase.value_or(true);
    auto parts = makeParts(
        read ? makeWordPieceModel(std::move(vocabulary), options, path) : read.unexpected(),
        Json{{"normalizer",
              {{"type", "BertNormalizer"},
               {"handle_chinese_chars", settings.splitsChinese.value_or(true)},
               {"strip_accents", settings.stripsAccents.value_or(lowers)},
               {"lowercase", lowers}}},
             {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
             {"decoder", {{"type", "WordPiece"}}}},
        path);
    if (parts) {
        parts->closesSpaces = settings.closesSpaces;
        addTokens(*parts, complete);
        parts->before.push_back(idOf(*parts, complete.tokenFor("cls_token", "")).value_or(0));
        parts->after.push_back(idOf(*parts, complete.tokenFor("sep_token", "")).value_or(0));
    }
    return parts;
}

}  // namespace stowage
