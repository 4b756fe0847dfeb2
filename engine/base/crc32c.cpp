// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace stowage {
namespace {

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

}  // namespace

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

}  // namespace stowage
