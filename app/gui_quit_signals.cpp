// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_quit_signals.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QWidget>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace stowage {
namespace {

/// A signal handler may only write to a pipe; the event loop reads the other end.
int quitPipe[2] = {-1, -1};

void onSignal(int) {
    const int before = errno;
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(quitPipe[1], &byte, 1);
    errno = before;
}

}  // namespace

void QuitSignals::take() {
    if (::pipe2(quitPipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN) {
            continue;  // as under nohup, which means it
        }
        struct sigaction action {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        sigemptyset(&action.sa_mask);
        ::sigaction(signal, &action, nullptr);
    }
}

QuitSignals::QuitSignals(QWidget* window) {
    if (quitPipe[0] < 0) {
        return;
    }
    m_notifier = new QSocketNotifier(quitPipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, window, [this, window] {
        m_notifier->setEnabled(false);
        window->close();
        QCoreApplication::quit();  // also where a dialog has a loop of its own
    });
}

}  // namespace stowage
