// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/normal_numbers.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>

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

}  // namespace stowage
