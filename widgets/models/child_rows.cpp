// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/child_rows.h"

namespace stowage {

ChildRows::ChildRows(std::span<const std::uint32_t> parents, const std::vector<bool>* visible)
    : m_first(parents.size() + 1, 0), m_rows(parents.size(), -1) {
    const auto shown = [visible](std::size_t entry) {
        return entry != 0 && (visible == nullptr || (*visible)[entry]);
    };
    for (std::size_t entry = 1; entry < parents.size(); ++entry) {
        if (shown(entry)) {
            m_rows[entry] = static_cast<std::int32_t>(m_first[parents[entry] + 1]++);
        }
    }
    for (std::size_t entry = 1; entry < m_first.size(); ++entry) {
        m_first[entry] += m_first[entry - 1];
    }
    m_children.resize(m_first.empty() ? 0 : m_first.back());
    for (std::size_t entry = 1; entry < parents.size(); ++entry) {
        if (m_rows[entry] >= 0) {
            m_children[m_first[parents[entry]] + static_cast<std::uint32_t>(m_rows[entry])] =
                static_cast<std::uint32_t>(entry);
        }
    }
}

int ChildRows::count(std::uint32_t entry) const {
    if (entry + 1 >= m_first.size()) {
        return 0;
    }
    return static_cast<int>(m_first[entry + 1] - m_first[entry]);
}

std::uint32_t ChildRows::child(std::uint32_t entry, int row) const {
    return m_children[m_first[entry] + static_cast<std::uint32_t>(row)];
}

int ChildRows::rowOf(std::uint32_t entry) const {
    return entry < m_rows.size() ? m_rows[entry] : -1;
}

}  // namespace stowage
