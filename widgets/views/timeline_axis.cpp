// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above and below the lanes: the names of passes and the ticks of the time axis.
#include "widgets/views/timeline_layout.h"
#include "widgets/views/timeline_texts.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace stowage {

namespace {

constexpr int kLabelGap = 8;
constexpr int kMostTicks = 100;

QString translate(const char* text) {
    return QCoreApplication::translate("stowage::TimelineView", text);
}

/// 1, 2 or 5 times a power of ten, at least so much.
double roundStep(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= least * (1 - 1e-9)) {
            return power * factor;
        }
    }
    return power * 10;
}

QString tickText(double seconds, double step) {
    constexpr double kMs = 1e3;
    const bool inSeconds = step >= 0.1;
    const double figure = inSeconds ? seconds : seconds * kMs;
    const double figureStep = inSeconds ? step : step * kMs;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(figureStep) - 1e-9)));
    const QString number = QString::number(figure, 'f', decimals);
    return (inSeconds ? translate("%1 s") : translate("%1 ms")).arg(number);
}

QString passesText(std::uint32_t first, std::uint32_t last) {
    return first == last ? passName(first) : translate("decode %1–%2").arg(first).arg(last);
}

}  // namespace

std::vector<TimelineTick> timelineTicks(const TimelineScale& scale, int room) {
    std::vector<TimelineTick> ticks;
    const double step = roundStep((scale.end - scale.begin) * room / std::max(1.0, scale.width));
    for (double number = std::ceil(scale.begin / step - 1e-9);
         number * step <= scale.end && ticks.size() < kMostTicks; ++number) {
        ticks.push_back({number * step, tickText(number * step, step)});
    }
    return ticks;
}

std::vector<PassLabel> passLabels(const std::map<std::uint32_t, TimelinePass>& passes,
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

}  // namespace stowage
