// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/csv.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

void appendCell(std::string& row, std::string_view cell, CsvQuotes quotes) {
    const bool needsQuotes =
        quotes == CsvQuotes::Always || cell.find_first_of(",\"\r\n") != std::string::npos;
    row += needsQuotes ? "\"" : "";
    for (const char letter : cell) {
        if (letter == '\0') {
            row += kReplacement;
        } else {
            row += letter == '"' ? "\"\"" : std::string_view(&letter, 1);
        }
    }
    row += needsQuotes ? "\"" : "";
}

void appendCell(std::string& row, const std::string& cell) {
    appendCell(row, cell, CsvQuotes::WhereNeeded);
}

void appendCell(std::string& row, const CsvCell& cell) {
    appendCell(row, cell.text, cell.quotes);
}

template <class Cell>
std::string rowOf(std::span<const Cell> cells) {
    std::string row;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        row += i == 0 ? "" : ",";
        appendCell(row, cells[i]);
    }
    return row + "\n";
}

}  // namespace

std::string csvRow(std::span<const std::string> cells) {
    return rowOf(cells);
}

std::string csvRow(std::initializer_list<std::string> cells) {
    return rowOf(std::span(cells.begin(), cells.size()));
}

std::string csvRow(std::span<const CsvCell> cells) {
    return rowOf(cells);
}

Unexpected CsvReader::malformed(Phrase what) const {
    return fail(
        ErrorCode::Malformed,
        say("%1 is not a table of comma-separated values: %2 in line %3.", m_file, what, m_line),
        m_file, {}, m_at);
}

Result<std::string> CsvReader::quotedCell() {
    std::string cell;
    for (++m_at; m_at < m_text.size(); ++m_at) {
        const char letter = m_text[m_at];
        if (letter == '\0') {
            return malformed(phrase("there is a NUL byte"));
        }
        if (letter != '"') {
            m_line += letter == '\n' ? 1 : 0;
            cell += letter;
            continue;
        }
        const bool isDoubled = m_at + 1 < m_text.size() && m_text[m_at + 1] == '"';
        if (!isDoubled) {
            ++m_at;
            return cell;
        }
        cell += '"';
        ++m_at;
    }
    return malformed(phrase("a quotation mark is opened but not closed"));
}

Result<std::string> CsvReader::plainCell() {
    const std::size_t end = std::min(m_text.find_first_of(",\r\n", m_at), m_text.size());
    const std::string_view cell = m_text.substr(m_at, end - m_at);
    if (cell.find('\0') != std::string_view::npos) {
        return malformed(phrase("there is a NUL byte"));
    }
    m_at = end;
    return std::string(cell);
}

Result<std::optional<std::vector<std::string>>> CsvReader::next() {
    if (m_at >= m_text.size()) {
        return std::optional<std::vector<std::string>>();
    }
    m_rowLine = m_line;
    std::vector<std::string> cells;
    while (true) {
        const bool isQuoted = m_at < m_text.size() && m_text[m_at] == '"';
        Result<std::string> cell = isQuoted ? quotedCell() : plainCell();
        STOWAGE_TRY(cell);
        cells.push_back(std::move(*cell));
        if (m_at >= m_text.size()) {
            break;
        }
        if (m_text[m_at] == ',') {
            ++m_at;
            continue;
        }
        const std::string_view rest = m_text.substr(m_at);
        if (rest.starts_with("\r\n") || rest.starts_with('\n')) {
            m_at += rest.front() == '\r' ? 2 : 1;
            ++m_line;
            break;
        }
        return malformed(phrase("unexpected characters follow the end of a cell"));
    }
    return std::optional(std::move(cells));
}

}  // namespace stowage
