// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/formats/buffered_reads.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kCursorWindowBytes = std::uint64_t{256} << 10;

constexpr std::uint64_t kNearbyWindowBytes = std::uint64_t{64} << 10;

constexpr std::uint64_t kNearBytes = std::uint64_t{16} << 10;

/// Longer than the longest text that is read at once.
constexpr std::size_t kPickleWindowBytes = std::size_t{256} << 10;

}  // namespace

Result<std::string> FileCursor::text(std::uint64_t length) {
    if (length > left()) {
        return truncated(length);
    }
    std::string text(length, '\0');
    STOWAGE_TRY(fill(std::as_writable_bytes(std::span(text))));
    return text;
}

Result<void> FileCursor::skip(std::uint64_t length) {
    if (length > left()) {
        return truncated(length);
    }
    m_position += length;
    return {};
}

Result<void> FileCursor::fill(std::span<std::byte> target) {
    if (target.size() > left()) {
        return truncated(target.size());
    }
    while (!target.empty()) {
        const bool isInside =
            m_position >= m_windowBegin && m_position < m_windowBegin + m_window.size();
        if (!isInside) {
            m_windowBegin = m_position;
            m_window.resize(std::min(kCursorWindowBytes, left()));
            STOWAGE_TRY(m_file->readAt(m_windowBegin, m_window));
        }
        const auto part = std::span(m_window).subspan(m_position - m_windowBegin);
        const std::size_t count = std::min(part.size(), target.size());
        std::ranges::copy(part.first(count), target.begin());
        target = target.subspan(count);
        m_position += count;
    }
    return {};
}

Unexpected FileCursor::truncated(std::uint64_t length) const {
    return fail(ErrorCode::Truncated,
                say("%1 is truncated: the header needs %2 bytes from offset %3, but the file has "
                    "%4 bytes; fetch the file again.",
                    m_file->path(), length, m_position, m_file->size()),
                m_file->path(), {}, m_position);
}

Result<void> NearbyReads::read(std::uint64_t offset, std::span<std::byte> target) {
    if (!holds(offset, target.size()) && isWorthAWindow(offset, target.size())) {
        m_begin = offset;
        m_window.resize(std::min(kNearbyWindowBytes, m_file.size() - offset));
        if (const auto read = m_file.readAt(m_begin, m_window); !read) {
            m_window.clear();
            return read;
        }
    }
    m_last = offset;
    if (!holds(offset, target.size())) {
        return m_file.readAt(offset, target);
    }
    std::ranges::copy(std::span(m_window).subspan(offset - m_begin, target.size()), target.begin());
    return {};
}

void NearbyReads::keep(std::uint64_t offset, std::vector<std::byte> bytes) {
    m_begin = offset;
    m_window = std::move(bytes);
}

bool NearbyReads::holds(std::uint64_t offset, std::size_t count) const {
    return offset >= m_begin && offset - m_begin <= m_window.size() &&
           count <= m_window.size() - (offset - m_begin);
}

bool NearbyReads::isWorthAWindow(std::uint64_t offset, std::size_t count) const {
    const bool isNear = offset >= m_last && offset - m_last < kNearBytes;
    return isNear && count <= kNearbyWindowBytes && offset < m_file.size() &&
           count <= m_file.size() - offset;
}

bool PickleInput::fetch(std::size_t count) {
    if (count > left() || m_failure) {
        return false;
    }
    std::vector<std::byte> window(
        std::min<std::uint64_t>(std::max(kPickleWindowBytes, count), m_ahead.size() + m_unread));
    std::ranges::copy(m_ahead, window.begin());
    const auto fresh = std::span(window).subspan(m_ahead.size());
    if (auto read = m_file->readAt(m_fileOffset, fresh); !read) {
        m_failure = read.error();
        return false;
    }
    m_fileOffset += fresh.size();
    m_unread -= fresh.size();
    m_window = std::move(window);
    m_ahead = m_window;
    return true;
}

std::optional<std::string_view> PickleInput::takeLine(std::size_t limit) {
    const std::uint64_t wanted = std::min<std::uint64_t>(limit + 1, left());
    if (m_ahead.size() < wanted && !fetch(wanted)) {
        return std::nullopt;
    }
    const auto visible = m_ahead.first(wanted);
    const auto end = std::ranges::find(visible, std::byte{'\n'});
    if (end == visible.end()) {
        return std::nullopt;
    }
    const auto length = static_cast<std::size_t>(end - visible.begin());
    const auto taken = take(length + 1);
    return std::string_view(reinterpret_cast<const char*>(taken->data()), length);
}

}  // namespace stowage
