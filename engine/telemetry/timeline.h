// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// What was busy.
enum class SpanKind : std::uint8_t {
    Compute,       ///< a device computed
    HostToDevice,  ///< the link to a device carried weights; for the CPU: a copy within the host
    Disk,          ///< weights were read from disk for a device
    Wait,          ///< a device stood still for weights that had not come
};

/// A stretch of time in which one thing was done. Seconds on the clock of the timeline.
struct TimelineSpan {
    SpanKind kind = SpanKind::Compute;
    DeviceId device;         ///< that computes or waits, or for which weights travel
    std::string stage;       ///< the layer: "transformer.h.3"
    std::string item;        ///< the module that runs, or the tensor that travels
    std::uint32_t pass = 0;  ///< 0: the prompt's, then one for each token that follows
    std::uint64_t bytes = 0;
    double begin = 0;
    double end = 0;
};

/// What devices and links did while a model ran. Bounded: of a very long row the oldest spans go
/// first. Thread-safe.
class Timeline {
public:
    using Clock = std::chrono::steady_clock;

    /// `origin`: second 0, so that a timeline and a sampler can share a clock.
    explicit Timeline(Clock::time_point origin = Clock::now(), std::size_t capacity = 100000);

    [[nodiscard]] double now() const { return secondsAt(Clock::now()); }
    [[nodiscard]] double secondsAt(Clock::time_point moment) const;

    void add(TimelineSpan span);

    /// Spans added after `cursor`, in the order in which they were added; moves the cursor on. A
    /// reader that was away for longer than the row is misses the oldest.
    [[nodiscard]] std::vector<TimelineSpan> since(std::uint64_t& cursor) const;
    [[nodiscard]] std::vector<TimelineSpan> all() const;

private:
    Clock::time_point m_origin;
    std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::vector<TimelineSpan> m_spans;
    std::uint64_t m_added = 0;  ///< total ever added
};

/// Spans as a table (base/csv) with units in its head, by their begin, from the first one's on:
/// "begin [s],end [s],kind,device,layer,item,pass,bytes [B]".
[[nodiscard]] std::string timelineToCsv(std::span<const TimelineSpan> spans);

}  // namespace stowage
