// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace stowage {

/// What an AllocatorModel without a limit comes to when it is only ever asked for more, as when a
/// model is moved to a device: the figures depend on the sizes of free blocks alone, so neither
/// blocks nor segments are kept. Requests that no 64-bit number can count are passed over.
class AllocatorGrowth {
public:
    void allocate(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t allocated() const { return m_allocated; }
    [[nodiscard]] std::uint64_t reserved() const { return m_reserved; }

private:
    /// Sizes of free blocks, ascending, and how many there are of each.
    using FreeBlocks = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

    /// Takes the smallest block of at least `size`; 0 where there is none.
    static std::uint64_t take(FreeBlocks& blocks, std::uint64_t size);
    static void give(FreeBlocks& blocks, std::uint64_t size);

    std::uint64_t m_allocated = 0;
    std::uint64_t m_reserved = 0;
    FreeBlocks m_small;
    FreeBlocks m_large;
};

}  // namespace stowage
