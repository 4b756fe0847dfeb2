// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace stowage {

/// SHA-256 (FIPS 180-4) of bytes fed in parts.
///
///     Sha256 digest;
///     digest.add(part);
///     digest.hex();  // "ba7816bf8f01cfea…"
class Sha256 {
public:
    void add(std::span<const std::byte> bytes);
    /// 64 lower-case hexadecimal digits of everything added so far.
    [[nodiscard]] std::string hex() const;

private:
    static constexpr std::size_t kBlockBytes = 64;

    std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<std::byte, kBlockBytes> m_block{};
    std::size_t m_filled = 0;
    std::uint64_t m_length = 0;
};

}  // namespace stowage
