// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_layout.h"

#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <set>

namespace stowage {
namespace {

/// Pixels a span must have on average for a layer's spans to be drawn one by one.
constexpr double kLeastPart = 5;

/// How far from a bar it is still meant, pixels.
constexpr double kReach = 2;

/// Waiting below this share of a pixel's time is not drawn.
constexpr float kTraceShare = 1.0F / 64;

/// How much of each pixel's time a lane was busy, and waited.
class Coverage {
public:
    explicit Coverage(double width)
        : m_busy(static_cast<std::size_t>(std::max(1.0, std::ceil(width)))),
          m_waiting(m_busy.size()),
          m_edges(m_busy.size()) {}

    /// In pixels.
    void add(SpanKind kind, double begin, double end) {
        std::vector<float>& shares = kind == SpanKind::Wait ? m_waiting : m_busy;
        const auto most = static_cast<double>(shares.size());
        const double left = std::clamp(begin, 0.0, most);
        const double right = std::clamp(end, 0.0, most);
        for (auto x = static_cast<std::size_t>(left);
             x < shares.size() && static_cast<double>(x) < right; ++x) {
            const auto pixel = static_cast<double>(x);
            shares[x] += static_cast<float>(std::min(right, pixel + 1) - std::max(left, pixel));
        }
    }

    /// What has a bar, from its first pixel on. At its last one it only fills up what others leave,
    /// so that nothing of it is drawn beyond the bar.
    void addBar(SpanKind kind, double begin, double end) {
        add(kind, std::floor(begin), std::floor(end));
        const double edge = std::floor(end);
        if (edge >= 0 && edge < static_cast<double>(m_edges.size())) {
            m_edges[static_cast<std::size_t>(edge)] += static_cast<float>(end - edge);
        }
    }

    /// Neighbours that are alike as one.
    [[nodiscard]] std::vector<LaneColumns> columns() const {
        std::vector<LaneColumns> columns;
        for (std::size_t x = 0; x < m_busy.size(); ++x) {
            const LaneColumns column = columnAt(x);
            if (column.busy + column.waiting == 0) {
                continue;
            }
            LaneColumns* last = columns.empty() ? nullptr : &columns.back();
            if (last != nullptr && last->right == column.left && last->busy == column.busy &&
                last->waiting == column.waiting) {
                last->right = column.right;
            } else {
                columns.push_back(column);
            }
        }
        return columns;
    }

private:
    [[nodiscard]] LaneColumns columnAt(std::size_t x) const {
        const float busy = std::min(m_busy[x] > 0 ? m_busy[x] + m_edges[x] : 0, 1.0F);
        const float waiting = std::min(m_waiting[x], 1.0F - busy);
        const auto eighths = [](float share) {
            return static_cast<int>(std::lround(share * LaneColumns::kFull));
        };
        LaneColumns column{static_cast<int>(x), static_cast<int>(x) + 1, eighths(busy),
                           eighths(waiting)};
        column.waiting = std::min(column.waiting, LaneColumns::kFull - column.busy);
        if (column.busy + column.waiting == 0) {
            // What was done is seen, however short; next to no waiting is none.
            column.busy = busy > 0 && busy >= waiting ? LaneColumns::kLeast : 0;
            column.waiting = waiting > busy && waiting > kTraceShare ? LaneColumns::kLeast : 0;
        }
        return column;
    }

    std::vector<float> m_busy;
    std::vector<float> m_waiting;
    std::vector<float> m_edges;
};

constexpr int kLabelGap = 8;

/// Whose texts these are, for the catalogues.
struct TimelineLayoutTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::TimelineView)
};

QString tickText(double seconds, double step) {
    constexpr double kMilliseconds = 1e3;
    const bool inSeconds = step >= 0.1;
    const double figure = inSeconds ? seconds : seconds * kMilliseconds;
    const double figureStep = inSeconds ? step : step * kMilliseconds;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(figureStep) - 1e-9)));
    const QString number = QString::number(figure, 'f', decimals);
    return (inSeconds ? TimelineLayoutTexts::tr("%1 s") : TimelineLayoutTexts::tr("%1 ms"))
        .arg(number);
}

