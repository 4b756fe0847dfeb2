// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/machine_answer.h"

#include "app/cli/machines/watched_child.h"
#include "app/cli/options/common_options.h"
#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "engine/exchange/export_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kNoSuchProgram = 127;     ///< exit status of a shell
constexpr int kKilledStatus = 128 + 9;  ///< of a shell whose process got SIGKILL
/// Lines that begin like an object and are none: no shell greets with so many, nor with so much.
constexpr int kMostObjectTries = 100;
constexpr std::size_t kMostGreetingBytes = 64 * kKiB;

/// `child` is ssh, unless the machine is this one. It returns the exit status of the process there,
/// or 255 if it knows none.
Message whyNoAnswer(const std::string& machine, const ChildAnswer& child) {
    constexpr int kEndOfSsh = 255;
    if (isThisMachine(machine)) {
        return whyNoResult(child);
    }
    if (child.signal != 0) {
        return say(
            "The ssh process of this machine that was connected to %1 was terminated by "
            "signal %2.",
            machine, child.signal);
    }
    if (child.exitStatus == kKilledStatus) {
        return say(
            "The process on %1 was killed. If memory ran out there, use the load method "
            "streamed or --ram-limit.",
            machine);
    }
    if (const auto refusal = sshRefusal(machine, child.diagnostics);
        refusal && child.exitStatus == kEndOfSsh) {
        return *refusal;
    }
    if (child.diagnostics.find_first_not_of("\r\n") != std::string::npos) {
        return whyNoResult(child);
    }
    return child.exitStatus == kEndOfSsh
               ? say("The connection to %1 failed or was lost, or the process on that machine was "
                     "killed, for example because memory ran out.",
                     machine)
               : say("The program stowagectl on %1 exited with status %2, and its output does not "
                     "come from Stowage; install Stowage's stowagectl on that machine.",
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
    // The answer to a load of 100,000 tensors, with all its samples, has far fewer values.
    constexpr JsonLimits kLimits{.values = 20'000'000};
    int tries = 0;
    for (std::size_t line = 0;
         line < std::min(output.size(), kMostGreetingBytes) && tries < kMostObjectTries;) {
        if (output[line] == '{') {
            ++tries;
            auto parsed = parseJson(std::string_view(output).substr(line), {}, kLimits);
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
                                  say("%1 has no stowagectl in PATH or in ~/.local/bin; install "
                                      "stowagectl on that machine.",
                                      machine))
               : child.exitStatus == exitStatusFor(ErrorCode::Cancelled)
                   ? failedAnswer(machine, ErrorCode::Cancelled, say("The process was stopped."))
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
            say("The version of stowagectl on %1 differs from the version on this machine. The "
                "error there: %2",
                machine, answer.failure);
    }
    return answer;
}

namespace {

/// Other stages are told addresses and values, and take lines of 1 MiB.
constexpr std::size_t kMostSharedBytes = 64 * kKiB;
/// What a machine with 32 GPUs tells of them has half of that.
constexpr std::size_t kMostMemoryLineBytes = 8 * kKiB;
/// All that a stage tells: a pong every half a second while it loads is by far the most.
constexpr std::size_t kMostToldBytes = 64 * kMiB;
/// As much as is read as JSON.
constexpr std::size_t kMostAnswerBytes = JsonLimits().textBytes;

Unexpected tooMuchTold(std::size_t most) {
    return fail(ErrorCode::LimitExceeded,
                say("The process sent more data than the limit of %1 allows.", formatSize(most)));
}

Unexpected notOfStages(const std::string& key) {
    return fail(ErrorCode::Malformed,
                say("The process sent an invalid value for %1.", quotedForMessage(key)));
}

/// `key`: whose value it is.
Result<void> checkFigures(const std::string& key, const Json& value) {
    constexpr double kMostFigure = 1e18;
    if (value.is_number()) {
        const auto figure = value.get<double>();
        return figure >= 0 && figure <= kMostFigure
                   ? Result<void>()
                   : fail(ErrorCode::Malformed,
                          say("The process sent %2 for %1, which must be a number from 0 to 10^18.",
                              quotedForMessage(key), jsonText(value)));
    }
    if (value.is_structured()) {
        for (auto inner = value.begin(); inner != value.end(); ++inner) {
            STOWAGE_TRY(checkFigures(value.is_object() ? inner.key() : key, *inner));
        }
    }
    return {};
}

}  // namespace

Result<StageLine> StageLines::read(const LineSplitter::Line& line) {
    constexpr std::array<std::string_view, 7> kTells{"set",     "add",        "pong",  "ready",
                                                     "figures", "prediction", "memory"};
    constexpr JsonLimits kLimits{
        .textBytes = kMostStageLineBytes, .depth = 16, .values = 2'000'000};
    const std::string_view text = line.text;
    const bool isObject = text.starts_with("{\"");  // an answer has a line a member
    const std::string_view what = isObject ? text.substr(2, text.find('"', 2) - 2) : "";
    const bool isTold = std::ranges::find(kTells, what) != kTells.end();
    (what == "memory" ? m_memoryBytes : isTold ? m_toldBytes : m_answerBytes) += text.size() + 1;
    if (line.isCut) {
        return tooMuchTold(kMostStageLineBytes);
    }
    if (m_toldBytes > kMostToldBytes || m_answerBytes > kMostAnswerBytes) {
        return tooMuchTold(isTold ? kMostToldBytes : kMostAnswerBytes);
    }
    if (m_memoryBytes > kMostStageMemoryBytes) {
        return tooMuchTold(kMostStageMemoryBytes);
    }
    if (!isTold) {
        return StageLine();
    }
    const std::size_t most = what == "prediction" ? kMostStageLineBytes
                             : what == "memory"   ? kMostMemoryLineBytes
                                                  : kMostSharedBytes;
    if (text.size() > most) {
        return tooMuchTold(most);
    }
    auto object = parseJson(text, "A line", kLimits);
    if (!object) {
        return fail(ErrorCode::Malformed,
                    say("The process sent data that cannot be read: %1", object.error().message));
    }
    StageLine told{std::string(what), std::move(object->front())};
    if (object->size() != 1 || !told.value.is_object()) {
        return notOfStages(told.what);
    }
    STOWAGE_TRY(checkFigures(told.what, told.value));
    return told;
}

Result<void> checkStageAnswer(const Json& answer) {
    constexpr std::pair<const char*, bool> kMembers[] = {
        {"layers", true},           {"passes", true},
        {"seconds", false},         {"load", false},
        {"prefill_passes", false},  {"latency_seconds", false},
        {"bytes_per_second", false}};
    const auto isObject = [](const Json& entry) { return entry.is_object(); };
    for (const auto& [member, isList] : kMembers) {
        if (const auto found = answer.find(member); found != answer.end()) {
            if (isList && !(found->is_array() && std::ranges::all_of(*found, isObject))) {
                return notOfStages(member);
            }
            STOWAGE_TRY(checkFigures(member, *found));
        }
    }
    return {};
}

namespace {

/// What the shell of a far machine runs. Without a terminal ssh tells a far program nothing when it
/// ends here, but standard input ends: then the command is stopped, and gives everything back. Only
/// commands that are built into the shell wait for that, so that none of them is left.
std::string farCommand(const std::vector<std::string>& arguments, MachineInput input) {
    std::string words;
    for (const std::string& argument : arguments) {
        words += " " + shellWord(argument);
    }
    // Before the rest of the PATH, as in the window: what was installed there by it may stand in
    // for an older one.
    const std::string path = "PATH=\"$HOME/.local/bin:$PATH\"; ";
    const std::string run =
        input == MachineInput::Lines
            ? "exec stowagectl" + words
            : "exec 3<&0; stowagectl" + words +
                  " </dev/null & load=$!; { read -r end; kill $load; } <&3 >/dev/null 2>&1 & "
                  "watch=$!; wait $load; status=$?; kill $watch 2>/dev/null; exit $status";
    return "exec sh -c " + shellWord(path + run);
}

}  // namespace

Result<void> checkMachineName(const std::string& option, const std::string& name) {
    // ssh would take it for an option, or for a name with signs that none has.
    const auto isNone = [](unsigned char sign) { return sign <= ' ' || sign == 0x7F; };
    if (name.empty() || name.front() == '-' || std::ranges::any_of(name, isNone)) {
        return wrongValue(option, say("\"%1\" is not a machine name.", name));
    }
    return {};
}

Result<MachineCommand> machineCommand(const std::string& machine,
                                      const std::vector<std::string>& arguments,
                                      MachineInput input) {
    MachineCommand made;
    ChildRequest& request = made.request;
    const bool isHere = isThisMachine(machine);
    if (isHere) {
        request.command = {"/proc/self/exe"};
        request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    } else {
        request.command = {"ssh",   "-T",
                           "-o",    "BatchMode=yes",
                           "-o",    "ConnectTimeout=15",
                           "-o",    "ServerAliveInterval=10",
                           machine, farCommand(arguments, input)};
    }
    if (!isHere || input == MachineInput::Lines) {
        auto pipe = makeChildPipe(isHere ? "stowagectl" : "ssh");
        STOWAGE_TRY(pipe);
        made.input = std::move(*pipe);
        request.input = made.input.read.get();
    }
    // What a far shell is to run is one argument.
    const std::size_t longest = std::ranges::max(request.command, {}, &std::string::size).size();
    if (longest > kMostArgumentBytes) {
        return fail(ErrorCode::LimitExceeded,
                    say("The command for %1, including the device map, is %2 long, but the limit "
                        "is %3; reduce the number of entries in the device map.",
                        machine, formatSize(longest), formatSize(kMostArgumentBytes)));
    }
    return made;
}

}  // namespace stowage
