// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/child_process.h"
#include "engine/base/message.h"
#include "engine/base/result.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Where a job runs: in a process of this machine, or of another machine through ssh.
struct JobPlace {
    std::string machine{};                   ///< a name for ssh; "": this machine
    std::string program = "/proc/self/exe";  ///< stowagectl on this machine
    std::string temporaryFolder{};           ///< TMPDIR of a process on this machine; "": as here
    bool pollsMemory = false;
};

/// The anonymous memory of a process, polled from outside.
struct PolledMemory {
    /// RssAnon in bytes each time that a poll saw more than before, by seconds of the monotonic
    /// clock, which all processes share.
    std::map<double, std::uint64_t> peaks;
    std::uint64_t polls = 0;

    void poll(int processId);
    /// The highest RssAnon that a poll saw; `until` leaves out what came later on that clock.
    [[nodiscard]] std::optional<std::uint64_t> peakAnon(
        std::optional<double> until = std::nullopt) const;
    /// Adds "polled_host_anon" (above the level before the load, without what follows the load),
    /// "polled_samples" and "polled_interval_s" to the report of a load.
    void addTo(nlohmann::ordered_json& report) const;
};

/// 200 Hz.
inline constexpr std::chrono::milliseconds kMemoryPollInterval{5};

/// How a job ended.
struct JobEnd : ChildAnswer {
    /// The last line of the job, an object with "ok" or "error"; "" without one.
    std::string answer;
    bool isUnconfirmed = false;  ///< it was cancelled and then killed because it did not end
    PolledMemory memory;
};

/// A job in a process of its own: `stowagectl job`, which reads the job as a line of JSON and
/// prints {"progress": …} any number of times and then {"ok": …} or {"error": …} (docs/serve.md).
/// Members may be called from any thread.
class JobProcess {
public:
    /// One whole line, an object with the member "progress"; called from the thread of run().
    using OnProgress = std::function<void(std::string_view line)>;

    explicit JobProcess(JobPlace place) : m_place(std::move(place)) {}

    /// Runs the job and waits for its end; to be called once. Without `onProgress` a load is not
    /// sampled for its progress, which would add to its memory. Stopped, the job is cancelled, and
    /// killed if it has not ended within six seconds.
    /// Errors: those of runChild().
    [[nodiscard]] Result<JobEnd> run(const nlohmann::ordered_json& job,
                                     const OnProgress& onProgress, const std::stop_token& stop);
    /// Controls a load that runs: "pause", "resume" or "step".
    void send(std::string_view word);
    /// Ends the job's input: a load that keeps its weights frees them, and other work is cancelled.
    void end();
    /// 0 unless it runs on this machine.
    [[nodiscard]] int processId() const { return m_processId; }

private:
    void writeInput(ChildPipe& input);

    JobPlace m_place;
    std::atomic<int> m_processId = 0;
    std::mutex m_mutex;       ///< guards what follows
    std::string m_unwritten;  ///< of its input
    bool m_isInputEnding = false;
};

/// The object of "ok"; for "error", and for a job that ended without an answer, the error, whose
/// message names the machine where the reason has to do with it.
[[nodiscard]] Result<nlohmann::ordered_json> jobReport(const JobPlace& place, const JobEnd& end);

/// The result of a load whose memory was polled.
struct MeasuredLoad {
    std::string method;
    /// The load's object, or {"method", "error": {"kind", "message"}} where there is none; with
    /// PolledMemory::addTo() and "exit_status".
    nlohmann::ordered_json report;
    int exitStatus = 0;  ///< that of a machine that failed where the process was killed
    Message failure{};   ///< why the process left nothing; else ""
};
[[nodiscard]] MeasuredLoad measuredLoad(std::string_view method, const JobEnd& end);

/// The words of a shell on another machine that start stowagectl. What Install There… has copied
/// takes precedence over the rest of PATH.
inline constexpr const char* kFarStowagectl = "PATH=\"$HOME/.local/bin:$PATH\"; exec stowagectl";

/// Why a process of stowagectl left no answer. `machine`: "" for this one; otherwise `child` is
/// ssh, which returns the exit status of the process there, or 255.
[[nodiscard]] Error noAnswer(const std::string& machine, const ChildAnswer& child);

/// The sentence for an `error` of another machine that knows less than this one.
[[nodiscard]] Message versionDiffers(const std::string& machine, const Message& error);

/// Why a child process left no result: the signal that ended it, else the last sentence that it
/// printed on standard error.
[[nodiscard]] Message whyNoResult(const ChildAnswer& child);

}  // namespace stowage