QString passesText(std::uint32_t first, std::uint32_t last) {
    return first == last ? passName(first)
                         : TimelineLayoutTexts::tr("decode %1–%2").arg(first).arg(last);
}

}  // namespace

LaneKey laneOf(const TimelineSpan& span) {
    switch (span.kind) {
        case SpanKind::Disk:
            return {LaneKind::Disk, DeviceId::disk()};
        case SpanKind::HostToDevice:
            return {LaneKind::Link, span.device};
        case SpanKind::Compute:
        case SpanKind::Wait:
            break;
    }
    return {LaneKind::Compute, span.device};
}

void TimelineLane::add(const LaneSpan& span) {
    if (m_spans.size() == kMostSpans) {
        dropOldest();
    }
    m_sums.reset();
    const auto at = std::ranges::upper_bound(m_spans, span.begin, {}, &LaneSpan::begin);
    const auto number = static_cast<std::size_t>(at - m_spans.begin());
    while (!m_groups.empty() && m_groups.back().last > number) {
        m_grouped = m_groups.back().first;
        m_groups.pop_back();
    }
    m_spans.insert(at, span);
}

void TimelineLane::Sums::add(const LaneSpan& span) {
    Covered& covered = span.kind == SpanKind::Wait ? waits : busy;
    covered.seconds += std::max(0.0, span.end - std::max(span.begin, covered.until));
    covered.until = std::max(covered.until, span.end);
}

const TimelineLane::Sums& TimelineLane::sums() const {
    if (!m_sums) {
        m_sums = m_dropped;
        for (const LaneSpan& span : m_spans) {
            m_sums->add(span);
        }
    }
    return *m_sums;
}

void TimelineLane::dropOldest() {
    const auto end = m_spans.begin() + static_cast<std::ptrdiff_t>(kMostSpans / 4);
    std::for_each(m_spans.begin(), end, [this](const LaneSpan& span) { m_dropped.add(span); });
    m_keptFrom = end->begin;
    m_spans.erase(m_spans.begin(), end);
    m_groups.clear();
    m_grouped = 0;
}

const std::vector<LaneGroup>& TimelineLane::groups() const {
    for (; m_grouped < m_spans.size(); ++m_grouped) {
        const LaneSpan& span = m_spans[m_grouped];
        const LaneSpan* before = m_groups.empty() ? nullptr : &m_spans[m_grouped - 1];
        if (before == nullptr || before->stage != span.stage || before->pass != span.pass) {
            const double reach = m_groups.empty() ? span.end : m_groups.back().reach;
            m_groups.push_back({m_grouped, m_grouped, span.begin, span.end, reach});
        }
        LaneGroup& group = m_groups.back();
        group.last = m_grouped + 1;
        group.end = std::max(group.end, span.end);
        group.reach = std::max(group.reach, span.end);
    }
    return m_groups;
}

std::pair<std::size_t, std::size_t> TimelineLane::groupsIn(double begin, double end) const {
    const std::vector<LaneGroup>& all = groups();
    const auto first = std::ranges::lower_bound(all, begin, {}, &LaneGroup::reach);
    const auto last = std::ranges::upper_bound(all, end, {}, &LaneGroup::begin);
    const auto number = [&all](auto at) { return static_cast<std::size_t>(at - all.begin()); };
    return {number(first), std::max(number(first), number(last))};
}

void TimelineLanes::setDevices(std::vector<DeviceId> devices) {
    m_devices = std::move(devices);
    clear();
}

std::uint32_t TimelineLanes::numberOf(const std::string& name) {
    const auto [at, isNew] =
        m_numbers.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
        m_names.push_back(QString::fromStdString(name));
    }
    return at->second;
}

