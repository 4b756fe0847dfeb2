// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>

namespace stowage::test {

/// A process of `stowagectl job` that this program has started; 0: none runs.
inline qint64 jobProcess() {
    for (const QString& thread : QDir("/proc/self/task").entryList(QDir::Dirs)) {
        QFile children("/proc/self/task/" + thread + "/children");
        if (!children.open(QIODevice::ReadOnly)) {
            continue;
        }
        for (const QByteArray& child : children.readAll().simplified().split(' ')) {
            QFile words("/proc/" + QString::fromLatin1(child) + "/cmdline");
            if (words.open(QIODevice::ReadOnly) &&
                words.readAll().endsWith(QByteArray("\0job\0", 5))) {
                return child.toLongLong();
            }
        }
    }
    return 0;
}

}  // namespace stowage::test
