// SPDX-License-Identifier: GPL-3.0-or-later
// tokenizer.json: the model's large lists event by event, everything else as a document.
#include "engine/base/json_reader.h"
#include "engine/text/step_fields.h"
#include "engine/text/tokenizer_pipeline.h"
#include "engine/text/unigram_model.h"
#include "engine/text/vocabulary_reader.h"
#include "engine/text/word_piece_model.h"

#include <map>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;
using Event = JsonScanner::Event;

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;
constexpr std::size_t kMaxPartBytes = std::size_t{4} << 20;
constexpr unsigned kMaxDepth = 32;

/// The file as it was read: its parts by name, the model's small entries among them as
/// "model.NAME".
struct Document {
    ReadVocabulary vocabulary;
    bool hasMerges = false;
    std::map<std::string, Json> parts;
};

Unexpected malformed(const std::string& file, const std::string& why) {
    return fail(ErrorCode::Malformed, file + " is no tokenizer.json: " + why + ".", file);
}

/// Passes the value that comes next and gives it as a document.
Result<Json> readPart(JsonScanner& scanner, std::string_view text, const std::string& file) {
    const auto begin = static_cast<std::size_t>(scanner.position());
    unsigned open = 0;
    do {
        const Event event = scanner.next();
        if (event == Event::Failed || event == Event::End) {
            return malformed(file,
                             "its JSON breaks off at byte " + std::to_string(scanner.position()));
        }
        open += event == Event::BeginObject || event == Event::BeginArray ? 1 : 0;
        open -= event == Event::EndObject || event == Event::EndArray ? 1 : 0;
    } while (open > 0);
    std::string_view part = text.substr(begin, scanner.position() - begin);
    part.remove_prefix(std::min(part.find_first_not_of(" \t\r\n:"), part.size()));
    return parseJson(part, file, {kMaxPartBytes, kMaxDepth});
}

Result<void> readModel(JsonScanner& scanner, std::string_view text, const std::string& file,
                       Document& document) {
    if (scanner.next() != Event::BeginObject) {
        return malformed(file, "its model is no object");
    }
    for (Event event = scanner.next(); event != Event::EndObject; event = scanner.next()) {
        if (event != Event::Key) {
            return malformed(file,
                             "its JSON breaks off at byte " + std::to_string(scanner.position()));
        }
        const std::string name(scanner.text());
        Result<void> done;
        if (name == "vocab") {
            done = readVocabulary(scanner, document.vocabulary, file);
        } else if (name == "merges") {
            document.hasMerges = true;
            done = readMerges(scanner, document.vocabulary, file);
        } else if (auto part = readPart(scanner, text, file)) {
            document.parts["model." + name] = std::move(*part);
        } else {
            done = part.unexpected();
        }
        if (!done) {
            return done;
        }
    }
    return {};
}

Result<Document> readDocument(std::string_view text, const std::string& file) {
    Document document;
    JsonScanner scanner(text);
    if (scanner.next() != Event::BeginObject) {
        return malformed(file, "it is no JSON object");
    }
    for (Event event = scanner.next(); event != Event::EndObject; event = scanner.next()) {
        if (event != Event::Key) {
            return malformed(file,
                             "its JSON breaks off at byte " + std::to_string(scanner.position()));
        }
        const std::string name(scanner.text());
        if (name == "model") {
            if (auto read = readModel(scanner, text, file, document); !read) {
                return read.unexpected();
            }
            continue;
        }
        auto part = readPart(scanner, text, file);
        if (!part) {
            return part.unexpected();
        }
        document.parts[name] = std::move(*part);
    }
    if (scanner.next() != Event::End) {
        return malformed(file, "something follows its object");
    }
    return document;
}

template <class Model>
Result<std::unique_ptr<const TokenModel>> owned(Result<Model> model) {
    if (!model) {
        return model.unexpected();
    }
    return std::unique_ptr<const TokenModel>(std::make_unique<Model>(std::move(*model)));
}

std::optional<std::string> textOf(const Json& value) {
    return value.is_string() ? std::optional(value.get<std::string>()) : std::nullopt;
}

