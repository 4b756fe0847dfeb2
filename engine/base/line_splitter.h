// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace stowage {

/// Cuts a stream of bytes into lines, as its pieces come:
///
///     lines.add(piece);
///     while (const auto line = lines.next()) { … }
///
/// A line of more than `most` bytes is given once, as soon as it is seen to be that long, and cut;
/// the rest of it is passed over. So no more is kept than that and the newest piece.
class LineSplitter {
public:
    struct Line {
        std::string_view text;  ///< without its end; holds until the next call
        bool isCut = false;     ///< these are its first `most` bytes alone
    };

    explicit LineSplitter(std::size_t most) : m_most(most) {}

    void add(std::string_view piece) {
        m_bytes.erase(0, m_begin).append(piece);
        m_looked -= m_begin;
        m_begin = 0;
    }
    /// The next line that is whole, or too long; nothing: more has to come first.
    [[nodiscard]] std::optional<Line> next() {
        const std::size_t end = std::min(m_bytes.find('\n', m_looked), m_bytes.size());
        const bool isWhole = end < m_bytes.size();
        const std::size_t length = end - m_begin;
        m_looked = end + (isWhole ? 1 : 0);
        if (m_isPassedOver) {
            m_isPassedOver = !isWhole;
            m_begin = m_looked;
            return isWhole ? next() : std::nullopt;
        }
        m_isPassedOver = !isWhole && length > m_most;
        if (!isWhole && !m_isPassedOver) {
            return std::nullopt;
        }
        const std::size_t begin = std::exchange(m_begin, m_looked);
        return Line{std::string_view(m_bytes).substr(begin, std::min(length, m_most)),
                    length > m_most};
    }

private:
    std::size_t m_most;
    std::string m_bytes;
    std::size_t m_begin = 0;      ///< of the line that comes next
    std::size_t m_looked = 0;     ///< so far there is no end of it
    bool m_isPassedOver = false;  ///< it is the rest of one that was too long
};

}  // namespace stowage
