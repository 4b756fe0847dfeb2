// SPDX-License-Identifier: GPL-3.0-or-later
#include "local_sshd.h"

#include "cli_process.h"
#include "tests/support/golden_text.h"
#include "tiny_model.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

namespace stowage::test {

namespace {

constexpr const char* kSshd = "/usr/sbin/sshd";
constexpr int kStartMs = 60'000;

sockaddr_in localAddress(quint16 port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// A port that nobody has.
quint16 freePort() {
    const int one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = localAddress(0);
    socklen_t size = sizeof address;
    const bool isBound =
        ::bind(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::getsockname(one, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(one);
    return isBound ? ntohs(address.sin_port) : quint16{0};
}

bool canConnect(quint16 port) {
    const int one = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = localAddress(port);
    const bool done =
        ::connect(one, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(one);
    return done;
}

}  // namespace

LocalSshd::~LocalSshd() {
    if (m_server.state() != QProcess::NotRunning) {
        m_server.terminate();
        m_server.waitForFinished();
    }
    if (m_madeRunFolder) {
        QDir().rmdir("/run/sshd");
    }
}

QString LocalSshd::start(const QString& folder, const QString& variables) {
    for (const char* const program : {"ssh", "ssh-keygen"}) {
        if (QStandardPaths::findExecutable(program).isEmpty()) {
            return QStringLiteral("no %1 is installed").arg(program);
        }
    }
    if (!QFile::exists(kSshd)) {
        return QStringLiteral("no /usr/sbin/sshd is installed (Debian: openssh-server)");
    }
    m_folder = folder;
    if (!writeSettings(variables)) {
        return goldenText("gui/the-settings-of-sshd-cannot-be") + folder;
    }
    // Root's sshd has an empty folder for what it does before anyone is known.
    const QString runFolder = QStringLiteral("/run/sshd");
    m_madeRunFolder = ::getuid() == 0 && !QFile::exists(runFolder) && QDir().mkpath(runFolder);
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.start(kSshd, {"-D", "-e", "-f", file("server")});
    const bool isThere =
        m_server.waitForStarted() &&
        QTest::qWaitFor(
            [this] { return m_server.state() == QProcess::NotRunning || canConnect(m_port); },
            kStartMs);
    if (!isThere || m_server.state() == QProcess::NotRunning) {
        return goldenText("window-machines/sshd-does-not-start-here") +
               QString::fromLocal8Bit(m_server.readAll()).trimmed();
    }
    QProcess trial;
    trial.start("ssh", {"-F", file("client"), "far", "true"});
    trial.waitForFinished();
    return trial.exitStatus() == QProcess::NormalExit && trial.exitCode() == 0
               ? QString()
               : "nobody can log in here: " +
                     QString::fromLocal8Bit(trial.readAllStandardError() + m_server.readAll())
                         .trimmed();
}

bool LocalSshd::writeSettings(const QString& variables) {
    const QDir dir(m_folder);
    m_port = freePort();
    if (m_port == 0 || !dir.mkpath("bin") || !dir.mkpath("wrapper") ||
        !QFile::link(stowagectlPath(), file("bin/stowagectl"))) {
        return false;
    }
    for (const char* const key : {"host_key", "user_key"}) {
        if (QProcess::execute("ssh-keygen",
                              {"-q", "-t", "ed25519", "-N", QString(), "-f", file(key)}) != 0) {
            return false;
        }
    }
    const QString port = QString::number(m_port);
    writeFile(file("server"),
              ("ListenAddress 127.0.0.1\nPort " + port + "\nHostKey " + file("host_key") +
               "\nAuthorizedKeysFile " + file("user_key.pub") +
               "\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\n"
               "PasswordAuthentication no\nMaxStartups 100\nSetEnv " +
               variables + " XDG_CONFIG_HOME=/nonexistent PATH=" + file("bin") + ":/usr/bin:/bin\n")
                  .toUtf8());
    writeFile(file("client"),
              ("Host *\nHostName 127.0.0.1\nPort " + port + "\nIdentityFile " + file("user_key") +
               "\nIdentitiesOnly yes\nBatchMode yes\nStrictHostKeyChecking no\n"
               "UserKnownHostsFile /dev/null\nLogLevel ERROR\n")
                  .toUtf8());
    writeProgram(file("wrapper/ssh"),
                 ("#!/bin/sh\nexec /usr/bin/ssh -F '" + file("client") + "' \"$@\"\n").toUtf8());
    return true;
}

}  // namespace stowage::test
