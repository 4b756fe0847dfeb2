// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_report.h"

#include "engine/base/byte_size.h"
#include "engine/base/csv.h"
#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/keys/key_check.h"
#include "engine/load/program/load_schedule.h"

#include <cmath>

namespace stowage {
namespace {

constexpr const char* kMinus = "\u2212";

std::int64_t difference(std::uint64_t measured, std::uint64_t predicted) {
    return static_cast<std::int64_t>(measured) - static_cast<std::int64_t>(predicted);
}

Message signedSize(std::int64_t bytes) {
    if (bytes == 0) {
        return phrase("exact");
    }
    return (bytes < 0 ? kMinus : "+") + formatSize(std::abs(static_cast<double>(bytes)));
}

Message deviceText(const PeakErrors& errors) {
    if (errors.allocated == errors.reserved) {
        return signedSize(errors.allocated);
    }
    return say("allocated %1, reserved %2", signedSize(errors.allocated),
               signedSize(errors.reserved));
}

Message signedPercent(double fraction) {
    const long percent = std::lround(fraction * 100);
    const char* const sign = percent < 0 ? kMinus : percent > 0 ? "+" : "";
    return percentText(sign + std::to_string(std::labs(percent)));
}

}  // namespace

std::string auditToCsv(const std::vector<AuditRow>& rows) {
    std::string text =
        csvRow({"tensor", "device planned", "device found", "dtype", "dtype in file", "shape",
                "size [B]", "tied to", "result", "first difference [B]", "problem", "sha256"});
    for (const AuditRow& row : rows) {
        text += csvRow({row.name, deviceName(row.planned), deviceName(row.found),
                        std::string(dtypeName(row.dtype)), std::string(dtypeName(row.storedDtype)),
                        joinedText(row.shape, " x "), std::to_string(row.bytes), row.tiedTo,
                        row.isRight() ? "right" : "differs",
                        row.firstDifference ? std::to_string(*row.firstDifference) : "",
                        row.problem, row.sha256});
    }
    return text;
}

std::optional<PredictionErrors> predictionErrors(const LoadReport& report,
                                                 const LoadSchedule& schedule) {
    if (report.dryRun || report.stopped) {
        return std::nullopt;
    }
    PredictionErrors errors;
    for (const DeviceLoadFigures& figures : report.devices) {
        const auto predicted = schedule.predictedPeaks.find(figures.device.id);
        if (figures.device.id.isGpu() && predicted != schedule.predictedPeaks.end()) {
            errors.devices[figures.device.id] = {
                difference(figures.peakAllocated, predicted->second.allocated),
                difference(figures.peakReserved, predicted->second.reserved)};
        }
    }
    if (report.peak.anon) {
        // What came from the pool was there before the load and is in the baseline.
        const std::uint64_t reused = report.io ? report.io->reusedHostBytes : 0;
        errors.hostAnon = difference(*report.peak.anon + reused, schedule.predictedHostAnonBytes);
    }
    if (schedule.predictedSeconds && *schedule.predictedSeconds > 0) {
        errors.seconds = report.seconds / *schedule.predictedSeconds - 1;
    }
    return errors;
}

std::map<DeviceId, std::int64_t> unaccountedBytes(const PredictionErrors& errors) {
    std::map<DeviceId, std::int64_t> bytes;
    for (const auto& [device, peaks] : errors.devices) {
        bytes[device] = peaks.reserved;  // the context is on both sides
    }
    if (errors.hostAnon) {
        bytes[DeviceId::cpu()] = *errors.hostAnon;
    }
    return bytes;
}

Message predictionErrorText(const PredictionErrors& errors, const LoadSchedule& schedule) {
    std::vector<Message> parts;
    for (const auto& [device, peaks] : errors.devices) {
        parts.push_back(joined({deviceLabel(device), deviceText(peaks)}, " "));
    }
    parts.push_back(errors.hostAnon ? say("anonymous host memory %1", signedSize(*errors.hostAnon))
                                    : say("anonymous host memory not measured"));
    if (errors.seconds) {
        parts.push_back(say("time %1", signedPercent(*errors.seconds)));
    } else if (!schedule.predictedSeconds) {
        parts.push_back(
            say("time not predicted (stowagectl devices --measure calibrates this machine)"));
    }
    return say("Prediction error: %1", joined(std::move(parts), "; "));
}

std::vector<std::string> nanWeights(const LoadReport& report) {
    std::vector<std::string> names;
    for (const AuditRow& row : report.audit) {
        if (row.holdsNan) {
            names.push_back(row.name);
        }
    }
    return names;
}

Message nanNote(const LoadReport& report) {
    const std::vector<std::string> names = nanWeights(report);
    return names.empty() ? Message() : say("These weights contain NaN: %1.", firstNames(names));
}

}  // namespace stowage
