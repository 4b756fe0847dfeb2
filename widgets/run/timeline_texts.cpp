// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/timeline_texts.h"

#include "widgets/support/formats.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace stowage {

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
                         : key.device.isGpu()       ? TimelineTexts::tr("%1 to %2 in %3")
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
        return TimelineTexts::tr("%1 computes %2").arg(device, durationText(sums.busy));
    }
    const QString text = isLayer
                             ? TimelineTexts::tr("%1 computes %2 and waits %3 for weights")
                                   .arg(device, durationText(sums.busy), durationText(sums.waiting))
                             : TimelineTexts::tr("%1 waits %2 for its weights")
                                   .arg(device, durationText(sums.waiting));
    const QString bytes = sizeText(static_cast<double>(sums.bytes));
    return sums.bytes > 0 ? TimelineTexts::tr("%1, %2 came").arg(text, bytes) : text;
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
        return TimelineTexts::tr("%1: busy %2 of %3, measured").arg(laneName(lane), busy, time);
    }
    return TimelineTexts::tr("%1: busy %2, waits for weights %3, idle %4 of %5, measured")
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
            "A simulated GPU: the CPU computes, in memory that counts as its own.");
    }
    return device->linkBytesPerSecond
               ? TimelineTexts::tr("A simulated link: it carries %1 at most.")
                     .arg(formatRate(*device->linkBytesPerSecond))
               : TimelineTexts::tr(
                     "A simulated link without a limit: as fast as this machine copies.");
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
    return {TimelineTexts::tr("%1 idles %2").arg(deviceText(key.device), durationText(to - from)),
            TimelineTexts::tr("from %1 to %2").arg(durationText(from), durationText(to))};
}

}  // namespace stowage
