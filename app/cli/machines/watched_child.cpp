// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/machines/watched_child.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

namespace stowage {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(5);

/// RssAnon of a process in bytes.
std::optional<std::uint64_t> readAnon(int pid) {
    const std::string path = "/proc/" + std::to_string(pid) + "/status";
    const int status = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::array<char, 4096> buffer{};
    const ssize_t count = status < 0 ? 0 : ::read(status, buffer.data(), buffer.size());
    ::close(status);
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

/// The last sentence that the child said.
std::string lastSentenceOf(const std::string& text) {
    const std::size_t end = text.find_last_not_of("\r\n");  // ssh ends its lines with both
    if (end == std::string::npos) {
        return {};
    }
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin + 1) + 1);
}

}  // namespace

std::optional<std::uint64_t> ChildOutcome::peakAnon(std::optional<double> until) const {
    std::optional<std::uint64_t> highest;
    for (const auto& [seconds, anon] : peaks) {
        highest = !until || seconds <= *until ? std::optional(anon) : highest;
    }
    return highest;
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

Result<ChildOutcome> runWatchedChild(const std::vector<std::string>& arguments,
                                     const std::stop_token& stop) {
    ChildOutcome outcome;
    ChildRequest request{.command = {"/proc/self/exe"}, .pollInterval = kPollInterval};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.onPoll = [&outcome](int pid) {
        const auto anon = readAnon(pid);
        if (anon) {
            if (outcome.peaks.empty() || *anon > outcome.peaks.rbegin()->second) {
                const std::chrono::duration<double> now =
                    std::chrono::steady_clock::now().time_since_epoch();
                outcome.peaks[now.count()] = *anon;
            }
            ++outcome.polls;
        }
    };
    Result<ChildAnswer> answer = runChild(request, stop);
    STOWAGE_TRY(answer);
    static_cast<ChildAnswer&>(outcome) = std::move(*answer);
    return outcome;
}

}  // namespace stowage
