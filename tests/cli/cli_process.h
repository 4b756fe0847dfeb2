// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>

class QProcess;

namespace stowage::test {

/// What one run of stowagectl left.
struct CliOutcome {
    int exitCode = -1;  ///< −1: crashed or did not end
    QByteArray output;
    QByteArray diagnostics;
    QJsonObject json;            ///< of `output`; empty where it is not exactly one object
    std::int64_t peakAnon = 0;   ///< highest RssAnon a poll at 200 Hz saw, bytes
    std::int64_t peakShmem = 0;  ///< highest RssShmem, bytes
};

/// What a run may need besides its arguments.
struct CliRequest {
    QStringList arguments;
    QByteArray input{};
    QString workingDirectory{};
    QStringList environment{};  ///< "NAME=value", besides the test's own
    /// Called with the running process every 5 ms; for interruptions.
    std::function<void(QProcess&)> watch{};
};

/// Path of the built stowagectl.
[[nodiscard]] QString stowagectlPath();

/// Runs stowagectl to its end, polling its memory from outside at 200 Hz.
[[nodiscard]] CliOutcome runCli(const CliRequest& request);
[[nodiscard]] CliOutcome runCli(const QStringList& arguments);

/// Whether the process handles SIGINT itself by now (it blocks the signal): before, an
/// interruption would end it as the system does.
[[nodiscard]] bool handlesInterruption(const QProcess& process);

/// Sends SIGINT.
void interrupt(const QProcess& process);

/// RssShmem of a running process, bytes: what lies on simulated GPUs.
[[nodiscard]] std::int64_t simulatedBytes(const QProcess& process);

/// The processes that were started with this in their environment: "TMPDIR=/tmp/x".
[[nodiscard]] QStringList processesWith(const QString& entry);

/// What a file holds; nothing where it cannot be read.
[[nodiscard]] QByteArray contentOf(const QString& path);

/// The object at a path of keys: at(json, {"host", "baseline"}).
[[nodiscard]] QJsonObject at(const QJsonObject& object, const QStringList& keys);

/// The value at a path such as "request/pins/0/0", as JSON has it.
[[nodiscard]] QByteArray valueAt(const QJsonObject& object, const QString& path);

/// A JSON number as an integer; −1 where it is none.
[[nodiscard]] std::int64_t bytesAt(const QJsonObject& object, const QString& key);

}  // namespace stowage::test
