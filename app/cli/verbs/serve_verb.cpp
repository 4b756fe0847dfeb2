// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_context.h"
#include "app/cli/machines/serve_requests.h"
#include "app/cli/machines/watched_child.h"
#include "app/cli/options/common_options.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/build_info.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/device/host_memory.h"

#include <nlohmann/json.hpp>

#include <CLI/CLI.hpp>

#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// `serve`: reads requests from standard input, answers them as their answers come, and stops and
/// gives back all that is under way once the input ends or the command is interrupted. A request
/// that is a command runs as a stowagectl of its own, so that neither its memory nor its crash is
/// this process's.
class ServeSession {
public:
    ServeSession(const CommandContext& context, AllowedFolders folders);
    ~ServeSession();
    ServeSession(const ServeSession&) = delete;
    ServeSession& operator=(const ServeSession&) = delete;

    /// Until the input ends. Error: ReadFailed.
    [[nodiscard]] Result<void> run();

private:
    struct Job;
    using Jobs = std::map<std::int64_t, std::unique_ptr<Job>>;

    void takeLine(const LineSplitter::Line& line);
    void start(const ServeRequest& request);
    void startCommand(const ServeRequest& request);
    /// Runs the command and tells of it meanwhile. Returns the line that answers the request.
    [[nodiscard]] std::string runCommand(Job& job, const ServeRequest& request,
                                         const std::stop_token& stop);
    /// Whether all of a load's object is there: then it is told of, or its weights are let go.
    void takeLoaded(Job& job, const ServeRequest& request);
    /// That line, from what the command printed and how it ended.
    [[nodiscard]] std::string lastAnswer(const Job& job, const ServeRequest& request,
                                         const ChildAnswer& ended) const;
    void control(const ServeRequest& request);
    void cancel(Jobs::iterator job, std::int64_t id);
    [[nodiscard]] std::string sample() const;

    void print(std::string_view line);

    const CommandContext& m_context;
    AllowedFolders m_folders;
    std::mutex m_outputMutex;
    Jobs m_jobs;  ///< by id; for the reading thread alone
};

using Json = nlohmann::ordered_json;

/// A request has no such depth, and few values.
constexpr JsonLimits kRequestLimits{.textBytes = kServeLineBytes, .depth = 64, .values = 1'000'000};

/// A line of JSON whose value is given as text. `status` is told where it is not 0.
std::string answerLine(std::int64_t id, std::string_view kind, std::string_view json,
                       int status = 0) {
    return "{\"id\":" + std::to_string(id) + ",\"" + std::string(kind) + "\":" + std::string(json) +
           (status == 0 ? "" : ",\"status\":" + std::to_string(status)) + "}";
}

std::string errorLine(std::optional<std::int64_t> id, const Error& error) {
    Json object = {{"id", orNull(id)}};
    object.update(*parseJson(errorToJson(error), "the error"));
    return jsonText(object);
}

/// One request under way, in a thread of its own.
struct ServeSession::Job {
    std::string output{};                 ///< of the command; of `open` without the lines of files
    LineSplitter lines{kServeLineBytes};  ///< of its events, of `open` of its output
    bool isLoaded = false;  ///< the weights are there, and stay until the input is closed

    mutable std::mutex mutex{};  ///< guards what is below, but for the thread
    bool isDone = false;
    bool isCancelled = false;
    std::vector<std::int64_t> cancellers{};  ///< requests that are answered once this one is
    ChildPipe input{};  ///< to the command's standard input; none of what is no load

    void closeInput() {
        const std::lock_guard lock(mutex);
        input.write.reset();
    }
    /// Writes to that; a load that takes no more is left alone. False: there is none.
    [[nodiscard]] bool tell(std::string_view line) const {
        const std::lock_guard lock(mutex);
        if (input.write.get() >= 0) {
            (void)!::write(input.write.get(), line.data(), line.size());
        }
        return input.write.get() >= 0;
    }
    [[nodiscard]] bool hasEnded() const {
        const std::lock_guard lock(mutex);
        return isDone;
    }
    void cancel() {
        const std::lock_guard lock(mutex);
        isCancelled = true;
        thread.request_stop();
    }
    [[nodiscard]] bool wasCancelled() const {
        const std::lock_guard lock(mutex);
        return isCancelled;
    }

    std::jthread thread{};  ///< last, so that it is over before what it uses goes
};

ServeSession::ServeSession(const CommandContext& context, AllowedFolders folders)
    : m_context(context), m_folders(std::move(folders)) {}

ServeSession::~ServeSession() {
    for (const auto& [id, job] : m_jobs) {
        job->cancel();
    }
    m_jobs.clear();  // waits for each
}

