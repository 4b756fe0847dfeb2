// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <deque>

namespace stowage {

enum class LogKind { Note, Warning, Error, Load, Qt };

/// One thing that the program reported.
struct LogLine {
    QDateTime at;  ///< local time
    LogKind kind = LogKind::Note;
    QString text;  ///< may be of several lines
};

/// What the program reported since it was started, the newest last. A value, bounded: beyond
/// kMostLines the oldest ones go.
class SessionLog : public QObject {
    Q_OBJECT
public:
    explicit SessionLog(QObject* parent = nullptr) : QObject(parent) {}

    static constexpr std::size_t kMostLines = 5000;

    void add(LogLine line);
    [[nodiscard]] const std::deque<LogLine>& lines() const { return m_lines; }
    /// How many went.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// All of it as text, a line each, with what was dropped said first.
    [[nodiscard]] QString text() const;

private:
    std::deque<LogLine> m_lines;
    std::uint64_t m_dropped = 0;
};

/// "14:03:07.120  Warning  The sentence."; further lines of a text are indented below its first.
[[nodiscard]] QString logLineText(const LogLine& line);

}  // namespace stowage
