// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/crash_report.h"

#include "engine/base/build_info.h"

#include <execinfo.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <string_view>
#include <typeinfo>

namespace stowage {
namespace {

constexpr int kMostFrames = 96;
/// Of a stack that ran over nothing is left, so that the handler has one of its own.
constexpr std::size_t kHandlerStackBytes = 64 * 1024;

struct CrashSignal {
    int number;
    std::string_view name;
};
constexpr CrashSignal kCrashSignals[] = {{SIGSEGV, "SIGSEGV (a wrong address)"},
                                         {SIGABRT, "SIGABRT (it gave up)"},
                                         {SIGBUS, "SIGBUS (an address without memory or file)"},
                                         {SIGFPE, "SIGFPE (an impossible calculation)"},
                                         {SIGILL, "SIGILL (an unknown instruction)"}};

// What the handler needs, made beforehand: in it no memory may be asked for, no lock taken, and
// nothing of the C++ library be called that does (signal-safety(7)).
std::array<char, 1024> reportFolder{};
std::array<char, 1024> reportHead{};
std::array<char, 1024> whatWasThrown{};
alignas(16) std::array<char, kHandlerStackBytes> handlerStack{};
std::atomic<pid_t> crashedThread{0};
std::terminate_handler terminateBefore = nullptr;

template <std::size_t N>
void keep(std::array<char, N>& place, std::string_view text) {
    const std::size_t length = std::min(text.size(), N - 1);
    std::memcpy(place.data(), text.data(), length);
    place[length] = '\0';
}

void put(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// The digits of a number into the end of `digits`; printf may ask for memory.
std::string_view digitsOf(std::uint64_t number, std::array<char, 24>& digits,
                          std::uint64_t base = 10) {
    std::size_t at = digits.size();
    do {
        digits[--at] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    return {digits.data() + at, digits.size() - at};
}

/// Makes the folder and those above it.
void makeFolders(char* path) {
    for (char* at = path + 1; *at != '\0'; ++at) {
        if (*at == '/') {
            *at = '\0';
            ::mkdir(path, 0700);
            *at = '/';
        }
    }
    ::mkdir(path, 0700);
}

/// Opens "<folder>/<seconds since 1970>-<process>.new". Only its owner may read it: addresses and
/// sentences of errors may say more than others should know.
int openReport() {
    makeFolders(reportFolder.data());
    std::array<char, 1200> path{};
    std::size_t length = 0;
    const auto add = [&path, &length](std::string_view text) {
        const std::size_t part = std::min(text.size(), path.size() - 1 - length);
        std::memcpy(path.data() + length, text.data(), part);
        length += part;
    };
    std::array<char, 24> digits{};
    add(reportFolder.data());
    add("/");
    add(digitsOf(static_cast<std::uint64_t>(std::time(nullptr)), digits));
    add("-");
    add(digitsOf(static_cast<std::uint64_t>(::getpid()), digits));
    add(".new");
    return ::open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

void writeReport(int signal, const siginfo_t* info) {
    const int file = openReport();
    if (file < 0) {
        return;
    }
    put(file, reportHead.data());
    put(file, "signal: ");
    const auto* const known =
        std::find_if(std::begin(kCrashSignals), std::end(kCrashSignals),
                     [signal](const CrashSignal& one) { return one.number == signal; });
    put(file, known == std::end(kCrashSignals) ? std::string_view("unknown") : known->name);
    std::array<char, 24> digits{};
    if (info != nullptr && info->si_code > 0 && signal != SIGABRT) {
        put(file, "\naddress: 0x");
        put(file, digitsOf(reinterpret_cast<std::uintptr_t>(info->si_addr), digits, 16));
    }
    if (whatWasThrown[0] != '\0') {
        put(file, "\nended by: ");
        put(file, whatWasThrown.data());
    }
    put(file, "\n\ncalls, the innermost first:\n");
    std::array<void*, kMostFrames> frames{};
    const int count = ::backtrace(frames.data(), kMostFrames);
    ::backtrace_symbols_fd(frames.data(), count, file);
    ::close(file);
}

void onCrash(int signal, siginfo_t* info, void*) {
    const pid_t thread = ::gettid();
    pid_t nobody = 0;
    if (crashedThread.compare_exchange_strong(nobody, thread)) {
        writeReport(signal, info);
    } else if (nobody != thread) {
        for (;;) {
            ::pause();  // another thread writes, and ends the program when it is done
        }
    }
    // Blocked while its handler runs, it comes as soon as that returns, and ends the program.
    std::signal(signal, SIG_DFL);
    ::raise(signal);
}

/// What ended the program is known here and nowhere later; abort() then writes the report.
[[noreturn]] void onTerminate() {
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::exception& error) {
            keep(whatWasThrown, std::string(typeid(error).name()) + ": " + error.what());
        } catch (...) {
            keep(whatWasThrown, "an exception of another kind");
        }
    } else {
        keep(whatWasThrown, "std::terminate without an exception");
    }
    if (terminateBefore != nullptr) {
        terminateBefore();  // says it on the terminal
    }
    std::abort();
}

std::string headText() {
    const BuildInfo build = buildInfo();
    const auto line = [](std::string_view what, std::string_view value) {
        return std::string(what) + ": " + (value.empty() ? "none" : std::string(value)) + '\n';
    };
    return "Stowage crashed. Please report it with this file and with what you did.\n\n" +
           line("version", STOWAGE_VERSION) + line("libtorch", build.libtorch) +
           line("qt", build.qt) + line("compiler", __VERSION__);
}

}  // namespace

void installCrashReports(const std::string& folder) {
    keep(reportFolder, folder);
    keep(reportHead, headText());
    // The first call opens a library, which must not happen in the handler.
    std::array<void*, 1> frame{};
    static_cast<void>(::backtrace(frame.data(), 1));
    stack_t stack{};
    stack.ss_sp = handlerStack.data();
    stack.ss_size = handlerStack.size();
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = onCrash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const CrashSignal& crash : kCrashSignals) {
        ::sigaction(crash.number, &action, nullptr);
    }
    terminateBefore = std::set_terminate(onTerminate);
}

}  // namespace stowage
