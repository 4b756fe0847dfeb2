// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_state_dump.h"

#include "app/gui_state_json.h"
#include "engine/base/atomic_file_writer.h"
#include "widgets/session/document.h"
#include "widgets/views/main_window.h"

#include <QJsonDocument>
#include <QShortcut>
#include <QSocketNotifier>

#include <fcntl.h>
#include <unistd.h>
#include <csignal>

namespace stowage {
namespace {

/// A signal handler may only write to a pipe; the event loop reads the other end.
int signalPipe[2] = {-1, -1};

void onSignal(int) {
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(signalPipe[1], &byte, 1);
}

}  // namespace

void StateDump::takeSignal() {
    if (::pipe2(signalPipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGUSR1, &action, nullptr);
}

StateDump::StateDump(MainWindow* window, const QString& file)
    : QObject(window),
      m_window(window),
      m_file(file),
      m_notifier(new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, this)) {
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[64];
        while (::read(signalPipe[0], bytes, sizeof bytes) > 0) {
        }
        write();
    });
    auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F12), window);
    shortcut->setContext(Qt::ApplicationShortcut);
    connect(shortcut, &QShortcut::activated, this, &StateDump::write);
    // Queued: once every view has taken the plan.
    const auto once =
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection);
    connect(window->document(), &Document::modelChanged, this, &StateDump::write, once);
    connect(window->document(), &Document::failed, this, &StateDump::write, once);
}

StateDump::~StateDump() {
    std::signal(SIGUSR1, SIG_IGN);
}

void StateDump::write() {
    const QByteArray state = QJsonDocument(windowState(*m_window)).toJson(QJsonDocument::Compact);
    if (const auto written = writeFileAtomically(m_file.toStdString(), state.toStdString());
        !written) {
        qCritical("The state cannot be written: %s", written.error().message.c_str());
    }
}

}  // namespace stowage
