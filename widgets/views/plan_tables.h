// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_prediction.h"
#include "widgets/views/board_model.h"
#include "widgets/views/figure_table.h"

#include <vector>

namespace stowage {

struct DeviceTable {
    QStringList head;
    std::vector<FigureRow> rows;
};

struct LoadTable {
    QString unit;
    QStringList head;
    std::vector<FigureRow> rows;
};

/// Blocks, weights, what the allocator reserves and the room to the limit, by device, with totals.
[[nodiscard]] DeviceTable makeDeviceTable(const BoardModel& board);

/// Predicted peaks by method; `chosen` is marked. Methods that no prediction is there for yet
/// have dashes.
[[nodiscard]] LoadTable makeLoadTable(const std::vector<LoadPrediction>& predictions,
                                      LoadMethod chosen);

}  // namespace stowage
