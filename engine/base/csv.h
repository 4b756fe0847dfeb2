// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Whether a cell stands in quotes though nothing in it needs them.
enum class CsvQuotes { WhereNeeded, Always };

struct CsvCell {
    std::string text;
    CsvQuotes quotes = CsvQuotes::WhereNeeded;
};

/// One row of comma-separated values as RFC 4180 has it, with `\n` at its end: a cell that holds a
/// comma, a quote or a line break stands in quotes, and its own quotes are doubled. A NUL becomes
/// U+FFFD, since no reader of tables takes one.
[[nodiscard]] std::string csvRow(std::span<const std::string> cells);
[[nodiscard]] std::string csvRow(std::initializer_list<std::string> cells);
[[nodiscard]] std::string csvRow(std::span<const CsvCell> cells);

/// Reads such a table row by row; rows may also end in `\r\n`. A value, one thread at a time.
///
///     CsvReader rows(text, "samples.csv");
///     for (auto row = rows.next(); row && *row; row = rows.next()) { … (**row)[0] … }
class CsvReader {
public:
    /// `text` must outlive the reader; `file` names it in messages.
    CsvReader(std::string_view text, std::string file) : m_text(text), m_file(std::move(file)) {}

    /// The next row's cells, or nothing after the last one. Errors: Malformed, with line and
    /// offset: a quote that is never closed, text behind a closing quote, a NUL.
    [[nodiscard]] Result<std::optional<std::vector<std::string>>> next();
    /// The line, counted from 1, in which the row that `next` gave last begins.
    [[nodiscard]] std::size_t line() const { return m_rowLine; }

private:
    [[nodiscard]] Result<std::string> quotedCell();
    [[nodiscard]] Result<std::string> plainCell();
    [[nodiscard]] Unexpected malformed(Phrase what) const;

    std::string_view m_text;
    std::string m_file;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_rowLine = 0;
};

}  // namespace stowage
