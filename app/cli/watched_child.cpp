// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/watched_child.h"

#include "engine/base/error_conversion.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPollInterval = std::chrono::milliseconds(5);
constexpr auto kPatience = std::chrono::seconds(3);
constexpr int kExecFailed = 127;

/// A descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor() { reset(); }
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return m_number; }
    void reset() {
        if (m_number >= 0) {
            ::close(std::exchange(m_number, -1));
        }
    }

private:
    int m_number;
};

struct Pipe {
    Descriptor read;
    Descriptor write;
};

Unexpected cannotStart(const char* what) {
    return fail(ErrorCode::ReadFailed,
                std::string("A process for the comparison cannot be started: ") + what +
                    " failed: " + systemErrorText(errno) + ".");
}

Result<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return cannotStart("pipe");
    }
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// In the child between fork and exec: only calls that are safe there.
[[noreturn]] void becomeProgram(pid_t parent, const Pipe& output, const Pipe& diagnostics,
                                char* const* arguments) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(kExecFailed);
    }
    const int input = ::open("/dev/null", O_RDONLY);
    ::dup2(input, STDIN_FILENO);
    ::dup2(output.write.get(), STDOUT_FILENO);
    ::dup2(diagnostics.write.get(), STDERR_FILENO);
    ::execv("/proc/self/exe", arguments);
    ::_exit(kExecFailed);
}

/// RssAnon in bytes.
std::optional<std::uint64_t> readAnon(int status) {
    std::array<char, 4096> buffer{};
    const ssize_t count = ::pread(status, buffer.data(), buffer.size(), 0);
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

class Watcher {
public:
    Watcher(pid_t child, Pipe output, Pipe diagnostics, const std::stop_token& stop)
        : m_child(child),
          m_output(std::move(output.read)),
          m_diagnostics(std::move(diagnostics.read)),
          m_status(
              ::open(("/proc/" + std::to_string(child) + "/status").c_str(), O_RDONLY | O_CLOEXEC)),
          m_stop(stop) {}

    ChildOutcome watch() {
        int status = 0;
        auto next = Clock::now();
        while (::waitpid(m_child, &status, WNOHANG) == 0) {
            next += kPollInterval;
            poll();
            waitUntil(next);
            endIfStopped();
        }
        drain(m_output, m_outcome.output);
        drain(m_diagnostics, m_outcome.diagnostics);
        m_outcome.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        m_outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        return std::move(m_outcome);
    }

private:
    void poll() {
        const auto anon = readAnon(m_status.get());
        if (anon) {
            if (m_outcome.peaks.empty() || *anon > m_outcome.peaks.back().anon) {
                const std::chrono::duration<double> now = Clock::now().time_since_epoch();
                m_outcome.peaks.push_back({now.count(), *anon});
            }
            ++m_outcome.polls;
        }
    }
    /// Takes what the child prints until it is time for the next poll.
    void waitUntil(Clock::time_point next) {
        while (true) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
            if (left.count() <= 0) {
                return;
            }
            std::array<pollfd, 2> waits{pollfd{m_output.get(), POLLIN, 0},
                                        pollfd{m_diagnostics.get(), POLLIN, 0}};
            if (::poll(waits.data(), waits.size(), static_cast<int>(left.count())) <= 0) {
                return;
            }
            drain(m_output, m_outcome.output);
            drain(m_diagnostics, m_outcome.diagnostics);
        }
    }
    static void drain(Descriptor& from, std::string& text) {
        std::array<char, 65536> buffer{};
        while (from.get() >= 0) {
            const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
            if (count > 0) {
                text.append(buffer.data(), static_cast<std::size_t>(count));
            } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
                from.reset();
            } else if (errno == EAGAIN) {
                return;
            }
        }
    }
    void endIfStopped() {
        if (!m_stop.stop_requested()) {
            return;
        }
        const auto now = Clock::now();
        if (!m_askedAt) {
            m_askedAt = now;
            ::kill(m_child, SIGINT);
        } else if (now - *m_askedAt > kPatience) {
            ::kill(m_child, SIGKILL);
        }
    }

    pid_t m_child;
    Descriptor m_output;
    Descriptor m_diagnostics;
    Descriptor m_status;
    const std::stop_token& m_stop;
    std::optional<Clock::time_point> m_askedAt;
    ChildOutcome m_outcome;
};

}  // namespace

std::optional<std::uint64_t> ChildOutcome::peakAnon(std::optional<double> until) const {
    std::optional<std::uint64_t> highest;
    for (const ChildPeak& peak : peaks) {
        highest = !until || peak.seconds <= *until ? std::optional(peak.anon) : highest;
    }
    return highest;
}

Result<ChildOutcome> runWatchedChild(const std::vector<std::string>& arguments,
                                     const std::stop_token& stop) {
    auto output = makePipe();
    auto diagnostics = makePipe();
    STOWAGE_TRY(output);
    STOWAGE_TRY(diagnostics);
    std::vector<std::string> words{"stowagectl"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        return cannotStart("fork");
    }
    if (child == 0) {
        becomeProgram(parent, *output, *diagnostics, pointers.data());
    }
    output->write.reset();
    diagnostics->write.reset();
    return Watcher(child, std::move(*output), std::move(*diagnostics), stop).watch();
}

}  // namespace stowage
