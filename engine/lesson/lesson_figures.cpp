// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_figures.h"

#include "engine/base/byte_size.h"
#include "engine/load/published_figures.h"

#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

std::optional<double> difference(const std::optional<double>& measured,
                                 const std::optional<double>& published) {
    return measured && published && *published > 0 ? std::optional(*measured / *published - 1)
                                                   : std::nullopt;
}

/// All weights on one GPU, as the lesson has them.
bool liesOnOneGpu(const RunFigures& load) {
    const auto& map = load.deviceMap;
    return !map.empty() && map.front().second.isGpu() &&
           std::ranges::all_of(
               map, [&](const auto& entry) { return entry.second == map.front().second; });
}

/// The highest known figure of a column.
std::optional<double> highest(const std::vector<double>& column) {
    std::optional<double> found;
    for (const double value : column) {
        found = !std::isnan(value) && (!found || value > *found) ? value : found;
    }
    return found;
}

std::vector<double> withoutShared(const RunCurves& curves) {
    std::vector<double> sums;
    for (std::size_t i = 0; i < curves.seconds.size(); ++i) {
        sums.push_back(curves.hostAnon[i] + curves.hostFile[i]);  // NaN where one is unknown
    }
    return sums;
}

void addDevices(const RunFigures& load, LessonFigures& figures) {
    for (const RunDeviceFigures& device : load.devices) {
        if (device.device.isGpu()) {
            figures.vram = figures.vram.value_or(0) + static_cast<double>(device.peakAllocated);
            figures.reserved =
                figures.reserved.value_or(0) + static_cast<double>(device.peakReserved);
        }
    }
}

}  // namespace

std::optional<double> LessonFigures::ram() const {
    return ramRss ? ramRss : ramAnonymous;
}

std::optional<double> LessonFigures::vramDifference() const {
    return difference(vram, publishedVram);
}

std::optional<double> LessonFigures::ramDifference() const {
    return difference(ram(), publishedRam);
}

LessonFigures publishedFigures(LoadMethod method, LessonSize size) {
    LessonFigures figures;
    const auto row = publishedRow(loadMethodName(method));
    if (row && size == LessonSize::Xl1558M) {
        const auto gib = static_cast<double>(kGiB);
        figures.publishedVram = row->vramGiB * gib;
        figures.publishedRam = row->ramGiB * gib;
    }
    return figures;
}

LessonFigures lessonFigures(const RunRecord& load, LessonSize size) {
    const RunFigures& measured = load.figures;
    LessonFigures figures =
        liesOnOneGpu(measured) ? publishedFigures(measured.method, size) : LessonFigures{};
    const bool isWhole = measured.state == RunState::Done || measured.state == RunState::Differs;
    if (!isWhole) {
        return figures;
    }
    addDevices(measured, figures);
    figures.ramRss = highest(withoutShared(load.curves));
    figures.ramFile = load.curves.isEmpty() ? std::nullopt : highest(load.curves.hostFile);
    if (!figures.ramFile && measured.peak.file) {
        figures.ramFile = static_cast<double>(*measured.peak.file);
    }
    if (const auto anonymous = measured.hostAnon()) {
        figures.ramAnonymous = static_cast<double>(*anonymous);
    }
    figures.seconds = measured.dryRun ? measured.predictedSeconds : measured.seconds;
    return figures;
}

}  // namespace stowage
