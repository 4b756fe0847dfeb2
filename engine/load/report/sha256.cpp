// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace stowage {

namespace {

using State = std::array<std::uint32_t, 8>;

alignas(16) constexpr std::array<std::uint32_t, 64> kRoundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t bigEndianWord(const std::byte* bytes) {
    return std::to_integer<std::uint32_t>(bytes[0]) << 24U |
           std::to_integer<std::uint32_t>(bytes[1]) << 16U |
           std::to_integer<std::uint32_t>(bytes[2]) << 8U |
           std::to_integer<std::uint32_t>(bytes[3]);
}

void compressPlain(State& state, const std::byte* data, std::size_t blocks) {
    for (; blocks > 0; --blocks, data += 64) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t i = 0; i < 16; ++i) {
            w[i] = bigEndianWord(data + 4 * i);
        }
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t a = w[i - 15];
            const std::uint32_t b = w[i - 2];
            w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U)) + w[i - 7] +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U));
        }
        auto [a, b, c, d, e, f, g, h] = state;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
            const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRoundConstants[i] + w[i];
            const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
            const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        const State mixed{a, b, c, d, e, f, g, h};
        for (std::size_t i = 0; i < state.size(); ++i) {
            state[i] += mixed[i];
        }
    }
}

#if defined(__x86_64__)

bool hasShaInstructions() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kShaBit = 1U << 29U;
    constexpr unsigned kSse41Bit = 1U << 19U;
    const bool sse = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & kSse41Bit) != 0;
    return sse && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kShaBit) != 0;
}

/// The same with the processor's SHA instructions, eight times as fast: a verification reads
/// whole models. The two halves are kept as ABEF and CDGH, as the instructions want them.
__attribute__((target("sha,sse4.1,ssse3"))) void compressFast(State& state, const std::byte* data,
                                                              std::size_t blocks) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const auto load = [](const void* from) __attribute__((target("sse4.1"))) {
        return _mm_loadu_si128(static_cast<const __m128i*>(from));
    };
    const __m128i cdab = _mm_shuffle_epi32(load(state.data()), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(load(state.data() + 4), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    for (; blocks > 0; --blocks, data += 64) {
        const __m128i abefBefore = abef;
        const __m128i cdghBefore = cdgh;
        __m128i w[4];
        for (std::size_t i = 0; i < 4; ++i) {
            w[i] = _mm_shuffle_epi8(load(data + 16 * i), swap);
        }
        for (std::size_t group = 0; group < 16; ++group) {
            __m128i& now = w[group % 4];
            const __m128i sum = _mm_add_epi32(now, load(kRoundConstants.data() + 4 * group));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
            if (group < 12) {  // the words of four groups later take this one's place
                const __m128i last = w[(group + 3) % 4];
                const __m128i middle = _mm_alignr_epi8(last, w[(group + 2) % 4], 4);
                now = _mm_add_epi32(_mm_sha256msg1_epu32(now, w[(group + 1) % 4]), middle);
                now = _mm_sha256msg2_epu32(now, last);
            }
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif

void compress(State& state, const std::byte* data, std::size_t blocks) {
#if defined(__x86_64__)
    static const bool fast = hasShaInstructions();
    if (fast) {
        compressFast(state, data, blocks);
        return;
    }
#endif
    compressPlain(state, data, blocks);
}

}  // namespace

void Sha256::add(std::span<const std::byte> bytes) {
    m_length += bytes.size();
    if (m_filled > 0) {
        const std::size_t part = std::min(bytes.size(), kBlockBytes - m_filled);
        std::memcpy(m_block.data() + m_filled, bytes.data(), part);
        m_filled += part;
        bytes = bytes.subspan(part);
        if (m_filled < kBlockBytes) {
            return;
        }
        compress(m_state, m_block.data(), 1);
        m_filled = 0;
    }
    const std::size_t blocks = bytes.size() / kBlockBytes;
    compress(m_state, bytes.data(), blocks);
    bytes = bytes.subspan(blocks * kBlockBytes);
    if (!bytes.empty()) {
        std::memcpy(m_block.data(), bytes.data(), bytes.size());
        m_filled = bytes.size();
    }
}

std::string Sha256::hex() const {
    State state = m_state;
    std::array<std::byte, 2 * kBlockBytes> last{};
    std::copy_n(m_block.begin(), m_filled, last.begin());
    last[m_filled] = std::byte{0x80};
    const std::size_t size = m_filled + 9 <= kBlockBytes ? kBlockBytes : 2 * kBlockBytes;
    for (std::size_t i = 0; i < 8; ++i) {
        last[size - 1 - i] = static_cast<std::byte>((m_length * 8) >> (8 * i));
    }
    compress(state, last.data(), size / kBlockBytes);
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint32_t word : state) {
        for (unsigned shift = 32; shift > 0; shift -= 4) {
            text += kDigits[(word >> (shift - 4)) & 0xfU];
        }
    }
    return text;
}

}  // namespace stowage
