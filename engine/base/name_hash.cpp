// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/name_hash.h"

#include <cstring>
#include <random>

namespace stowage {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  ///< 2^64 over the golden ratio
constexpr std::uint64_t kOther = 0xd6e8feb86659fd93;

/// Both halves of a product folded into one: every bit depends on every bit.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const Wide product = Wide{a} * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t drawnSecret() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
}

}  // namespace

std::uint64_t processSecret() {
    // Once: asking the system takes longer than reading a small header.
    static const std::uint64_t kSecret = drawnSecret();
    return kSecret;
}

std::uint64_t mixedName(std::string_view name, std::uint64_t secret) {
    constexpr std::size_t kStep = sizeof(std::uint64_t);
    std::uint64_t hash = secret ^ (name.size() * kOdd);
    const auto mix = [&](std::size_t offset, std::size_t count) {
        std::uint64_t part = 0;
        std::memcpy(&part, name.data() + offset, count);
        hash = folded(hash ^ part ^ kOther, kOdd ^ secret);
    };
    std::size_t at = 0;
    for (; at + kStep <= name.size(); at += kStep) {
        mix(at, kStep);
    }
    if (at < name.size()) {
        mix(at, name.size() - at);
    }
    return folded(hash, kOther);
}

}  // namespace stowage
