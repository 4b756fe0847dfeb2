// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/float_cast.h"

#include "engine/checkpoint/normal_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace stowage {
namespace {

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

bool isFloatCast(DType from, DType to) {
    const bool isFloat8 = from == DType::Float8E4M3FN || from == DType::Float8E4M3FNUZ ||
                          from == DType::Float8E5M2 || from == DType::Float8E5M2FNUZ;
    return (isTarget(from) || isFloat8) && isTarget(to);
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
