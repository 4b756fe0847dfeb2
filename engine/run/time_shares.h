// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// What something did with the time of a run: the shares add up to 1.
struct TimeShares {
    double busy = 0;     ///< it computed, or carried weights
    double waiting = 0;  ///< a layer stood still there for its weights; of devices only
    double idle = 1;
};

/// Shares of `seconds`; what is longer is cut. All idle where no time passed.
[[nodiscard]] TimeShares sharesOf(double busySeconds, double waitedSeconds, double seconds);

/// Busy, waiting and idle as whole percents that add up to 100: the figures that were cut most by
/// rounding down get what is left. {37.5, 0, 62.5} is {37, 0, 63}.
[[nodiscard]] std::array<int, 3> wholePercents(const TimeShares& shares);
/// The same as text, "37 %": where something is there that rounds to nothing "<1 %", and what
/// stands beside it ">99 %" then, so that no figure contradicts another.
[[nodiscard]] std::array<std::string, 3> percentTexts(const TimeShares& shares);

/// One of the things that a timeline has a lane for: a device that computes, the link to a device,
/// or the disk.
struct LaneTime {
    SpanKind kind = SpanKind::Compute;  ///< never Wait, which is a share
    DeviceId device;                    ///< of the disk's lane the disk
    TimeShares shares;
};

/// Of every device in its report, and of the links and the disk that moved weights: what window and
/// command line show, so that one figure is the same wherever it stands. Shares of its seconds,
/// pauses left out; empty where no time passed.
[[nodiscard]] std::vector<LaneTime> laneTimes(const RunReport& report);

/// Stretches of time of which a moment counts once, however many of them it lies in.
class CoveredTime {
public:
    /// In any order; nearly the order of their ends is cheap.
    void add(double begin, double end);
    [[nodiscard]] double seconds() const;

private:
    std::vector<std::pair<double, double>> m_stretches;  ///< apart from each other, in order
};

}  // namespace stowage
