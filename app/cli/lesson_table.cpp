// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lesson_table.h"

#include "engine/lesson/peak_reason_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

/// The load's own stretch of the samples; empty where there are none.
RunCurves readCurves(const std::string& file, const RunFigures& figures) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    auto curves = curvesOfCsv(text, file, {0, figures.seconds.value_or(0), figures.baseline});
    return curves ? std::move(*curves) : RunCurves{};
}

Json reasonJson(const PeakReason& reason) {
    Json object{{"kind", peakReasonName(reason.kind)},
                {"of", reason.of == PeakReason::Of::Vram ? "vram" : "ram"},
                {"bytes", reason.bytes}};
    if (!reason.name.empty()) {
        object["name"] = reason.name;
    }
    if (reason.device) {
        object["device"] = deviceName(*reason.device);
    }
    if (reason.seconds) {
        object["seconds"] = *reason.seconds;
    }
    object["text"] = peakReasonText(reason);
    return object;
}

}  // namespace

std::optional<LessonTableMaker> LessonTableMaker::make(
    const std::shared_ptr<const PlacementPlan>& plan,
    const std::shared_ptr<const Checkpoint>& checkpoint) {
    const auto size = lessonSizeOf(*checkpoint);
    const std::optional<DType>& dtype = plan->request.constraints.dtype;
    if (!size || (dtype && *dtype != DType::Float32)) {
        return std::nullopt;
    }
    ScheduleOptions options;
    options.dryRun = true;  // only what each method's program would hold is asked for
    auto schedule = makeLoadSchedule(plan, checkpoint, options);
    return schedule ? std::optional(LessonTableMaker(*size, std::move(*schedule))) : std::nullopt;
}

std::optional<LessonRow> LessonTableMaker::row(const Json& loadObject,
                                               const std::string& samplesFile) const {
    LessonRow row;
    if (loadObject.contains("error") || !setLoadObject(row.run, loadObject.dump())) {
        return std::nullopt;
    }
    row.run.curves = readCurves(samplesFile, row.run.figures);
    row.figures = lessonFigures(row.run, m_size);
    const auto schedule = scheduleWithMethod(*m_schedule, row.run.figures.method);
    row.reasons = peakReasons(row.run, *schedule, row.figures);
    return row;
}

Json lessonRowJson(const LessonRow& row, LessonSize size) {
    const LessonFigures& figures = row.figures;
    const auto& devices = row.run.figures.devices;
    const bool isSimulated = std::ranges::any_of(
        devices, [](const RunDeviceFigures& device) { return device.simulated; });
    Json object{{"size", lessonSizeName(size)},
                {"kind", isSimulated ? "simulated" : "measured"},
                {"vram", orNull(figures.vram)},
                {"vram_reserved", orNull(figures.reserved)},
                {"vram_published", orNull(figures.publishedVram)},
                {"ram_rss_less_shared", orNull(figures.ramRss)},
                {"ram_anonymous", orNull(figures.ramAnonymous)},
                {"ram_file", orNull(figures.ramFile)},
                {"ram_published", orNull(figures.publishedRam)},
                {"published_is_scaled", false},
                {"vram_difference", orNull(figures.vramDifference())},
                {"ram_difference", orNull(figures.ramDifference())}};
    Json reasons = Json::array();
    for (const PeakReason& reason : row.reasons) {
        reasons.push_back(reasonJson(reason));
    }
    object["reasons"] = std::move(reasons);
    return object;
}

}  // namespace stowage
