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

}  // namespace stowage
