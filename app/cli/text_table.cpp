// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>
#include <utility>

namespace stowage {

namespace {

constexpr std::size_t kGap = 2;

std::size_t codePoints(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

}  // namespace

void TextTable::addRow(std::vector<std::string> cells) {
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::string TextTable::line(const std::vector<std::string>& cells,
                            const std::vector<std::size_t>& widths) const {
    std::string out;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string padding(widths[i] - codePoints(cells[i]), ' ');
        const bool right = m_columns[i].align == Align::Right;
        out += i == 0 ? "" : std::string(kGap, ' ');
        out += right ? padding + cells[i] : cells[i] + padding;
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
}

std::string TextTable::text() const {
    std::vector<std::string> heads;
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns) {
        heads.push_back(column.head);
        widths.push_back(codePoints(column.head));
    }
    for (const auto& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], codePoints(row[i]));
        }
    }
    std::string out = line(heads, widths);
    for (const auto& row : m_rows) {
        out += line(row, widths);
    }
    return out;
}

}  // namespace stowage