void TimelineLanes::add(const TimelineSpan& span) {
    LaneSpan added{
        span.begin, std::max(span.begin, span.end), span.bytes, 0, 0, span.pass, span.kind,
        span.device};
    added.stage = numberOf(span.stage);
    added.item = numberOf(span.item);
    const LaneKey key = laneOf(span);
    m_lanes[key].add(added);
    if (key.kind == LaneKind::Compute) {
        const auto [pass, isNew] = m_passes.try_emplace(span.pass, added.begin, added.end);
        pass->second.begin = std::min(pass->second.begin, added.begin);
        pass->second.end = std::max(pass->second.end, added.end);
    }
    m_begin = m_count == 0 ? added.begin : std::min(m_begin, added.begin);
    m_end = std::max(m_end, added.end);
    ++m_count;
}

std::vector<TimelineSpan> TimelineLanes::spans() const {
    std::vector<TimelineSpan> all;
    for (const auto& [key, lane] : m_lanes) {
        for (const LaneSpan& span : lane.spans()) {
            all.push_back({span.kind, span.device, m_names[span.stage].toStdString(),
                           m_names[span.item].toStdString(), span.pass, span.bytes, span.begin,
                           span.end});
        }
    }
    return all;
}

void TimelineLanes::clear() {
    std::vector<DeviceId> devices = std::move(m_devices);
    *this = {};
    m_devices = std::move(devices);
    for (const DeviceId device : m_devices) {
        m_lanes.try_emplace({LaneKind::Compute, device});
    }
}

bool showsParts(const LaneGroup& group, const TimelineScale& scale) {
    const auto parts = static_cast<double>(group.last - group.first);
    return scale.pixels(group.end - group.begin) >= kLeastPart * parts;
}

LaneLayout layoutLane(const TimelineLane& lane, const TimelineScale& scale) {
    LaneLayout layout;
    Coverage coverage(scale.width);
    const auto barOf = [&scale](double begin, double end, std::size_t group) {
        return LaneBar{
            std::max(-1.0, scale.xAt(begin)), std::min(scale.width + 1, scale.xAt(end)), group, {}};
    };
    const auto& groups = lane.groups();
    const auto [first, last] = lane.groupsIn(scale.begin, scale.end);
    for (std::size_t number = first; number < last; ++number) {
        const LaneGroup& group = groups[number];
        const bool wide = scale.pixels(group.end - group.begin) >= LaneLayout::kLeastBar;
        const bool parts = wide && showsParts(group, scale);
        if (wide && !parts) {
            layout.bars.push_back(barOf(group.begin, group.end, number));
        }
        for (std::size_t i = group.first; i < group.last; ++i) {
            const LaneSpan& span = lane.spans()[i];
            if (span.end < scale.begin || span.begin > scale.end) {
                continue;
            }
            const double left = scale.xAt(span.begin);
            const double right = scale.xAt(span.end);
            if (parts && right - left >= LaneLayout::kLeastBar) {
                layout.bars.push_back(barOf(span.begin, span.end, number));
                layout.bars.back().span = i;
                coverage.addBar(span.kind, left, right);
            } else {
                coverage.add(span.kind, left, right);
            }
        }
    }
    layout.columns = coverage.columns();
    return layout;
}

std::optional<LaneHit> hitLane(const TimelineLane& lane, const TimelineScale& scale, double x) {
    const double from = scale.secondsAt(x - kReach);
    const double to = scale.secondsAt(x + kReach);
    const double at = scale.secondsAt(x);
    // What stands at the pixel itself comes before what stands beside it, then the longer one.
    const auto rank = [at](double begin, double end) {
        const double off = std::max({0.0, begin - at, at - end});
        return std::pair(-off, end - begin);
    };
    std::optional<LaneHit> best;
    std::pair<double, double> bestRank;
    const auto offer = [&](const LaneHit& hit, double begin, double end) {
        if (end >= from && begin <= to && (!best || rank(begin, end) > bestRank)) {
            best = hit;
            bestRank = rank(begin, end);
        }
    };
    const auto [first, last] = lane.groupsIn(from, to);
    for (std::size_t number = first; number < last; ++number) {
        const LaneGroup& group = lane.groups()[number];
        if (!showsParts(group, scale)) {
            offer({number, {}}, group.begin, group.end);
            continue;
        }
        for (std::size_t i = group.first; i < group.last; ++i) {
            offer({number, i}, lane.spans()[i].begin, lane.spans()[i].end);
        }
    }
    return best;
}

