// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interruption.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>

namespace stowage {

namespace {

constexpr int kInterruptedStatus = 130;

void raiseEvent(int descriptor) {
    const std::uint64_t one = 1;
    // An eventfd takes a write of 1 unless its counter is full, which it cannot be here.
    [[maybe_unused]] const ssize_t written = ::write(descriptor, &one, sizeof one);
}

/// As after nohup, which means that the program is to outlive its terminal.
bool isIgnored(int signal) {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Nobody reads the output any more: as SIGTERM, once. What is written from then on fails.
void endWithReader(int /*signal*/) {
    ::signal(SIGPIPE, SIG_IGN);
    ::kill(::getpid(), SIGTERM);
}

void closeIfOpen(int descriptor) {
    if (descriptor >= 0) {
        ::close(descriptor);
    }
}

}  // namespace

Interruption::Interruption()
    : m_requested(::eventfd(0, EFD_CLOEXEC)), m_finish(::eventfd(0, EFD_CLOEXEC)) {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::sigaddset(&signals, SIGINT);
    ::sigaddset(&signals, SIGTERM);
    if (!isIgnored(SIGHUP)) {
        ::sigaddset(&signals, SIGHUP);
    }
    m_signals = ::signalfd(-1, &signals, SFD_CLOEXEC);
    if (m_requested < 0 || m_finish < 0 || m_signals < 0) {
        return;
    }
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    if (!isIgnored(SIGPIPE)) {
        ::signal(SIGPIPE, endWithReader);
    }
    m_thread = std::thread([this] { watch(); });
}

Interruption::~Interruption() {
    if (m_thread.joinable()) {
        raiseEvent(m_finish);
        m_thread.join();
    }
    closeIfOpen(m_signals);
    closeIfOpen(m_requested);
    closeIfOpen(m_finish);
}

void Interruption::watch() {
    while (true) {
        std::array<pollfd, 2> waits{pollfd{m_signals, POLLIN, 0}, pollfd{m_finish, POLLIN, 0}};
        if (::poll(waits.data(), waits.size(), -1) < 0) {
            continue;
        }
        if (waits[1].revents != 0) {
            return;
        }
        signalfd_siginfo info{};
        if (::read(m_signals, &info, sizeof info) != static_cast<ssize_t>(sizeof info)) {
            continue;
        }
        // A terminal that closes sends SIGHUP, and its shell once more; output that nobody reads
        // is this process's own request.
        const bool repeats =
            info.ssi_signo == SIGHUP || info.ssi_pid == static_cast<std::uint32_t>(::getpid());
        if (m_stop.stop_requested() && repeats) {
            continue;
        }
        if (m_stop.stop_requested()) {
            ::_exit(kInterruptedStatus);
        }
        m_stop.request_stop();
        raiseEvent(m_requested);
    }
}

}  // namespace stowage
