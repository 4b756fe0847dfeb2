// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Columns for people: as wide as their widest cell, two spaces between them.
///
///     TextTable table({"device", ">weights"});
///     table.addRow({"GPU 0", "1.20 GiB"});
///     std::cout << table.text();
class TextTable {
public:
    /// One head a column; ">" before it, as in a format string, aligns the column right.
    explicit TextTable(const std::vector<std::string>& heads);
    /// One cell a column; missing ones are empty.
    void addRow(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return m_ends.empty(); }
    /// Head and rows, each line ended. Widths count code points.
    [[nodiscard]] std::string text() const;

private:
    struct Column {
        std::string head;
        bool isRight = false;
    };
    void appendCell(std::size_t column, std::string_view cell, std::string& out) const;

    std::vector<Column> m_columns;
    std::vector<std::size_t> m_widths;
    std::string m_cells;              ///< of all rows, one behind the other
    std::vector<std::size_t> m_ends;  ///< of each cell
};

}  // namespace stowage
