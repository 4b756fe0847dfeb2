// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/random_access_file.h"
#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stowage {

/// A pickle's bytes from front to back: from memory, or through a small window over a file, so that
/// a pickle of 64 MiB needs no 64 MiB.
class PickleInput {
public:
    /// Bytes that outlive what is made of them.
    explicit PickleInput(std::span<const std::byte> bytes) : m_ahead(bytes) {}
    /// `length` bytes of a file from `offset` on.
    PickleInput(std::shared_ptr<const RandomAccessFile> file, std::uint64_t offset,
                std::uint64_t length)
        : m_file(std::move(file)), m_fileOffset(offset), m_unread(length) {}

    /// How many bytes were taken.
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    /// How many are left, those in the file included.
    [[nodiscard]] std::uint64_t left() const { return m_ahead.size() + m_unread; }
    /// Whether what was taken stays where it is; else only until the next call.
    [[nodiscard]] bool isLasting() const { return m_file == nullptr; }
    /// Why bytes that are left were not given; nothing: they were.
    [[nodiscard]] const std::optional<Error>& failure() const { return m_failure; }

    /// The next `count` bytes; nothing where there are fewer, or where they cannot be read.
    [[nodiscard]] std::optional<std::span<const std::byte>> take(std::size_t count) {
        if (m_ahead.size() < count && !fetch(count)) {
            return std::nullopt;
        }
        const auto taken = m_ahead.first(count);
        m_ahead = m_ahead.subspan(count);
        m_position += count;
        return taken;
    }

    /// What comes before the next line feed, which is taken too; nothing where none is among the
    /// next `limit` + 1 bytes.
    [[nodiscard]] std::optional<std::string_view> takeLine(std::size_t limit);

private:
    /// Fills the window until it holds `count` bytes, where the file does.
    bool fetch(std::size_t count);

    std::span<const std::byte> m_ahead;  ///< of the bytes or the window: what comes next
    std::uint64_t m_position = 0;
    std::shared_ptr<const RandomAccessFile> m_file;
    std::uint64_t m_fileOffset = 0;  ///< of the first byte behind the window
    std::uint64_t m_unread = 0;      ///< behind the window
    std::vector<std::byte> m_window;
    std::optional<Error> m_failure;
};

}  // namespace stowage
