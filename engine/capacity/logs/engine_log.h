// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// In what a printed figure counts.
enum class LogUnit { Bytes, Count, Ratio };

/// A figure that a program printed.
struct LogFigure {
    std::string name;  ///< "kv_cache": what it is, the same for all programs
    double value = 0;  ///< bytes, or a count
    LogUnit unit = LogUnit::Bytes;
    double step = 0;        ///< of its last printed digit: the figure is good to half of it
    std::size_t line = 0;   ///< of the text, from 0
    std::string device{};   ///< "CUDA0"; "" where the line names none
    std::size_t table = 0;  ///< which of several tables of all devices; 0: it stands in none
};

/// What a program printed of its memory while it started, ran, or gave up.
struct EngineLog {
    std::string engine;   ///< name of its profile, or "pytorch"; "" where nothing was recognised
    std::string version;  ///< as it says itself; "" where it does not
    std::vector<LogFigure> figures;   ///< in the order of the text
    std::vector<std::size_t> unread;  ///< that tell of memory, and nothing was read of

    /// The figures of that name as one: added up where a program prints a line for each device or
    /// pool, else the last one. Nothing where there is none.
    [[nodiscard]] std::optional<double> value(std::string_view name) const;
};

/// Longer texts are cut.
inline constexpr std::size_t kMostLogBytes = std::size_t{4} << 20;

/// Reads the lines of PyTorch (out of memory, memory_summary()), vLLM, SGLang and llama.cpp, in the
/// forms of their releases since 2019. Nothing is guessed: a line of another form stays unread.
/// Time stamps, ranks and colours before and within a line do no harm. Pure; takes time in
/// proportion to the text.
[[nodiscard]] EngineLog readEngineLog(std::string_view text);

}  // namespace stowage
