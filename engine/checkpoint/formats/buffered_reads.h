// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/integers.h"
#include "engine/base/random_access_file.h"
#include "engine/base/result.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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
        STOWAGE_TRY(fill(bytes));
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
