// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/staged_processes.h"

#include "app/cli/machines/stage_peers.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/run/stage_channel.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <memory>
#include <sstream>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// The best of so many is taken.
constexpr int kPings = 8;
constexpr int kWriteSeconds = 5;  ///< a whole line fits where the other side reads
constexpr auto kAskEvery = std::chrono::milliseconds(500);
constexpr double kStartSeconds = 30;
constexpr const char* kLoopback = "127.0.0.1";
/// Kept of what a stage says beside its answer.
constexpr std::size_t kMostDiagnosticBytes = std::size_t{1} << 20;
constexpr std::size_t kMostHints = 64;
/// A stage tells each second; who tells more often is heard no more often.
constexpr double kLeastMemorySeconds = 0.5;
/// c10d counts stages, one by one.
constexpr double kMostAdded = 1e6;

/// The stage that an error's key names.
std::optional<int> blamedStage(const std::string& key, std::size_t count) {
    for (int number = 0; number < static_cast<int>(count); ++number) {
        if (key == stageKey(number)) {
            return number;
        }
    }
    return std::nullopt;
}

/// Of what a child wrote to its standard error, where a far shell may have a say, too.
std::vector<std::string> hintsIn(const std::string& diagnostics) {
    std::vector<std::string> hints;
    std::istringstream lines(diagnostics);
    for (std::string line; hints.size() < kMostHints && std::getline(lines, line);) {
        if (line.starts_with("warning: ") || line.starts_with("hint: ")) {
            hints.push_back(printableText(line));
        }
    }
    return hints;
}

/// Whether a child ended without an answer as one does that is asked to stop, or killed after that:
/// ssh has then an exit status of its own.
bool wasEndedFromHere(const std::string& machine, const ChildAnswer& child) {
    constexpr int kEndOfSsh = 255;
    return child.signal == SIGINT || child.signal == SIGKILL ||
           (!isThisMachine(machine) && child.exitStatus == kEndOfSsh);
}

}  // namespace

const StageAnswer& stageToBlame(const std::vector<StageAnswer>& answers) {
    const auto rank = [](const StageAnswer& stage) {
        return stage.answer.isOk()                                 ? 4
               : !stage.blamed && stage.answer.kind != "cancelled" ? 0
               : stage.endedByItself                               ? 1
               : stage.blamed                                      ? 2
                                                                   : 3;
    };
    return *std::ranges::min_element(answers, {}, rank);
}

struct StagedProcesses::Stage {
    StageAnswer result;
    MachineCommand command{};
    StageLines lines{};
    std::string output{};  ///< its answer
    Json ready{};          ///< what it told once it had loaded
    std::map<int, double> pongs{};
    double heardAt = 0;   ///< when it told something last
    double memoryAt = 0;  ///< and of its memory, as far as that was handed on
    Message lost{};       ///< why it is given up; "": it is not
    bool hasEnded = false;
    std::jthread thread{};
};

StagedProcesses::StagedProcesses(std::vector<StagePlace> places, std::chrono::milliseconds patience,
                                 Message limit)
    : m_patience(std::chrono::duration<double>(patience).count()),
      m_silent(say("The process on that machine has sent no data for longer than %1.",
                   std::move(limit))) {
    for (StagePlace& place : places) {
        auto stage = std::make_unique<Stage>();
        stage->result.place = std::move(place);
        m_stages.push_back(std::move(stage));
    }
}

StagedProcesses::~StagedProcesses() {
    m_stop.request_stop();
    for (const auto& stage : m_stages) {
        stage->thread = {};
    }
}

Result<std::vector<StageAnswer>> StagedProcesses::run(
    const std::vector<std::vector<std::string>>& arguments, const std::stop_token& stop) {
    for (std::size_t i = 0; i < m_stages.size(); ++i) {
        auto command = machineCommand(m_stages[i]->result.place.machine, arguments[i]);
        STOWAGE_TRY(command);
        ::fcntl(command->input.write.get(), F_SETFL, O_NONBLOCK);
        m_stages[i]->command = std::move(*command);
    }
    std::signal(SIGPIPE, SIG_IGN);  // a stage that has ended takes no more lines
    const std::stop_callback stopAll(stop, [this] {
        m_stop.request_stop();
        m_changed.notify_all();
    });
    for (const auto& stage : m_stages) {
        // It has to be reached and started before it can tell anything.
        stage->heardAt = stageClock() + std::max(0.0, kStartSeconds - m_patience);
        stage->thread = std::jthread([this, &stage] { runStage(*stage); });
        if (m_memory) {
            const std::scoped_lock lock(m_mutex);
            write(*stage, R"({"watch":{}})");
        }
    }
    Result<void> started;
    if (areReady()) {
        for (const auto& stage : m_stages) {
            compareClocks(*stage);
        }
        started = start();
        if (!started) {
            m_stop.request_stop();
        }
        std::unique_lock lock(m_mutex);
        watchUntil(lock, [this] {
            return m_stop.stop_requested() ||
                   std::ranges::all_of(m_stages, [](const auto& one) { return one->hasEnded; });
        });
    }
    std::vector<StageAnswer> answers;
    for (const auto& stage : m_stages) {
        stage->thread.join();
        answers.push_back(std::move(stage->result));
    }
    STOWAGE_TRY(started);
    return answers;
}

