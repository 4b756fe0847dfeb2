// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/machine_answer.h"

#include "app/cli/options/common_options.h"
#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "engine/jobs/job_process.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Lines that begin like an object and are none: no shell greets with so many, nor with so much.
constexpr int kMostObjectTries = 100;
constexpr std::size_t kMostGreetingBytes = 64 * kKiB;

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

MachineAnswer failedAnswer(const std::string& machine, const Error& error) {
    MachineAnswer answer{machine, nullptr};
    answer.kind = errorCodeName(error.code);
    answer.failure = error.message;
    answer.file = error.file;
    answer.key = error.key;
    answer.status = exitStatusFor(error.code);
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
        return failedAnswer(machine, result.error());
    }
    const ChildAnswer& child = *result;
    Json object = objectIn(child.output);
    if (object.is_null()) {
        return failedAnswer(
            machine, child.exitStatus == exitStatusFor(ErrorCode::Cancelled)
                         ? makeError(ErrorCode::Cancelled, say("The process was stopped."))
                         : noAnswer(isThisMachine(machine) ? std::string() : machine, child));
    }
    if (const auto error = object.find("error"); error != object.end()) {
        MachineAnswer answer = failedAnswer(machine, readError(*error));
        const std::string& said = answer.failure.english();
        if (said.starts_with("There is no command ") || said.starts_with("There is no option ")) {
            answer.failure = versionDiffers(machine, answer.failure);  // this program's knows it
        }
        answer.status = std::max(child.exitStatus, kExitAnswerIsNo);
        return answer.failure.empty() ? failedAnswer(machine, noAnswer({}, child)) : answer;
    }
    return MachineAnswer{
        .machine = machine, .object = std::move(object), .status = child.exitStatus};
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

Result<void> checkMachineName(const std::string& option, const std::string& name) {
    // ssh would take it for an option, or for a name with signs that none has.
    const auto isNone = [](unsigned char sign) { return sign <= ' ' || sign == 0x7F; };
    if (name.empty() || name.front() == '-' || std::ranges::any_of(name, isNone)) {
        return wrongValue(option, say("\"%1\" is not a machine name.", name));
    }
    return {};
}

Result<MachineCommand> machineCommand(const std::string& machine,
                                      const std::vector<std::string>& arguments) {
    const bool isHere = isThisMachine(machine);
    MachineCommand made;
    ChildRequest& request = made.request;
    auto pipe = makeChildPipe(isHere ? "stowagectl" : "ssh");
    STOWAGE_TRY(pipe);
    made.input = std::move(*pipe);
    request.input = made.input.read.get();
    if (isHere) {
        request.command = {"/proc/self/exe"};
        request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    } else {
        std::string words;
        for (const std::string& argument : arguments) {
            words += " " + shellWord(argument);
        }
        request.command = sshCommandFor(machine, kFarStowagectl + words);
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
