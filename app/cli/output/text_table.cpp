// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/text_table.h"

#include "engine/base/strings.h"

#include <algorithm>

namespace stowage {

namespace {

constexpr std::size_t kGap = 2;

}  // namespace

TextTable::TextTable(const std::vector<TableHead>& heads, Translate translate)
    : m_translate(std::move(translate)) {
    for (const TableHead& head : heads) {
        m_columns.push_back({head.text.in(m_translate), head.isRight});
        m_widths.push_back(displayWidth(m_columns.back().head));
    }
}

void TextTable::addRow(const std::vector<Message>& cells) {
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const std::string cell = i < cells.size() ? cells[i].in(m_translate) : std::string();
        m_widths[i] = std::max(m_widths[i], displayWidth(cell));
        m_cells += cell;
        m_ends.push_back(m_cells.size());
    }
}

void TextTable::appendCell(std::size_t column, std::string_view cell, std::string& out) const {
    const std::size_t padding = m_widths[column] - displayWidth(cell);
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
