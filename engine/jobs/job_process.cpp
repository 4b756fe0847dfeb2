// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/jobs/job_process.h"

#include "engine/base/error_conversion.h"
#include "engine/base/json_reader.h"
#include "engine/base/ssh_text.h"
#include "engine/base/strings.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstring>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostLineBytes = std::size_t{64} << 20;
/// For a job to end by itself after it was cancelled. It waits three seconds for its own processes.
constexpr auto kCancelPatience = std::chrono::seconds(6);

constexpr int kNoSuchProgram = 127;     ///< exit status of a shell
constexpr int kWrongUse = 2;            ///< of stowagectl
constexpr int kEndOfSsh = 255;          ///< ssh does not know how the process there ended
constexpr int kKilledStatus = 128 + 9;  ///< of a shell whose process received SIGKILL

/// RssAnon of a process in bytes.
std::optional<std::uint64_t> readAnon(int pid) {
    const std::string path = "/proc/" + std::to_string(pid) + "/status";
    const FileDescriptor status(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4096> buffer{};
    const ssize_t count = status.get() < 0 ? 0 : ::read(status.get(), buffer.data(), buffer.size());
    if (count <= 0) {
        return std::nullopt;
    }
    const std::string_view text(buffer.data(), static_cast<std::size_t>(count));
    constexpr std::string_view kField = "\nRssAnon:";
    const std::size_t field = text.find(kField);
    const std::size_t begin =
        field == text.npos ? text.npos : text.find_first_not_of(" \t", field + kField.size());
    std::uint64_t kibibytes = 0;
    if (begin == text.npos ||
        std::from_chars(text.data() + begin, text.data() + text.size(), kibibytes).ec !=
            std::errc()) {
        return std::nullopt;
    }
    return kibibytes * 1024;
}

/// The last line that is not empty.
std::string lastSentenceOf(const std::string& text) {
    const std::size_t end = text.find_last_not_of("\r\n");  // ssh ends its lines with both
    if (end == std::string::npos) {
        return {};
    }
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1) + 1);
}

std::optional<double> numberAt(const Json& object, const char* place) {
    const Json::json_pointer pointer(place);
    return object.contains(pointer) && object[pointer].is_number()
               ? std::optional(object[pointer].get<double>())
               : std::nullopt;
}

}  // namespace

void PolledMemory::poll(int processId) {
    const auto anon = readAnon(processId);
    if (!anon) {
        return;
    }
    if (peaks.empty() || *anon > peaks.rbegin()->second) {
        const std::chrono::duration<double> now = Clock::now().time_since_epoch();
        peaks[now.count()] = *anon;
    }
    ++polls;
}

std::optional<std::uint64_t> PolledMemory::peakAnon(std::optional<double> until) const {
    std::optional<std::uint64_t> highest;
    for (const auto& [seconds, anon] : peaks) {
        highest = !until || seconds <= *until ? std::optional(anon) : highest;
    }
    return highest;
}

void PolledMemory::addTo(Json& report) const {
    const auto baseline =
        static_cast<std::int64_t>(numberAt(report, "/host/baseline/anon").value_or(0));
    // The memory of a forward pass after the load does not count.
    const auto peak = peakAnon(numberAt(report, "/forward/began_monotonic_s"));
    report["polled_host_anon"] =
        peak ? Json(std::max<std::int64_t>(static_cast<std::int64_t>(*peak) - baseline, 0))
             : Json(nullptr);
    report["polled_samples"] = polls;
    report["polled_interval_s"] = std::chrono::duration<double>(kMemoryPollInterval).count();
}

void JobProcess::send(std::string_view word) {
    const std::lock_guard lock(m_mutex);
    m_unwritten.append(word).append("\n");
}

void JobProcess::end() {
    const std::lock_guard lock(m_mutex);
    m_isInputEnding = true;
}

void JobProcess::writeInput(ChildPipe& input) {
    const std::lock_guard lock(m_mutex);
    while (input.write.get() >= 0 && !m_unwritten.empty()) {
        const ssize_t count = ::write(input.write.get(), m_unwritten.data(), m_unwritten.size());
        if (count <= 0) {
            break;  // the pipe is full, or the process is about to end
        }
        m_unwritten.erase(0, static_cast<std::size_t>(count));
    }
    if (m_isInputEnding && m_unwritten.empty()) {
        input.write.reset();
    }
}

Result<JobEnd> JobProcess::run(const Json& job, const OnProgress& onProgress,
                               const std::stop_token& stop) {
    const bool isHere = m_place.machine.empty();
    auto input = makeChildPipe(isHere ? m_place.program : "ssh");
    STOWAGE_TRY(input);
    ::fcntl(input->write.get(), F_SETFL, O_NONBLOCK);
    {
        const std::lock_guard lock(m_mutex);
        Json own = job;
        if (own.is_object()) {
            own["follow"] = onProgress != nullptr;
        }
        m_unwritten.insert(0, jsonText(own) + "\n");
    }
    JobEnd end;
    std::stop_source kill;
    std::optional<Clock::time_point> cancelledAt;
    LineSplitter lines(kMostLineBytes);
    ChildRequest child;
    child.input = input->read.get();
    child.pollInterval = kMemoryPollInterval;
    child.command = isHere ? std::vector<std::string>{m_place.program, "job"}
                           : sshCommandFor(m_place.machine, std::string(kFarStowagectl) + " job");
    if (!m_place.temporaryFolder.empty()) {
        child.environment.emplace_back("TMPDIR", m_place.temporaryFolder);
    }
    child.onPoll = [&](int pid) {
        if (isHere) {
            m_processId = pid;
        }
        if (m_place.pollsMemory) {
            end.memory.poll(pid);
        }
        if (stop.stop_requested() && !cancelledAt) {
            cancelledAt = Clock::now();
            input->write.reset();
        }
        if (cancelledAt && Clock::now() - *cancelledAt > kCancelPatience) {
            end.isUnconfirmed = true;
            kill.request_stop();
        }
        writeInput(*input);
    };
    child.onOutput = [&](std::string_view piece) {
        lines.add(piece);
        while (const auto line = lines.next()) {
            if (line->isCut) {
                continue;
            }
            if (line->text.starts_with("{\"progress\":")) {
                if (onProgress) {
                    onProgress(line->text);
                }
            } else if (line->text.starts_with("{\"ok\":") ||
                       line->text.starts_with("{\"error\":")) {
                end.answer = line->text;
            }  // a shell may greet with other lines
        }
    };
    auto ended = runChild(child, kill.get_token());
    m_processId = 0;
    STOWAGE_TRY(ended);
    static_cast<ChildAnswer&>(end) = std::move(*ended);
    return end;
}

