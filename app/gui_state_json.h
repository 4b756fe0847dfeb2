// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace stowage {

class MainWindow;

/// Everything the window shows and the engine holds now, for tests from outside: tree, board,
/// totals, problems, load, charts, counters, open files, where the named controls are.
[[nodiscard]] QJsonObject windowState(const MainWindow& window);

/// The board and the named controls in global coordinates.
[[nodiscard]] QJsonObject windowGeometry(const MainWindow& window);

}  // namespace stowage