std::optional<LaneHit> nextBar(const TimelineLane& lane, const TimelineScale& scale,
                               const LaneHit& from, int step) {
    const auto& groups = lane.groups();
    const LaneGroup& group = groups[from.group];
    if (showsParts(group, scale)) {
        const std::size_t next = from.span ? *from.span + static_cast<std::size_t>(step)
                                           : (step > 0 ? group.first : group.last);
        if (next >= group.first && next < group.last) {
            return LaneHit{from.group, next};
        }
    }
    const std::size_t number = from.group + static_cast<std::size_t>(step);
    if (number >= groups.size()) {
        return {};
    }
    LaneHit hit{number, {}};
    if (showsParts(groups[number], scale)) {
        hit.span = step > 0 ? groups[number].first : groups[number].last - 1;
    }
    return hit;
}

// What stands above and below the lanes: the names of passes and the ticks of the time axis.

std::vector<TimelineTick> timelineTicks(const TimelineScale& scale, int room) {
    constexpr int kMostTicks = 100;
    std::vector<TimelineTick> ticks;
    const double step = roundStep((scale.end - scale.begin) * room / std::max(1.0, scale.width));
    for (double number = std::ceil(scale.begin / step - 1e-9);
         number * step <= scale.end && ticks.size() < kMostTicks; ++number) {
        ticks.push_back({number * step, tickText(number * step, step)});
    }
    return ticks;
}

std::vector<PassLabel> passLabels(const std::map<std::uint32_t, TimeSpan>& passes,
                                  const TimelineScale& scale, const QFontMetrics& metrics) {
    const auto fits = [&metrics](const QString& text, double width) {
        return metrics.horizontalAdvance(text) + kLabelGap <= width;
    };
    std::vector<PassLabel> labels;
    std::uint32_t firstOfLast = 0;
    bool lastIsShared = false;
    for (auto at = passes.begin(); at != passes.end(); ++at) {
        const auto next = std::next(at);
        const double end = next == passes.end() ? at->second.end : next->second.begin;
        const double left = std::max(0.0, scale.xAt(at->second.begin));
        const double right = std::min(scale.width, scale.xAt(end));
        if (right <= 0 || left >= scale.width) {
            continue;
        }
        const QString name = passName(at->first);
        const bool ownName = fits(name, right - left);
        if (!ownName && lastIsShared) {
            labels.back().right = right;
            const QString shared = passesText(firstOfLast, at->first);
            labels.back().text = fits(shared, right - labels.back().left) ? shared : QString();
            continue;
        }
        labels.push_back({left, right, ownName ? name : QString()});
        firstOfLast = at->first;
        lastIsShared = !ownName && at->first > 0;
    }
    return labels;
}

