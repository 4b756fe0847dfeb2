// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/watched_child.h"

#include "engine/base/child_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
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
    ChildOutcome outcome;
    ChildRequest request{.command = {"/proc/self/exe"}, .pollInterval = kPollInterval};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.onPoll = [&outcome](int pid) {
        const auto anon = readAnon(pid);
        if (anon) {
            if (outcome.peaks.empty() || *anon > outcome.peaks.back().anon) {
                const std::chrono::duration<double> now =
                    std::chrono::steady_clock::now().time_since_epoch();
                outcome.peaks.push_back({now.count(), *anon});
            }
            ++outcome.polls;
        }
    };
    Result<ChildAnswer> answer = runChild(request, stop);
    STOWAGE_TRY(answer);
    outcome.exitStatus = answer->exitStatus;
    outcome.signal = answer->signal;
    outcome.output = std::move(answer->output);
    outcome.diagnostics = std::move(answer->diagnostics);
    return outcome;
}

}  // namespace stowage
