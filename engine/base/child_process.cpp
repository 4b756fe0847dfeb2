// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/child_process.h"

#include "engine/base/error_conversion.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace stowage {
namespace {

using ChildClock = std::chrono::steady_clock;
constexpr int kChildNotStarted = 127;

Unexpected cannotStart(const std::string& program, const char* what) {
    return fail(ErrorCode::ReadFailed,
                say("%1 cannot be started: %2 failed: %3.", program, what, systemErrorText(errno)));
}

/// Texts as exec() takes them.
class TextArray {
public:
    explicit TextArray(std::vector<std::string> texts) : m_texts(std::move(texts)) {
        for (std::string& text : m_texts) {
            m_pointers.push_back(text.data());
        }
        m_pointers.push_back(nullptr);
    }
    [[nodiscard]] char* const* get() const { return m_pointers.data(); }

private:
    std::vector<std::string> m_texts;
    std::vector<char*> m_pointers;
};

std::vector<std::string> environmentOf(const ChildRequest& request) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::string_view name = text.substr(0, text.find('='));
        const bool isReplaced = std::ranges::any_of(
            request.environment, [name](const auto& own) { return own.first == name; });
        if (!isReplaced) {
            all.emplace_back(text);
        }
    }
    for (const auto& [name, value] : request.environment) {
        all.push_back(name + "=" + value);
    }
    return all;
}

/// What the child needs between fork and exec, all of it made before.
struct Start {
    const char* program;
    char* const* arguments;
    char* const* environment;
    int input;  ///< −1: /dev/null
    int output;
    int diagnostics;
    pid_t parent;
    bool withoutNetwork;
};

/// In the child between fork and exec: only calls that are safe there.
[[noreturn]] void becomeProgram(const Start& start) {
    ::setpgid(0, 0);
    // Root may take its own network away, others in a user namespace of their own, which gives
    // them no right outside it. Before the next line, because new rights take its signal back.
    if (start.withoutNetwork && ::unshare(CLONE_NEWNET) != 0) {
        (void)::unshare(CLONE_NEWUSER | CLONE_NEWNET);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != start.parent) {
        ::_exit(kChildNotStarted);
    }
    const int input = start.input < 0 ? ::open("/dev/null", O_RDONLY) : start.input;
    ::dup2(input, STDIN_FILENO);
    ::dup2(start.output, STDOUT_FILENO);
    ::dup2(start.diagnostics, STDERR_FILENO);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) {
        ::signal(signal, SIG_DFL);  // a shell's background jobs ignore SIGINT
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(start.program, start.arguments, start.environment);
    ::_exit(kChildNotStarted);
}

class Waiter {
public:
    Waiter(pid_t child, ChildPipe output, ChildPipe diagnostics, const ChildRequest& request,
           const std::stop_token& stop)
        : m_child(child),
          m_output(std::move(output.read)),
          m_diagnostics(std::move(diagnostics.read)),
          m_request(request),
          m_stop(stop) {
        for (const FileDescriptor* const end : {&m_output, &m_diagnostics}) {
            ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
        }
    }