namespace {

/// Whose texts these are, for the catalogues.
struct TimelineTexts {
    Q_DECLARE_TR_FUNCTIONS(stowage::TimelineView)
};

QString deviceText(DeviceId device) {
    return translated(deviceLabel(device));
}

/// What the spans of a bar add up to.
struct BarSums {
    double busy = 0;
    double waiting = 0;
    std::uint64_t bytes = 0;
    std::set<std::uint32_t> items;
};

BarSums sumsOf(const TimelineLane& lane, const LaneGroup& group, const LaneHit& hit) {
    BarSums sums;
    const std::size_t first = hit.span.value_or(group.first);
    const std::size_t last = hit.span ? *hit.span + 1 : group.last;
    for (std::size_t i = first; i < last; ++i) {
        const LaneSpan& span = lane.spans()[i];
        (span.kind == SpanKind::Wait ? sums.waiting : sums.busy) += span.seconds();
        sums.bytes += span.bytes;
        sums.items.insert(span.item);
    }
    return sums;
}

/// "9.0 MiB to GPU 0 in 0.80 ms, 11.8 GB/s".
QString transferText(const LaneKey& key, const LaneSpan& span, const BarSums& sums) {
    const QString form = key.kind == LaneKind::Disk ? TimelineTexts::tr("%1 read for %2 in %3")
                         : key.device.isGpu() ? TimelineTexts::tr("%1 transferred to %2 in %3")
                                              : TimelineTexts::tr("%1 copied for the %2 in %3");
    const auto bytes = static_cast<double>(sums.bytes);
    QString text = form.arg(sizeText(bytes), deviceText(span.device), durationText(sums.busy));
    if (sums.busy > 0 && sums.bytes > 0) {
        text += QStringLiteral(", ") + formatRate(bytes / sums.busy);
    }
    return text;
}

QString computeText(const LaneKey& key, const LaneSpan& span, const BarSums& sums, bool isLayer) {
    const QString device = deviceText(key.device);
    if (!isLayer && span.kind != SpanKind::Wait) {
        return TimelineTexts::tr("%1 computes for %2").arg(device, durationText(sums.busy));
    }
    const QString text = isLayer
                             ? TimelineTexts::tr("%1 computes for %2 and waits for weights for %3")
                                   .arg(device, durationText(sums.busy), durationText(sums.waiting))
                             : TimelineTexts::tr("%1 waits for weights for %2")
                                   .arg(device, durationText(sums.waiting));
    const QString bytes = sizeText(static_cast<double>(sums.bytes));
    return sums.bytes > 0 ? TimelineTexts::tr("%1, %2 transferred").arg(text, bytes) : text;
}

/// "12 modules", "1 tensor".
QString partsText(const LaneKey& key, const BarSums& sums) {
    const auto count = static_cast<qulonglong>(sums.items.size());
    if (key.kind == LaneKind::Compute) {
        return count == 1 ? TimelineTexts::tr("1 module")
                          : TimelineTexts::tr("%1 modules").arg(count);
    }
    return count == 1 ? TimelineTexts::tr("1 tensor") : TimelineTexts::tr("%1 tensors").arg(count);
}

}  // namespace

QString passName(std::uint32_t pass) {
    return pass == 0 ? TimelineTexts::tr("prefill") : TimelineTexts::tr("decode %1").arg(pass);
}

QString durationText(double seconds) {
    constexpr double kMs = 1e3;
    constexpr double kUs = 1e6;
    const auto digits = [](double figure) {
        return QString::number(figure, 'f', figure < 9.995 ? 2 : (figure < 99.95 ? 1 : 0));
    };
    if (seconds < 0.9995e-3) {
        return TimelineTexts::tr("%1 µs").arg(
            QString::number(std::max(0.0, seconds) * kUs, 'f', 0));
    }
    return seconds < 0.9995 ? TimelineTexts::tr("%1 ms").arg(digits(seconds * kMs))
                            : formatSeconds(seconds);
}

std::array<QString, 3> shareTexts(const TimeShares& shares) {
    std::array<QString, 3> texts;
    std::ranges::transform(percentTexts(shares), texts.begin(), translated);
    return texts;
}

QString busyText(const TimeShares& shares) {
    return shareTexts(shares)[0];
}

QString laneRole(const LaneKey& lane) {
    switch (lane.kind) {
        case LaneKind::Disk:
            return TimelineTexts::tr("reads");
        case LaneKind::Link:
            return lane.device.isGpu() ? TimelineTexts::tr("weights in")
                                       : TimelineTexts::tr("copies");
        case LaneKind::Compute:
            break;
    }
    return TimelineTexts::tr("computes");
}

