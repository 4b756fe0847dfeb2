// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace stowage {

/// What a drag of modules carries, from tree and board alike: full paths, one a line.
inline const QString kModulesMimeType = QStringLiteral("application/x-stowage-modules");
[[nodiscard]] QMimeData* makeModulesMimeData(const QStringList& paths);
[[nodiscard]] QStringList modulesFromMimeData(const QMimeData* data);

}  // namespace stowage
