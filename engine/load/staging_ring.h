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
inline constexpr std::uint64_t kSlotBytes = kReadBytes + 8 * kKiB;
inline constexpr std::uint64_t kStagingBytes = kStagingSlots * kSlotBytes;

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

/// The few buffers through which everything that needs a stop on its way passes: kStagingSlots
/// slots of kSlotBytes, each beginning on a page. A worker owns its slots while it works, so
/// nothing is locked.
class StagingRing {
public:
    /// Error: OutOfMemory.
    [[nodiscard]] static Result<StagingRing> make();
    [[nodiscard]] std::span<std::byte> slot(std::size_t index) const {
        return m_memory.bytes().subspan(index * kSlotBytes, kSlotBytes);
    }
    /// Every slot, for devices that want the memory page-locked.
    [[nodiscard]] std::span<std::byte> all() const { return m_memory.bytes(); }

private:
    explicit StagingRing(HostScratch memory) : m_memory(std::move(memory)) {}
    HostScratch m_memory;
};

}  // namespace stowage
