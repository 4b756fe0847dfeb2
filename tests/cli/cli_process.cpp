// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_process.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTimer>

#include <signal.h>

#include <algorithm>

namespace stowage::test {

namespace {

constexpr int kPollMilliseconds = 5;
constexpr int kEndMilliseconds = 300000;
constexpr std::int64_t kKiB = 1024;

/// One field of /proc/PID/status in bytes, 0 where it is absent.
std::int64_t statusField(const QByteArray& status, const QByteArray& field) {
    const auto start = status.indexOf("\n" + field + ":");
    if (start < 0) {
        return 0;
    }
    const auto end = status.indexOf('\n', start + 1);
    const QByteArray line = status.mid(start + 2 + field.size(), end - start - 2 - field.size());
    return line.simplified().split(' ').value(0).toLongLong() * kKiB;
}

QByteArray processStatus(const QProcess& process) {
    return contentOf(QStringLiteral("/proc/%1/status").arg(process.processId()));
}

void pollMemory(const QProcess& process, CliOutcome& outcome) {
    const QByteArray status = processStatus(process);
    outcome.peakAnon = std::max(outcome.peakAnon, statusField(status, "RssAnon"));
    outcome.peakShmem = std::max(outcome.peakShmem, statusField(status, "RssShmem"));
}

}  // namespace

QString stowagectlPath() {
    return QStringLiteral(STOWAGE_BIN_DIR "/stowagectl");
}

CliOutcome runCli(const CliRequest& request) {
    CliOutcome outcome;
    QProcess process;
    process.setWorkingDirectory(request.workingDirectory);
    // What was measured on this machine would show in predictions.
    process.setEnvironment(QProcess::systemEnvironment() +
                           QStringList{"XDG_CONFIG_HOME=/nonexistent"} + request.environment);
    QEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QTimer poll;
    poll.setTimerType(Qt::PreciseTimer);
    QObject::connect(&poll, &QTimer::timeout, &process, [&] {
        pollMemory(process, outcome);
        if (request.watch) {
            request.watch(process);
        }
    });
    QTimer::singleShot(kEndMilliseconds, &loop, &QEventLoop::quit);
    process.start(stowagectlPath(), request.arguments);
    if (!process.waitForStarted()) {
        return outcome;
    }
    process.write(request.input);
    process.closeWriteChannel();
    poll.start(kPollMilliseconds);
    loop.exec();
    poll.stop();
    if (process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
        return outcome;
    }
    outcome.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    outcome.output = process.readAllStandardOutput();
    outcome.diagnostics = process.readAllStandardError();
    // Fails for two objects too: QJsonDocument refuses what stands behind the first.
    outcome.json = QJsonDocument::fromJson(outcome.output).object();
    return outcome;
}

CliOutcome runCli(const QStringList& arguments) {
    return runCli(CliRequest{arguments});
}

bool handlesInterruption(const QProcess& process) {
    static const QRegularExpression kBlocked("\nSigBlk:\\s*([0-9a-f]+)\n");
    const auto match = kBlocked.match(QString::fromLatin1(processStatus(process)));
    const quint64 blocked = match.captured(1).toULongLong(nullptr, 16);
    return (blocked >> (SIGINT - 1) & 1U) != 0;
}

void interrupt(const QProcess& process) {
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
}

std::int64_t simulatedBytes(const QProcess& process) {
    return statusField(processStatus(process), "RssShmem");
}

QStringList processesWith(const QString& entry) {
    QStringList found;
    for (const QString& pid : QDir("/proc").entryList(QDir::Dirs)) {
        const QByteArray environment = '\0' + contentOf("/proc/" + pid + "/environ");
        if (environment.contains('\0' + entry.toUtf8() + '\0')) {
            found << pid;
        }
    }
    return found;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject at(const QJsonObject& object, const QStringList& keys) {
    QJsonObject found = object;
    for (const QString& key : keys) {
        found = found.value(key).toObject();
    }
    return found;
}

QByteArray valueAt(const QJsonObject& object, const QString& path) {
    QJsonValue value = object;
    for (const QString& key : path.split('/')) {
        value = value.isArray() ? value.toArray().at(key.toInt()) : value.toObject().value(key);
    }
    const QByteArray list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return list.mid(1, list.size() - 2);
}

std::int64_t bytesAt(const QJsonObject& object, const QString& key) {
    return object.value(key).toInteger(-1);
}

}  // namespace stowage::test