void StagedProcesses::runStage(Stage& stage) {
    ChildRequest& request = stage.command.request;
    request.mostOutput = kMostDiagnosticBytes;
    LineSplitter lines(kMostStageLineBytes);
    Result<void> told;
    request.onOutput = [&](std::string_view piece) {
        if (!told) {
            return;
        }
        lines.add(piece);
        for (auto line = lines.next(); told && line; line = lines.next()) {
            told = takeLine(stage, *line);
        }
        if (!told) {
            m_stop.request_stop();
        }
    };
    auto child = runChild(request, m_stop.get_token());
    const std::string& machine = stage.result.place.machine;
    if (child) {
        child->output = stage.output;
    }
    MachineAnswer answer = answerOf(machine, child);
    if (child) {
        stage.result.hints = hintsIn(child->diagnostics);
        if (m_stop.stop_requested() && answer.object.is_null() &&
            wasEndedFromHere(machine, *child)) {
            stage.result.wasSilent = child->signal == SIGKILL;
            answer = failedAnswer(machine,
                                  makeError(ErrorCode::Cancelled, say("The process was stopped.")));
        }
        if (answer.isOk() && answer.object.contains("stopped")) {
            answer.failure = messageAt(answer.object["stopped"], "why");
            answer.kind = textAt(answer.object, "/stopped/kind");
            answer.key = textAt(answer.object, "/stopped/key");
        }
        told = told && answer.isOk() ? checkStageAnswer(answer.object) : told;
        if (!told) {
            answer = failedAnswer(machine, told.error());
        }
        stage.result.blamed = blamedStage(answer.key, m_stages.size());
    }
    const std::scoped_lock lock(m_mutex);
    stage.hasEnded = true;
    stage.command.input.write.reset();
    if (!stage.lost.empty()) {
        answer = failedAnswer(machine, makeError(ErrorCode::DeviceLost, stage.lost));
    }
    if (!answer.isOk()) {
        stage.result.endedByItself = !m_stop.stop_requested() && !stage.result.blamed;
        m_stop.request_stop();
    }
    stage.result.answer = std::move(answer);
    m_changed.notify_all();
}

Result<void> StagedProcesses::takeLine(Stage& stage, const LineSplitter::Line& line) {
    auto told = stage.lines.read(line);
    STOWAGE_TRY(told);
    const auto& [what, value] = *told;
    if (what.empty()) {
        stage.output.append(line.text).append("\n");
        return {};
    }
    const std::scoped_lock lock(m_mutex);
    stage.heardAt = stageClock();
    if (what == "set") {
        for (const auto& other : m_stages) {
            if (other.get() != &stage) {
                write(*other, line.text);
            }
        }
    } else if (what == "add") {
        std::int64_t& sum = m_sums[textAt(value, "/key")];
        sum += static_cast<std::int64_t>(std::min(numberAt(value, "/value"), kMostAdded));
        write(stage, jsonText(Json{{"sum", {{"value", sum}}}}));
    } else if (what == "pong" && numberAt(value, "/number") < kPings) {
        stage.pongs[static_cast<int>(numberAt(value, "/number"))] = numberAt(value, "/at");
    } else if (what == "ready") {
        stage.ready = value;
    } else if (what == "figures") {
        stage.result.figures = value;
    } else if (what == "prediction") {
        stage.result.prediction = value;
    } else if (what == "memory") {
        takeMemory(stage, value);
    }
    m_changed.notify_all();
    return {};
}

void StagedProcesses::takeMemory(Stage& stage, const Json& memory) {
    const double now = stageClock();
    if (m_memory && now - stage.memoryAt >= kLeastMemorySeconds) {
        stage.memoryAt = now;
        const auto place = std::ranges::find(m_stages, &stage, &std::unique_ptr<Stage>::get);
        m_memory(static_cast<std::size_t>(place - m_stages.begin()), memory);
    }
}

void StagedProcesses::write(Stage& stage, std::string_view line) {
    const int input = stage.command.input.write.get();
    std::string whole(line);
    whole += '\n';
    for (std::size_t done = 0; input >= 0 && done < whole.size();) {
        const ssize_t count = ::write(input, whole.data() + done, whole.size() - done);
        pollfd room{input, POLLOUT, 0};
        if (count > 0) {
            done += static_cast<std::size_t>(count);
        } else if (errno != EAGAIN || ::poll(&room, 1, 1000 * kWriteSeconds) == 0) {
            // It has ended, which its own thread tells; or it stands still with a full pipe.
            if (errno == EAGAIN) {
                loseUnlessEnding(
                    stage, say("The process on that machine has received no data for %1 seconds.",
                               kWriteSeconds));
            }
            return;
        }
    }
}

