// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/allowed_folders.h"
#include "engine/base/strings.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace stowage {

class CommandContext;
struct ChildAnswer;
struct ServeRequest;

/// Requests under way at once.
inline constexpr std::size_t kServeRequests = 16;

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

}  // namespace stowage
