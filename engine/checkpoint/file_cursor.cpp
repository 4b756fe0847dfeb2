// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/file_cursor.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::uint64_t kWindowBytes = std::uint64_t{256} << 10;

}  // namespace

Result<std::string> FileCursor::text(std::uint64_t length) {
    if (length > left()) {
        return truncated(length);
    }
    std::string text(length, '\0');
    if (const auto read = fill(std::as_writable_bytes(std::span(text))); !read) {
        return read.unexpected();
    }
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
            m_window.resize(std::min(kWindowBytes, left()));
            if (const auto read = m_file->readAt(m_windowBegin, m_window); !read) {
                return read;
            }
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
                m_file->path() + " is truncated: its header needs " + std::to_string(length) +
                    " bytes from offset " + std::to_string(m_position) + ", the file has " +
                    std::to_string(m_file->size()) + "; fetch it again.",
                m_file->path(), {}, m_position);
}

}  // namespace stowage
