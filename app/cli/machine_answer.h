// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/base/child_process.h"
#include "engine/base/message.h"
#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <string>

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

[[nodiscard]] MachineAnswer failedAnswer(const std::string& machine, ErrorCode code, Message why);
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

}  // namespace stowage
