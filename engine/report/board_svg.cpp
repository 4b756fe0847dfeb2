// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/board_svg.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/device/machine_link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stowage {

namespace {

constexpr double kBoardWidth = 900;
constexpr double kLaneGap = 12;
constexpr double kLeastLane = 130;  ///< below, lanes go on in another row
constexpr double kHeadHeight = 40;
constexpr double kBlocksHeight = 320;
constexpr double kLeastBlock = 16;  ///< a line of text
constexpr std::size_t kMostBlocks = 160;
constexpr double kLetterWidth = 6.6;  ///< of 11 units, on average and a little more

/// A rectangle of a lane: one block, or equal neighbours.
struct LaneBlock {
    std::string first;
    std::string last;  ///< "" for a single one
    std::size_t count = 1;
    std::uint64_t bytes = 0;
};

struct Lane {
    const DevicePlacement* placement = nullptr;
    std::vector<LaneBlock> blocks{};
    std::uint64_t bytes = 0;
};

/// "(whole model)" for the root, as everywhere.
std::string blockName(const PlacementPlan& plan, const PlanBlock& block) {
    const std::string path = plan.request.tree->path(block.module);
    return path.empty() ? "(whole model)" : path;
}

/// Keeps the largest blocks of a lane; what else there is goes into one at its end.
void foldSmallest(Lane& lane, std::size_t most) {
    if (lane.blocks.size() <= most) {
        return;
    }
    std::vector<std::uint64_t> sizes;
    for (const LaneBlock& block : lane.blocks) {
        sizes.push_back(block.bytes);
    }
    std::ranges::nth_element(sizes, sizes.begin() + static_cast<std::ptrdiff_t>(most) - 1,
                             std::greater<>());
    const std::uint64_t least = sizes[most - 1];
    std::vector<LaneBlock> kept;
    LaneBlock rest;
    rest.count = 0;
    for (LaneBlock& block : lane.blocks) {
        if (block.bytes >= least && kept.size() + 1 < most) {
            kept.push_back(std::move(block));
        } else {
            rest.count += block.count;
            rest.bytes += block.bytes;
        }
    }
    rest.first = groupedText(rest.count) + " smaller ones";
    kept.push_back(std::move(rest));
    lane.blocks = std::move(kept);
}

std::vector<Lane> lanesOf(const PlacementPlan& plan) {
    std::vector<Lane> lanes;
    for (const DevicePlacement& placement : plan.placements) {
        lanes.push_back({&placement});
    }
    std::size_t before = lanes.size();  // the lane of the block before
    for (const PlanBlock& block : planBlocks(plan)) {
        const auto lane = std::ranges::find_if(lanes, [&block](const Lane& each) {
            return each.placement->device.id == block.device;
        });
        if (lane == lanes.end()) {
            continue;
        }
        const auto index = static_cast<std::size_t>(lane - lanes.begin());
        const bool isAlike = index == before && !lane->blocks.empty() &&
                             lane->blocks.back().bytes == block.bytes * lane->blocks.back().count;
        if (isAlike) {
            LaneBlock& run = lane->blocks.back();
            run.last = blockName(plan, block);
            run.count += 1;
            run.bytes += block.bytes;
        } else {
            lane->blocks.push_back({blockName(plan, block), {}, 1, block.bytes});
        }
        lane->bytes += block.bytes;
        before = index;
    }
    for (Lane& lane : lanes) {
        foldSmallest(
            lane, std::max<std::size_t>(4, kMostBlocks / std::max<std::size_t>(1, lanes.size())));
    }
    return lanes;
}

/// Cut in its middle, since the ends of paths tell them apart; code points stay whole.
std::string fitted(const std::string& text, double width) {
    const auto most = static_cast<std::size_t>(std::max(4.0, width / kLetterWidth));
    std::vector<std::string> letters;
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decodeUtf8(std::string_view(text).substr(at));
        const std::size_t length = decoded ? decoded->length : 1;
        letters.push_back(text.substr(at, length));
        at += length;
    }
    if (letters.size() <= most) {
        return text;
    }
    const auto middle = static_cast<std::ptrdiff_t>(most / 2);
    letters.erase(letters.begin() + middle,
                  letters.end() - (static_cast<std::ptrdiff_t>(most) - middle - 1));
    letters.insert(letters.begin() + middle, "…");
    return joinedText(letters, "");
}

