// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {

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
