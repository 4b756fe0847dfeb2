// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/write/float_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace stowage {
namespace {

constexpr unsigned kTableBits = 13;

constexpr std::size_t kTableSize = std::size_t{1} << kTableBits;

std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

/// The value below which a share `p` of a standard normal distribution lies, by bisection: the
/// table is made once, so that simplicity wins over speed.
double inverseNormal(double p) {
    double low = -10;
    double high = 10;
    constexpr int kSteps = 60;
    for (int i = 0; i < kSteps; ++i) {
        const double middle = (low + high) / 2;
        const double below = std::erfc(-middle / std::sqrt(2.0)) / 2;
        (below < p ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::uint16_t halfBits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint32_t>((bits >> 16) & 0x8000);
    const float magnitude = std::fabs(value);
    constexpr float kOverflow = 65520.0F;
    constexpr float kSmallestNormal = 6.103515625e-05F;
    if (!(magnitude < kOverflow)) {
        return static_cast<std::uint16_t>(sign | (std::isnan(value) ? 0x7e00U : 0x7c00U));
    }
    if (magnitude < kSmallestNormal) {
        // Adding 0.5 leaves the subnormal's bits, correctly rounded, in the low mantissa bits.
        const auto shifted = std::bit_cast<std::uint32_t>(magnitude + 0.5F);
        return static_cast<std::uint16_t>(sign | (shifted - 0x3f000000U));
    }
    const std::uint32_t plain = bits & 0x7fffffffU;
    const std::uint32_t rounded = plain + 0xfffU + ((plain >> 13) & 1U);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

std::uint16_t bfloatBits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) {
        return 0x7fc0;
    }
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
}

template <class Element, class Convert>
void storeAs(std::span<const float> values, std::span<std::byte> target, Convert convert) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Element element = convert(values[i]);
        std::memcpy(target.data() + i * sizeof(Element), &element, sizeof(Element));
    }
}

constexpr std::size_t kBlockElements = 2048;

float fromHalf(std::uint16_t bits) {
    constexpr float kSubnormalUnit = 5.9604644775390625e-08F;  // 2^-24
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    const std::uint32_t magnitude = bits & 0x7fffU;
    if (magnitude >= 0x7c00U) {
        return std::bit_cast<float>(sign | 0x7f800000U | (magnitude & 0x3ffU) << 13);
    }
    if (magnitude < 0x400U) {
        const float value = static_cast<float>(magnitude) * kSubnormalUnit;
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
    }
    return std::bit_cast<float>(sign | ((magnitude << 13) + 0x38000000U));
}

/// One of the 8-bit kinds: how its bits are split and which of them are no numbers.
struct Float8Kind {
    int mantissaBits;
    int bias;
    bool hasInfinity;     ///< the largest exponent means infinity or NaN, as IEEE has it
    bool isUnsignedZero;  ///< "fnuz": the only NaN is what would be −0
};

constexpr Float8Kind kindOf(DType dtype) {
    switch (dtype) {
        case DType::Float8E4M3FN:
            return {3, 7, false, false};
        case DType::Float8E4M3FNUZ:
            return {3, 8, false, true};
        case DType::Float8E5M2:
            return {2, 15, true, false};
        default:
            return {2, 16, false, true};
    }
}

float fromFloat8(unsigned bits, const Float8Kind& kind) {
    const float sign = bits >= 0x80U ? -1.0F : 1.0F;
    const unsigned magnitude = bits & 0x7fU;
    const unsigned exponent = magnitude >> kind.mantissaBits;
    const unsigned mantissa = magnitude & ((1U << kind.mantissaBits) - 1);
    const bool isTop = exponent == 0x7fU >> kind.mantissaBits;
    if (kind.hasInfinity && isTop && mantissa == 0) {
        return sign * std::numeric_limits<float>::infinity();
    }
    const bool isNan = kind.isUnsignedZero ? bits == 0x80U
                       : kind.hasInfinity  ? isTop
                                           : magnitude == 0x7fU;
    if (isNan) {
        return std::numeric_limits<float>::quiet_NaN();
    }
    const unsigned leading = exponent == 0 ? 0 : 1U << kind.mantissaBits;
    const int power = std::max(static_cast<int>(exponent), 1) - kind.bias - kind.mantissaBits;
    return sign * std::ldexp(static_cast<float>(leading + mantissa), power);
}

template <class Element, class Convert>
void loadAs(std::span<const std::byte> source, std::span<float> values, Convert convert) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        Element element;
        std::memcpy(&element, source.data() + i * sizeof element, sizeof element);
        values[i] = convert(element);
    }
}

void loadFloat8(DType dtype, std::span<const std::byte> source, std::span<float> values) {
    const Float8Kind kind = kindOf(dtype);
    std::array<float, 256> table{};
    for (unsigned i = 0; i < table.size(); ++i) {
        table[i] = fromFloat8(i, kind);
    }
    loadAs<std::uint8_t>(source, values, [&](std::uint8_t bits) { return table[bits]; });
}