Result<std::unique_ptr<const TokenModel>> makeModel(Document& document, const std::string& file) {
    const auto part = [&](const char* name) -> Json& {
        return document.parts[std::string("model.") + name];
    };
    const auto flag = [&](const char* name) {
        return part(name).is_boolean() && part(name).get<bool>();
    };
    ReadVocabulary& read = document.vocabulary;
    // Files of old releases do not name the model.
    const std::string type = textOf(part("type"))
                                 .value_or(document.hasMerges    ? "BPE"
                                           : read.scores.empty() ? "WordPiece"
                                                                 : "Unigram");
    if (type == "BPE") {
        return owned(BpeModel::make(
            std::move(read.tokens), read.merges,
            {textOf(part("unk_token")), textOf(part("continuing_subword_prefix")).value_or(""),
             textOf(part("end_of_word_suffix")).value_or(""), flag("fuse_unk"),
             flag("byte_fallback"), flag("ignore_merges")},
            file));
    }
    if (type == "WordPiece") {
        WordPieceModel::Options options;
        options.unknown = textOf(part("unk_token")).value_or(options.unknown);
        options.continuingPrefix =
            textOf(part("continuing_subword_prefix")).value_or(options.continuingPrefix);
        if (const Json& most = part("max_input_chars_per_word"); most.is_number_unsigned()) {
            options.maxCharacters = most.get<std::size_t>();
        }
        return owned(WordPieceModel::make(std::move(read.tokens), std::move(options), file));
    }
    if (type == "Unigram") {
        const Json& unknown = part("unk_id");
        return owned(UnigramModel::make(std::move(read.tokens), std::move(read.scores),
                                        unknown.is_number_unsigned()
                                            ? std::optional(unknown.get<std::uint64_t>())
                                            : std::nullopt,
                                        flag("byte_fallback"), file));
    }
    return fail(ErrorCode::Unsupported,
                file + " holds a tokenizer of the kind " + type +
                    ", which Stowage does not run; give tokens instead of text.",
                file);
}

Result<void> readAdded(const Json& tokens, PipelineParts& parts) {
    if (tokens.size() > AddedTokens::kMaxTokens) {
        return fail(ErrorCode::LimitExceeded,
                    parts.path + " adds " + std::to_string(tokens.size()) +
                        " tokens; Stowage takes 16,384 at most.",
                    parts.path, "added_tokens");
    }
    for (const Json& entry : tokens) {
        const StepFields fields(entry, parts.path);
        AddedToken token;
        token.text = fields.text("content", "");
        const std::uint64_t id = fields.number("id").value_or(TokenVocabulary::kMaxTokens);
        if (id >= TokenVocabulary::kMaxTokens || token.text.empty()) {
            return malformed(parts.path, "an added token has no number or no text");
        }
        token.id = static_cast<TokenId>(id);
        token.isSingleWord = fields.flag("single_word", false);
        token.takesSpaceLeft = fields.flag("lstrip", false);
        token.takesSpaceRight = fields.flag("rstrip", false);
        token.isNormalized = fields.flag("normalized", true);
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
        const std::string name = StepFields(piece.entry("SpecialToken"), parts.path).text("id", "");
        for (const Json& id : StepFields(tokens.entry(name.c_str()), parts.path).entry("ids")) {
            if (!id.is_number_unsigned() ||
                id.get<std::uint64_t>() >= TokenVocabulary::kMaxTokens) {
                return malformed(parts.path, "its template puts something that is no token");
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
        return fields.unsupported("the post-processor");
    }
    for (const auto& [name, end] :
         {std::pair("cls", &parts.before), std::pair("sep", &parts.after)}) {
        const Json& pair = fields.entry(name);
        if (!pair.is_array() || pair.size() != 2 || !pair[1].is_number_unsigned() ||
            pair[1].get<std::uint64_t>() >= TokenVocabulary::kMaxTokens) {
            return malformed(parts.path, "its post-processor has no tokens");
        }
        end->push_back(pair[1].get<TokenId>());
    }
    return {};
}

}  // namespace

Result<PipelineParts> readTokenizerJson(const std::string& path) {
    const auto text = readTokenizerFile(path, kMaxFileBytes);
    auto document = text ? readDocument(*text, path) : text.unexpected();
    auto model = document ? makeModel(*document, path) : document.unexpected();
    if (!model) {
        return model.unexpected();
    }
    auto normalizer = TextNormalizer::read(document->parts["normalizer"], path);
    auto preTokenizer = PreTokenizer::read(document->parts["pre_tokenizer"], path);
    auto decoder = TokenDecoder::read(document->parts["decoder"], path);
    if (!normalizer || !preTokenizer || !decoder) {
        return !normalizer     ? normalizer.unexpected()
               : !preTokenizer ? preTokenizer.unexpected()
                               : decoder.unexpected();
    }
    PipelineParts parts{{},
                        std::move(*normalizer),
                        std::move(*preTokenizer),
                        std::move(*model),
                        {},
                        {},
                        std::move(*decoder),
                        false,
                        path};
    auto done = readAdded(document->parts["added_tokens"], parts);
    if (done) {
        done = eachStep(document->parts["post_processor"], path,
                        [&](const StepFields& fields) { return readPostProcessor(fields, parts); });
    }
    return done ? Result(std::move(parts)) : done.unexpected();
}

}  // namespace stowage