/// "transformer.h.0 … 4 (5)": of siblings the last one's own name alone.
std::string labelOf(const LaneBlock& block) {
    if (block.last.empty()) {
        return block.first;
    }
    const std::size_t name = block.last.rfind('.') + 1;  // 0 where there is no dot
    const bool areSiblings = block.first.rfind('.') + 1 == name &&
                             block.first.compare(0, name, block.last, 0, name) == 0;
    return block.first + " … " + (areSiblings ? block.last.substr(name) : block.last) + " (" +
           groupedText(block.count) + ")";
}

std::string number(double value) {
    return formatFixed(value, 1);
}

std::string textAt(double x, double y, const char* style, const std::string& text) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + style + "\">" +
           markupEscaped(text) + "</text>\n";
}

/// How high each block is: as its bytes, but never less than a line.
std::vector<double> heightsOf(const Lane& lane, std::uint64_t mostBytes) {
    const double scale = kBlocksHeight / static_cast<double>(std::max<std::uint64_t>(1, mostBytes));
    std::vector<double> heights;
    for (const LaneBlock& block : lane.blocks) {
        heights.push_back(std::max(kLeastBlock, static_cast<double>(block.bytes) * scale));
    }
    return heights;
}

struct LanePlace {
    double x = 0;
    double y = 0;
    double width = 0;
    std::uint64_t mostBytes = 0;  ///< of all lanes
};

/// One lane at its place; returns how high it is.
double drawLane(const Lane& lane, const LanePlace& place, const Translate& translate,
                std::string& svg) {
    const auto [x, y, width, mostBytes] = place;
    const DeviceInfo& device = lane.placement->device;
    const Message label = deviceLabelOn(device);
    const bool isSimulated = device.id.isGpu() && device.simulated;
    svg +=
        textAt(x, y + 14, "head",
               fitted((isSimulated ? say("%1 (simulated)", label) : label).in(translate), width));
    const Message bytes =
        device.capacity ? say("%1 of %2", formatSize(lane.bytes), formatSize(*device.capacity))
                        : Message(formatSize(lane.bytes));
    svg += textAt(x, y + 30, "small", fitted(bytes.in(translate), width));
    const std::vector<double> heights = heightsOf(lane, mostBytes);
    double top = y + kHeadHeight;
    for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
        const LaneBlock& block = lane.blocks[i];
        const std::string size = formatSize(block.bytes);
        svg += "<g><title>" + markupEscaped(labelOf(block) + ", " + size) + "</title><rect x=\"" +
               number(x) + "\" y=\"" + number(top) + "\" width=\"" + number(width) +
               "\" height=\"" + number(heights[i] - 1) + "\" class=\"" +
               (device.id.isGpu() ? "gpu" : "host") + "\"/>\n";
        const double sizeWidth = kLetterWidth * static_cast<double>(size.size() + 2);
        svg += textAt(x + 4, top + 12, "label", fitted(labelOf(block), width - sizeWidth - 4));
        svg += textAt(x + width - 4, top + 12, "label end", size) + "</g>\n";
        top += heights[i];
    }
    return std::max(top, y + kHeadHeight + kLeastBlock) - y;
}