void loadFloats(DType dtype, std::span<const std::byte> source, std::span<float> values) {
    switch (dtype) {
        case DType::Float16:
            loadAs<std::uint16_t>(source, values, fromHalf);
            return;
        case DType::BFloat16:
            loadAs<std::uint16_t>(source, values, [](std::uint16_t bits) {
                return std::bit_cast<float>(std::uint32_t{bits} << 16);
            });
            return;
        case DType::Float64:
            loadAs<double>(source, values, [](double value) { return static_cast<float>(value); });
            return;
        case DType::Float32:
            std::memcpy(values.data(), source.data(), values.size_bytes());
            return;
        default:
            loadFloat8(dtype, source, values);
    }
}

bool isTarget(DType dtype) {
    return dtype == DType::Float16 || dtype == DType::BFloat16 || dtype == DType::Float32 ||
           dtype == DType::Float64;
}

}  // namespace

NormalNumbers::NormalNumbers() : m_quantiles(kTableSize + 1) {
    for (std::size_t i = 0; i <= kTableSize; ++i) {
        // The outermost points stand for half a cell, since the true ends are infinite.
        const double cell = i == 0            ? 0.25
                            : i == kTableSize ? static_cast<double>(kTableSize) - 0.25
                                              : static_cast<double>(i);
        m_quantiles[i] = static_cast<float>(inverseNormal(cell / static_cast<double>(kTableSize)));
    }
}

std::uint64_t NormalNumbers::keyFor(std::uint64_t seed, std::string_view name) {
    std::uint64_t key = mixed(seed);
    for (const char c : name) {
        key = mixed(key ^ static_cast<unsigned char>(c));
    }
    return key;
}

void NormalNumbers::fill(std::uint64_t key, std::uint64_t first, float mean, float deviation,
                         std::span<float> values) const {
    assert(first % 2 == 0);
    constexpr unsigned kRestBits = 32 - kTableBits;
    constexpr float kRestScale = 1.0F / static_cast<float>(1U << kRestBits);
    const float* table = m_quantiles.data();
    const auto number = [&](std::uint32_t bits) {
        const std::uint32_t cell = bits >> kRestBits;
        const float rest = static_cast<float>(bits & ((1U << kRestBits) - 1)) * kRestScale;
        return mean + deviation * (table[cell] + rest * (table[cell + 1] - table[cell]));
    };
    for (std::size_t i = 0; i < values.size(); i += 2) {
        const std::uint64_t bits = mixed(key + (first + i) / 2);
        values[i] = number(static_cast<std::uint32_t>(bits));
        if (i + 1 < values.size()) {
            values[i + 1] = number(static_cast<std::uint32_t>(bits >> 32));
        }
    }
}

void storeFloats(std::span<const float> values, DType dtype, std::span<std::byte> target) {
    switch (dtype) {
        case DType::Float16:
            storeAs<std::uint16_t>(values, target, halfBits);
            return;
        case DType::BFloat16:
            storeAs<std::uint16_t>(values, target, bfloatBits);
            return;
        case DType::Float64:
            storeAs<double>(values, target, [](float value) { return double{value}; });
            return;
        default:
            assert(dtype == DType::Float32);
            std::memcpy(target.data(), values.data(), values.size_bytes());
    }
}

bool isFloatCast(DType from, DType to) {
    const bool isFloat8 = from == DType::Float8E4M3FN || from == DType::Float8E4M3FNUZ ||
                          from == DType::Float8E5M2 || from == DType::Float8E5M2FNUZ;
    return (isTarget(from) || isFloat8) && isTarget(to);
}

bool holdsNan(DType dtype, std::span<const std::byte> elements) {
    if (!isFloatCast(dtype, DType::Float32)) {
        return false;
    }
    const std::size_t bytes = storedBits(dtype) / 8;
    std::array<float, kBlockElements> block;
    for (std::size_t left = elements.size() / bytes; left > 0;) {
        const auto values = std::span(block).first(std::min(left, kBlockElements));
        loadFloats(dtype, elements.first(values.size() * bytes), values);
        if (std::ranges::any_of(values, [](float value) { return std::isnan(value); })) {
            return true;
        }
        elements = elements.subspan(values.size() * bytes);
        left -= values.size();
    }
    return false;
}

void castFloats(DType from, std::span<const std::byte> source, DType to,
                std::span<std::byte> target) {
    assert(isFloatCast(from, to));
    const std::size_t fromBytes = storedBits(from) / 8;
    const std::size_t toBytes = storedBits(to) / 8;
    std::array<float, kBlockElements> block;
    for (std::size_t left = target.size() / toBytes; left > 0;) {
        const auto values = std::span(block).first(std::min(left, kBlockElements));
        loadFloats(from, source.first(values.size() * fromBytes), values);
        storeFloats(values, to, target.first(values.size() * toBytes));
        source = source.subspan(values.size() * fromBytes);
        target = target.subspan(values.size() * toBytes);
        left -= values.size();
    }
}

}  // namespace stowage
