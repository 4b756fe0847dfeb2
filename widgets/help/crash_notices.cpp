// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/crash_notices.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

namespace stowage {
namespace {

/// A report has some KiB; older ones say nothing that these do not.
constexpr qsizetype kMostCrashReports = 20;

}  // namespace

QString takeCrashReport(const QString& folder) {
    const QDir reports(folder);
    // Names begin with the moment, so that the last one is the newest.
    const QStringList found = reports.entryList(
        {QStringLiteral("*.%1").arg(QLatin1String(kNewCrashReport))}, QDir::Files, QDir::Name);
    QString newest;
    for (const QString& name : found) {
        const QString lasting =
            reports.filePath(QFileInfo(name).completeBaseName()) + QStringLiteral(".txt");
        // Of two windows that start at once, the one that can rename it tells of it.
        if (QFile::rename(reports.filePath(name), lasting)) {
            newest = lasting;
        }
    }
    QStringList kept = reports.entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name);
    while (kept.size() > kMostCrashReports) {
        QFile::remove(reports.filePath(kept.takeFirst()));
    }
    return newest;
}

}  // namespace stowage
