// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_context.h"
#include "app/cli/job_options.h"
#include "app/cli/machines/served_folders.h"
#include "app/cli/options/common_options.h"
#include "app/cli/verbs/verbs.h"
#include "engine/base/build_info.h"
#include "engine/base/error_conversion.h"
#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/base/strings.h"
#include "engine/device/host_memory.h"
#include "engine/jobs/job_process.h"

#include <nlohmann/json.hpp>

#include <CLI/CLI.hpp>

#include <sys/timerfd.h>
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

using Json = nlohmann::ordered_json;

/// `serve`: reads requests from standard input, answers them as their answers come, and stops and
/// gives back all that is under way once the input ends or the command is interrupted. A request
/// that is a command runs as a stowagectl of its own, so that neither its memory nor its crash is
/// this process's.
class ServeSession {
public:
    /// `program`: the parser with all commands.
    ServeSession(const CommandContext& context, const CLI::App& program, AllowedFolders folders);
    ~ServeSession();
    ServeSession(const ServeSession&) = delete;
    ServeSession& operator=(const ServeSession&) = delete;

    /// Until the input ends, or brings nothing for so long; 0 seconds: however long it takes.
    /// Error: ReadFailed.
    [[nodiscard]] Result<void> run(std::int64_t patience);

private:
    struct Job;
    using Jobs = std::map<std::int64_t, std::unique_ptr<Job>>;

    void takeLine(const LineSplitter::Line& line);
    [[nodiscard]] Result<void> take(std::int64_t id, Json& request);
    [[nodiscard]] Result<void> startJob(std::int64_t id, const JobKind& kind, Json request);
    /// Does the job and prints its progress. Returns the line that answers the request.
    [[nodiscard]] std::string runJob(Job& job, std::int64_t id, const JobKind& kind,
                                     const Json& request, const std::stop_token& stop) const;
    [[nodiscard]] Result<void> control(std::int64_t id, const std::string& what,
                                       const Json& request);
    void cancel(Jobs::iterator job, std::int64_t id);
    [[nodiscard]] Json sample() const;

    void print(std::string_view line) const { m_context.print(line); }

    const CommandContext& m_context;
    const CLI::App& m_program;
    AllowedFolders m_folders;
    Jobs m_jobs;  ///< by id; for the reading thread alone
};

constexpr std::size_t kServeLineBytes = std::size_t{16} << 20;
/// Requests are lists and texts: a map of 100,000 entries has far fewer.
constexpr JsonLimits kRequestLimits{.textBytes = kServeLineBytes, .depth = 64, .values = 1'000'000};
/// Requests that are no jobs; all except the first two concern another request.
constexpr std::string_view kControls = "list, sample, cancel, pause, resume, step";

/// The line of a request's answer: a line of its job, or an object.
std::string withId(std::int64_t id, std::string_view object) {
    return "{\"id\":" + std::to_string(id) + "," + std::string(object.substr(1));
}

std::string okLine(std::int64_t id, Json object) {
    return withId(id, jsonText({{"ok", std::move(object)}}));
}

std::string errorLine(std::optional<std::int64_t> id, const Error& error) {
    return jsonText({{"id", orNull(id)}, {"error", errorJson(error)}});
}

/// The id of a line, also of one that is no request; nothing where none can be read.
std::optional<std::int64_t> idOf(const Json& object) {
    const auto found = object.is_object() ? object.find("id") : object.end();
    const bool isId =
        found != object.end() && found->is_number_integer() &&
        !(found->is_number_unsigned() && found->get<std::uint64_t>() > std::uint64_t{1} << 53) &&
        found->get<std::int64_t>() >= 0;
    return isId ? std::optional(found->get<std::int64_t>()) : std::nullopt;
}

/// One request under way, in a thread of its own.
struct ServeSession::Job {
    JobProcess process{JobPlace()};
    bool isLoad = false;
    bool isLoaded = false;  ///< the weights are there, and stay until they are cancelled

