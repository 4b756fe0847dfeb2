// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stowage {

/// Rows of a tree as flat tables: the children of an entry in order, and each entry's row.
/// Entry 0 is the invisible root. Built in two walks, 12 bytes an entry, no allocation a row.
class ChildRows {
public:
    ChildRows() = default;
    /// `parents[e]` is the parent of entry e (ignored for 0). Children stand in the order of
    /// their entry numbers. Entries for which `visible` is false (if given) get no row.
    explicit ChildRows(std::span<const std::uint32_t> parents,
                       const std::vector<bool>* visible = nullptr);

    [[nodiscard]] int count(std::uint32_t entry) const;
    [[nodiscard]] std::uint32_t child(std::uint32_t entry, int row) const;
    /// −1 where the entry has no row.
    [[nodiscard]] int rowOf(std::uint32_t entry) const;

private:
    std::vector<std::uint32_t> m_first;  ///< by entry, and one past the last
    std::vector<std::uint32_t> m_children;
    std::vector<std::int32_t> m_rows;
};

}  // namespace stowage
