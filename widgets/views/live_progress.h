// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_schedule.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// Bytes read in a row for one device.
struct ProgressSegment {
    DeviceId device;
    std::uint64_t bytes = 0;
};

/// The progress bar's parts, in the order in which the schedule reads the file.
[[nodiscard]] std::vector<ProgressSegment> progressSegments(const LoadSchedule& schedule);

}  // namespace stowage
