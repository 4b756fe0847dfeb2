// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/locked_weights.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::uintptr_t kPageBytes = 4 * kKiB;

/// A piece ends where a page and a tensor begin together, once it has so many bytes: a copy must
/// not cross from one piece to the next.
constexpr std::uintptr_t kPieceBytes = 256 * kMiB;

/// Addresses of whole pages.
struct PageRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

PageRange pagesOf(std::span<const std::byte> tensor) {
    const auto begin = reinterpret_cast<std::uintptr_t>(tensor.data());
    return {begin / kPageBytes * kPageBytes,
            (begin + tensor.size() + kPageBytes - 1) / kPageBytes * kPageBytes};
}

std::vector<PageRange> piecesOf(std::vector<std::span<std::byte>> tensors) {
    std::ranges::sort(tensors, {}, [](std::span<std::byte> tensor) { return tensor.data(); });
    std::vector<PageRange> pieces;
    for (const std::span<std::byte> tensor : tensors) {
        const PageRange pages = pagesOf(tensor);
        const bool sharesPage = !pieces.empty() && pages.begin < pieces.back().end;
        const bool goesOn = !pieces.empty() && pages.begin == pieces.back().end &&
                            pieces.back().end - pieces.back().begin < kPieceBytes;
        if (sharesPage || goesOn) {
            pieces.back().end = std::max(pieces.back().end, pages.end);
        } else {
            pieces.push_back(pages);
        }
    }
    return pieces;
}

}  // namespace

bool areLockedForCards(std::uint64_t bytes, std::uint64_t passes,
                       std::optional<std::uint64_t> hostCapacity) {
    return passes > 1 && bytes > 0 && hostCapacity && bytes <= *hostCapacity / 2;
}

void LockedWeights::lock(DeviceMemory& card, std::vector<std::span<std::byte>> tensors,
                         const std::stop_token& stop) {
    for (const PageRange piece : piecesOf(std::move(tensors))) {
        if (stop.stop_requested()) {
            return;
        }
        if (auto held = card.pinHost(
                {reinterpret_cast<std::byte*>(piece.begin), piece.end - piece.begin})) {
            m_locks.push_back(std::move(held));
        }
    }
}

}  // namespace stowage
