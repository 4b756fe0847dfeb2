// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/edit/plan_edit.h"

#include <QString>
#include <QStringList>

#include <vector>

class QKeyEvent;

class QMimeData;

namespace stowage {

class Document;

/// What a key asks for the selected modules, in tree and board: 0…9 GPU n, C CPU, D disk, P pin
/// where they are, U unpin. One edit a device for P, else one. Nothing for other keys, an empty
/// selection or a device that the plan does not have.
[[nodiscard]] std::vector<PlanEdit> editsForKey(const QKeyEvent& event, const Document& document);

/// The key that places on a device, for menus: "0", "C", "D"; "" where there is none.
[[nodiscard]] QString placementKeyOf(DeviceId device);

/// The pins that hold the selected modules where they are now, one edit a device.
[[nodiscard]] std::vector<PlanEdit> pinsForSelection(const Document& document);

/// What a drag of modules carries, from tree and board alike: full paths, one a line.
inline const QString kModulesMimeType = QStringLiteral("application/x-stowage-modules");
/// The caller (a QDrag) owns the result; the text form is the same paths, for other programs.
[[nodiscard]] QMimeData* makeModulesMimeData(const QStringList& paths);
/// The paths of a drag; empty where `data` is null or carries no modules.
[[nodiscard]] QStringList modulesFromMimeData(const QMimeData* data);

/// True for files that hold placements rather than models: .py, .txt, .sh, .yml, .yaml, Modelfiles,
/// and .json that is neither a module tree, an index nor a config.
[[nodiscard]] bool isDeviceMapFile(const QString& path);

}  // namespace stowage
