// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// A column's head; numbers stand at the right.
struct TableHead {
    Message text;
    bool isRight = false;

    TableHead(Message head) : text(std::move(head)) {}
    TableHead(Phrase head) : text(head) {}
};
[[nodiscard]] inline TableHead rightHead(Message head) {
    TableHead made(std::move(head));
    made.isRight = true;
    return made;
}

/// Columns for people: as wide as their widest cell, two spaces between them.
///
///     TextTable table({phrase("device"), rightHead(phrase("weights"))}, context.translate);
///     table.addRow({"GPU 0", "1.20 GiB"});
///     std::cout << table.text();
class TextTable {
public:
    TextTable(const std::vector<TableHead>& heads, Translate translate);
    /// One cell a column; missing ones are empty.
    void addRow(const std::vector<Message>& cells);
    [[nodiscard]] bool empty() const { return m_ends.empty(); }
    /// Head and rows, each line ended.
    [[nodiscard]] std::string text() const;

private:
    struct Column {
        std::string head;
        bool isRight = false;
    };
    void appendCell(std::size_t column, std::string_view cell, std::string& out) const;

    Translate m_translate;
    std::vector<Column> m_columns;
    std::vector<std::size_t> m_widths;
    std::string m_cells;              ///< of all rows, one behind the other
    std::vector<std::size_t> m_ends;  ///< of each cell
};

}  // namespace stowage
