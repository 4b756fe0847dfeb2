// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/pickle_input.h"

#include <algorithm>

namespace stowage {
namespace {

/// Longer than the longest text that is read at once.
constexpr std::size_t kWindowBytes = std::size_t{256} << 10;

}  // namespace

bool PickleInput::fetch(std::size_t count) {
    if (count > left() || m_failure) {
        return false;
    }
    std::vector<std::byte> window(
        std::min<std::uint64_t>(std::max(kWindowBytes, count), m_ahead.size() + m_unread));
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
