// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machine_answer.h"

#include "app/cli/watched_child.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kNoSuchProgram = 127;  ///< exit status of a shell
/// Lines that begin like an object and are none: no shell greets with so many, nor with so much.
constexpr int kMostObjectTries = 100;
constexpr std::size_t kMostGreetingBytes = 64 * kKiB;
/// Of a command's answer: a load of 100,000 tensors with all its samples has far fewer.
constexpr JsonLimits kAnswerLimits{.values = 20'000'000};

/// Of a far process ssh tells the exit status, or 255 where it knows none.
Message whyNoAnswer(const std::string& machine, const ChildAnswer& child) {
    constexpr int kEndOfSsh = 255;
    const bool isMute = child.diagnostics.find_first_not_of("\r\n") == std::string::npos;
    if (isThisMachine(machine) || child.signal != 0 || !isMute) {
        return whyNoResult(child);
    }
    return child.exitStatus == kEndOfSsh
               ? say("The connection to %1 failed or broke off, or its process there was killed, "
                     "as "
                     "where memory runs out.",
                     machine)
               : say("What is called stowagectl on %1 ended with status %2 and answered nothing "
                     "that a stowagectl answers.",
                     machine, child.exitStatus);
}

}  // namespace

bool isThisMachine(const std::string& name) {
    return name == "localhost" || name == ".";
}

Message messageAt(const Json& object, const char* member) {
    return makeError(ErrorCode::Internal, readMessage(object, member)).message;
}

std::string textAt(const Json& object, const char* place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && object[pointer].is_string()
               ? object[pointer].get<std::string>()
               : std::string();
}

double numberAt(const Json& object, const char* place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && object[pointer].is_number() ? object[pointer].get<double>()
                                                                   : 0;
}

MachineAnswer failedAnswer(const std::string& machine, ErrorCode code, Message why) {
    MachineAnswer answer{machine, nullptr};
    answer.kind = errorCodeName(code);
    answer.failure = std::move(why);
    answer.status = exitStatusFor(code);
    return answer;
}

Json objectIn(const std::string& output) {
    int tries = 0;
    for (std::size_t line = 0;
         line < std::min(output.size(), kMostGreetingBytes) && tries < kMostObjectTries;) {
        if (output[line] == '{') {
            ++tries;
            auto parsed = parseJson(std::string_view(output).substr(line), {}, kAnswerLimits);
            if (parsed && parsed->is_object()) {
                return *std::move(parsed);
            }
            if (!parsed && parsed.error().code == ErrorCode::LimitExceeded) {
                return {};
            }
        }
        const std::size_t end = output.find('\n', line);
        line = end == std::string::npos ? output.size() : end + 1;
    }
    return {};
}

MachineAnswer answerOf(const std::string& machine, const Result<ChildAnswer>& result) {
    if (!result) {
        return failedAnswer(machine, result.error().code, result.error().message);
    }
    const ChildAnswer& child = *result;
    Json object = objectIn(child.output);
    if (object.is_null()) {
        return child.exitStatus == kNoSuchProgram && !isThisMachine(machine)
                   ? failedAnswer(machine, ErrorCode::BackendUnavailable,
                                  say("%1 has no stowagectl, neither in its PATH nor in "
                                      "~/.local/bin.",
                                      machine))
               : child.exitStatus == exitStatusFor(ErrorCode::Cancelled)
                   ? failedAnswer(machine, ErrorCode::Cancelled, say("It was stopped."))
                   : failedAnswer(machine, ErrorCode::ReadFailed, whyNoAnswer(machine, child));
    }
    if (!object.contains("error")) {
        return MachineAnswer{
            .machine = machine, .object = std::move(object), .status = child.exitStatus};
    }
    MachineAnswer answer{machine, nullptr};
    answer.kind = textAt(object, "/error/kind");
    answer.failure = messageAt(object["error"], "message");
    answer.file = textAt(object, "/error/file");
    answer.key = textAt(object, "/error/key");
    answer.status = std::max(child.exitStatus, kExitAnswerIsNo);
    // What the parser says of an option or a command that it does not know: this program's knew it.
    const std::string& said = answer.failure.english();
    if (said.empty()) {
        return failedAnswer(machine, ErrorCode::ReadFailed, whyNoResult(child));
    }
    if (said.find(" not expected: ") != std::string::npos ||
        said.starts_with("There is no command ")) {
        answer.failure =
            say("The stowagectl on %1 is of another version than this one and says: %2", machine,
                answer.failure);
    }
    return answer;
}

}  // namespace stowage
