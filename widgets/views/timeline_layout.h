// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/timeline_lanes.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

class QFontMetrics;

namespace stowage {

/// A stretch of time over a stretch of pixels, which begins at 0.
struct TimelineScale {
    double begin = 0;  ///< seconds
    double end = 1;
    double width = 1;  ///< pixels
    [[nodiscard]] double xAt(double seconds) const {
        return (seconds - begin) / (end - begin) * width;
    }
    [[nodiscard]] double secondsAt(double x) const { return begin + x / width * (end - begin); }
    [[nodiscard]] double pixels(double seconds) const { return seconds / (end - begin) * width; }
};

/// Pixels left … right − 1, in which a lane was busy, and waited, for so many eighths of the time.
struct LaneColumns {
    static constexpr int kFull = 8;
    static constexpr int kLeast = 2;  ///< for what is too short to count, so that it is seen
    int left = 0;
    int right = 0;
    int busy = 0;
    int waiting = 0;  ///< busy + waiting ≤ kFull
};

/// Something wide enough to be seen by itself: a layer, or a module or tensor of it.
struct LaneBar {
    double left = 0;  ///< pixels, within the lane
    double right = 0;
    std::size_t group = 0;
    std::optional<std::size_t> span;  ///< nothing: the layer as a whole
};

/// One lane as it is painted, bars over columns. However many spans there are: at most one column a
/// pixel, and no bar below kLeastBar pixels.
struct LaneLayout {
    static constexpr double kLeastBar = 3;
    std::vector<LaneColumns> columns;
    std::vector<LaneBar> bars;
};

[[nodiscard]] LaneLayout layoutLane(const TimelineLane& lane, const TimelineScale& scale);

/// A layer in a lane, or one of its spans.
struct LaneHit {
    std::size_t group = 0;
    std::optional<std::size_t> span;
    friend bool operator==(const LaneHit&, const LaneHit&) = default;
};

/// True where a layer is so wide that its modules or tensors are drawn one by one.
[[nodiscard]] bool showsParts(const LaneGroup& group, const TimelineScale& scale);
/// What stands at a pixel, or next to it; of several in one pixel the longest.
[[nodiscard]] std::optional<LaneHit> hitLane(const TimelineLane& lane, const TimelineScale& scale,
                                             double x);
/// The bar before (`step` −1) or behind (+1) another, as wide as they are drawn; nothing: none.
[[nodiscard]] std::optional<LaneHit> nextBar(const TimelineLane& lane, const TimelineScale& scale,
                                             const LaneHit& from, int step);

/// A tick of the time axis.
struct TimelineTick {
    double seconds = 0;
    QString text;  ///< "2 s", "250 ms"
};

/// Round figures, `room` pixels apart at least.
[[nodiscard]] std::vector<TimelineTick> timelineTicks(const TimelineScale& scale, int room);

/// A name above a stretch of passes.
struct PassLabel {
    double left = 0;  ///< pixels, within the lanes
    double right = 0;
    QString text;  ///< "prefill", "decode 3", "decode 4–31"; "": too narrow for a name
};

/// Passes in view; those that are too narrow for a name of their own share one.
[[nodiscard]] std::vector<PassLabel> passLabels(const std::map<std::uint32_t, TimelinePass>& passes,
                                                const TimelineScale& scale,
                                                const QFontMetrics& metrics);

}  // namespace stowage
