// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/board_model.h"

#include <QString>

#include <span>
#include <vector>

namespace stowage {

/// A stretch of a capacity bar, in bytes from its start.
struct BarSegment {
    enum class Kind {
        OtherPrograms,
        Context,
        Weights,
        Over,
        WouldBeAdded,
        WouldLeave,
        Rounding,  ///< what the allocator reserves above the weights
        Free
    };
    Kind kind = Kind::Free;
    double bytes = 0;
};

/// What a lane's head says: one value that head, tooltip, dump and tests read.
struct LaneFigures {
    DeviceId device;
    QString name;        ///< "Simulated, 2 GiB"; "b · Simulated, 2 GiB" in another machine
    QString shortName;   ///< "2 GiB", where the name finds no room
    double weights = 0;  ///< with what a drag would add or take
    double was = 0;      ///< without it
    bool isPreview = false;
    std::optional<double> budget;
    double over = 0;            ///< above the limit or, if larger, the capacity
    bool overCapacity = false;  ///< `over` counts from the capacity
    std::optional<double> free;
    double scaleBytes = 0;          ///< what the whole bar stands for; 0: capacity not known
    std::optional<double> limitAt;  ///< of the limit's tick, in bytes from the bar's start
    std::vector<BarSegment> segments;
    bool isInGiB = false;  ///< the sums of all lanes are; then the numbers in bars say no unit

    QString sum;      ///< "2.67"; "249.4"
    QString sumOf;    ///< " of 3.00 GiB"; " MiB" where there is no limit
    QString before;   ///< "was 1.84" in a preview, else empty
    QString room;     ///< "0.55 GiB free" or "0.40 GiB over"
    QString tooltip;  ///< every figure with its exact bytes
    /// sum, sumOf and room in one line.
    [[nodiscard]] QString text() const;
};

/// Figures of a lane from the plan; `preview` (may be null) adds what a drop would change.
[[nodiscard]] LaneFigures makeLaneFigures(const DevicePlacement& placement,
                                          const BoardPreview* preview);
/// The same of lanes beside each other.
[[nodiscard]] std::vector<LaneFigures> makeFiguresOfLanes(std::span<const DevicePlacement> lanes,
                                                          const BoardPreview* preview);

/// The number in a segment of a lane's bar: "2.67" where the sums below all bars are in GiB; small
/// sizes with their unit, so that nothing reads 0.00, and all sizes where one sum has another one.
[[nodiscard]] QString barNumber(double bytes, const LaneFigures& figures);

/// "2.67 of 3.00 GiB", "81.0 of 320.0 MiB", "81.0 MiB of 2.00 GiB": one unit where both share it,
/// so small that nothing reads 0.00. First: before " of"; second: the rest.
[[nodiscard]] std::pair<QString, QString> formatSizePair(double bytes, double of);

}  // namespace stowage
