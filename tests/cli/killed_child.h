// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace stowage::test {

/// Bytes of all files in a folder and below it; 0 where it is not there.
[[nodiscard]] qint64 bytesBelow(const QString& folder);

/// Runs stowagectl until its unfinished files in `folder` have more than `threshold` bytes and
/// kills it then (SIGKILL). Returns whether it was killed; it may have ended before.
[[nodiscard]] bool runAndKill(const QStringList& arguments, const QString& folder,
                              qint64 threshold);

}  // namespace stowage::test
