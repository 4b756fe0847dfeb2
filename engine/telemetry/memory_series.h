// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/memory_sample.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace stowage {

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
