// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMimeData>
#include <QPoint>

#include <memory>

namespace stowage {

class BoardView;

/// What is dragged, and the middle of the CPU's lane in the board's viewport, where it is now.
struct CpuDrag {
    std::unique_ptr<QMimeData> data;
    QPoint at;
};
/// Drags modules in over the board to the CPU's lane, which must be there. Nothing is dropped.
[[nodiscard]] CpuDrag dragOverCpu(BoardView& board, std::unique_ptr<QMimeData> data);

}  // namespace stowage
