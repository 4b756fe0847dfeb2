// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/limited_child.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>

namespace stowage::test {
namespace {

constexpr int kNotRun = 126;

std::string contentOf(int descriptor) {
    std::string text;
    std::array<char, 65536> part{};
    ::lseek(descriptor, 0, SEEK_SET);
    for (ssize_t count = 1; count > 0;) {
        count = ::read(descriptor, part.data(), part.size());
        text.append(part.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    ::close(descriptor);
    return text;
}

void limit(__rlimit_resource_t resource, std::uint64_t bytes) {
    const rlimit value{bytes, bytes};
    (void)::setrlimit(resource, &value);
}

std::uint64_t addressSpace() {
    std::ifstream statm("/proc/self/statm");
    std::uint64_t pages = 0;
    statm >> pages;
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// What LibTorch's libraries take of a process that opens them; 0 where there are none.
std::uint64_t libTorchAddressSpace() {
    const int output = ::memfd_create("address space", MFD_CLOEXEC);
    const pid_t child = ::fork();
    if (child == 0) {
        const std::uint64_t before = addressSpace();
        if (::dlopen(STOWAGE_BIN_DIR "/libstowage_torch.so", RTLD_NOW) != nullptr) {
            const std::uint64_t bytes = addressSpace() - before;
            (void)!::write(output, &bytes, sizeof bytes);
        }
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    std::uint64_t bytes = 0;
    (void)!::pread(output, &bytes, sizeof bytes, 0);
    ::close(output);
    return bytes;
}

[[noreturn]] void runChild(const ChildRequest& request, std::vector<char*>& arguments, int output,
                           int diagnostics, std::uint64_t libTorchBytes) {
    const bool isInFolder = ::chdir(request.folder.c_str()) == 0;
    ::dup2(output, STDOUT_FILENO);
    ::dup2(diagnostics, STDERR_FILENO);
    if (!isSanitized()) {
        limit(RLIMIT_AS, libTorchBytes + request.addressSpaceBytes);
    }
    limit(RLIMIT_CORE, 0);
    if (request.fileBytes != 0) {
        ::signal(SIGXFSZ, SIG_IGN);
        limit(RLIMIT_FSIZE, request.fileBytes);
    }
    if (!isInFolder || (request.prepare && !request.prepare())) {
        ::_exit(kNotPrepared);
    }
    ::execv(STOWAGE_BIN_DIR "/stowagectl", arguments.data());
    ::_exit(kNotRun);
}

/// Waits until it ends, or ends it when its time is over.
bool waitInTime(pid_t child, const ChildRequest& request) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(request.timeoutMilliseconds);
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
    bool hasEnded = false;
    while (!hasEnded && Clock::now() < end) {
        pollfd wait{handle, POLLIN, 0};
        hasEnded = ::poll(&wait, 1, request.watch ? 1 : 100) > 0;
        if (!hasEnded && request.watch) {
            request.watch(child);
        }
    }
    if (!hasEnded) {
        ::kill(child, SIGKILL);
    }
    ::close(handle);
    return hasEnded;
}

}  // namespace

bool isSanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

ChildOutcome runLimited(const ChildRequest& request) {
    // What was measured on this machine would show in predictions.
    ::setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    std::vector<std::string> texts = request.arguments;
    texts.insert(texts.begin(), "stowagectl");
    std::vector<char*> arguments;
    for (std::string& text : texts) {
        arguments.push_back(text.data());
    }
    arguments.push_back(nullptr);
    const int output = ::memfd_create("output", MFD_CLOEXEC);
    const int diagnostics = ::memfd_create("diagnostics", MFD_CLOEXEC);
    static const std::uint64_t libTorchBytes = libTorchAddressSpace();
    const pid_t child = ::fork();
    if (child == 0) {
        runChild(request, arguments, output, diagnostics, libTorchBytes);
    }
    ChildOutcome outcome;
    outcome.isTimedOut = !waitInTime(child, request);
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.peakRssBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    outcome.output = contentOf(output);
    outcome.diagnostics = contentOf(diagnostics);
    return outcome;
}

}  // namespace stowage::test
