// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace stowage {

/// Keeps texts that come by the hundred thousand in a few large pieces, where each would take an
/// allocation of its own. The views live as long as the store, also when it is moved.
class TextStore {
public:
    [[nodiscard]] std::string_view keep(std::string_view text) {
        if (text.size() > m_left) {
            const std::size_t bytes = std::max(text.size(), kPieceBytes);
            m_pieces.push_back(std::make_unique_for_overwrite<char[]>(bytes));
            m_at = m_pieces.back().get();
            m_left = bytes;
        }
        if (text.empty()) {
            return {};
        }
        std::memcpy(m_at, text.data(), text.size());
        const std::string_view kept(m_at, text.size());
        m_at += text.size();
        m_left -= text.size();
        return kept;
    }

private:
    static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

    std::vector<std::unique_ptr<char[]>> m_pieces;
    char* m_at = nullptr;
    std::size_t m_left = 0;
};

}  // namespace stowage
