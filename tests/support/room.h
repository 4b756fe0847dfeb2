// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStorageInfo>
#include <QString>

#include <algorithm>

namespace stowage::test {

/// Why a test that writes and loads models of 700 MB several times cannot do so on this machine; ""
/// where there is room.
[[nodiscard]] inline QString whyNoRoom() {
    constexpr qint64 kNeeded = 3'000'000'000;
    const auto numberIn = [](const char* path, const char* before) {
        QFile file(QString::fromLatin1(path));
        const QString text =
            file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll()) : QString();
        const QRegularExpression number(QLatin1String(before) + QLatin1String("\\s*(\\d+)"));
        const auto found = number.match(text);
        return found.hasMatch() ? found.captured(1).toLongLong() : qint64{-1};
    };
    const qint64 disk = QStorageInfo(QDir::tempPath()).bytesAvailable();
    if (disk < kNeeded) {
        return QStringLiteral("Needs 3 GB below %1, where %2 MB are free")
            .arg(QDir::tempPath())
            .arg(disk / 1'000'000);
    }
    const qint64 available = numberIn("/proc/meminfo", "MemAvailable:") * 1024;
    const qint64 limit = numberIn("/sys/fs/cgroup/memory.max", "^");
    const qint64 memory = limit < 0 ? available : std::min(available, limit);
    return memory >= kNeeded ? QString()
                             : QStringLiteral("Needs 3 GB of memory, of which %1 MB are there")
                                   .arg(memory / 1'000'000);
}

}  // namespace stowage::test
