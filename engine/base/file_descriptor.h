// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace stowage {

/// A descriptor that closes itself; −1: none.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number) : m_number(number) {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : m_number(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }

    [[nodiscard]] int get() const { return m_number; }
    /// The number, which is the caller's to close from here on.
    [[nodiscard]] int release() { return std::exchange(m_number, -1); }
    void reset();

    /// Fills all of `target` from `offset`. Nothing where that is done, else errno; 0 where the
    /// file ends before.
    [[nodiscard]] std::optional<int> readAt(std::uint64_t offset,
                                            std::span<std::byte> target) const;
    /// Writes all of it. `path` is for messages. Errors: DiskFull, WriteFailed.
    [[nodiscard]] Result<void> writeAt(std::uint64_t offset, std::span<const std::byte> bytes,
                                       const std::string& path) const;

private:
    int m_number = -1;
};

}  // namespace stowage
