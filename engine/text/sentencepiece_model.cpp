// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentencepiece_engine.h"

#include "engine/base/strings.h"
#include "engine/text/tokenizer_pipeline.h"
#include "engine/text/unicode_text.h"

#include <nlohmann/json.hpp>

#include <dlfcn.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kModuleFile = "libstowage_sentencepiece.so";

/// A field's number and kind, as a message of a protocol buffer has them before its value.
enum FieldKey : std::uint64_t {
    kModelPiece = 1 << 3 | 2,
    kModelNormalizer = 3 << 3 | 2,
    kModelDenormalizer = 5 << 3 | 2,
    kPieceText = 1 << 3 | 2,
    kPieceScore = 2 << 3 | 5,
    kNormalizerMap = 2 << 3 | 2,
};

struct WireField {
    std::uint64_t key = 0;
    std::string_view bytes;  ///< its value; of a varint nothing
};

/// Walks the fields of one message.
class WireReader {
public:
    explicit WireReader(std::string_view message) : m_left(message) {}

    /// Nothing at the end, and where the message is damaged: see isWhole().
    std::optional<WireField> next() {
        if (m_left.empty() || !m_isWhole) {
            return std::nullopt;
        }
        WireField field;
        field.key = varint();
        switch (field.key & 7) {
            case 0:
                varint();
                break;
            case 1:
                field.bytes = take(8);
                break;
            case 2:
                field.bytes = take(varint());
                break;
            case 5:
                field.bytes = take(4);
                break;
            default:
                m_isWhole = false;
        }
        return m_isWhole ? std::optional(field) : std::nullopt;
    }
    [[nodiscard]] bool isWhole() const { return m_isWhole; }

private:
    std::string_view take(std::uint64_t count) {
        m_isWhole = m_isWhole && count <= m_left.size();
        const std::string_view taken = m_isWhole ? m_left.substr(0, count) : std::string_view();
        m_left.remove_prefix(taken.size());
        return taken;
    }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::string_view byte = take(1);
            if (byte.empty()) {
                return 0;
            }
            const auto bits = static_cast<unsigned char>(byte.front());
            value |= static_cast<std::uint64_t>(bits & 0x7F) << shift;
            if (bits < 0x80) {
                return value;
            }
        }
        m_isWhole = false;
        return 0;
    }

    std::string_view m_left;
    bool m_isWhole = true;
};

Unexpected malformedModel(const std::string& file, const Message& why) {
    return fail(ErrorCode::Malformed, say("%1 is not a SentencePiece model: %2.", file, why), file);
}

Result<void> addPiece(std::string_view message, const std::string& file,
                      TokenVocabulary& vocabulary) {
    WireReader reader(message);
    std::string_view text;
    while (const auto field = reader.next()) {
        if (field->key == kPieceText) {
            text = field->bytes;
        } else if (field->key == kPieceScore) {
            float score = 0;  // little-endian, as this machine is
            std::memcpy(&score, field->bytes.data(), sizeof score);
            if (!std::isfinite(score)) {
                return malformedModel(file, say("the score of a piece is not a finite number"));
            }
        }
    }
    if (!reader.isWhole() || text.empty() || text.find('\0') != std::string_view::npos) {
        return malformedModel(file,
                              say("the piece %1 is empty or truncated", quotedForMessage(text)));
    }
    return vocabulary.add(text, vocabulary.size(), file);
}

Result<void> checkNormalizer(std::string_view message, const std::string& file) {
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->key != kNormalizerMap) {
            continue;
        }
        STOWAGE_TRY(CharacterMap::fromBytes(field->bytes, file));
    }
    return reader.isWhole() ? Result<void>()
                            : malformedModel(file, say("the normalizer is truncated"));
}

Unexpected unavailable(const Message& reason) {
    return fail(ErrorCode::BackendUnavailable,
                say("libsentencepiece could not be opened, so the tokenizer cannot be used: %1. "
                    "Install libsentencepiece0, or give tokens instead of text.",
                    reason));
}