Result<void> ServeSession::run() {
    LineSplitter lines(kServeLineBytes);
    while (true) {
        const Result<std::string> piece = m_context.nextInput();
        STOWAGE_TRY(piece);
        const bool isEnd = piece->empty();
        lines.add(isEnd ? "\n" : *piece);  // a last line may lack its end
        while (const auto line = lines.next()) {
            takeLine(*line);
        }
        if (isEnd) {
            return {};
        }
    }
}

void ServeSession::takeLine(const LineSplitter::Line& line) {
    std::erase_if(m_jobs, [](const auto& one) { return one.second->hasEnded(); });
    if (line.isCut) {
        print(
            errorLine({}, makeError(ErrorCode::LimitExceeded,
                                    say("A request line is longer than 16 MiB and is ignored."))));
        return;
    }
    if (line.text.find_first_not_of(" \t\r") == std::string_view::npos) {
        return;
    }
    const auto object = parseJson(line.text, "The request", kRequestLimits);
    if (!object) {
        print(errorLine({}, object.error()));
        return;
    }
    const auto id = serveIdOf(*object);
    if (id && m_jobs.contains(*id)) {
        print(errorLine(
            id, makeError(ErrorCode::InvalidArgument,
                          say("\"id\": %1 is in use by a running request; use another id.", *id),
                          {}, "id")));
        return;
    }
    const auto request = readServeRequest(*object, m_folders);
    if (!request) {
        print(errorLine(id, request.error()));
        return;
    }
    start(*request);
}

void ServeSession::start(const ServeRequest& request) {
    switch (request.task) {
        case ServeTask::Command:
            startCommand(request);
            return;
        case ServeTask::List: {
            const auto list = listFolder(request.path, m_folders);
            print(list ? answerLine(request.id, "ok", jsonText(*list))
                       : errorLine(request.id, list.error()));
            return;
        }
        case ServeTask::Sample:
            print(answerLine(request.id, "ok", sample()));
            return;
        case ServeTask::Cancel:
        case ServeTask::Pause:
        case ServeTask::Resume:
        case ServeTask::Step:
            control(request);
            return;
    }
}

void ServeSession::startCommand(const ServeRequest& request) {
    // Requests under way at once.
    constexpr std::size_t kMostJobs = 16;
    if (m_jobs.size() >= kMostJobs) {
        print(errorLine(request.id,
                        makeError(ErrorCode::LimitExceeded,
                                  say("%1 requests are running, which is the limit. Send the "
                                      "request again when a running request has finished.",
                                      m_jobs.size()))));
        return;
    }
    ChildPipe input;
    if (request.isFollowed()) {  // now, so that what is asked of the load next reaches it
        auto pipe = makeChildPipe("stowagectl");
        if (!pipe) {
            print(errorLine(request.id, pipe.error()));
            return;
        }
        input = std::move(*pipe);
        ::fcntl(input.write.get(), F_SETFL, O_NONBLOCK);
    }
    Job& job = *m_jobs.emplace(request.id, std::make_unique<Job>()).first->second;
    job.input = std::move(input);
    job.thread = std::jthread([this, &job, request](const std::stop_token& stop) {
        const std::string answer = runCommand(job, request, stop);
        std::vector<std::int64_t> cancellers;
        {
            const std::lock_guard lock(job.mutex);
            job.isDone = true;
            cancellers.swap(job.cancellers);
        }
        print(answer);
        for (const std::int64_t id : cancellers) {
            print(answerLine(id, "ok", jsonText(Json{{"request", request.id}})));
        }
    });
}

std::string ServeSession::runCommand(Job& job, const ServeRequest& request,
                                     const std::stop_token& stop) {
    ChildRequest child{.command = {"/proc/self/exe"},
                       .input = job.input.read.get(),
                       .pollInterval = std::chrono::milliseconds(10)};
    child.command.insert(child.command.end(), request.arguments.begin(), request.arguments.end());
    const bool isLoad = request.isFollowed();
    std::vector<std::string> own{"--json"};
    if (request.verb == "open") {
        own.emplace_back("--lines");
        child.onOutput = [&](std::string_view piece) {
            job.lines.add(piece);
            while (const auto line = job.lines.next()) {
                if (line->text.starts_with("{\"file\":") && !line->isCut) {
                    print(answerLine(request.id, "progress", line->text));
                } else {
                    job.output.append(line->text).append("\n");
                }
            }
        };
    } else {
        child.onOutput = [&](std::string_view piece) {
            job.output += piece;
            if (isLoad && !job.isLoaded && job.output.ends_with("\n}\n")) {
                takeLoaded(job, request);
            }
        };
    }
    if (isLoad) {
        own.insert(own.end(), {"--hold", "--events=/proc/self/fd/3"});
        child.onEvents = [&](std::string_view piece) {
            job.lines.add(piece);
            while (const auto line = job.lines.next()) {
                print(answerLine(request.id, "progress", line->text));
            }
        };
    }
    // Before "--", behind which the model stands.
    child.command.insert(child.command.begin() + 2, own.begin(), own.end());
    const auto ended = runChild(child, stop);
    job.closeInput();
    return ended ? lastAnswer(job, request, *ended) : errorLine(request.id, ended.error());
}

