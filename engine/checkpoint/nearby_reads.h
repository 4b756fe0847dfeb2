// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/random_access_file.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stowage {

/// Small pieces of a file that mostly lie close together: the records of a checkpoint of many small
/// tensors, or all of a file that has a few kilobytes. A piece behind the one before it brings the
/// 64 KiB from there on, so that the next hundreds cost no call of the system; one far from it, as
/// between large tensors, is read alone.
class NearbyReads {
public:
    explicit NearbyReads(const RandomAccessFile& file) : m_file(file) {}

    /// Fills all of `target` from `offset`. Errors: those of RandomAccessFile::readAt.
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> target);
    /// Bytes that were read for another reason, of which pieces may be asked for.
    void keep(std::uint64_t offset, std::vector<std::byte> bytes);

private:
    [[nodiscard]] bool holds(std::uint64_t offset, std::size_t count) const;
    [[nodiscard]] bool isWorthAWindow(std::uint64_t offset, std::size_t count) const;

    const RandomAccessFile& m_file;
    std::vector<std::byte> m_window;
    std::uint64_t m_begin = 0;                      ///< of the window in the file
    std::uint64_t m_last = std::uint64_t{1} << 63;  ///< where the piece before lay
};

}  // namespace stowage
