// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui_devices.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/device_info.h"
#include "engine/device/memory_budget.h"
#include "widgets/support/theme.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace stowage {

/// What stands on the command line of `stowage`.
struct GuiOptions {
    QString model;        ///< "" opens the sample
    OpenOptions opening;  ///< what is chosen about the model
    std::optional<std::vector<DeviceInfo>> gpus;
    GivenCapacities given;  ///< RAM and disk of a machine that is planned for
    std::vector<MemoryBudget> budgets;
    QStringList warnings;  ///< about the budgets: limits in bits
    std::optional<ThemeMode> theme;
    QString stateFile;          ///< hidden: --dump-state
    bool dumpGeometry = false;  ///< hidden
    QString helpText;           ///< not empty: print it and leave
    bool version = false;
};

/// Reads the arguments (the program's name first). Error: InvalidArgument that names the option.
[[nodiscard]] Result<GuiOptions> parseGuiOptions(const QStringList& arguments);

}  // namespace stowage