    ChildAnswer wait() {
        int status = 0;
        auto next = ChildClock::now();
        while (::waitpid(m_child, &status, WNOHANG) == 0) {
            next += m_request.pollInterval;
            if (m_request.onPoll) {
                m_request.onPoll(m_child);
            }
            waitUntil(next);
            endIfDue();
        }
        ::kill(-m_child, SIGKILL);  // what it has left running
        drainAll();
        m_answer.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        m_answer.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        return std::move(m_answer);
    }

private:
    /// Takes what the child prints until it is time for the next poll.
    void waitUntil(ChildClock::time_point next) {
        while (true) {
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(next - ChildClock::now());
            if (left.count() <= 0) {
                return;
            }
            std::array<pollfd, 2> waits{pollfd{m_output.get(), POLLIN, 0},
                                        pollfd{m_diagnostics.get(), POLLIN, 0}};
            if (::poll(waits.data(), waits.size(), static_cast<int>(left.count())) <= 0) {
                return;
            }
            drainAll();
        }
    }
    void drainAll() {
        const auto keepIn = [this](std::string& text) {
            return [this, &text](std::string_view piece) {
                text.append(piece);
                if (text.size() > 2 * m_request.mostOutput) {
                    text.erase(0, text.size() - m_request.mostOutput);
                }
            };
        };
        if (m_request.onOutput) {
            drain(m_output, m_request.onOutput);
        } else {
            drain(m_output, keepIn(m_answer.output));
        }
        drain(m_diagnostics, keepIn(m_answer.diagnostics));
    }
    template <class Take>
    static void drain(FileDescriptor& from, const Take& take) {
        std::array<char, 65536> buffer{};
        while (from.get() >= 0) {
            const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
            if (count > 0) {
                take(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
            } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
                from.reset();
            } else if (errno == EAGAIN) {
                return;
            }
        }
    }
    void endIfDue() {
        constexpr auto kPatience = std::chrono::seconds(3);
        const auto now = ChildClock::now();
        if (m_request.limit && now - m_begin > *m_request.limit) {
            m_answer.isTimedOut = true;
            ::kill(-m_child, SIGKILL);
        } else if (m_stop.stop_requested()) {
            if (!m_askedAt) {
                m_askedAt = now;
                ::kill(-m_child, SIGINT);
            } else if (now - *m_askedAt > kPatience) {
                ::kill(-m_child, SIGKILL);
            }
        }
    }

    pid_t m_child;
    FileDescriptor m_output;
    FileDescriptor m_diagnostics;
    const ChildRequest& m_request;
    const std::stop_token& m_stop;
    ChildClock::time_point m_begin = ChildClock::now();
    std::optional<ChildClock::time_point> m_askedAt;
    ChildAnswer m_answer;
};

bool isProgram(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           ::access(path.c_str(), X_OK) == 0;
}

Result<std::string> programOf(const std::string& name) {
    const std::optional<std::string> path = findProgram(name);
    if (!path || ::access(path->c_str(), F_OK) != 0) {
        return fail(ErrorCode::FileNotFound, say("There is no program %1.", name), name);
    }
    if (!isProgram(*path)) {
        return fail(ErrorCode::PermissionDenied,
                    say("%1 is not a program that can run on this machine.", *path), *path);
    }
    return *path;
}

}  // namespace

Result<ChildPipe> makeChildPipe(const std::string& program) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return cannotStart(program, "pipe");
    }
    return ChildPipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::optional<std::string> findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const char* const path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? std::string_view() : std::string_view(path);
    while (!name.empty() && !rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        std::string candidate = std::string(rest.substr(0, end)) + "/" + name;
        if (isProgram(candidate)) {
            return candidate;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

Result<ChildAnswer> runChild(const ChildRequest& request, const std::stop_token& stop) {
    const auto program = programOf(request.command.front());
    STOWAGE_TRY(program);
    auto output = makeChildPipe(*program);
    auto diagnostics = makeChildPipe(*program);
    STOWAGE_TRY(output);
    STOWAGE_TRY(diagnostics);
    const TextArray arguments(request.command);
    const TextArray environment(environmentOf(request));
    const Start start{program->c_str(), arguments.get(),       environment.get(),
                      request.input,    output->write.get(),   diagnostics->write.get(),
                      ::getpid(),       request.withoutNetwork};
    const pid_t child = ::fork();
    if (child < 0) {
        return cannotStart(*program, "fork");
    }
    if (child == 0) {
        becomeProgram(start);
    }
    ::setpgid(child, child);  // whichever of the two comes first
    output->write.reset();
    diagnostics->write.reset();
    return Waiter(child, std::move(*output), std::move(*diagnostics), request, stop).wait();
}

}  // namespace stowage