Message whyNoResult(const ChildAnswer& child) {
    if (child.signal != 0) {
        const char* const name = ::strsignal(child.signal);
        const Message named = name == nullptr ? phrase("unknown") : Message(name);
        return child.signal == SIGKILL
                   ? say("The process was terminated by signal %1 (%2). Most likely, the system "
                         "ran out of memory.",
                         child.signal, named)
                   : say("The process was terminated by signal %1 (%2).", child.signal, named);
    }
    const std::string said = lastSentenceOf(child.diagnostics);
    return said.empty()
               ? say("The process exited with status %1 and without a result.", child.exitStatus)
               : Message(said);
}

Message versionDiffers(const std::string& machine, const Message& error) {
    return say(
        "The version of stowagectl on %1 differs from the version on this machine. The "
        "error there: %2",
        machine, error);
}

Error noAnswer(const std::string& machine, const ChildAnswer& child) {
    if (machine.empty()) {
        return makeError(ErrorCode::ReadFailed, whyNoResult(child));
    }
    const std::string said = lastSentenceOf(child.diagnostics);
    if (child.signal != 0) {
        return makeError(ErrorCode::ReadFailed,
                         say("The ssh process of this machine that was connected to %1 was "
                             "terminated by signal %2.",
                             machine, child.signal));
    }
    if (child.exitStatus == kNoSuchProgram) {
        return makeError(ErrorCode::BackendUnavailable,
                         say("%1 has no stowagectl in PATH or in ~/.local/bin; install stowagectl "
                             "on that machine.",
                             machine));
    }
    if (child.exitStatus == kWrongUse && !said.empty()) {
        return makeError(ErrorCode::Unsupported, versionDiffers(machine, said));
    }
    if (child.exitStatus == kKilledStatus) {
        return makeError(ErrorCode::ReadFailed,
                         say("The process on %1 was killed. If memory ran out there, use the load "
                             "method streamed or --ram-limit.",
                             machine));
    }
    if (const auto refusal = sshRefusal(machine, child.diagnostics);
        refusal && child.exitStatus == kEndOfSsh) {
        return makeError(ErrorCode::ReadFailed, *refusal);
    }
    if (!said.empty()) {
        return makeError(ErrorCode::ReadFailed, child.exitStatus == kEndOfSsh
                                                    ? say("%1 cannot be reached: %2", machine, said)
                                                    : Message(said));
    }
    return makeError(
        ErrorCode::ReadFailed,
        child.exitStatus == kEndOfSsh
            ? say("The connection to %1 failed or was lost, or the process on that machine was "
                  "killed, for example because memory ran out.",
                  machine)
            : say("The program stowagectl on %1 exited with status %2, and its output does not "
                  "come from Stowage; install Stowage's stowagectl on that machine.",
                  machine, child.exitStatus));
}

Result<Json> jobReport(const JobPlace& place, const JobEnd& end) {
    // The answer to a load of 100,000 tensors, with all its samples, has far fewer values.
    constexpr JsonLimits kLimits{.textBytes = kMostLineBytes, .values = 20'000'000};
    if (!end.answer.ends_with('}') || end.signal != 0) {
        return Unexpected{noAnswer(place.machine, end)};
    }
    auto object = parseJson(end.answer, "The answer", kLimits);
    STOWAGE_TRY(object);
    if (const auto error = object->find("error"); error != object->end()) {
        return Unexpected{readError(*error)};
    }
    return std::move(object->at("ok"));
}

MeasuredLoad measuredLoad(std::string_view method, const JobEnd& end) {
    MeasuredLoad load;
    load.method = method;
    const bool isKilled = end.signal != 0;
    load.exitStatus = isKilled ? exitStatusFor(ErrorCode::OutOfMemory) : end.exitStatus;
    auto report = jobReport({}, end);
    if (report && report->contains("method")) {
        load.report = std::move(*report);
    } else if (end.answer.empty() || isKilled || report) {
        load.failure = whyNoResult(end);
        load.report = {{"method", method},
                       {"error",
                        {{"kind", isKilled ? "killed" : errorCodeName(ErrorCode::Internal)},
                         {"message", load.failure.english()}}}};
    } else {
        load.report = {{"method", method}, {"error", errorJson(report.error())}};
    }
    end.memory.addTo(load.report);
    load.report["exit_status"] = load.exitStatus;
    return load;
}

}  // namespace stowage
