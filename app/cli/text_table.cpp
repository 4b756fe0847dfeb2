// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr std::size_t kGap = 2;

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

}  // namespace

TextTable::TextTable(const std::vector<std::string>& heads) {
    for (const std::string& head : heads) {
        const bool isRight = head.starts_with('>');
        m_columns.push_back({head.substr(isRight ? 1 : 0), isRight});
        m_widths.push_back(codePoints(m_columns.back().head));
    }
}

void TextTable::addRow(std::vector<std::string> cells) {
    cells.resize(m_columns.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        m_widths[i] = std::max(m_widths[i], codePoints(cells[i]));
        m_cells += cells[i];
        m_ends.push_back(m_cells.size());
    }
}

void TextTable::appendCell(std::size_t column, std::string_view cell, std::string& out) const {
    const std::size_t padding = m_widths[column] - codePoints(cell);
    const bool isRight = m_columns[column].isRight;
    out.append(column == 0 ? 0 : kGap, ' ');
    out.append(isRight ? padding : 0, ' ');
    out += cell;
    out.append(isRight ? 0 : padding, ' ');
    if (column + 1 == m_columns.size()) {
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    }
}

std::string TextTable::text() const {
    std::string out;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        appendCell(i, m_columns[i].head, out);
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        const std::string_view cell = std::string_view(m_cells).substr(begin, m_ends[i] - begin);
        appendCell(i % m_columns.size(), cell, out);
        begin = m_ends[i];
    }
    return out;
}

}  // namespace stowage
