// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Which of many texts begin another one. The texts must outlive the table.
class PrefixTable {
public:
    using Entry = std::pair<std::string_view, std::int32_t>;

    PrefixTable() = default;
    explicit PrefixTable(std::vector<Entry> entries) : m_entries(std::move(entries)) {
        std::ranges::sort(m_entries);
    }

    /// Calls `visit(length, value)` for each entry that `text` begins with, the shortest first.
    template <class Visit>
    void eachPrefix(std::string_view text, Visit visit) const {
        auto first = m_entries.begin();
        auto last = m_entries.end();
        for (std::size_t depth = 0; first != last; ++depth) {
            for (; first != last && first->first.size() == depth; ++first) {
                visit(depth, first->second);
            }
            if (depth == text.size()) {
                return;
            }
            const auto byteOf = [depth](const Entry& entry) {
                return static_cast<unsigned char>(entry.first[depth]);
            };
            const auto byte = static_cast<unsigned char>(text[depth]);
            first =
                std::partition_point(first, last, [&](const Entry& e) { return byteOf(e) < byte; });
            last = std::partition_point(first, last,
                                        [&](const Entry& e) { return byteOf(e) == byte; });
        }
    }

private:
    std::vector<Entry> m_entries;
};

}  // namespace stowage
