// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace stowage::test {

/// Faults of one file's reads. A program that links this has its own pread() before the C
/// library's, so that whatever reads the file meets them, through any descriptor. Set while
/// nothing reads.
struct ReadFaults {
    std::string path;                    ///< the file; "" watches none
    std::optional<std::uint64_t> badAt;  ///< reads that touch this byte fail with EIO
    /// Reads of more than 4 KiB bring half of what was asked for, in whole pages, and every third
    /// one is interrupted first.
    bool areShort = false;
    /// Called before each read with its length, in the thread that reads.
    std::function<void(std::uint64_t length)> onRead{};
};

/// Takes the place of those ordered before; none for `{}`.
void orderReadFaults(const ReadFaults& faults);

/// How often an ordered fault came since they were ordered.
[[nodiscard]] std::uint64_t readFaultsMet();

}  // namespace stowage::test