Result<void*> openModule() {
    std::error_code failure;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
    for (const auto& place : {folder / kModuleFile, folder / ".." / "lib" / "stowage" / kModuleFile,
                              folder / ".." / "bin" / kModuleFile}) {
        if (std::filesystem::exists(place, failure)) {
            // Its own symbols come first, whatever protobuf the program has loaded already.
            int flags = RTLD_NOW | RTLD_LOCAL;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
            flags |= RTLD_DEEPBIND;
#endif
            void* const module = ::dlopen(place.c_str(), flags);
            return module != nullptr ? Result<void*>(module) : unavailable(::dlerror());
        }
    }
    return unavailable(say("%1 does not exist", (folder / kModuleFile).string()));
}

/// The pieces of a model that libsentencepiece may be given: it takes what a file says for granted
/// (its table of characters is walked without a look at its end), so sizes, texts, scores and that
/// table are checked beforehand. Errors: Malformed, LimitExceeded.
Result<TokenVocabulary> checkedPieces(std::string_view model, const std::string& file) {
    WireReader reader(model);
    TokenVocabulary pieces;
    while (const auto field = reader.next()) {
        Result<void> checked;
        if (field->key == kModelPiece) {
            checked = addPiece(field->bytes, file, pieces);
        } else if (field->key == kModelNormalizer || field->key == kModelDenormalizer) {
            checked = checkNormalizer(field->bytes, file);
        }
        STOWAGE_TRY(checked);
    }
    if (!reader.isWhole() || pieces.size() == 0) {
        return malformedModel(file, reader.isWhole()
                                        ? say("the file contains no pieces")
                                        : say("the file is truncated or of another kind"));
    }
    return pieces;
}

/// Of a model that checkedPieces() has let through. Errors: BackendUnavailable, Malformed.
Result<std::unique_ptr<const SentencePieceEngine>> openEngine(std::string_view model,
                                                              const std::string& file) {
    static std::mutex mutex;
    static void* opened = nullptr;  // for good
    const std::scoped_lock lock(mutex);
    if (opened == nullptr) {
        const Result<void*> module = openModule();
        STOWAGE_TRY(module);
        opened = *module;
    }
    void* const factory = ::dlsym(opened, kSentencePieceFactory);
    if (factory == nullptr) {
        return unavailable(say("%1 does not export %2", kModuleFile, kSentencePieceFactory));
    }
    std::string reason;
    SentencePieceEngine* const engine =
        reinterpret_cast<SentencePieceFactory>(factory)(model, reason);
    if (engine == nullptr) {
        return malformedModel(file, reason);
    }
    return std::unique_ptr<const SentencePieceEngine>(engine);
}

constexpr std::string_view kMark = "\xE2\x96\x81";  // "▁", SentencePiece's space

/// "normalizer_spec { add_dummy_prefix: false }": behind a serialised model it overrides the
/// model's own, as fields of a protocol buffer that come twice do.
constexpr std::string_view kWithoutPrefix("\x1A\x02\x18\x00", 4);

enum class Family { Llama, T5, ChatGlm };

Family readFamily(const std::string& path, const TokenizerSettings& settings) {
    const std::string& name = settings.family;
    if (name.starts_with("chatglm")) {
        return Family::ChatGlm;
    }
    const bool isT5 = name.ends_with("t5") || (name.empty() && path.ends_with("spiece.model"));
    return isT5 ? Family::T5 : Family::Llama;
}

class SentencePieceModel : public TokenModel {
public:
    struct Options {
        std::string unknown;
        bool isLegacy = true;
        bool addsPrefix = true;
        std::string file;
    };

    SentencePieceModel(TokenVocabulary pieces, std::unique_ptr<const SentencePieceEngine> engine,
                       Options options)
        : TokenModel(std::move(pieces)),
          m_engine(std::move(engine)),
          m_options(std::move(options)) {}

