// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/child_process.h"
#include "engine/base/message.h"
#include "engine/base/result.h"
#include "engine/base/strings.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace stowage {

/// Whether a machine's name means this one: "localhost" or ".".
[[nodiscard]] bool isThisMachine(const std::string& name);

/// What a machine answered: the object of a command, or why there is none that counts.
struct MachineAnswer {
    std::string machine;
    nlohmann::ordered_json object;  ///< null where there is none
    std::string kind{};             ///< of the failure, as `--json` names it
    Message failure{};              ///< one sentence; "" where all went well
    std::string file{};             ///< of the failure, where it has one: Error::file
    std::string key{};              ///< Error::key
    int status = kExitDone;         ///< what the command says of it by its exit status

    [[nodiscard]] bool isOk() const { return failure.empty(); }
};

[[nodiscard]] MachineAnswer failedAnswer(const std::string& machine, const Error& error);
/// The object that a command printed, behind what a far shell may have; null: none (yet).
[[nodiscard]] nlohmann::ordered_json objectIn(const std::string& output);
/// From what the command printed, behind what a far shell may have, and how it ended; or why it
/// could not be run.
[[nodiscard]] MachineAnswer answerOf(const std::string& machine, const Result<ChildAnswer>& result);
/// A message that a far program wrote as a member, fit for a terminal; "" where there is none.
[[nodiscard]] Message messageAt(const nlohmann::ordered_json& object, const char* member);
/// The text at a place of an object; "" where there is none.
[[nodiscard]] std::string textAt(const nlohmann::ordered_json& object, const char* place);
/// The number there; 0 where there is none.
[[nodiscard]] double numberAt(const nlohmann::ordered_json& object, const char* place);

/// Of a stage's lines: times of passes are in the longest, of 40 bytes a token.
inline constexpr std::size_t kMostStageLineBytes = std::size_t{16} << 20;

/// All that a stage tells of its memory while it goes, a line a second (tellStageMemory()).
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

/// InvalidArgument where it cannot be a machine's: what begins with a dash would be an option of
/// ssh.
[[nodiscard]] Result<void> checkMachineName(const std::string& option, const std::string& name);

/// A command of stowagectl on a machine, ready to be run by runChild(): by ssh, which asks nobody
/// for a password, or on this machine as a process of its own.
struct MachineCommand {
    ChildRequest request;
    ChildPipe input{};  ///< to be held until it has ended
};

/// Errors: LimitExceeded (more words than one argument of ssh can have), ReadFailed.
[[nodiscard]] Result<MachineCommand> machineCommand(const std::string& machine,
                                                    const std::vector<std::string>& arguments);

}  // namespace stowage
