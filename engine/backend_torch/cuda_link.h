// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stowage {

/// Bytes per second of plain asynchronous copies of page-locked memory to the selected card, by
/// CUDA's own events: what write() is held against. Takes 64 MiB on each side for some 20 ms, the
/// card's from the caching allocator. May throw c10::Error.
[[nodiscard]] double plainCopyRate();

}  // namespace stowage
