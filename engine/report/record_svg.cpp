// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/record_svg.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/report/board_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

namespace stowage {
namespace {

constexpr double kChartWidth = 900;
constexpr double kChartLeft = 76;
constexpr double kPlotHeight = 180;
constexpr double kChartFoot = 22;
constexpr double kLegendRow = 16;
constexpr std::size_t kLegendColumns = 3;
constexpr std::size_t kMostChartPoints = 300;
constexpr int kGridLines = 4;
/// To be told apart on light and on dark paper; RAM has the last one.
constexpr std::array<std::string_view, 6> kCurveColors{"#3b7dd8", "#c2661b", "#2a9468",
                                                       "#a34aa0", "#c0392b", "#7d8791"};

struct RecordCurve {
    std::string name;
    const std::vector<double>* bytes = nullptr;
    std::string_view color;
    bool isDashed = false;
    double peak = 0;
};

/// NaN counts as nothing known.
double peakOf(const std::vector<double>& bytes) {
    double peak = 0;
    for (const double value : bytes) {
        peak = value > peak ? value : peak;
    }
    return peak;
}

std::vector<RecordCurve> curvesOf(const LoadRecord& record) {
    std::vector<RecordCurve> curves;
    const auto add = [&curves](std::string name, const std::vector<double>& bytes,
                               std::string_view color, bool isDashed) {
        if (const double peak = peakOf(bytes); peak > 0) {
            curves.push_back({std::move(name), &bytes, color, isDashed, peak});
        }
    };
    for (std::size_t i = 0; i < record.curves.devices.size(); ++i) {
        const DeviceCurve& device = record.curves.devices[i];
        const auto& known = record.figures.devices;
        const auto found = std::ranges::find(known, device.device, &GpuLoadFigures::device);
        const std::string name = deviceLabel(device.device).english() +
                                 (found != known.end() && found->simulated ? " (simulated)" : "");
        const std::string_view color = kCurveColors[i % (kCurveColors.size() - 1)];
        add(name + " reserved", device.reserved, color, false);
        add(name + " allocated", device.allocated, color, true);
    }
    add("RAM above before", record.curves.hostAnon, kCurveColors.back(), false);
    return curves;
}

std::string chartNumber(double value) {
    return formatFixed(value, 1);
}

/// With its size beside its anchor: where one is an attribute Qt takes no other from the style.
std::string chartText(double x, double y, const char* anchor, const std::string& text) {
    return "<text class=\"label\" x=\"" + chartNumber(x) + "\" y=\"" + chartNumber(y) +
           "\" font-size=\"11\" text-anchor=\"" + anchor + "\">" + markupEscaped(text) +
           "</text>\n";
}

/// A line from the one to the other point, by classes and colours of its own.
std::string chartLine(double x1, double y1, double x2, double y2, const std::string& style) {
    return "<line x1=\"" + chartNumber(x1) + "\" y1=\"" + chartNumber(y1) + "\" x2=\"" +
           chartNumber(x2) + "\" y2=\"" + chartNumber(y2) + "\" " + style + "/>\n";
}

std::string strokeOf(const RecordCurve& curve) {
    return "fill=\"none\" stroke=\"" + std::string(curve.color) + "\" stroke-width=\"" +
           (curve.isDashed ? "1.2\" stroke-dasharray=\"4 3\"" : "1.8\"");
}

/// Where values stand: the area of the curves.
struct ChartFrame {
    double top = 0;
    double seconds = 1;
    double bytes = 1;

    [[nodiscard]] double x(double at) const {
        return kChartLeft + (kChartWidth - kChartLeft - 4) * at / seconds;
    }
    [[nodiscard]] double y(double value) const { return top + kPlotHeight * (1 - value / bytes); }
};

/// The points of a curve; where figures are not known the line goes on from the last known one.
std::string pathOf(const RecordCurve& curve, const std::vector<double>& seconds,
                   const ChartFrame& frame) {
    const std::size_t count = std::min(seconds.size(), curve.bytes->size());
    const std::size_t stride = count / kMostChartPoints + 1;
    std::string points;
    for (std::size_t begin = 0; begin < count; begin += stride) {
        const std::size_t end = std::min(count, begin + stride);
        std::size_t highest = count;
        for (std::size_t i = begin; i < end; ++i) {
            const double value = (*curve.bytes)[i];
            if (std::isfinite(value) && std::isfinite(seconds[i]) &&
                (highest == count || value > (*curve.bytes)[highest])) {
                highest = i;
            }
        }
        if (highest != count) {
            points += chartNumber(frame.x(seconds[highest])) + "," +
                      chartNumber(frame.y(std::max(0.0, (*curve.bytes)[highest]))) + " ";
        }
    }
    return "<polyline points=\"" + points + "\" " + strokeOf(curve) + "/>\n";
}

std::string gridOf(const ChartFrame& frame) {
    std::string grid;
    for (int i = 0; i <= kGridLines; ++i) {
        const double share = static_cast<double>(i) / kGridLines;
        const double y = frame.y(frame.bytes * share);
        grid += chartLine(kChartLeft, y, kChartWidth - 4, y, "stroke=\"#c8d0d6\"");
        grid += chartText(kChartLeft - 6, y + 4, "end", formatSize(frame.bytes * share));
        grid += chartText(frame.x(frame.seconds * share), frame.top + kPlotHeight + 16,
                          i == 0            ? "start"
                          : i == kGridLines ? "end"
                                            : "middle",
                          secondsText(frame.seconds * share, 3));
    }
    return grid;
}

std::string legendOf(const std::vector<RecordCurve>& curves) {
    std::string legend;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const double x = (kChartWidth / kLegendColumns) * static_cast<double>(i % kLegendColumns);
        const double y = kLegendRow * static_cast<double>(i / kLegendColumns) + 10;
        legend += chartLine(x, y - 4, x + 22, y - 4, strokeOf(curves[i]));
        legend +=
            chartText(x + 28, y, "start", curves[i].name + ", peak " + formatSize(curves[i].peak));
    }
    return legend;
}

}  // namespace

std::string recordSvg(const LoadRecord& record, const std::string& name) {
    const std::vector<RecordCurve> curves = curvesOf(record);
    const double seconds = peakOf(record.curves.seconds);
    if (curves.empty() || !(seconds > 0) || !std::isfinite(seconds)) {
        return {};
    }
    ChartFrame frame;
    frame.top = kLegendRow * static_cast<double>((curves.size() - 1) / kLegendColumns + 1) + 10;
    frame.seconds = seconds;
    frame.bytes = std::ranges::max(curves, {}, &RecordCurve::peak).peak;
    std::string drawn = legendOf(curves) + gridOf(frame);
    std::vector<std::string> words;
    for (const RecordCurve& curve : curves) {
        drawn += pathOf(curve, record.curves.seconds, frame);
        words.push_back(curve.name + " at most " + formatSize(curve.peak));
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"record\" role=\"img\" viewBox=\"0 "
           "0 " +
           chartNumber(kChartWidth) + " " + chartNumber(frame.top + kPlotHeight + kChartFoot) +
           "\">\n<title>" + markupEscaped("Memory of " + name) + "</title>\n<desc>" +
           markupEscaped(joinedText(words, ", ") + ", in " + secondsText(seconds, 3) + ".") +
           "</desc>\n<style>.record .label { font-family: system-ui, sans-serif; font-size: 11px; "
           "fill: #1d2328; } "
           "@media (prefers-color-scheme: dark) { .record .label { fill: #e6eaed; } }</style>\n" +
           drawn + "</svg>\n";
}

}  // namespace stowage
