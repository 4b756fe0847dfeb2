// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/base/message.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// A sentence with the end of its line.
[[nodiscard]] inline std::string lineOf(const Message& sentence, const Translate& translate) {
    return sentence.in(translate) + "\n";
}

/// A line a sentence; `projection` gives them where the range holds something else.
template <class Range, class Projection = std::identity>
[[nodiscard]] std::string linesOf(const Range& range, const Translate& translate,
                                  Projection projection = {}) {
    std::string text;
    for (const auto& each : range) {
        text += lineOf(std::invoke(projection, each), translate);
    }
    return text;
}

/// "1.20 GiB" or "unknown".
[[nodiscard]] inline Message sizeOrUnknown(const std::optional<std::uint64_t>& bytes) {
    return bytes ? Message(formatSize(*bytes)) : phrase("unknown");
}

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
