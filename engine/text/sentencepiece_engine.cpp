// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentencepiece_engine.h"

#include "engine/base/utf8.h"
#include "engine/text/character_map.h"
#include "engine/text/token_vocabulary.h"

#include <dlfcn.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>

namespace stowage {

namespace {

constexpr const char* kModuleFile = "libstowage_sentencepiece.so";

/// One field of a protocol buffer: a number, or bytes.
struct WireField {
    std::uint64_t number = 0;
    std::uint64_t value = 0;  ///< of a varint, or the bits of 32 or 64
    std::string_view bytes;
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
        const std::uint64_t key = varint();
        WireField field;
        field.number = key >> 3;
        switch (key & 7) {
            case 0:
                field.value = varint();
                break;
            case 1:
                field.value = fixed(8);
                break;
            case 2:
                field.bytes = take(varint());
                break;
            case 5:
                field.value = fixed(4);
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
    std::uint64_t fixed(std::size_t count) {
        std::uint64_t value = 0;
        const std::string_view bytes = take(count);
        std::memcpy(&value, bytes.data(), bytes.size());  // little-endian, as this machine is
        return value;
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

Unexpected malformed(const std::string& file, const std::string& why) {
    return fail(ErrorCode::Malformed, file + " is no SentencePiece model: " + why + ".", file);
}

Result<void> checkPiece(std::string_view message, const std::string& file) {
    WireReader reader(message);
    std::string_view text;
    while (const auto field = reader.next()) {
        if (field->number == 1) {
            text = field->bytes;
        } else if (field->number == 2) {
            float score = 0;
            std::memcpy(&score, &field->value, sizeof score);
            if (!std::isfinite(score)) {
                return malformed(file, "a piece's score is no number");
            }
        }
    }
    const bool isText = !text.empty() && text.size() <= TokenVocabulary::kMaxTokenBytes &&
                        isValidUtf8(text) && text.find('\0') == std::string_view::npos;
    return reader.isWhole() && isText
               ? Result<void>()
               : malformed(file, "one of its pieces, " + quotedForMessage(text) +
                                     ", is empty, too long or no UTF-8");
}

Result<void> checkNormalizer(std::string_view message, const std::string& file) {
    constexpr std::uint64_t kCharacterMap = 2;
    WireReader reader(message);
    while (const auto field = reader.next()) {
        if (field->number != kCharacterMap) {
            continue;
        }
        if (const auto map = CharacterMap::fromBytes(field->bytes, file); !map) {
            return map.unexpected();
        }
    }
    return reader.isWhole() ? Result<void>() : malformed(file, "its normalizer breaks off");
}

Unexpected unavailable(const std::string& reason) {
    return fail(ErrorCode::BackendUnavailable,
                "libsentencepiece could not be opened, so the tokenizer cannot be used: " + reason +
                    ". Install libsentencepiece0, or give tokens instead of text.");
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
    return unavailable((folder / kModuleFile).string() + " does not exist");
}

}  // namespace

Result<std::unique_ptr<const SentencePieceEngine>> openSentencePiece(std::string_view model,
                                                                     const std::string& file) {
    static std::mutex mutex;
    static void* opened = nullptr;  // for good
    const std::scoped_lock lock(mutex);
    if (opened == nullptr) {
        const Result<void*> module = openModule();
        if (!module) {
            return module.unexpected();
        }
        opened = *module;
    }
    void* const factory = ::dlsym(opened, kSentencePieceFactory);
    if (factory == nullptr) {
        return unavailable(std::string(kModuleFile) + " exports no " + kSentencePieceFactory);
    }
    std::string reason;
    SentencePieceEngine* const engine =
        reinterpret_cast<SentencePieceFactory>(factory)(model, reason);
    if (engine == nullptr) {
        return malformed(file, reason);
    }
    return std::unique_ptr<const SentencePieceEngine>(engine);
}

Result<void> checkSentencePieceModel(std::string_view model, const std::string& file) {
    enum Part : std::uint64_t { kPiece = 1, kNormalizer = 3, kDenormalizer = 5 };
    WireReader reader(model);
    std::uint64_t pieces = 0;
    while (const auto field = reader.next()) {
        Result<void> checked;
        if (field->number == kPiece) {
            checked = checkPiece(field->bytes, file);
            ++pieces;
        } else if (field->number == kNormalizer || field->number == kDenormalizer) {
            checked = checkNormalizer(field->bytes, file);
        }
        if (!checked) {
            return checked;
        }
    }
    if (!reader.isWhole() || pieces == 0) {
        return malformed(file, reader.isWhole() ? "it holds no piece"
                                                : "it breaks off, or is another kind of file");
    }
    if (pieces > TokenVocabulary::kMaxTokens) {
        return fail(
            ErrorCode::LimitExceeded,
            file + " has " + std::to_string(pieces) + " pieces; Stowage takes 1,048,576 at most.",
            file);
    }
    return {};
}

}  // namespace stowage