void StagedProcesses::watchUntil(std::unique_lock<std::mutex>& lock,
                                 const std::function<bool()>& isDecided) {
    // Loading and computing may take their time; a stage answers meanwhile.
    while (!m_changed.wait_for(lock, kAskEvery, isDecided)) {
        for (const auto& stage : m_stages) {
            if (stageClock() - stage->heardAt > m_patience) {
                loseUnlessEnding(*stage, m_silent);
            }
            write(*stage, jsonText(Json{{"ping", kPings}}));
        }
    }
}

bool StagedProcesses::areReady() {
    std::unique_lock lock(m_mutex);
    const auto isReady = [](const auto& stage) { return !stage->ready.is_null(); };
    const auto hasEnded = [](const auto& stage) { return stage->hasEnded; };
    const auto isDecided = [&] {
        return m_stop.stop_requested() || std::ranges::all_of(m_stages, isReady) ||
               std::ranges::any_of(m_stages, hasEnded);
    };
    watchUntil(lock, isDecided);
    return !m_stop.stop_requested() && std::ranges::all_of(m_stages, isReady) &&
           std::ranges::none_of(m_stages, hasEnded);
}

void StagedProcesses::loseUnlessEnding(Stage& stage, const Message& why) {
    if (!stage.hasEnded && !m_stop.stop_requested()) {
        stage.lost = why;
        m_stop.request_stop();
    }
}

void StagedProcesses::compareClocks(Stage& stage) {
    std::optional<double> shortest;
    for (int ping = 0; ping < kPings; ++ping) {
        std::unique_lock lock(m_mutex);
        const double sent = stageClock();
        write(stage, jsonText(Json{{"ping", ping}}));
        m_changed.wait_for(lock, std::chrono::duration<double>(m_patience), [&] {
            return stage.pongs.contains(ping) || stage.hasEnded || m_stop.stop_requested();
        });
        if (!stage.pongs.contains(ping)) {
            loseUnlessEnding(stage, m_silent);
            return;
        }
        const double took = stageClock() - sent;
        if (!shortest || took < *shortest) {
            shortest = took;
            stage.result.clockOffset = stage.pongs[ping] - (sent + took / 2);
            stage.result.clockError = took / 2;
        }
    }
}

Result<void> StagedProcesses::start() {
    const std::scoped_lock lock(m_mutex);
    for (const auto& stage : m_stages) {
        for (const auto& other : m_stages) {
            const auto name = m_areModelsSent
                                  ? std::nullopt
                                  : sampleDifference(stage->ready.value("model", Json()),
                                                     other->ready.value("model", Json()));
            if (name) {
                return fail(ErrorCode::InvalidArgument,
                            say("The stages on %1 and %2 have different models: %3 differs. Copy "
                                "the same model to both machines.",
                                stage->result.place.machine, other->result.place.machine,
                                quotedForMessage(*name)));
            }
        }
    }
    const StageAnswer* four = nullptr;
    const StageAnswer* six = nullptr;
    for (const auto& stage : m_stages) {
        const std::string& address = stage->result.address = addressOf(*stage);
        // Of a name the system takes what it finds.
        const bool isFour = address.find_first_not_of("0123456789.") == std::string::npos;
        four = isFour ? &stage->result : four;
        six = address.find(':') != std::string::npos ? &stage->result : six;
    }
    if (four != nullptr && six != nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 has an IPv4 address (%2), but %3 has an IPv6 address (%4); use "
                        "addresses of the same kind for all machines.",
                        four->place.machine, four->address, six->place.machine, six->address));
    }
    for (const auto& stage : m_stages) {
        write(*stage, jsonText(Json{{"start", {{"address", stage->result.address}}}}));
    }
    return {};
}

std::string StagedProcesses::addressOf(const Stage& stage) const {
    if (!stage.result.place.address.empty()) {
        return stage.result.place.address;
    }
    const auto told = [](const Stage& one, const char* which) { return textAt(one.ready, which); };
    if (!isThisMachine(stage.result.place.machine)) {
        const std::string own = told(stage, "/server");
        return own.empty() ? stage.result.place.machine : own;
    }
    // This machine is known to the others by the address from which ssh came to them.
    for (const auto& other : m_stages) {
        if (const std::string here = told(*other, "/client");
            !isThisMachine(other->result.place.machine) && !here.empty()) {
            return here;
        }
    }
    return kLoopback;
}

}  // namespace stowage
