// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/run/run_report.h"
#include "engine/telemetry/timeline.h"
#include "widgets/charts/chart_curves.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

class QFontMetrics;

namespace stowage {

/// What a lane shows, in the order in which lanes stand: as weights come.
enum class LaneKind { Disk, Link, Compute };

/// One resource. Its device: that weights travel to, or that computes; of the disk's own lane the
/// disk.
struct LaneKey {
    LaneKind kind = LaneKind::Compute;
    DeviceId device;
    friend constexpr auto operator<=>(const LaneKey&, const LaneKey&) = default;
};

/// A TimelineSpan in a lane. Names are numbers of TimelineLanes::name().
struct LaneSpan {
    double begin = 0;  ///< seconds
    double end = 0;
    std::uint64_t bytes = 0;
    std::uint32_t stage = 0;
    std::uint32_t item = 0;
    std::uint32_t pass = 0;
    SpanKind kind = SpanKind::Compute;
    DeviceId device;
    [[nodiscard]] double seconds() const { return end - begin; }
};

/// Spans first … last − 1 of a lane follow each other and are of one layer in one pass.
struct LaneGroup {
    std::size_t first = 0;
    std::size_t last = 0;
    double begin = 0;
    double end = 0;
    double reach = 0;  ///< the latest end of this group and all before it
};

/// The spans of one resource, by their begin, and the layers they make up. Bounded: of a very long
/// run the oldest go, but not from the sums.
class TimelineLane {
public:
    static constexpr std::size_t kMostSpans = 100000;

    void add(const LaneSpan& span);

    [[nodiscard]] const std::vector<LaneSpan>& spans() const { return m_spans; }
    [[nodiscard]] const std::vector<LaneGroup>& groups() const;
    /// Those that have a part in a stretch of time, as numbers: first … last − 1.
    [[nodiscard]] std::pair<std::size_t, std::size_t> groupsIn(double begin, double end) const;
    /// Time in which anything was done here, and in which it waited. What overlaps counts once.
    [[nodiscard]] double busySeconds() const { return sums().busy.seconds; }
    [[nodiscard]] double waitSeconds() const { return sums().waits.seconds; }
    /// What was before this second is no longer kept, but in the sums.
    [[nodiscard]] double keptFrom() const { return m_keptFrom; }

private:
    struct Covered {
        double seconds = 0;
        double until = 0;
    };
    struct Sums {
        Covered busy;
        Covered waits;
        void add(const LaneSpan& span);
    };

    void dropOldest();
    [[nodiscard]] const Sums& sums() const;

    std::vector<LaneSpan> m_spans;
    mutable std::vector<LaneGroup> m_groups;  ///< of spans below m_grouped
    mutable std::size_t m_grouped = 0;
    Sums m_dropped;                      ///< of spans that are no longer kept
    mutable std::optional<Sums> m_sums;  ///< of all; nothing: to be added up
    double m_keptFrom = 0;
};

/// All lanes of a run, its passes, and the names of layers and items, each kept once.
class TimelineLanes {
public:
    /// Those that have a lane although they may never compute. Forgets all spans.
    void setDevices(std::vector<DeviceId> devices);
    void add(const TimelineSpan& span);
    /// Forgets all spans, not the devices.
    void clear();

    [[nodiscard]] const std::map<LaneKey, TimelineLane>& lanes() const { return m_lanes; }
    /// Each pass from its first module's begin to its last one's end.
    [[nodiscard]] const std::map<std::uint32_t, TimeSpan>& passes() const { return m_passes; }
    [[nodiscard]] const QString& name(std::uint32_t number) const { return m_names[number]; }
    [[nodiscard]] bool isEmpty() const { return m_count == 0; }
    /// Spans that were ever added.
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// The earliest begin of all, and the latest end; 0 without any.
    [[nodiscard]] double begin() const { return m_begin; }
    [[nodiscard]] double end() const { return m_end; }
    /// Those that are kept, as they came, lane by lane.
    [[nodiscard]] std::vector<TimelineSpan> spans() const;

private:
    [[nodiscard]] std::uint32_t numberOf(const std::string& name);

    std::vector<DeviceId> m_devices;
    std::map<LaneKey, TimelineLane> m_lanes;
    std::map<std::uint32_t, TimeSpan> m_passes;
    std::vector<QString> m_names;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    std::uint64_t m_count = 0;
    double m_begin = 0;
    double m_end = 0;
};

/// The lane that a span stands in.
[[nodiscard]] LaneKey laneOf(const TimelineSpan& span);

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
[[nodiscard]] std::vector<PassLabel> passLabels(const std::map<std::uint32_t, TimeSpan>& passes,
                                                const TimelineScale& scale,
                                                const QFontMetrics& metrics);

/// How a timeline reads. Times are measured.

/// "prefill", "decode 3".
[[nodiscard]] QString passName(std::uint32_t pass);
/// "340 µs", "12.3 ms", "1.24 s": three digits.
[[nodiscard]] QString durationText(double seconds);
/// "37 %", "<1 %", "63 %": percentTexts() in the language of the window.
[[nodiscard]] std::array<QString, 3> shareTexts(const TimeShares& shares);
/// "37 %": of the time in which something was busy, rounded as beside its other shares.
[[nodiscard]] QString busyText(const TimeShares& shares);
/// What a lane says beside the chip of its device: "computes", "weights in", "reads".
[[nodiscard]] QString laneRole(const LaneKey& lane);
/// "GPU 0 computes".
[[nodiscard]] QString laneName(const LaneKey& lane);

/// How much of `seconds` that passed a lane was busy, waited and did nothing.
[[nodiscard]] TimeShares laneShares(const TimelineLane& lane, double seconds);
/// "GPU 0 computes: busy 37 %, waits for weights 12 %, idle 51 % of 4.60 s". What assistive
/// technology reads of a lane, and its tooltip with what is simulated.
[[nodiscard]] QString laneSentence(const LaneKey& lane, const TimeShares& shares, double seconds);
/// By lane, what a run came to.
[[nodiscard]] std::map<LaneKey, TimeShares> runShares(const RunReport& report);
/// "" where nothing of this lane is simulated.
[[nodiscard]] QString laneSimulation(const LaneKey& lane, const std::vector<DeviceInfo>& devices);

/// Everything about a bar, a line each: layer and module or tensor; bytes, time, rate, device;
/// pass and moment.
[[nodiscard]] QStringList barLines(const TimelineLanes& lanes, const LaneKey& key,
                                   const LaneHit& hit);
/// "GPU 1 idles", how long: of a moment in which a device does nothing. Empty for other lanes and
/// for moments after `end`.
[[nodiscard]] QStringList idleLines(const TimelineLanes& lanes, const LaneKey& key, double seconds,
                                    double end);

}  // namespace stowage