    mutable std::mutex mutex{};  ///< guards what is below, but for the thread
    bool isDone = false;
    bool isCancelled = false;
    std::vector<std::int64_t> cancellers{};  ///< requests that are answered once this one is

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

ServeSession::ServeSession(const CommandContext& context, const CLI::App& program,
                           AllowedFolders folders)
    : m_context(context), m_program(program), m_folders(std::move(folders)) {}

ServeSession::~ServeSession() {
    for (const auto& [id, job] : m_jobs) {
        job->cancel();
    }
    m_jobs.clear();  // waits for each
}

Result<void> ServeSession::run(std::int64_t patience) {
    LineSplitter lines(kServeLineBytes);
    const FileDescriptor silence(patience > 0 ? ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC)
                                              : -1);
    while (true) {
        itimerspec limit{};
        limit.it_value.tv_sec = patience;
        (void)::timerfd_settime(silence.get(), 0, &limit, nullptr);
        const Result<std::string> piece = m_context.nextInput(silence.get());
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
    auto object = parseJson(line.text, "The request", kRequestLimits);
    if (!object) {
        print(errorLine({}, object.error()));
        return;
    }
    const auto id = idOf(*object);
    const auto taken = !id && object->is_object()
                           ? wrongMember("id", phrase("give a whole number of at least 0"))
                           : take(id.value_or(0), *object);
    if (!taken) {
        print(errorLine(id, taken.error()));
    }
}

Result<void> ServeSession::take(std::int64_t id, Json& request) {
    if (m_jobs.contains(id)) {
        return fail(ErrorCode::InvalidArgument,
                    say("\"id\": %1 is in use by a running request; use another id.", id), {},
                    "id");
    }
    const auto kind = jobKindOf(request, kControls);
    const std::string what = textMember(request, "do");
    const bool isControl =
        !what.empty() &&
        (", " + std::string(kControls) + ",").find(", " + what + ",") != std::string::npos;
    if (!kind && !(isControl && kind.error().key == "do")) {
        return Unexpected{kind.error()};
    }
    if (isControl) {
        return control(id, what, request);
    }
    if (!(*kind)->isForOthers) {
        return wrongMember("do", say("%1 cannot be asked for here", quotedForMessage(what)));
    }
    const JobFolders folders{
        .model = [this](const std::string& path) { return m_folders.placeOpened(path); },
        .companion = [this](const std::string& path) { return m_folders.placeModel(path); },
        .file = [this](const std::string& path) { return m_folders.place(path); }};
    STOWAGE_TRY(checkJob(request, **kind, m_program, &folders));
    return startJob(id, **kind, std::move(request));
}

Result<void> ServeSession::startJob(std::int64_t id, const JobKind& kind, Json request) {
    // Requests under way at once.
    constexpr std::size_t kMostJobs = 16;
    if (m_jobs.size() >= kMostJobs) {
        return fail(ErrorCode::LimitExceeded,
                    say("%1 requests are running, which is the limit. Send the request again when "
                        "a running request has finished.",
                        m_jobs.size()));
    }
    Job& job = *m_jobs.emplace(id, std::make_unique<Job>()).first->second;
    job.isLoad = kind.name == "load" && !request.value("dry_run", false);
    job.thread = std::jthread(
        [this, &job, id, &kind, request = std::move(request)](const std::stop_token& stop) {
            const std::string answer = runJob(job, id, kind, request, stop);
            std::vector<std::int64_t> cancellers;
            {
                const std::lock_guard lock(job.mutex);
                job.isDone = true;
                cancellers.swap(job.cancellers);
            }
            print(answer);
            for (const std::int64_t canceller : cancellers) {
                print(okLine(canceller, {{"request", id}}));
            }
        });
    return {};
}

std::string ServeSession::runJob(Job& job, std::int64_t id, const JobKind& kind,
                                 const Json& request, const std::stop_token& stop) const {
    const auto ended = job.process.run(
        request,
        [&](std::string_view line) {
            job.isLoaded = job.isLoaded || line.starts_with("{\"progress\":{\"loaded\":");
            print(withId(id, line));
        },
        stop);
    if (!ended) {
        return errorLine(id, ended.error());
    }
    if (job.wasCancelled() && !job.isLoaded) {
        return errorLine(id, makeError(ErrorCode::Cancelled, say("The request was cancelled.")));
    }
    const bool isKilled = ended->signal != 0 && !job.wasCancelled();  // also while it is held
    if (ended->answer.empty() || isKilled) {
        return errorLine(
            id, makeError(ErrorCode::Internal, say("stowagectl %1 exited without a result: %2",
                                                   kind.name, whyNoResult(*ended))));
    }
    if (kind.name != "devices") {
        return withId(id, ended->answer);
    }
    auto devices = jobReport({}, *ended);
    if (!devices) {
        return errorLine(id, devices.error());
    }
    utsname system{};
    ::uname(&system);
    (*devices)["serve"] = {{"stowagectl", STOWAGE_VERSION},
                           {"v", kServeVersion},
                           {"system", std::string(system.sysname) + " " + system.machine},
                           {"host", system.nodename},
                           {"folders", m_folders.all()}};
    return okLine(id, std::move(*devices));
}

Result<void> ServeSession::control(std::int64_t id, const std::string& what, const Json& request) {
    const bool isList = what == "list";
    const bool isOfOther = !isList && what != "sample";
    for (const auto& [key, value] : request.items()) {
        const bool isKnown = key == "v" || key == "id" || key == "do" ||
                             (isList && key == "path") || (isOfOther && key == "request");
        if (!isKnown) {
            return wrongMember(key, say("the request \"%1\" has no such member", what));
        }
    }
    if (what == "sample") {
        print(okLine(id, sample()));
        return {};
    }
    if (isList) {
        const auto path = request.find("path");
        if (path != request.end() && !path->is_string()) {
            return wrongMember("path", phrase("give a path"));
        }
        const auto place = m_folders.place(path == request.end() ? "." : path->get<std::string>());
        STOWAGE_TRY(place);
        auto list = listFolder(*place, m_folders);
        STOWAGE_TRY(list);
        print(okLine(id, std::move(*list)));
        return {};
    }
    const auto other = request.find("request");
    if (other == request.end() || !other->is_number_integer()) {
        return wrongMember("request", phrase("give the id of a request"));
    }
    const auto wrongRequest = [](const Message& why) {
        return fail(ErrorCode::InvalidArgument, why, {}, "request");
    };
    const auto found = m_jobs.find(other->get<std::int64_t>());
    if (found == m_jobs.end()) {
        return wrongRequest(say("No request with the id %1 is running.", jsonText(*other)));
    }
    if (what == "cancel") {
        cancel(found, id);
        return {};
    }
    if (!found->second->isLoad) {
        return wrongRequest(
            say("The request with the id %1 is not a running load.", jsonText(*other)));
    }
    found->second->process.send(what);
    print(okLine(id, {{"request", *other}}));
    return {};
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
    print(okLine(id, {{"request", ended}}));
}

Json ServeSession::sample() const {
    Json ids = Json::array();
    for (const auto& [id, job] : m_jobs) {
        ids.push_back(id);
    }
    const HostMemory host = readHostMemory();
    return {{"host", {{"total", orNull(host.total)}, {"available", orNull(host.available)}}},
            {"requests", std::move(ids)}};
}

/// `serve`: answers the requests of docs/serve.md on its standard streams.
class ServeVerb : public Verb {
public:
    void describe(CLI::App& command) override {
        m_program = command.get_parent();
        command.add_option("--allow", m_folders)
            ->type_name("DIR")
            ->check(notEmpty())
            ->allow_extra_args(false);
        takesNumber(command.add_option("--end-after", m_patience), "SECONDS");
    }

    Result<int> run(CommandContext& context) override {
        // Whoever reads the answers may go at any moment.
        std::signal(SIGPIPE, SIG_IGN);
        STOWAGE_TRY(requireRange("--end-after", m_patience, 0, kMostPatience));
        auto folders = AllowedFolders::make(m_folders);
        STOWAGE_TRY(folders);
        ServeSession session(context, *m_program, std::move(*folders));
        STOWAGE_TRY(session.run(m_patience));
        return kExitDone;
    }

private:
    const CLI::App* m_program = nullptr;
    static constexpr std::int64_t kMostPatience = 1'000'000;
    std::vector<std::string> m_folders;
    std::int64_t m_patience = 0;
};

}  // namespace

std::unique_ptr<Verb> makeServeVerb() {
    return std::make_unique<ServeVerb>();
}

}  // namespace stowage
