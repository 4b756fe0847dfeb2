// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Linux takes no longer argument (MAX_ARG_STRLEN).
inline constexpr std::size_t kMostArgumentBytes = std::size_t{128} * 1024 - 1;

/// A pipe that no child has but the one it is made for.
struct ChildPipe {
    FileDescriptor read;
    FileDescriptor write;
};

/// Error: ReadFailed, which names the program that it is for.
[[nodiscard]] Result<ChildPipe> makeChildPipe(const std::string& program);

/// A program to run in a process of its own. A value.
struct ChildRequest {
    /// The program and its arguments. A program without a '/' is looked for in PATH.
    std::vector<std::string> command;
    /// Set for the child beside this process's own variables, and in place of them.
    std::vector<std::pair<std::string, std::string>> environment{};
    /// Becomes its standard input, and stays the caller's; −1: that is /dev/null. A pipe whose
    /// writing end is held until runChild() returns tells what runs elsewhere for the child of its
    /// end, however that comes about.
    int input = -1;
    /// The child can reach no other machine, where the system lets one take the network away
    /// (Linux's network namespaces); else it runs all the same.
    bool withoutNetwork = false;
    std::optional<std::chrono::milliseconds> limit{};  ///< after which it is killed
    std::chrono::milliseconds pollInterval{20};
    std::function<void(int pid)> onPoll{};  ///< called at every poll while it runs
    /// Given what it prints as it comes, piece by piece; ChildAnswer::output stays empty then.
    std::function<void(std::string_view)> onOutput{};
    /// Kept of its output, and of its diagnostics: the last bytes of each.
    std::size_t mostOutput = std::size_t{64} << 20;
};

/// How a child process ended and what it printed. A value.
struct ChildAnswer {
    int exitStatus = -1;      ///< −1: it was killed
    int signal = 0;           ///< that killed it, 0: none
    bool isTimedOut = false;  ///< killed because the time limit had passed
    std::string output;
    std::string diagnostics;
};

/// Runs a program and waits for its end. Stopped, the child gets SIGINT, and it and what it has
/// started get SIGKILL where it does not end within three seconds; it also dies with the thread
/// that called. Blocks; callable from any thread.
/// Errors: FileNotFound (no such program), PermissionDenied (it is none that can be run),
/// ReadFailed (no process or pipe can be made).
[[nodiscard]] Result<ChildAnswer> runChild(const ChildRequest& request,
                                           const std::stop_token& stop);

/// Where PATH has a program; the name itself where it has a '/'. Nothing: nowhere.
[[nodiscard]] std::optional<std::string> findProgram(const std::string& name);

}  // namespace stowage