/// What the picture shows, for those who do not see it.
Message boardWords(const std::vector<Lane>& lanes) {
    std::vector<Message> parts;
    for (const Lane& lane : lanes) {
        std::vector<std::string> names;
        for (const LaneBlock& block : lane.blocks) {
            names.push_back(labelOf(block));
        }
        const Message device = deviceLabelOn(lane.placement->device);
        parts.push_back(names.empty() ? say("%1 has no weights", device)
                                      : say("%1 has %2: %3", device, formatSize(lane.bytes),
                                            listedNames(names, 12)));
    }
    return say("%1.", joined(std::move(parts), "; "));
}

constexpr std::string_view kBoardStyle =
    // Each property by itself: Qt's reader of SVG knows no "font".
    ".board text { font-family: system-ui, sans-serif; font-size: 11px; fill: #1d2328; } "
    ".board .head { font-weight: 600; font-size: 13px; } .board .end { text-anchor: end; } "
    ".board .gpu { fill: #bfdcf2; stroke: #4f87b3; } .board .host { fill: #f0dcb4; stroke: "
    "#a9853f; } @media (prefers-color-scheme: dark) { .board text { fill: #e6eaed; } "
    ".board .gpu { fill: #1f4a6b; stroke: #6fa8d6; } .board .host { fill: #584419; stroke: "
    "#d0aa5c; } }";

}  // namespace

std::string markupEscaped(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size();) {
        const auto decoded = decodeUtf8(text.substr(at));
        const std::size_t length = decoded ? decoded->length : 1;
        const std::string_view letter = text.substr(at, length);
        const bool isControl = decoded && decoded->codePoint < 0x20 && letter != "\n" &&
                               letter != "\t" && letter != "\r";
        const bool isForbidden =
            !decoded || isControl || decoded->codePoint == 0xFFFE || decoded->codePoint == 0xFFFF;
        escaped += isForbidden      ? "\xEF\xBF\xBD"
                   : letter == "&"  ? "&amp;"
                   : letter == "<"  ? "&lt;"
                   : letter == ">"  ? "&gt;"
                   : letter == "\"" ? "&quot;"
                   : letter == "'"  ? "&#39;"
                                    : std::string(letter);
        at += length;
    }
    return escaped;
}

std::string boardSvg(const PlacementPlan& plan, const std::string& name, SvgPlace place,
                     const Translate& translate) {
    const std::vector<Lane> lanes = lanesOf(plan);
    std::uint64_t mostBytes = 0;
    for (const Lane& lane : lanes) {
        mostBytes = std::max(mostBytes, lane.bytes);
    }
    const auto fitting =
        static_cast<std::size_t>((kBoardWidth + kLaneGap) / (kLeastLane + kLaneGap));
    const std::size_t columns = std::clamp<std::size_t>(lanes.size(), 1, fitting);
    const double width =
        (kBoardWidth - kLaneGap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    std::string drawn;
    double y = 0;
    double rowHeight = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const std::size_t column = i % columns;
        if (column == 0) {
            y += i == 0 ? 0 : rowHeight + kLaneGap;
            rowHeight = 0;
        }
        const double x = static_cast<double>(column) * (width + kLaneGap);
        rowHeight =
            std::max(rowHeight, drawLane(lanes[i], {x, y, width, mostBytes}, translate, drawn));
    }
    const bool isFile = place == SvgPlace::OwnFile;
    return std::string(isFile ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "") +
           "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\" role=\"img\" viewBox=\"0 0 " +
           number(kBoardWidth) + " " + number(y + rowHeight + 4) + "\">\n<title>" +
           markupEscaped(say("Board of %1", name).in(translate)) + "</title>\n<desc>" +
           markupEscaped(boardWords(lanes).in(translate)) + "</desc>\n<style>" +
           std::string(kBoardStyle) + "</style>\n" + drawn + "</svg>\n";
}

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
    Message name;
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
    const auto add = [&curves](Message name, const std::vector<double>& bytes,
                               std::string_view color, bool isDashed) {
        if (const double peak = peakOf(bytes); peak > 0) {
            curves.push_back({std::move(name), &bytes, color, isDashed, peak});
        }
    };
    for (std::size_t i = 0; i < record.curves.devices.size(); ++i) {
        const DeviceCurve& device = record.curves.devices[i];
        const auto& known = record.figures.devices;
        const auto found = std::ranges::find(known, device.device, &GpuLoadFigures::device);
        const bool isSimulated = found != known.end() && found->simulated;
        const Message label = deviceLabel(device.device);
        const Message name = isSimulated ? say("%1 (simulated)", label) : label;
        const std::string_view color = kCurveColors[i % (kCurveColors.size() - 1)];
        add(say("%1 reserved", name), device.reserved, color, false);
        add(say("%1 allocated", name), device.allocated, color, true);
    }
    add(phrase("RAM increase"), record.curves.hostAnon, kCurveColors.back(), false);
    return curves;
}

