// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_report_json.h"

#include "engine/base/byte_size.h"
#include "engine/base/json_reader.h"
#include "engine/base/number_text.h"
#include "engine/device/allocator_statistics.h"
#include "engine/load/report/load_report.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

std::string promptText(const ForwardFigures& forward) {
    std::string text;
    for (const std::int64_t token : forward.tokens) {
        text += (text.empty() ? "" : ", ") + std::to_string(token);
    }
    return "Forward pass over [" + text + "]";
}

template <class Number>
Json orNull(const std::optional<Number>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json deviceMapPairs(const DeviceMap& map) {
    Json pairs = Json::array();
    for (const auto& [path, device] : map.entries()) {
        pairs.push_back(
            Json::array({path, device.isGpu() ? Json(device.index) : Json(deviceName(device))}));
    }
    return pairs;
}

Json devicesJson(const LoadReport& report) {
    Json devices = Json::object();
    for (const DeviceLoadFigures& figures : report.devices) {
        const DeviceInfo& info = figures.device;
        if (info.id.isGpu()) {
            devices[deviceName(info.id)] = Json{{"simulated", info.simulated},
                                                {"capacity", orNull(info.capacity)},
                                                {"context", info.context},
                                                {"used_by_others", info.usedByOthers},
                                                {"peak_allocated", figures.peakAllocated},
                                                {"peak_reserved", figures.peakReserved},
                                                {"final_allocated", figures.finalAllocated},
                                                {"final_reserved", figures.finalReserved}};
            if (figures.counters) {
                devices[deviceName(info.id)]["memory_stats"] =
                    allocatorStatisticsJson(*figures.counters);
            }
        }
    }
    return devices;
}

Json phasesJson(const LoadReport& report) {
    Json phases = Json::array();
    for (const LoadPhase& phase : report.phases) {
        Json peak = Json::object();
        for (const auto& [device, allocated] : phase.peakAllocated) {
            peak[deviceName(device)] = allocated;
        }
        peak["host_anon"] = orNull(phase.peakHostAnon);
        phases.push_back(Json{{"name", phase.name},
                              {"begin", report.dryRun ? Json(nullptr) : Json(phase.begin)},
                              {"end", report.dryRun ? Json(nullptr) : Json(phase.end)},
                              {"peak", std::move(peak)}});
    }
    return phases;
}

Json predictedJson(const LoadSchedule& schedule) {
    Json devices = Json::object();
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        devices[deviceName(device)] =
            Json{{"peak_allocated", peak.allocated}, {"peak_reserved", peak.reserved}};
    }
    return Json{{"devices", std::move(devices)},
                {"host_anon", schedule.predictedHostAnonBytes},
                {"seconds", orNull(schedule.predictedSeconds)}};
}

/// Measured minus predicted; null where there is nothing to compare.
void addPredictionError(Json& object, const LoadReport& report, const LoadSchedule& schedule) {
    const auto errors = predictionErrors(report, schedule);
    object["prediction_error"] = nullptr;
    if (!errors) {
        return;
    }
    Json devices = Json::object();
    for (const auto& [device, peaks] : errors->devices) {
        devices[deviceName(device)] =
            Json{{"peak_allocated", peaks.allocated}, {"peak_reserved", peaks.reserved}};
    }
    object["prediction_error"] = Json{{"devices", std::move(devices)},
                                      {"host_anon", orNull(errors->hostAnon)},
                                      {"seconds", orNull(errors->seconds)}};
}

void addIo(Json& object, const std::optional<LoadIo>& io) {
    if (io) {
        object["io"] =
            Json{{"mode", readModeName(io->choice.mode)},   {"threads", io->choice.threads},
                 {"block_bytes", io->choice.blockBytes},    {"direct_bytes", io->directBytes},
                 {"buffered_bytes", io->bufferedBytes},     {"probed_bytes", io->probedBytes},
                 {"reused_host_bytes", io->reusedHostBytes}};
    }
}

Json ramLimitJson(const RamLimitFigures& figures) {
    Json object{{"bytes", figures.limit},
                {"peak", orNull(figures.peak)},
                {"counts", ramLimitCounts()},
                {"held_by", figures.byGroup ? "control group and watchdog" : "watchdog"}};
    if (!figures.whyNoGroup.empty()) {
        object["no_control_group"] = figures.whyNoGroup;
    }
    return object;
}