void ServeSession::takeLoaded(Job& job, const ServeRequest& request) {
    const auto report = parseJson(job.output, "the load");
    if (!report || report->contains("error") || report->contains("stopped")) {
        return;  // not whole yet, or nothing was loaded
    }
    job.isLoaded = true;
    if (request.holds) {
        print(answerLine(request.id, "progress", jsonText(Json{{"loaded", *report}})));
    } else {
        job.closeInput();
    }
}

std::string ServeSession::lastAnswer(const Job& job, const ServeRequest& request,
                                     const ChildAnswer& ended) const {
    if (job.wasCancelled() && !(job.isLoaded && request.holds)) {
        return errorLine(request.id,
                         makeError(ErrorCode::Cancelled, say("The request was cancelled.")));
    }
    auto object = parseJson(job.output, "the answer");
    const bool isKilled = ended.signal != 0 && !job.wasCancelled();  // also while it is held
    if (!object || !object->is_object() || isKilled) {
        return errorLine(request.id, makeError(ErrorCode::Internal,
                                               say("stowagectl %1 exited without a result: %2",
                                                   request.verb, whyNoResult(ended))));
    }
    const auto error = object->find("error");
    if (object->size() == 1 && error != object->end()) {
        return answerLine(request.id, "error", jsonText(*error));
    }
    if (request.verb == "devices") {
        utsname system{};
        ::uname(&system);
        (*object)["serve"] = {{"stowagectl", STOWAGE_VERSION},
                              {"v", kServeVersion},
                              {"system", std::string(system.sysname) + " " + system.machine},
                              {"host", system.nodename},
                              {"folders", m_folders.all()}};
    }
    return answerLine(request.id, "ok", jsonText(*object), ended.exitStatus);
}

void ServeSession::control(const ServeRequest& request) {
    const auto found = m_jobs.find(*request.other);
    if (found == m_jobs.end()) {
        print(errorLine(request.id,
                        makeError(ErrorCode::InvalidArgument,
                                  say("No request with the id %1 is running.", *request.other), {},
                                  "request")));
        return;
    }
    if (request.task == ServeTask::Cancel) {
        cancel(found, request.id);
        return;
    }
    if (!found->second->tell(request.verb + "\n")) {
        print(errorLine(
            request.id,
            makeError(ErrorCode::InvalidArgument,
                      say("The request with the id %1 is not a running load.", *request.other), {},
                      "request")));
        return;
    }
    print(answerLine(request.id, "ok", jsonText(Json{{"request", *request.other}})));
}

void ServeSession::cancel(Jobs::iterator job, std::int64_t id) {
    {
        const std::lock_guard lock(job->second->mutex);
        job->second->isCancelled = true;
        if (!job->second->isDone) {
            job->second->cancellers.push_back(id);
            job->second->thread.request_stop();
            return;
        }
    }
    const std::int64_t ended = job->first;
    m_jobs.erase(job);  // its answer is out
    print(answerLine(id, "ok", jsonText(Json{{"request", ended}})));
}

std::string ServeSession::sample() const {
    Json ids = Json::array();
    for (const auto& [id, job] : m_jobs) {
        ids.push_back(id);
    }
    const HostMemory host = readHostMemory();
    return jsonText(
        Json{{"host", {{"total", orNull(host.total)}, {"available", orNull(host.available)}}},
             {"requests", std::move(ids)}});
}

void ServeSession::print(std::string_view line) {
    const std::lock_guard lock(m_outputMutex);
    m_context.print(line);
}

/// `serve`: answers the requests of docs/serve.md on its standard streams.
class ServeVerb : public Verb {
public:
    void describe(CLI::App& command) override {
        command.add_option("--allow", m_folders)
            ->type_name("DIR")
            ->check(notEmpty())
            ->allow_extra_args(false);
    }

    Result<int> run(CommandContext& context) override {
        // Whoever reads the answers may go at any moment.
        std::signal(SIGPIPE, SIG_IGN);
        auto folders = AllowedFolders::make(m_folders);
        STOWAGE_TRY(folders);
        ServeSession session(context, std::move(*folders));
        STOWAGE_TRY(session.run());
        return kExitDone;
    }

private:
    std::vector<std::string> m_folders;
};

}  // namespace

std::unique_ptr<Verb> makeServeVerb() {
    return std::make_unique<ServeVerb>();
}

}  // namespace stowage
