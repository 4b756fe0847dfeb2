// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"
#include "engine/device/host_memory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

struct DeviceSample {
    DeviceId device;
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
    std::uint64_t usedByOthers = 0;
};

/// One reading of everything. `seconds`: monotonic, since the sampler's start.
struct MemorySample {
    double seconds = 0;
    std::vector<DeviceSample> devices;
    ProcessMemory process;
    // The machine's figures cost a hundred times a reading of the process: four times a second.
    std::optional<std::uint64_t> available{};    ///< MemAvailable
    std::optional<std::uint64_t> cgroupLimit{};  ///< nothing: no control group sets one
    std::optional<std::uint64_t> cgroupLeft{};
    /// Freed memory that malloc keeps; only in samples taken by sampleThoroughly().
    std::optional<std::uint64_t> allocatorHeld{};
};

/// Something that happened at one moment, as a tensor that is complete.
struct EventMark {
    std::string name;
    double seconds = 0;
};

/// A named stretch of time on the same clock; `end` is below `begin` while it lasts.
struct PhaseMark {
    std::string name;
    double begin = 0;
    double end = -1;
};

}  // namespace stowage
