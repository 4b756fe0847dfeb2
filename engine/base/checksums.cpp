// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/checksums.h"

#include <openssl/evp.h>

#include <array>
#include <cstring>
#include <new>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace stowage {
namespace {

constexpr std::size_t kSlices = 8;

using Tables = std::array<std::array<std::uint32_t, 256>, kSlices>;

/// Table k advances a byte by k further bytes, so that eight bytes cost eight look-ups and no
/// chain of dependent ones ("slicing by 8").
constexpr Tables makeTables() {
    constexpr std::uint32_t kPolynomial = 0xedb88320;
    Tables tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
        }
        tables[0][i] = value;
    }
    for (std::size_t slice = 1; slice < kSlices; ++slice) {
        for (std::size_t i = 0; i < 256; ++i) {
            const std::uint32_t before = tables[slice - 1][i];
            tables[slice][i] = (before >> 8) ^ tables[0][before & 0xff];
        }
    }
    return tables;
}

constexpr Tables kTables = makeTables();

constexpr std::array<std::uint32_t, 256> makeTable() {
    constexpr std::uint32_t kPolynomial = 0x82f63b78;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1) ^ ((value & 1) != 0 ? kPolynomial : 0);
        }
        table[i] = value;
    }
    return table;
}

constexpr std::array<std::uint32_t, 256> kTable = makeTable();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t fastCrc32c(std::uint32_t previous,
                                                           std::span<const std::byte> bytes) {
    std::uint64_t crc = ~previous;
    while (bytes.size() >= sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        crc = _mm_crc32_u64(crc, word);
        bytes = bytes.subspan(sizeof word);
    }
    auto rest = static_cast<std::uint32_t>(crc);
    for (const std::byte byte : bytes) {
        rest = _mm_crc32_u8(rest, std::to_integer<unsigned char>(byte));
    }
    return ~rest;
}

#endif

/// word × weight modulo 2^64, the word taken as signed.
std::uint64_t weighted(std::uint32_t word, std::uint64_t place) {
    const auto extended =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(word)));
    return extended * (1 + place);
}

/// SHA-256 itself cannot fail: what OpenSSL can lack is memory.
void require(bool isDone) {
    if (!isDone) {
        throw std::bad_alloc();
    }
}

}  // namespace

std::uint32_t crc32(std::uint32_t previous, std::span<const std::byte> bytes) {
    std::uint32_t crc = ~previous;
    const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
    while (bytes.size() >= kSlices) {
        const std::uint32_t low = crc ^ (at(0) | at(1) << 8 | at(2) << 16 | at(3) << 24);
        crc = kTables[7][low & 0xff] ^ kTables[6][(low >> 8) & 0xff] ^
              kTables[5][(low >> 16) & 0xff] ^ kTables[4][low >> 24] ^ kTables[3][at(4)] ^
              kTables[2][at(5)] ^ kTables[1][at(6)] ^ kTables[0][at(7)];
        bytes = bytes.subspan(kSlices);
    }
    for (const std::byte byte : bytes) {
        crc = (crc >> 8) ^ kTables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    }
    return ~crc;
}

std::uint32_t portableCrc32c(std::uint32_t previous, std::span<const std::byte> bytes) {
    std::uint32_t crc = ~previous;
    for (const std::byte byte : bytes) {
        crc = (crc >> 8) ^ kTable[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    }
    return ~crc;
}

std::uint32_t crc32c(std::uint32_t previous, std::span<const std::byte> bytes) {
#if defined(__x86_64__)
    static const bool kHasInstruction = __builtin_cpu_supports("sse4.2") != 0;
    if (kHasInstruction) {
        return fastCrc32c(previous, bytes);
    }
#endif
    return portableCrc32c(previous, bytes);
}

void ByteChecksum::add(std::span<const std::byte> bytes) {
    std::size_t at = 0;
    const auto addByte = [&] {
        const unsigned shift = 8U * static_cast<unsigned>(m_length % 4);
        m_tail |= std::to_integer<std::uint32_t>(bytes[at++]) << shift;
        if (++m_length % 4 == 0) {
            m_sum += weighted(m_tail, m_place);
            m_place = (m_place + 1) % kChecksumPeriod;
            m_tail = 0;
        }
    };
    while (at < bytes.size() && m_length % 4 != 0) {
        addByte();
    }
    for (; bytes.size() - at >= 4; at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof word);
        m_sum += weighted(word, m_place);
        m_place = m_place + 1 == kChecksumPeriod ? 0 : m_place + 1;
        m_length += 4;
    }
    while (at < bytes.size()) {
        addByte();
    }
}

std::uint64_t ByteChecksum::value() const {
    const std::uint64_t tail = m_length % 4 == 0 ? 0 : weighted(m_tail, m_place);
    return m_sum + tail + m_length;
}

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

std::string base64Text(std::span<const std::byte> bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // OpenSSL ends it with a zero
    const int length = ::EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                         reinterpret_cast<const unsigned char*>(bytes.data()),
                                         static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(length));
    return text;
}

Sha256::Sha256() : m_context(EVP_MD_CTX_new()) {
    require(m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::add(std::span<const std::byte> bytes) {
    require(EVP_DigestUpdate(m_context.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() const {
    const Context last(EVP_MD_CTX_new());  // a copy, so that more can be added
    std::array<unsigned char, 32> digest{};
    require(last && EVP_MD_CTX_copy_ex(last.get(), m_context.get()) == 1 &&
            EVP_DigestFinal_ex(last.get(), digest.data(), nullptr) == 1);
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0xfU];
    }
    return text;
}

}  // namespace stowage
