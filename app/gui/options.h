// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/catalogue.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/device_info.h"
#include "engine/device/memory_budget.h"
#include "widgets/support/theme.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// Two simulated cards of 2 GiB with the usual context.
[[nodiscard]] std::vector<DeviceInfo> simulatedStartGpus();

/// What stands on the command line of `stowage`.
struct GuiOptions {
    QString model;        ///< "" opens the sample
    OpenOptions opening;  ///< what is chosen about the model
    std::optional<std::vector<DeviceInfo>> gpus;
    std::optional<std::uint64_t> ram;   ///< of a machine that is planned for
    std::optional<std::uint64_t> disk;  ///< the same
    std::optional<std::vector<MemoryBudget>> budgets;
    std::vector<Message> warnings;  ///< about the budgets: limits in bits
    std::optional<ThemeMode> theme;
    QString language;   ///< its code; "": the saved one, else the system's
    QString picture;    ///< the file that takes a picture of the window; "": none is taken
    bool load = false;  ///< before the picture
    QString answer;     ///< help or a script: not empty: print it and leave
    bool version = false;
};

/// Reads the arguments (the program's name first); help is in `language`, as far as the program
/// says it (Qt's own words in it are those of the translator that is installed).
/// Error: InvalidArgument that names the option.
[[nodiscard]] Result<GuiOptions> parseGuiOptions(const QStringList& arguments,
                                                 const Language& language = english());

}  // namespace stowage
