// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/direct_reader.h"
#include "engine/base/random_access_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace stowage {

/// How often offloaded weights are read from disk.
enum class DiskUse {
    Once,   ///< what the page cache lacks is read past it: sooner there, and nothing else leaves it
    Again,  ///< through the page cache, where the next pass finds it
};

/// The file of one offloaded tensor: its bytes alone, in C order.
class WeightFile {
public:
    /// `bytes`: the tensor's; `name`: for errors.
    /// Errors: those of RandomAccessFile::open; Truncated where the file has another length.
    [[nodiscard]] static Result<WeightFile> open(const std::string& path, const std::string& name,
                                                 std::uint64_t bytes, DiskUse use);

    /// Fills all of `target` from `offset`. What begins on blocks of 4 KiB, on both sides, can be
    /// read past the page cache. Stops within a few milliseconds.
    /// Errors: Cancelled, Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> target,
                                    const std::stop_token& stop);

private:
    explicit WeightFile(std::shared_ptr<const RandomAccessFile> file) : m_file(std::move(file)) {}
    /// Past the page cache from here on, where the file is not in it.
    void openDirectly();
    [[nodiscard]] std::uint64_t readDirectly(std::uint64_t offset, std::span<std::byte> target);

    std::shared_ptr<const RandomAccessFile> m_file;
    std::unique_ptr<const DirectReader> m_direct;  ///< null where it is not quicker
};

}  // namespace stowage
