// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/lesson_figures.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace stowage {
namespace {

bool hasTensor(const Checkpoint& checkpoint, const std::string& name,
               const std::vector<std::int64_t>& shape) {
    const auto found = std::ranges::find(checkpoint.tensors, name, &StoredTensor::name);
    return found != checkpoint.tensors.end() && found->dtype == DType::Float32 &&
           found->shape == shape;
}

std::optional<double> difference(const std::optional<double>& measured,
                                 const std::optional<double>& published) {
    return measured && published && *published > 0 ? std::optional(*measured / *published - 1)
                                                   : std::nullopt;
}

/// All weights on one GPU, as the lesson has them.
bool liesOnOneGpu(const LoadFigures& load) {
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

std::vector<double> withoutShared(const LoadCurves& curves) {
    std::vector<double> sums;
    for (std::size_t i = 0; i < curves.seconds.size(); ++i) {
        sums.push_back(curves.hostAnon[i] + curves.hostFile[i]);  // NaN where one is unknown
    }
    return sums;
}

void addDevices(const LoadFigures& load, LessonFigures& figures) {
    for (const GpuLoadFigures& device : load.devices) {
        if (device.device.isGpu()) {
            figures.vram = figures.vram.value_or(0) + static_cast<double>(device.peakAllocated);
            figures.reserved =
                figures.reserved.value_or(0) + static_cast<double>(device.peakReserved);
        }
    }
}

}  // namespace

std::span<const PublishedRow> publishedRows() {
    static constexpr std::array kRows{
        PublishedRow{"naive", 12.8, 4.4}, PublishedRow{"sequential", 6.7, 6.3},
        PublishedRow{"meta", 12.8, 1.3}, PublishedRow{"mmap", 6.4, 5.9},
        PublishedRow{"per-tensor", 6.4, 0.3}};
    return kRows;
}

std::optional<PublishedRow> publishedRow(std::string_view method) {
    const auto rows = publishedRows();
    const auto found = std::ranges::find(rows, method, &PublishedRow::method);
    return found == rows.end() ? std::nullopt : std::optional(*found);
}

bool isPublishedModel(const Checkpoint& checkpoint) {
    constexpr std::int64_t kWidth = 1600;
    constexpr std::int64_t kVocabulary = 50257;
    constexpr std::string_view kBeyond = "trf_blocks.48.";
    return hasTensor(checkpoint, "tok_emb.weight", {kVocabulary, kWidth}) &&
           hasTensor(checkpoint, "trf_blocks.47.att.W_query.weight", {kWidth, kWidth}) &&
           std::ranges::none_of(checkpoint.tensors, [&](const StoredTensor& tensor) {
               return tensor.name.starts_with(kBeyond);
           });
}

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

LessonFigures lessonFigures(const LoadRecord& load, LessonSize size) {
    const LoadFigures& measured = load.figures;
    LessonFigures figures =
        liesOnOneGpu(measured) ? publishedFigures(measured.method, size) : LessonFigures{};
    const bool isWhole =
        measured.state == LoadEnding::Done || measured.state == LoadEnding::Differs;
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
    // The two are measured above baselines of their own; the sum is no less than its part.
    if (figures.ramRss && figures.ramAnonymous) {
        figures.ramRss = std::max(*figures.ramRss, *figures.ramAnonymous);
    }
    figures.seconds = measured.dryRun ? measured.predictedSeconds : measured.seconds;
    return figures;
}

}  // namespace stowage
