// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/run_record.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

namespace stowage {
namespace {

std::string quoted(std::string_view text) {
    std::string cell = "\"";
    for (const char letter : text) {
        cell += letter == '"' ? "\"\"" : std::string(1, letter);
    }
    return cell + "\"";
}

std::string bytesCell(const std::optional<std::uint64_t>& bytes) {
    return bytes ? std::to_string(*bytes) : std::string();
}

std::string signedCell(const std::optional<std::int64_t>& bytes) {
    return bytes ? std::to_string(*bytes) : std::string();
}

std::string decimals(const char* format, const std::optional<double>& value) {
    std::array<char, 48> text{};
    return value ? std::string(text.data(), static_cast<std::size_t>(std::snprintf(
                                                text.data(), text.size(), format, *value)))
                 : std::string();
}

std::vector<DeviceId> devicesOf(const std::vector<const RunRecord*>& records) {
    std::vector<DeviceId> devices;
    for (const RunRecord* const record : records) {
        for (const RunDeviceFigures& device : record->figures.devices) {
            if (std::ranges::find(devices, device.device) == devices.end()) {
                devices.push_back(device.device);
            }
        }
    }
    std::ranges::sort(devices);
    return devices;
}

std::string deviceCells(const RunFigures& figures, DeviceId id) {
    const auto found = std::ranges::find(figures.devices, id, &RunDeviceFigures::device);
    if (found == figures.devices.end()) {
        return ",,,,";
    }
    return std::string(",") + (found->simulated ? "simulated" : "measured") + "," +
           std::to_string(found->peakAllocated) + "," + std::to_string(found->peakReserved) + "," +
           bytesCell(found->predictedAllocated);
}

std::string verifiedText(const std::optional<bool>& verified) {
    return !verified ? std::string() : *verified ? "yes" : "no";
}

std::string forwardCells(const std::optional<ForwardFigures>& forward) {
    if (!forward) {
        return ",";
    }
    const std::string verdict = forward->agrees        ? (*forward->agrees ? "agrees" : "differs")
                                : forward->why.empty() ? "not judged"
                                                       : "failed";
    return verdict + "," + decimals("%.9g", forward->maxDifference);
}

}  // namespace

std::string_view runSourceName(RunSource source) {
    switch (source) {
        case RunSource::Window:
            return "window";
        case RunSource::Comparison:
            return "comparison";
        case RunSource::Import:
            break;
    }
    return "import";
}

Result<void> setLoadObject(RunRecord& record, std::string loadObject, const std::string& file) {
    auto figures = readRunFigures(loadObject, file);
    if (!figures) {
        return figures.unexpected();
    }
    record.figures = std::move(*figures);
    record.loadObject = std::move(loadObject);
    return {};
}

void setPlan(RunRecord& record, const PlacementPlan& plan) {
    record.strategy = strategyName(plan.request.strategy);
    record.limits.clear();
    for (const DevicePlacement& placement : plan.placements) {
        if (placement.budget) {
            record.limits.emplace_back(placement.device.id, *placement.budget);
        }
    }
}

std::string runsToCsv(const std::vector<const RunRecord*>& records) {
    const std::vector<DeviceId> devices = devicesOf(records);
    std::string text =
        "date (UTC),model,path,method,strategy,state,page cache,dry run,time [s],"
        "predicted time [s],read [B]";
    for (const DeviceId device : devices) {
        const std::string name = "," + deviceName(device);
        text += name + " kind" + name + " peak allocated [B]" + name + " peak reserved [B]" + name +
                " predicted allocated [B]";
    }
    text +=
        ",host anonymous peak above baseline [B],predicted host anonymous [B],"
        "GPU error [B],host error [B],time error [%],verified,sha256,"
        "forward pass,largest logit difference,why,note\n";
    for (const RunRecord* const record : records) {
        const RunFigures& figures = record->figures;
        const PredictionErrors errors = runErrors(figures).value_or(PredictionErrors{});
        text += record->date + "," + quoted(record->modelName) + "," + quoted(record->modelPath) +
                "," + std::string(loadMethodName(figures.method)) + "," + record->strategy + "," +
                std::string(runStateName(figures.state)) + "," + record->cache + "," +
                (figures.dryRun ? "yes" : "no") + "," + decimals("%.6f", figures.seconds) + "," +
                decimals("%.6f", figures.predictedSeconds) + "," + std::to_string(figures.bytes);
        for (const DeviceId device : devices) {
            text += deviceCells(figures, device);
        }
        const auto percent = errors.seconds ? std::optional(*errors.seconds * 100) : std::nullopt;
        text += "," + bytesCell(figures.hostAnon()) + "," + bytesCell(figures.predictedHostAnon) +
                "," + signedCell(largestPeakError(errors)) + "," + signedCell(errors.hostAnon) +
                "," + decimals("%.2f", percent) + "," + verifiedText(figures.verified) + "," +
                figures.sha256 + "," + forwardCells(figures.forward) + "," + quoted(figures.why) +
                "," + quoted(record->note) + "\n";
    }
    return text;
}

}  // namespace stowage
