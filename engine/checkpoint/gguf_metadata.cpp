// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/gguf_metadata.h"

#include "engine/base/seen_names.h"
#include "engine/base/utf8.h"
#include "engine/checkpoint/gguf_types.h"

#include <bit>
#include <unordered_set>
#include <utility>

namespace stowage {
namespace {

/// gguf.md: a key has at most 65,535 bytes. Real ones have 40; all together are kept.
constexpr std::uint64_t kMaxKeyBytes = 65'535;
constexpr std::uint64_t kMaxKeysBytes = std::uint64_t{8} << 20;
/// Vocabularies with their merges have about 10 MB.
constexpr std::uint64_t kMaxMetadataBytes = std::uint64_t{1} << 30;
constexpr unsigned kMaxArrayDepth = 4;
/// Values between two looks at the stop token.
constexpr std::uint64_t kStopStride = 4096;

Unexpected faultAt(const FileCursor& cursor, const std::string& file, ErrorCode code,
                   const std::string& reason) {
    return fail(code, file + " " + reason + " (at byte " + std::to_string(cursor.position()) + ").",
                file, {}, cursor.position());
}

class MetadataReader {
public:
    MetadataReader(FileCursor& cursor, const std::string& file, const std::stop_token& stop)
        : m_cursor(cursor), m_file(file), m_stop(stop) {}

    Result<GgufMetadata> read(std::uint64_t count) {
        SeenNames keys;
        std::uint64_t keysBytes = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            auto key = readGgufText(m_cursor, m_file, kMaxKeyBytes, "key");
            if (!key) {
                return key.unexpected();
            }
            const auto type = m_cursor.number<std::uint32_t>();
            if (!type) {
                return type.unexpected();
            }
            keysBytes += key->size();
            if (keysBytes > kMaxKeysBytes) {
                return fault(ErrorCode::LimitExceeded, "has keys of more than 8 MiB together");
            }
            if (const auto read = readValue(*key, *type); !read) {
                return read.unexpected();
            }
            if (m_cursor.position() > kMaxMetadataBytes) {
                return fault(ErrorCode::LimitExceeded, "has more than 1 GiB of key-values");
            }
            if (!keys.insert(*key)) {
                return fault(ErrorCode::Malformed,
                             "has the key " + quotedForMessage(*key) + " twice");
            }
        }
        return m_metadata;
    }

private:
    Result<void> readValue(const std::string& key, std::uint32_t type) {
        if (key == "general.alignment") {
            return readAlignment(type);
        }
        if (key == "split.count" && type == kGgufUint16) {
            const auto count = m_cursor.number<std::uint16_t>();
            m_metadata.splitFiles = count ? *count : 0;
            return count ? Result<void>() : count.unexpected();
        }
        return skipValue(key, type, 0);
    }

    Result<void> readAlignment(std::uint32_t type) {
        if (type != kGgufUint32) {
            return fault(ErrorCode::Malformed,
                         "gives general.alignment as what is no 32-bit number");
        }
        const auto alignment = m_cursor.number<std::uint32_t>();
        if (!alignment) {
            return alignment.unexpected();
        }
        if (!std::has_single_bit(*alignment)) {
            return fault(ErrorCode::Malformed, "has the general.alignment " +
                                                   std::to_string(*alignment) +
                                                   "; it must be a power of two");
        }
        m_metadata.alignment = *alignment;
        return {};
    }

    Result<void> skipValue(const std::string& key, std::uint32_t type, unsigned depth) {
        if (const auto bytes = ggufValueBytes(type)) {
            return m_cursor.skip(*bytes);
        }
        if (type == kGgufString) {
            const auto length = m_cursor.number<std::uint64_t>();
            return length ? m_cursor.skip(*length) : length.unexpected();
        }
        if (type != kGgufArray) {
            return fault(ErrorCode::Malformed, "gives " + quotedForMessage(key) +
                                                   " a value of the unknown type " +
                                                   std::to_string(type));
        }
        if (depth >= kMaxArrayDepth) {
            return fault(ErrorCode::LimitExceeded,
                         "nests arrays deeper than 4 levels in " + quotedForMessage(key));
        }
        return skipArray(key, depth);
    }

    Result<void> skipArray(const std::string& key, unsigned depth) {
        const auto type = m_cursor.number<std::uint32_t>();
        if (!type) {
            return type.unexpected();
        }
        const auto count = m_cursor.number<std::uint64_t>();
        if (!count) {
            return count.unexpected();
        }
        // A string has its length at least, an array its type and count.
        const auto fixed = ggufValueBytes(*type);
        const std::uint64_t least = fixed.value_or(sizeof(std::uint64_t));
        if (*count > m_cursor.left() / least) {
            return fault(ErrorCode::Truncated, "gives " + quotedForMessage(key) + " " +
                                                   std::to_string(*count) +
                                                   " values, more than the file can hold");
        }
        if (fixed) {
            return m_cursor.skip(*count * *fixed);
        }
        for (std::uint64_t i = 0; i < *count; ++i) {
            if (const auto skipped = skipValue(key, *type, depth + 1); !skipped) {
                return skipped;
            }
            if (m_cursor.position() > kMaxMetadataBytes) {
                return fault(ErrorCode::LimitExceeded, "has more than 1 GiB of key-values");
            }
            if (i % kStopStride == 0 && m_stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "Opening " + m_file + " was stopped.");
            }
        }
        return {};
    }

    Unexpected fault(ErrorCode code, const std::string& reason) const {
        return faultAt(m_cursor, m_file, code, reason);
    }

    FileCursor& m_cursor;
    const std::string& m_file;
    const std::stop_token& m_stop;
    GgufMetadata m_metadata;
};

}  // namespace

Result<GgufMetadata> readGgufMetadata(FileCursor& cursor, const std::string& file,
                                      std::uint64_t count, const std::stop_token& stop) {
    return MetadataReader(cursor, file, stop).read(count);
}

Result<std::string> readGgufText(FileCursor& cursor, const std::string& file, std::uint64_t limit,
                                 const char* what) {
    const auto length = cursor.number<std::uint64_t>();
    if (!length) {
        return length.unexpected();
    }
    if (*length > limit) {
        return faultAt(cursor, file, ErrorCode::LimitExceeded,
                       "has a " + std::string(what) + " of " + std::to_string(*length) +
                           " bytes; at most " + std::to_string(limit) + " are read");
    }
    return cursor.text(*length);
}

}  // namespace stowage
