// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/base/strings.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace stowage {

/// Of a stage's lines: times of passes are in the longest, of 40 bytes a token.
inline constexpr std::size_t kMostStageLineBytes = std::size_t{16} << 20;

/// All that a stage tells of its memory while it goes, a line a second (StageMemory).
inline constexpr std::size_t kMostStageMemoryBytes = std::size_t{1} << 30;

/// What a stage tells beside its answer, one line each.
struct StageLine {
    std::string what{};  ///< "set", "add", "pong", "memory" …; "": it is of the answer
    nlohmann::ordered_json value{};  ///< an object
};

/// Reads the lines that a stage prints, which may be on a stranger's machine, and counts them.
class StageLines {
public:
    /// Errors, for which the stage is stopped: Malformed (no JSON; a number that is
    /// none of those from 0 to 10^18), LimitExceeded (more than a stage ever has to tell).
    [[nodiscard]] Result<StageLine> read(const LineSplitter::Line& line);

private:
    std::size_t m_toldBytes = 0;
    std::size_t m_memoryBytes = 0;
    std::size_t m_answerBytes = 0;
};

/// Holds the members of a stage's answer by which times are computed against what they can be.
/// Error: Malformed, as above.
[[nodiscard]] Result<void> checkStageAnswer(const nlohmann::ordered_json& answer);

}  // namespace stowage
