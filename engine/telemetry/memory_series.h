// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/device/device_info.h"
#include "engine/device/host_memory.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
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
    Message name;
    double begin = 0;
    double end = -1;
};

/// Bounded history of samples, thread-safe. When full, every second old sample is dropped
/// (peaks are kept), so hours fit in constant memory.
class MemorySeries {
public:
    explicit MemorySeries(std::size_t capacity = 20000);
    void append(MemorySample sample);
    /// Samples after `cursor`; moves the cursor on. When the series was thinned since, `reset` is
    /// true and all samples are returned.
    struct Batch {
        std::vector<MemorySample> samples;
        bool reset = false;
    };
    [[nodiscard]] Batch since(std::uint64_t& cursor) const;
    void clear();

private:
    mutable std::mutex m_mutex;
    std::vector<MemorySample> m_samples;
    std::size_t m_capacity;
    std::uint64_t m_appended = 0;    ///< total ever appended
    std::uint64_t m_generation = 0;  ///< grows with each thinning or clear
};

}  // namespace stowage
