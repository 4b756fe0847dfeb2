// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/load/load_schedule.h"

#include <cstdint>

namespace stowage {

/// A GPU as a forecast walks with it: its allocator as arithmetic, and what that came to. Bytes.
struct ModelledGpu {
    DeviceInfo info;
    AllocatorModel allocator;
    PredictedPeak highest;        ///< over all phases so far
    std::uint64_t held = 0;       ///< reserved before the program: its pages are there already
    std::uint64_t populated = 0;  ///< beyond them: pages once touched stay in the device's cache
};

/// The device as the program finds it: with the allocator's state that the schedule knows of, else
/// empty, with what is free of it as its limit.
[[nodiscard]] ModelledGpu modelOf(const LoadSchedule& schedule, const DeviceInfo& info);

}  // namespace stowage
