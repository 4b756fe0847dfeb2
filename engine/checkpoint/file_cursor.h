// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_order.h"
#include "engine/base/random_access_file.h"
#include "engine/base/result.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// Walks through a file's header from front to back, through a small window: what is skipped costs
/// no memory, and nothing is allocated by a number that the file gives.
class FileCursor {
public:
    explicit FileCursor(std::shared_ptr<const RandomAccessFile> file) : m_file(std::move(file)) {}

    [[nodiscard]] std::uint64_t position() const { return m_position; }
    [[nodiscard]] std::uint64_t left() const { return m_file->size() - m_position; }

    /// The next little-endian integer. Errors: Truncated, ReadFailed.
    template <std::unsigned_integral Integer>
    [[nodiscard]] Result<Integer> number() {
        std::array<std::byte, sizeof(Integer)> bytes{};
        if (const auto read = fill(bytes); !read) {
            return read.unexpected();
        }
        return readLittleEndian<Integer>(bytes, 0);
    }

    /// The next `length` bytes, which the caller has bounded. Errors: Truncated, ReadFailed.
    [[nodiscard]] Result<std::string> text(std::uint64_t length);

    /// Errors: Truncated.
    [[nodiscard]] Result<void> skip(std::uint64_t length);

private:
    [[nodiscard]] Result<void> fill(std::span<std::byte> target);
    [[nodiscard]] Unexpected truncated(std::uint64_t length) const;

    std::shared_ptr<const RandomAccessFile> m_file;
    std::uint64_t m_position = 0;
    std::vector<std::byte> m_window;
    std::uint64_t m_windowBegin = 0;
};

}  // namespace stowage
