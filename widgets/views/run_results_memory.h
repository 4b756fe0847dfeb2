// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "widgets/views/figure_table.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace stowage {

/// What devices held during a run, a column a device; sizes in one unit.
struct RunMemoryTable {
    QStringList head;
    std::vector<FigureRow> rows;
    QString unit;
};

/// Weights before the run and peaks of it, and the parts of the peak that were predicted. Devices
/// that held nothing are left out.
[[nodiscard]] RunMemoryTable runMemoryTable(const RunReport& report);

}  // namespace stowage
