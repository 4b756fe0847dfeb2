// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace stowage {

/// What a drag of modules carries, from tree and board alike: full paths, one a line.
inline const QString kModulesMimeType = QStringLiteral("application/x-stowage-modules");
/// The caller (a QDrag) owns the result; the text form is the same paths, for other programs.
[[nodiscard]] QMimeData* makeModulesMimeData(const QStringList& paths);
/// The paths of a drag; empty where `data` is null or carries no modules.
[[nodiscard]] QStringList modulesFromMimeData(const QMimeData* data);

}  // namespace stowage
