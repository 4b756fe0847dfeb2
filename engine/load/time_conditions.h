// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// What the time of a load depends on beside its program, as things are now.
struct TimeConditions {
    std::shared_ptr<const MachineRates> rates;  ///< never null
    FileSystemRates source;              ///< of the file system that the weights are read from
    std::optional<double> offloadWrite;  ///< bytes per second into the offload folder
    std::optional<double> waitingWrite;  ///< into the system's folder for temporary files
    /// By shard: the share of its pages that the page cache holds, 0 to 1.
    std::vector<double> warmShares;
};

/// Nothing where the schedule has no rates, neither files nor a described source (a dry run of a
/// tree), or files on a file system that was not measured. Asks the page cache about a sample of
/// each file's pages.
[[nodiscard]] std::optional<TimeConditions> timeConditionsFor(const LoadSchedule& schedule);

}  // namespace stowage