void addVerification(Json& object, const LoadReport& report) {
    if (!report.verified) {
        return;
    }
    object["verified"] = *report.verified;
    if (!report.verifyFailure.empty()) {
        object["verify_failure"] = report.verifyFailure;
    }
    object["sha256"] = report.sha256;
    if (!report.digests.empty()) {
        object["digests"] = report.digests;
    }
}

}  // namespace

nlohmann::ordered_json processMemoryJson(const ProcessMemory& memory) {
    const auto orNull = [](const std::optional<std::uint64_t>& value) {
        return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
    };
    return {{"rss", orNull(memory.rss)},
            {"anon", orNull(memory.anon)},
            {"file", orNull(memory.file)},
            {"shmem", orNull(memory.shmem)}};
}

Json forwardJson(const ForwardFigures& forward) {
    Json object{{"tokens", forward.tokens}};
    const bool wasRun = !forward.sha256.empty();
    object["sha256"] = forward.sha256;
    object["max_logit"] = wasRun ? Json(forward.maxLogit) : Json(nullptr);
    object["next_token"] = wasRun ? Json(forward.nextToken) : Json(nullptr);
    object["max_difference"] = forward.maxDifference ? Json(*forward.maxDifference) : Json(nullptr);
    object["agrees"] = forward.agrees ? Json(*forward.agrees) : Json(nullptr);
    object["seconds"] = wasRun ? Json(forward.seconds) : Json(nullptr);
    object["bytes_moved"] = forward.bytesMoved;
    if (!forward.why.empty()) {
        object["why"] = forward.why;
    }
    return object;
}

std::string forwardText(const ForwardFigures& forward) {
    const std::string prompt = promptText(forward);
    if (forward.sha256.empty() || !forward.why.empty()) {
        return prompt + ": " + (forward.why.empty() ? "it was not run." : forward.why);
    }
    std::string text = prompt;
    if (forward.agrees) {
        text += ": the logits agree with the reference (largest difference " +
                formatGeneral(forward.maxDifference.value_or(0), 2) + ", largest logit " +
                formatGeneral(forward.maxLogit, 4) + ")";
    } else {
        text += ", held against nothing: largest logit " + formatGeneral(forward.maxLogit, 4);
    }
    text +=
        "; next token " + std::to_string(forward.nextToken) + "; " + secondsText(forward.seconds);
    if (forward.bytesMoved > 0) {
        text += "; " + formatSize(static_cast<double>(forward.bytesMoved)) +
                " of offloaded weights brought in";
    }
    return text + ".";
}

Json loadReportJson(const LoadReport& report, const LoadSchedule& schedule) {
    Json object;
    object["method"] = loadMethodName(report.method);
    object["seconds"] = report.dryRun ? Json(nullptr) : Json(report.seconds);
    object["paused_seconds"] = report.dryRun ? Json(nullptr) : Json(report.pausedSeconds);
    object["bytes"] = report.bytes;
    object["bytes_read"] = report.bytesRead;
    object["bytes_per_second"] = orNull(report.dryRun ? std::nullopt : loadRate(report));
    object["tensors"] = report.tensors;
    object["dry_run"] = report.dryRun;
    object["device_map"] = deviceMapPairs(schedule.plan->map);
    object["devices"] = devicesJson(report);
    object["host"] = Json{{"baseline", processMemoryJson(report.baseline)},
                          {"peak", processMemoryJson(report.peak)},
                          {"samples", report.samples},
                          {"sample_interval_s", report.sampleIntervalSeconds},
                          {"sampler_share", orNull(report.samplerShare)}};
    object["phases"] = phasesJson(report);
    object["predicted"] = predictedJson(schedule);
    addPredictionError(object, report, schedule);
    object["keys"] = Json{{"missing", report.keys.missing},
                          {"unexpected", report.keys.unexpected},
                          {"mismatched", report.keys.mismatched}};
    if (!report.keys.initialised.empty()) {
        object["keys"]["initialised"] = report.keys.initialised;
    }
    if (report.ramLimit) {
        object["ram_limit"] = ramLimitJson(*report.ramLimit);
    }
    addIo(object, report.io);
    addVerification(object, report);
    if (report.stopped) {
        object["stopped"] = Json{{"at", report.stoppedAt},
                                 {"kind", errorCodeName(report.stopped->code)},
                                 {"why", report.stopped->message}};
        if (report.wouldFit) {
            object["stopped"]["would_fit"] = loadMethodName(*report.wouldFit);
        }
    }
    return object;
}

std::string loadReportToJson(const LoadReport& report, const LoadSchedule& schedule) {
    return jsonText(loadReportJson(report, schedule), 2);
}

}  // namespace stowage
