// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/random_access_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace stowage {

/// Which pages of a file are in memory already (mincore over a map that is never touched).
class CachedPages {
public:
    /// Never fails: where the system does not tell, sample() does not either.
    explicit CachedPages(const OpenDescriptor& file);
    ~CachedPages();
    CachedPages(CachedPages&& other) noexcept;
    CachedPages& operator=(CachedPages&& other) noexcept;
    CachedPages(const CachedPages&) = delete;
    CachedPages& operator=(const CachedPages&) = delete;

    /// The share, 0 to 1, of a few pages spread evenly over the range that are in the page cache;
    /// a few microseconds. Nothing for files of others, of which the system does not tell, and for
    /// ranges beyond the end.
    [[nodiscard]] std::optional<double> sample(std::uint64_t offset, std::uint64_t length) const;

private:
    void* m_address = nullptr;
    std::uint64_t m_size = 0;
};

/// Reads a file past the page cache (O_DIRECT). Safe to use from several threads.
class DirectReader {
public:
    /// What offsets, lengths and addresses must be multiples of.
    static constexpr std::uint64_t kAlignment = 4096;

    /// Of the very file behind `file`, whatever stands under its path by now. Nothing where the
    /// file system refuses (tmpfs), or where /proc is not mounted.
    [[nodiscard]] static std::optional<DirectReader> open(const OpenDescriptor& file);

    /// Fills `target` from `offset` as far as the system goes along, and returns the bytes: fewer
    /// at the end of the file, or where a read failed. The rest is to be read through the page
    /// cache, which then tells what is wrong.
    [[nodiscard]] std::uint64_t readSome(std::uint64_t offset, std::span<std::byte> target) const;

private:
    explicit DirectReader(std::shared_ptr<const OpenDescriptor> descriptor)
        : m_descriptor(std::move(descriptor)) {}

    std::shared_ptr<const OpenDescriptor> m_descriptor;
};

/// Whether a file or folder is on a file system in memory (tmpfs, as /dev/shm, or ramfs), where it
/// takes RAM and no page of it can be dropped. False where the system does not tell.
[[nodiscard]] bool liesInMemory(const std::string& path);

/// Bytes of the whole pages around `mapped` that have memory behind them (mincore): 0 where none
/// have, and where the range is not mapped. Costs about a millisecond per GiB.
[[nodiscard]] std::uint64_t residentBytes(std::span<const std::byte> mapped);

/// Puts zeroed memory behind those of the whole pages around `mapped` that have none, without
/// changing the others (MADV_POPULATE_WRITE). Several threads may do so at once. False where the
/// system refuses: before Linux 5.14, or where it has no memory left.
[[nodiscard]] bool populatePages(std::span<std::byte> mapped);

/// What a huge page covers where there are any (x86-64, and ARM with pages of 4 KiB). Bytes.
inline constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20U;

/// Cuts a mapping of `size` + kHugePage bytes so that `size` bytes are left, which begin on a
/// boundary of huge pages: the kernel gives these nowhere else. Returns where they begin.
[[nodiscard]] std::byte* trimToHugePages(std::byte* mapped, std::uint64_t size);

/// Puts a zeroed huge page behind the block of kHugePage around `mapped` where `mapped` has no page
/// yet (MADV_COLLAPSE, which asks nobody's settings); what is there stays. The block, whole, must
/// be mapped and shared, and one thread at a time may give it pages. Several times as quick as page
/// by page. False where the system has no such pages: before Linux 6.1, or where its memory is too
/// scattered.
[[nodiscard]] bool populateHugePage(std::byte* mapped);

}  // namespace stowage
