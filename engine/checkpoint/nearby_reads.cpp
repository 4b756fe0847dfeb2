// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/nearby_reads.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::uint64_t kWindowBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kNearBytes = std::uint64_t{16} << 10;

}  // namespace

Result<void> NearbyReads::read(std::uint64_t offset, std::span<std::byte> target) {
    if (!holds(offset, target.size()) && isWorthAWindow(offset, target.size())) {
        m_begin = offset;
        m_window.resize(std::min(kWindowBytes, m_file.size() - offset));
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
    return isNear && count <= kWindowBytes && offset < m_file.size() &&
           count <= m_file.size() - offset;
}

}  // namespace stowage
