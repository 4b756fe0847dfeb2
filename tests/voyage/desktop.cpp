// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/voyage/desktop.h"

#include <QDebug>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTest>

#include <signal.h>
#include <sys/stat.h>

namespace stowage::test {

namespace {

void endProcess(QProcess& process) {
    if (process.state() != QProcess::NotRunning) {
        process.terminate();
        if (!process.waitForFinished(5000)) {
            process.kill();
            process.waitForFinished(5000);
        }
    }
}

}  // namespace

Desktop::~Desktop() {
    endProcess(m_manager);
    endProcess(m_server);
}

bool Desktop::isAvailable() {
    for (const char* program : {"Xvfb", "openbox", "xdotool"}) {
        if (QStandardPaths::findExecutable(program).isEmpty()) {
            return false;
        }
    }
    return true;
}

bool Desktop::start() {
    // -displayfd 1: the server picks a free number and prints it once it takes connections.
    // -noreset: a server that starts anew whenever its last client leaves would throw out the
    // window manager if the probe below came and went while the manager was connecting.
    m_server.start("Xvfb", {"-displayfd", "1", "-noreset", "-screen", "0", "1680x1050x24",
                            "-nolisten", "tcp"});
    if (!m_server.waitForReadyRead(60000)) {
        qWarning() << "Xvfb:" << m_server.errorString() << m_server.readAllStandardError();
        return false;
    }
    m_display = ":" + QString::fromLatin1(m_server.readAllStandardOutput()).trimmed();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DISPLAY", m_display);
    m_manager.setProcessEnvironment(environment);
    // On a busy machine the manager may miss the server's first moments and end: a second try
    // costs nothing, and what both said is in the log.
    for (int attempt = 0; attempt < 3; ++attempt) {
        m_manager.start("openbox", {"--sm-disable"});
        const bool ready =
            m_manager.waitForStarted(10000) &&
            QTest::qWaitFor(
                [this] { return hasWindowManager() || m_manager.state() == QProcess::NotRunning; },
                30000);
        if (ready && m_manager.state() == QProcess::Running) {
            return true;
        }
        qWarning() << "openbox:" << m_manager.errorString() << m_manager.readAllStandardError()
                   << "Xvfb:" << m_server.state() << m_server.readAllStandardError();
        endProcess(m_manager);
    }
    return false;
}

bool Desktop::hasWindowManager() const {
    QProcess probe;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DISPLAY", m_display);
    probe.setProcessEnvironment(environment);
    probe.start("xdotool", {"get_desktop"});
    return probe.waitForFinished(5000) && probe.exitCode() == 0;
}

void Desktop::xdotool(const QStringList& arguments) const {
    QProcess tool;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DISPLAY", m_display);
    tool.setProcessEnvironment(environment);
    tool.start("xdotool", arguments);
    QVERIFY2(tool.waitForFinished(60000), qPrintable(arguments.join(' ')));
    QVERIFY2(tool.exitCode() == 0, tool.readAllStandardError().constData());
}

void Desktop::click(QPoint where) const {
    xdotool({"mousemove", QString::number(where.x()), QString::number(where.y()), "click", "1"});
}

void Desktop::key(const QString& name) const {
    xdotool({"key", "--clearmodifiers", name});
}

void Desktop::drag(QPoint from, QPoint to) const {
    xdotool({"mousemove", QString::number(from.x()), QString::number(from.y()), "mousedown", "1"});
    constexpr int kSteps = 12;
    for (int step = 1; step <= kSteps; ++step) {
        const QPoint at = from + (to - from) * step / kSteps;
        xdotool({"mousemove", "--sync", QString::number(at.x()), QString::number(at.y())});
    }
    xdotool({"mousemove_relative", "--", "3", "2"});
    xdotool({"mouseup", "1"});
}

Window::Window(const Desktop& desktop, const QString& stateFile)
    : m_desktop(desktop), m_stateFile(stateFile) {}

Window::~Window() {
    endProcess(m_process);
}

bool Window::start(const QStringList& arguments) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DISPLAY", m_desktop.display());
    environment.insert("QT_QPA_PLATFORM", "xcb");
    environment.insert("STOWAGE_STATE_FILE", m_stateFile);
    // Neither the layout that another play left nor the person's own.
    const QString home = m_stateFile + ".home";
    environment.insert("XDG_CONFIG_HOME", home + "/config");
    environment.insert("XDG_DATA_HOME", home + "/data");
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedChannels);
    m_process.start(STOWAGE_BIN_DIR "/stowage_watched", arguments);
    // The program writes its state once by itself, after the first plan: from then on it listens.
    return m_process.waitForStarted(60000) &&
           QTest::qWaitFor([this] { return QFile::exists(m_stateFile); }, 60000);
}

QJsonObject Window::state() {
    QFile::remove(m_stateFile);
    if (!isRunning()) {
        return {};
    }
    kill(static_cast<pid_t>(m_process.processId()), SIGUSR1);
    QJsonObject state;
    const bool came = QTest::qWaitFor(
        [this, &state] {
            QFile file(m_stateFile);
            if (!file.open(QIODevice::ReadOnly)) {
                return false;
            }
            state = QJsonDocument::fromJson(file.readAll()).object();
            return !state.isEmpty();
        },
        60000);
    return came ? state : QJsonObject();
}

qint64 Window::processMemory(const QString& field) const {
    QFile status(QStringLiteral("/proc/%1/status").arg(m_process.processId()));
    if (!status.open(QIODevice::ReadOnly)) {
        return -1;
    }
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith(field.toLatin1() + ':')) {
            return line.mid(field.size() + 1).trimmed().split(' ').first().toLongLong() * 1024;
        }
    }
    return -1;
}

qint64 Window::simulatedPages() const {
    const QString folder = QStringLiteral("/proc/%1/fd/").arg(m_process.processId());
    qint64 bytes = 0;
    for (const QString& entry : QDir(folder).entryList(QDir::Files | QDir::System)) {
        const QString target = QFile::symLinkTarget(folder + entry);
        if (target.contains("memfd:stowage")) {
            struct stat info {};
            if (stat(qPrintable(folder + entry), &info) == 0) {
                bytes += static_cast<qint64>(info.st_blocks) * 512;
            }
        }
    }
    return bytes;
}

bool Window::isRunning() const {
    return m_process.state() == QProcess::Running;
}

bool Window::quit() {
    m_desktop.key("ctrl+q");
    return m_process.waitForFinished(60000) && m_process.exitCode() == 0;
}

QRect rectOf(const QJsonValue& value) {
    const QJsonArray array = value.toArray();
    return {array.at(0).toInt(), array.at(1).toInt(), array.at(2).toInt(), array.at(3).toInt()};
}

}  // namespace stowage::test
