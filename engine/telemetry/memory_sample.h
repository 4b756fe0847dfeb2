// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"
#include "engine/device/host_memory.h"

#include <cstdint>
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
    std::optional<std::uint64_t> available;
};

/// A named stretch of time on the same clock; `end` is below `begin` while it lasts.
struct PhaseMark {
    std::string name;
    double begin = 0;
    double end = -1;
};

}  // namespace stowage
