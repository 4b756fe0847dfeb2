// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"

#include <cstdint>
#include <limits>

namespace stowage::allocator_rules {

/// Constants of c10/cuda/CUDACachingAllocator, default settings (memory.md §1).
constexpr std::uint64_t kRounding = 512;
constexpr std::uint64_t kSmallRequest = kMiB;          ///< up to here: small pool
constexpr std::uint64_t kSmallSegment = 2 * kMiB;      ///< one segment of the small pool
constexpr std::uint64_t kMiddleRequest = 10 * kMiB;    ///< below: shared large segments
constexpr std::uint64_t kMiddleSegment = 20 * kMiB;    ///< one shared large segment
constexpr std::uint64_t kLargeSegmentStep = 2 * kMiB;  ///< own segments are multiples of this
constexpr std::uint64_t kSmallestSplitInSmallPool = kRounding;
constexpr std::uint64_t kLargePoolKeepsUpTo = kMiB;  ///< rests up to here are not split off
/// What rounding up can still count.
constexpr std::uint64_t kLargestRequest =
    std::numeric_limits<std::uint64_t>::max() - kLargeSegmentStep;

[[nodiscard]] constexpr std::uint64_t roundUp(std::uint64_t value, std::uint64_t step) {
    return (value + step - 1) / step * step;
}

/// Of a request that is rounded already.
[[nodiscard]] constexpr bool isSmall(std::uint64_t size) {
    return size <= kSmallRequest;
}

[[nodiscard]] constexpr std::uint64_t segmentSizeFor(std::uint64_t size) {
    if (isSmall(size)) {
        return kSmallSegment;
    }
    return size < kMiddleRequest ? kMiddleSegment : roundUp(size, kLargeSegmentStep);
}

/// True where the rest of a block becomes a free block of its own.
[[nodiscard]] constexpr bool splitsOff(std::uint64_t rest, bool smallPool) {
    return smallPool ? rest >= kSmallestSplitInSmallPool : rest > kLargePoolKeepsUpTo;
}

}  // namespace stowage::allocator_rules
