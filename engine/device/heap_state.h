// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace stowage {

/// Bytes that were freed but that malloc has not given back to the system; they count as RssAnon.
/// Nothing where the C library cannot say. Walks the free lists: not for use at every sample.
[[nodiscard]] std::optional<std::uint64_t> heapHeldByAllocator();

/// Lets the kernel's peak of this process's resident memory (VmHWM) begin anew; 4 µs. False where
/// the kernel does not allow it.
bool resetResidentPeak();

/// That peak: anonymous, file and shared pages together. Nothing where it is not told.
[[nodiscard]] std::optional<std::uint64_t> readResidentPeak();

}  // namespace stowage
