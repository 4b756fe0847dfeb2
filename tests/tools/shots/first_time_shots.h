// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stowage {

class ShotSeries;

/// Somebody's first time, as numbered pictures in `folder`, by the events of a mouse and keys:
/// "first-time" drops `model` (a folder with a checkpoint) on an empty window, plans, loads and
/// saves a project beside it; "first-time-again", in another process, goes on from that project,
/// which is open. False for another scene.
[[nodiscard]] bool planFirstTime(ShotSeries& series, const QString& scene, const QString& model,
                                 const QString& folder);

/// The scene that begins with an empty window.
[[nodiscard]] bool beginsEmpty(const QString& scene);

}  // namespace stowage