QString laneName(const LaneKey& lane) {
    return deviceText(lane.device) + u' ' + laneRole(lane);
}

TimeShares laneShares(const TimelineLane& lane, double seconds) {
    return sharesOf(lane.busySeconds(), lane.waitSeconds(), seconds);
}

QString laneSentence(const LaneKey& lane, const TimeShares& shares, double seconds) {
    const auto [busy, waits, idle] = shareTexts(shares);
    const QString time = durationText(seconds);
    if (lane.kind != LaneKind::Compute) {
        return TimelineTexts::tr("%1: busy %2, measured over %3").arg(laneName(lane), busy, time);
    }
    return TimelineTexts::tr("%1: busy %2, waiting for weights %3, idle %4, measured over %5")
        .arg(laneName(lane), busy, waits, idle, time);
}

std::map<LaneKey, TimeShares> runShares(const RunReport& report) {
    std::map<LaneKey, TimeShares> shares;
    for (const LaneTime& time : laneTimes(report)) {
        TimelineSpan span;
        span.kind = time.kind;
        span.device = time.device;
        shares.emplace(laneOf(span), time.shares);
    }
    return shares;
}

QString laneSimulation(const LaneKey& lane, const std::vector<DeviceInfo>& devices) {
    const auto device = std::ranges::find(devices, lane.device, &DeviceInfo::id);
    if (device == devices.end() || !device->simulated) {
        return {};
    }
    if (lane.kind == LaneKind::Compute) {
        return TimelineTexts::tr(
            "The GPU is simulated: the CPU computes and uses memory that is counted as GPU "
            "memory.");
    }
    return device->linkBytesPerSecond
               ? TimelineTexts::tr("The link is simulated: it transfers at most %1.")
                     .arg(formatRate(*device->linkBytesPerSecond))
               : TimelineTexts::tr(
                     "The link is simulated without a limit: it transfers data as fast as this "
                     "machine copies memory.");
}

QStringList barLines(const TimelineLanes& lanes, const LaneKey& key, const LaneHit& hit) {
    const TimelineLane& lane = lanes.lanes().at(key);
    const LaneGroup& group = lane.groups()[hit.group];
    const LaneSpan& span = lane.spans()[hit.span.value_or(group.first)];
    const BarSums sums = sumsOf(lane, group, hit);
    const bool isLayer = !hit.span;
    const QString& layer = lanes.name(span.stage);
    QStringList lines{isLayer ? layer + QStringLiteral(", ") + partsText(key, sums)
                              : lanes.name(span.item)};
    if (!isLayer && !lines.first().startsWith(layer)) {  // as a rule the name says its layer
        lines.append(TimelineTexts::tr("of layer %1").arg(layer));
    }
    lines.append(key.kind == LaneKind::Compute ? computeText(key, span, sums, isLayer)
                                               : transferText(key, span, sums));
    lines.append(TimelineTexts::tr("%1, at %2")
                     .arg(passName(span.pass), durationText(isLayer ? group.begin : span.begin)));
    return lines;
}

QStringList idleLines(const TimelineLanes& lanes, const LaneKey& key, double seconds, double end) {
    if (key.kind != LaneKind::Compute || seconds < lanes.begin() || seconds >= end) {
        return {};
    }
    const auto& groups = lanes.lanes().at(key).groups();
    const auto next = std::ranges::upper_bound(groups, seconds, {}, &LaneGroup::begin);
    const double from = next == groups.begin() ? lanes.begin() : std::prev(next)->reach;
    const double to = next == groups.end() ? end : next->begin;
    if (seconds < from || seconds > to) {
        return {};
    }
    return {
        TimelineTexts::tr("%1 idles for %2").arg(deviceText(key.device), durationText(to - from)),
        TimelineTexts::tr("from %1 to %2").arg(durationText(from), durationText(to))};
}

}  // namespace stowage
