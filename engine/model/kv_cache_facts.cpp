// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/checked_math.h"
#include "engine/model/model_facts.h"

#include <algorithm>
#include <limits>

namespace stowage {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    return checkedMultiply(a, b).value_or(kMost);
}

std::uint64_t elementsOf(const KvCacheFacts& cache, KvLayout layout) {
    return layout == KvLayout::Library ? cache.libraryElements : cache.elements;
}

/// Of one token in one layer.
std::uint64_t layerBytes(const KvCacheFacts& cache, DType dtype, KvLayout layout) {
    return storedBytes(dtype, elementsOf(cache, layout));
}

}  // namespace

std::uint64_t kvBytesPerToken(const KvCacheFacts& cache, DType dtype, KvLayout layout) {
    return product(cache.layers, layerBytes(cache, dtype, layout));
}

std::uint64_t kvBytesPerTokenBeyond(const KvCacheFacts& cache, DType dtype, KvLayout layout) {
    return product(cache.layers - cache.windowLayers, layerBytes(cache, dtype, layout));
}

std::uint64_t kvBytes(const KvCacheFacts& cache, DType dtype, std::uint64_t tokens,
                      KvLayout layout) {
    const std::uint64_t kept =
        cache.window > 0 ? std::min(tokens, cache.window - 1) : std::uint64_t{0};
    const std::uint64_t bounded =
        product(product(cache.windowLayers, layerBytes(cache, dtype, layout)), kept);
    const std::uint64_t growing = product(kvBytesPerTokenBeyond(cache, dtype, layout), tokens);
    return checkedAdd(bounded, growing).value_or(kMost);
}

std::uint64_t crossBytesPerPosition(const KvCacheFacts& cache, DType dtype) {
    return product(cache.crossLayers, storedBytes(dtype, cache.crossElements));
}

}  // namespace stowage