    [[nodiscard]] Result<void> tokenize(const TextPiece& piece,
                                        std::vector<TokenId>& tokens) const override {
        if (m_options.isLegacy ? m_engine->encode(piece.text, tokens) : encodeBare(piece, tokens)) {
            return {};
        }
        return fail(ErrorCode::Unsupported,
                    say("libsentencepiece cannot convert the text %1 to tokens with %2; give "
                        "tokens instead of text.",
                        quotedForMessage(piece.text), m_options.file),
                    m_options.file);
    }

private:
    /// Behind a token that was found in the text, only the legacy way puts another space. The
    /// library drops a space that a text begins with, so that the unknown token's own text goes
    /// before it, and its pieces go again.
    [[nodiscard]] bool encodeBare(const TextPiece& piece, std::vector<TokenId>& tokens) const {
        const std::string begin(piece.isFirst && m_options.addsPrefix ? kMark : "");
        std::vector<int> around;
        std::vector<int> unknown;
        if (!m_engine->encode(m_options.unknown, unknown) ||
            !m_engine->encode(m_options.unknown + begin + piece.text, around)) {
            return false;
        }
        around.erase(around.begin(), around.begin() + static_cast<std::ptrdiff_t>(
                                                          std::min(unknown.size(), around.size())));
        tokens.insert(tokens.end(), around.begin(), around.end());
        return true;
    }

    std::unique_ptr<const SentencePieceEngine> m_engine;
    Options m_options;
};

/// What a family's class puts around a text, and the tokens that it finds in one.
void addSurroundings(Family family, TokenizerSettings settings, PipelineParts& parts) {
    if (family == Family::ChatGlm) {
        // [MASK], [gMASK], [sMASK], sop, eop come behind the pieces; none is found in a text.
        const auto pieces = static_cast<TokenId>(parts.model->vocabulary().size());
        parts.before = {pieces + 1, pieces + 3};
        return;
    }
    const bool isT5 = family == Family::T5;
    constexpr TokenId kExtraIds = 100;
    const bool addsExtraIds = isT5 && settings.added.empty();
    for (TokenId i = 0; i < kExtraIds && addsExtraIds; ++i) {
        settings.added.push_back({"<extra_id_" + std::to_string(kExtraIds - 1 - i) + ">", i});
    }
    addTokens(parts, settings);
    settings.named.try_emplace("bos_token", AddedToken{isT5 ? "" : "<s>"});
    settings.named.try_emplace("eos_token", AddedToken{"</s>"});
    for (const std::string& text :
         {settings.tokenFor("bos_token", ""), settings.tokenFor("eos_token", ""),
          settings.tokenFor("unk_token", "<unk>")}) {
        addToken(parts, {text});
    }
    for (AddedToken& token : parts.added) {
        token.isNormalized = false;
    }
    settings.addsBos = !isT5 && settings.addsBos.value_or(true);
    settings.addsEos = isT5 || settings.addsEos.value_or(false);
    applyBosAndEos(parts, settings);
}

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

Result<PipelineParts> readSentencePieceModel(const std::string& path,
                                             const TokenizerSettings& settings) {
    auto model = readTokenizerFile(path, kMaxVocabularyBytes);
    auto pieces = model ? checkedPieces(*model, path) : model.unexpected();
    STOWAGE_TRY(pieces);
    const Family family = readFamily(path, settings);
    const SentencePieceModel::Options options{
        settings.tokenFor("unk_token", "<unk>"),
        family != Family::Llama || settings.isLegacy.value_or(true),
        settings.addsPrefixSpace.value_or(true), path};
    if (!options.isLegacy) {
        *model += kWithoutPrefix;
    }
    auto engine = openEngine(*model, path);
    STOWAGE_TRY(engine);
    auto parts = makeParts(OwnedTokenModel(std::make_unique<SentencePieceModel>(
                               std::move(*pieces), std::move(*engine), options)),
                           Json{{"decoder", decoderOf(family, options.addsPrefix)}}, path);
    if (parts) {
        addSurroundings(family, settings, *parts);
    }
    return parts;
}

}  // namespace stowage
