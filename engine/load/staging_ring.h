// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {

/// Largest read of a load: large enough for full disk speed, small enough to cancel within 50 ms.
inline constexpr std::uint64_t kReadBytes = 4 * kMiB;
/// Reads of a run through the page cache: so that the kernel reads ahead of what is being copied.
/// Larger ones make it wait for the disk (2.0 GB/s with this, 1.3 GB/s with 4 MiB).
inline constexpr std::uint64_t kCachedReadBytes = 512 * kKiB;
inline constexpr std::uint64_t kStagingSlots = 4;
/// A slot holds a read and the rest of the blocks of 4 KiB in which the read begins and ends.
inline constexpr std::uint64_t kSlotRest = 8 * kKiB;
inline constexpr std::uint64_t kSlotBytes = kReadBytes + kSlotRest;
inline constexpr std::uint64_t kStagingBytes = kStagingSlots * kSlotBytes;
/// Where a card copies out of half of the slots while the others are being filled.
inline constexpr std::uint64_t kCardStagingBytes = 2 * kStagingBytes;
/// Largest read out of the page cache for a card: small, so that many threads have two slots each,
/// yet large enough for the link (measured on an H100: 38 GB/s with 1 MiB, 46 with 2, of 55).
inline constexpr std::uint64_t kCardReadBytes = 2 * kMiB;

/// Host memory mapped for a while: never malloc, so that the pages go back at once.
class HostScratch {
public:
    /// On huge pages, where the system has them, from 2 MiB on. Error: OutOfMemory.
    [[nodiscard]] static Result<HostScratch> map(std::uint64_t bytes);
    ~HostScratch();
    HostScratch(HostScratch&& other) noexcept;
    HostScratch& operator=(HostScratch&& other) noexcept;
    HostScratch(const HostScratch&) = delete;
    HostScratch& operator=(const HostScratch&) = delete;

    [[nodiscard]] std::span<std::byte> bytes() const { return m_bytes; }

private:
    explicit HostScratch(std::span<std::byte> bytes) : m_bytes(bytes) {}
    std::span<std::byte> m_bytes;
};

/// The few buffers through which everything that needs a stop on its way passes: slots of
/// kSlotBytes, or more of smaller reads, each beginning on a page. A worker owns its slots
/// while it works, so nothing is locked.
class StagingRing {
public:
    /// Error: OutOfMemory.
    [[nodiscard]] static Result<StagingRing> make(std::uint64_t bytes = kStagingBytes);
    /// `readBytes`: the largest read into a slot, a multiple of 4 KiB; the same for all slots that
    /// are in use at once.
    [[nodiscard]] std::span<std::byte> slot(std::size_t index,
                                            std::uint64_t readBytes = kReadBytes) const {
        const std::uint64_t bytes = readBytes + kSlotRest;
        return m_memory.bytes().subspan(index * bytes, bytes);
    }
    [[nodiscard]] std::size_t slots(std::uint64_t readBytes) const {
        return m_memory.bytes().size() / (readBytes + kSlotRest);
    }
    /// How many threads read through it with `slotsEach` slots: `threads` or, so that some hand on
    /// what they have read while others keep the disk busy, more; fewer where slots are lacking.
    [[nodiscard]] unsigned workers(unsigned threads, std::uint64_t readBytes,
                                   unsigned slotsEach) const;
    /// Every slot, for devices that want the memory page-locked.
    [[nodiscard]] std::span<std::byte> all() const { return m_memory.bytes(); }

private:
    explicit StagingRing(HostScratch memory) : m_memory(std::move(memory)) {}
    HostScratch m_memory;
};

}  // namespace stowage
