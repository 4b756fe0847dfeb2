// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weights/dequantize.h"

#include "engine/checkpoint/write/float_values.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace stowage {
namespace {

constexpr std::size_t kSmall = 32;   ///< elements of a block of the older types
constexpr std::size_t kSuper = 256;  ///< of a block of the newer ones, which has parts
constexpr unsigned kNibble = 0x0F;

/// The bytes of one block, read from the front.
class Block {
public:
    explicit Block(const std::byte* bytes)
        : m_bytes(reinterpret_cast<const std::uint8_t*>(bytes)) {}

    /// A number of float16, widened.
    float half() {
        float number = 0;
        castFloats(DType::Float16, std::as_bytes(std::span(take(2), 2)), DType::Float32,
                   std::as_writable_bytes(std::span(&number, 1)));
        return number;
    }
    std::uint16_t word() {
        std::uint16_t value = 0;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    }
    std::uint32_t doubleWord() {
        std::uint32_t value = 0;
        std::memcpy(&value, take(sizeof value), sizeof value);
        return value;
    }
    const std::uint8_t* take(std::size_t count) {
        const std::uint8_t* const here = m_bytes;
        m_bytes += count;
        return here;
    }

private:
    const std::uint8_t* m_bytes;
};

float low(std::uint8_t byte) {
    return static_cast<float>(byte & kNibble);
}

float high(std::uint8_t byte) {
    return static_cast<float>(byte >> 4U);
}

/// The first half of a block is in the low four bits, the second in the high ones.
void q4_0(Block block, float* out) {
    const float scale = block.half();
    const std::uint8_t* const bytes = block.take(kSmall / 2);
    for (std::size_t i = 0; i < kSmall / 2; ++i) {
        out[i] = scale * (low(bytes[i]) - 8);
        out[i + kSmall / 2] = scale * (high(bytes[i]) - 8);
    }
}

void q4_1(Block block, float* out) {
    const float scale = block.half();
    const float least = block.half();
    const std::uint8_t* const bytes = block.take(kSmall / 2);
    for (std::size_t i = 0; i < kSmall / 2; ++i) {
        out[i] = scale * low(bytes[i]) + least;
        out[i + kSmall / 2] = scale * high(bytes[i]) + least;
    }
}

/// Five bits: the fifth of each stands in a word of its own.
template <class Number>
void fiveBits(Block block, float* out, const Number& number) {
    const std::uint32_t fifths = block.doubleWord();
    const std::uint8_t* const bytes = block.take(kSmall / 2);
    for (std::size_t i = 0; i < kSmall / 2; ++i) {
        const std::uint32_t first = (fifths >> i) & 1U;
        const std::uint32_t second = (fifths >> (i + kSmall / 2)) & 1U;
        out[i] = number(static_cast<float>((bytes[i] & kNibble) | (first << 4U)));
        out[i + kSmall / 2] =
            number(static_cast<float>(static_cast<std::uint32_t>(bytes[i] >> 4U) | (second << 4U)));
    }
}

void q5_0(Block block, float* out) {
    const float scale = block.half();
    fiveBits(block, out, [scale](float step) { return scale * (step - 16); });
}

void q5_1(Block block, float* out) {
    const float scale = block.half();
    const float least = block.half();
    fiveBits(block, out, [scale, least](float step) { return scale * step + least; });
}

void q8_0(Block block, float* out) {
    const float scale = block.half();
    const std::uint8_t* const bytes = block.take(kSmall);
    for (std::size_t i = 0; i < kSmall; ++i) {
        out[i] = static_cast<float>(static_cast<std::int8_t>(bytes[i])) * scale;
    }
}

/// Sixteen parts of sixteen, each with a scale and an offset of four bits.
void q2_K(Block block, float* out) {
    const std::uint8_t* const parts = block.take(kSuper / 16);
    const std::uint8_t* bytes = block.take(kSuper / 4);
    const float scale = block.half();
    const float least = block.half();
    for (std::size_t part = 0; part < kSuper / 16; ++part) {
        const std::size_t half = part / 8;  // 128 numbers share 32 bytes
        const unsigned shift = 2 * (static_cast<unsigned>(part % 8) / 2);
        const std::uint8_t* const from = bytes + half * 32 + (part % 2) * 16;
        const float step = scale * low(parts[part]);
        const float offset = least * high(parts[part]);
        for (std::size_t i = 0; i < 16; ++i) {
            *out++ = step * static_cast<float>((from[i] >> shift) & 3U) - offset;
        }
    }
}

/// Sixteen scales of six bits in twelve bytes: the low four, then the high two of each.
std::array<int, 16> q3Scales(const std::uint8_t* bytes) {
    std::array<int, 16> scales{};
    for (std::size_t i = 0; i < 16; ++i) {
        const unsigned lower = i < 8 ? bytes[i] & kNibble : bytes[i - 8] >> 4U;
        const unsigned upper = (bytes[8 + i % 4] >> (2 * (i / 4))) & 3U;
        scales[i] = static_cast<int>(lower | (upper << 4U)) - 32;
    }
    return scales;
}

void q3_K(Block block, float* out) {
    const std::uint8_t* const thirds = block.take(kSuper / 8);
    const std::uint8_t* const bytes = block.take(kSuper / 4);
    const std::array<int, 16> scales = q3Scales(block.take(12));
    const float scale = block.half();
    for (std::size_t part = 0; part < kSuper / 16; ++part) {
        const std::size_t group = part / 2;  // of 32
        const unsigned shift = 2 * (static_cast<unsigned>(part % 8) / 2);
        const std::uint8_t* const from = bytes + (part / 8) * 32 + (part % 2) * 16;
        const std::uint8_t* const third = thirds + (part % 2) * 16;
        const float step = scale * static_cast<float>(scales[part]);
        for (std::size_t i = 0; i < 16; ++i) {
            const int isAbove = (third[i] >> group) & 1;
            const int number = ((from[i] >> shift) & 3) - (isAbove != 0 ? 0 : 4);
            *out++ = step * static_cast<float>(number);
        }
    }
}

struct ScaleAndOffset {
    float scale = 0;
    float offset = 0;
};

/// One of the eight pairs of six bits in the twelve bytes of Q4_K and Q5_K.
ScaleAndOffset pairOf(const std::uint8_t* bytes, std::size_t part) {
    if (part < 4) {
        return {static_cast<float>(bytes[part] & 63U), static_cast<float>(bytes[part + 4] & 63U)};
    }
    const unsigned lower = bytes[part + 4];
    const unsigned scale = (lower & kNibble) | ((bytes[part - 4] >> 6U) << 4U);
    const unsigned offset = (lower >> 4U) | ((bytes[part] >> 6U) << 4U);
    return {static_cast<float>(scale), static_cast<float>(offset)};
}

/// Eight parts of 32. `fifths`: null, or of each number one more bit.
void kQuants(float scale, float least, const std::uint8_t* pairs, const std::uint8_t* fifths,
             const std::uint8_t* bytes, float* out) {
    for (std::size_t part = 0; part < kSuper / 32; ++part) {
        const ScaleAndOffset pair = pairOf(pairs, part);
        const float step = scale * pair.scale;
        const float offset = least * pair.offset;
        const std::uint8_t* const from = bytes + (part / 2) * 32;
        const unsigned shift = part % 2 == 0 ? 0 : 4;
        for (std::size_t i = 0; i < 32; ++i) {
            const unsigned fifth = fifths != nullptr ? (fifths[i] >> part) & 1U : 0U;
            const unsigned number = ((from[i] >> shift) & kNibble) | (fifth << 4U);
            *out++ = step * static_cast<float>(number) - offset;
        }
    }
}

void q4_K(Block block, float* out) {
    const float scale = block.half();
    const float least = block.half();
    const std::uint8_t* const pairs = block.take(12);
    kQuants(scale, least, pairs, nullptr, block.take(kSuper / 2), out);
}

void q5_K(Block block, float* out) {
    const float scale = block.half();
    const float least = block.half();
    const std::uint8_t* const pairs = block.take(12);
    const std::uint8_t* const fifths = block.take(kSuper / 8);
    kQuants(scale, least, pairs, fifths, block.take(kSuper / 2), out);
}

void q6_K(Block block, float* out) {
    const std::uint8_t* const lower = block.take(kSuper / 2);
    const std::uint8_t* const upper = block.take(kSuper / 4);
    const std::uint8_t* const scales = block.take(kSuper / 16);
    const float scale = block.half();
    for (std::size_t part = 0; part < kSuper / 16; ++part) {
        const std::size_t half = part / 8;         // of 128 numbers
        const std::size_t quarter = part % 8 / 2;  // of these, 32
        const std::size_t begin = (part % 2) * 16;
        const std::uint8_t* const four = lower + half * 64 + (quarter % 2) * 32 + begin;
        const std::uint8_t* const two = upper + half * 32 + begin;
        const unsigned shift = quarter < 2 ? 0 : 4;
        const float step = scale * static_cast<float>(static_cast<std::int8_t>(scales[part]));
        for (std::size_t i = 0; i < 16; ++i) {
            const unsigned number =
                ((four[i] >> shift) & kNibble) | (((two[i] >> (2 * quarter)) & 3U) << 4U);
            *out++ = step * static_cast<float>(static_cast<int>(number) - 32);
        }
    }
}

/// What four bits stand for in IQ4: kvalues_iq4nl of ggml-common.h.
constexpr std::array<float, 16> kUneven = {-127, -104, -83, -65, -49, -35, -22, -10,
                                           1,    13,   25,  38,  53,  69,  89,  113};

void uneven(const std::uint8_t* bytes, float step, float* out) {
    for (std::size_t i = 0; i < kSmall / 2; ++i) {
        out[i] = step * kUneven[bytes[i] & kNibble];
        out[i + kSmall / 2] = step * kUneven[bytes[i] >> 4U];
    }
}

void iq4_nl(Block block, float* out) {
    const float scale = block.half();
    uneven(block.take(kSmall / 2), scale, out);
}

void iq4_xs(Block block, float* out) {
    const float scale = block.half();
    const unsigned upper = block.word();
    const std::uint8_t* const lower = block.take(4);
    const std::uint8_t* const bytes = block.take(kSuper / 2);
    for (std::size_t part = 0; part < kSuper / kSmall; ++part) {
        const unsigned four = (lower[part / 2] >> (4 * (part % 2))) & kNibble;
        const unsigned two = (upper >> (2 * part)) & 3U;
        const float step = scale * static_cast<float>(static_cast<int>(four | (two << 4U)) - 32);
        uneven(bytes + part * (kSmall / 2), step, out + part * kSmall);
    }
}

struct Formula {
    DType dtype;
    void (*ofBlock)(Block block, float* out);
};

constexpr Formula kFormulas[] = {
    {DType::GgufQ4_0, q4_0}, {DType::GgufQ4_1, q4_1},     {DType::GgufQ5_0, q5_0},
    {DType::GgufQ5_1, q5_1}, {DType::GgufQ8_0, q8_0},     {DType::GgufQ2_K, q2_K},
    {DType::GgufQ3_K, q3_K}, {DType::GgufQ4_K, q4_K},     {DType::GgufQ5_K, q5_K},
    {DType::GgufQ6_K, q6_K}, {DType::GgufIQ4_NL, iq4_nl}, {DType::GgufIQ4_XS, iq4_xs},
};

}  // namespace

bool isDequantizable(DType dtype) {
    return std::ranges::find(kFormulas, dtype, &Formula::dtype) != std::end(kFormulas);
}

void dequantize(DType dtype, std::span<const std::byte> blocks, std::span<float> numbers) {
    const auto formula = std::ranges::find(kFormulas, dtype, &Formula::dtype);
    const ElementBlock block = elementBlock(dtype).value_or(ElementBlock{});
    assert(formula != std::end(kFormulas));
    assert(numbers.size() % block.elements == 0);
    assert(blocks.size() == numbers.size() / block.elements * block.bytes);
    const std::byte* from = blocks.data();
    for (std::size_t at = 0; at < numbers.size(); at += block.elements, from += block.bytes) {
        formula->ofBlock(Block(from), numbers.data() + at);
    }
}

}  // namespace stowage
