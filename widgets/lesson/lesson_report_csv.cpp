// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lesson/lesson_report_csv.h"

#include "engine/base/csv.h"
#include "widgets/lesson/lesson_report_html.h"

#include <QByteArray>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace stowage {
namespace {

constexpr int kSecondDigits = 6;

std::string bytesText(const std::optional<double>& bytes) {
    return bytes && std::isfinite(*bytes) ? QByteArray::number(*bytes, 'f', 0).toStdString() : "";
}

std::string secondsText(const std::optional<double>& seconds) {
    return seconds && std::isfinite(*seconds)
               ? QByteArray::number(*seconds, 'f', kSecondDigits).toStdString()
               : "";
}

std::string truthText(const std::optional<bool>& truth) {
    return !truth ? "" : *truth ? "yes" : "no";
}

std::vector<std::string> cellsOf(const LessonStepState& state, const LessonSetup& setup) {
    const bool isRun = state.run != nullptr;
    const LessonFigures figures = state.figures;
    const auto known = [isRun](const std::optional<double>& bytes) {
        return isRun ? bytesText(bytes) : std::string();
    };
    const auto forward = isRun ? state.run->figures.forward : std::nullopt;
    return {std::string(lessonStepName(state.step)),
            std::string(loadMethodName(*methodOf(state.step))),
            lessonReportKind(state, setup).toStdString(), known(figures.vram),
            known(figures.reserved), known(figures.publishedVram), known(figures.ramAnonymous),
            known(figures.ramFile), known(figures.ramRss), known(figures.publishedRam),
            // Earlier versions scaled.
            isRun && (figures.publishedVram || figures.publishedRam) ? "no" : "",
            isRun ? secondsText(figures.seconds) : "", bytesText(state.guess.vram),
            bytesText(state.guess.ram), isRun ? truthText(state.run->figures.verified) : "",
            forward ? truthText(forward->agrees) : "", forward ? forward->sha256 : ""};
}

}  // namespace

std::string lessonTableCsv(const LessonReportContents& contents) {
    std::string csv;
    csv += csvRow({"step", "method", "kind", "VRAM peak allocated [B]", "VRAM peak reserved [B]",
                   "VRAM published [B]", "RAM anonymous peak [B]", "RAM file-backed peak [B]",
                   "RAM RSS - shared peak [B]", "RAM published [B]", "published is scaled",
                   "time [s]", "VRAM guessed [B]", "RAM guessed [B]", "verified", "forward agrees",
                   "logits SHA-256"});
    for (const LessonStepState& state : contents.steps) {
        if (methodOf(state.step)) {
            csv += csvRow(cellsOf(state, contents.setup));
        }
    }
    return csv;
}

std::string runCurvesCsv(const RunCurves& curves) {
    std::string csv;
    std::vector<std::string> heads{"time [s]"};
    for (const DeviceCurve& device : curves.devices) {
        heads.push_back(deviceName(device.device) + " allocated [B]");
        heads.push_back(deviceName(device.device) + " reserved [B]");
    }
    heads.insert(heads.end(), {"anon [B]", "file (evictable cache) [B]", "shmem [B]"});
    csv += csvRow(heads);
    for (std::size_t i = 0; i < curves.seconds.size(); ++i) {
        std::vector<std::string> cells{secondsText(curves.seconds[i])};
        for (const DeviceCurve& device : curves.devices) {
            cells.push_back(bytesText(device.allocated[i]));
            cells.push_back(bytesText(device.reserved[i]));
        }
        for (const auto* column : {&curves.hostAnon, &curves.hostFile, &curves.hostShmem}) {
            cells.push_back(bytesText((*column)[i]));
        }
        csv += csvRow(cells);
    }
    return csv;
}

}  // namespace stowage
