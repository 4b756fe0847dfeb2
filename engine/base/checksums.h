// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;

namespace stowage {

/// The CRC-32 of zip and gzip (polynomial 0xEDB88320). `previous` is the sum of the bytes before,
/// 0 at the beginning: crc32(crc32(0, a), b) is that of a and b together.
[[nodiscard]] std::uint32_t crc32(std::uint32_t previous, std::span<const std::byte> bytes);

/// CRC-32C (Castagnoli, polynomial 0x82F63B78), which processors compute themselves: some GB/s.
/// `previous` is the sum of the bytes before, 0 at the beginning: crc32c(crc32c(0, a), b) is that
/// of a and b together.
[[nodiscard]] std::uint32_t crc32c(std::uint32_t previous, std::span<const std::byte> bytes);

/// The same without the processor's own instruction; for tests and other processors.
[[nodiscard]] std::uint32_t portableCrc32c(std::uint32_t previous,
                                           std::span<const std::byte> bytes);

/// Weights of ByteChecksum repeat after this many words.
inline constexpr std::uint64_t kChecksumPeriod = 8191;

/// The checksum that the tensor back end computes too, in plain C++, to hold it against: the sum
/// over little-endian signed 32-bit words of word × (1 + index mod 8191), plus the length, modulo
/// 2^64; a short tail counts as filled up with zeros. Every byte counts with its place (8191 is
/// prime, so that rows of the usual widths do not line up). Parts are fed in order and may have any
/// length.
class ByteChecksum {
public:
    void add(std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t value() const;

private:
    std::uint64_t m_sum = 0;
    std::uint64_t m_place = 0;  ///< index of the next word, modulo kChecksumPeriod
    std::uint64_t m_length = 0;
    std::uint32_t m_tail = 0;  ///< bytes of a word not yet complete
};

/// The bytes in Base64 (RFC 4648), in one line with its padding. At most 1 GiB.
[[nodiscard]] std::string base64Text(std::span<const std::byte> bytes);

/// SHA-256 (FIPS 180-4) of bytes fed in parts, as OpenSSL computes it. Move-only. Every function
/// throws std::bad_alloc where OpenSSL has no memory.
///
///     Sha256 digest;
///     digest.add(part);
///     digest.hex();  // "ba7816bf8f01cfea…"
class Sha256 {
public:
    Sha256();
    void add(std::span<const std::byte> bytes);
    /// 64 lower-case hexadecimal digits of everything added so far.
    [[nodiscard]] std::string hex() const;

private:
    struct Free {
        void operator()(evp_md_ctx_st* context) const;
    };
    using Context = std::unique_ptr<evp_md_ctx_st, Free>;

    Context m_context;
};

}  // namespace stowage