/// With its size beside its anchor: where one is an attribute Qt takes no other from the style.
std::string chartText(double x, double y, const char* anchor, const std::string& text) {
    return "<text class=\"label\" x=\"" + number(x) + "\" y=\"" + number(y) +
           "\" font-size=\"11\" text-anchor=\"" + anchor + "\">" + markupEscaped(text) +
           "</text>\n";
}

/// A line from the one to the other point, by classes and colours of its own.
std::string chartLine(double x1, double y1, double x2, double y2, const std::string& style) {
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
           "\" y2=\"" + number(y2) + "\" " + style + "/>\n";
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
            points += number(frame.x(seconds[highest])) + "," +
                      number(frame.y(std::max(0.0, (*curve.bytes)[highest]))) + " ";
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

std::string legendOf(const std::vector<RecordCurve>& curves, const Translate& translate) {
    std::string legend;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const double x = (kChartWidth / kLegendColumns) * static_cast<double>(i % kLegendColumns);
        const double y = kLegendRow * static_cast<double>(i / kLegendColumns) + 10;
        legend += chartLine(x, y - 4, x + 22, y - 4, strokeOf(curves[i]));
        const Message text = say("%1, peak %2", curves[i].name, formatSize(curves[i].peak));
        legend += chartText(x + 28, y, "start", text.in(translate));
    }
    return legend;
}

}  // namespace

std::string recordSvg(const LoadRecord& record, const Message& name, const Translate& translate) {
    const std::vector<RecordCurve> curves = curvesOf(record);
    const double seconds = peakOf(record.curves.seconds);
    if (curves.empty() || !(seconds > 0) || !std::isfinite(seconds)) {
        return {};
    }
    ChartFrame frame;
    frame.top = kLegendRow * static_cast<double>((curves.size() - 1) / kLegendColumns + 1) + 10;
    frame.seconds = seconds;
    frame.bytes = std::ranges::max(curves, {}, &RecordCurve::peak).peak;
    std::string drawn = legendOf(curves, translate) + gridOf(frame);
    std::vector<Message> words;
    for (const RecordCurve& curve : curves) {
        drawn += pathOf(curve, record.curves.seconds, frame);
        words.push_back(say("%1: peak %2", curve.name, formatSize(curve.peak)));
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"record\" role=\"img\" viewBox=\"0 "
           "0 " +
           number(kChartWidth) + " " + number(frame.top + kPlotHeight + kChartFoot) +
           "\">\n<title>" + markupEscaped(say("Memory of the %1", name).in(translate)) +
           "</title>\n<desc>" +
           markupEscaped(say("%1, in %2.", joined(std::move(words), ", "), secondsText(seconds, 3))
                             .in(translate)) +
           "</desc>\n<style>.record .label { font-family: system-ui, sans-serif; font-size: 11px; "
           "fill: #1d2328; } "
           "@media (prefers-color-scheme: dark) { .record .label { fill: #e6eaed; } }</style>\n" +
           drawn + "</svg>\n";
}

}  // namespace stowage
