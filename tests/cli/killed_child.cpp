// SPDX-License-Identifier: GPL-3.0-or-later
#include "killed_child.h"

#include "cli_process.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QProcess>

namespace stowage::test {

qint64 bytesBelow(const QString& folder) {
    qint64 bytes = 0;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bytes += files.fileInfo().size();
    }
    return bytes;
}

bool runAndKill(const QStringList& arguments, const QString& folder, qint64 threshold) {
    constexpr qint64 kPatienceMs = 120'000;
    QProcess process;
    process.start(stowagectlPath(), arguments);
    QElapsedTimer time;
    time.start();
    while (process.state() != QProcess::NotRunning && time.elapsed() < kPatienceMs) {
        if (bytesBelow(folder) > threshold) {
            process.kill();
            process.waitForFinished();
            return process.exitStatus() == QProcess::CrashExit;
        }
        process.waitForFinished(0);
    }
    process.waitForFinished();
    return false;
}

}  // namespace stowage::test
