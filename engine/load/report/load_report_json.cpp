// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/report/load_report_json.h"

#include "engine/base/json_reader.h"
#include "engine/device/allocator_statistics.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/report/load_report.h"
#include "engine/plan/request/request_fields.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

// What is written and what is read stands in these tables once. Those of devices are both of the
// report, which is written, and of the figures, which are read.

constexpr auto kProcessFields =
    std::tuple{JsonField{"rss", &ProcessMemory::rss}, JsonField{"anon", &ProcessMemory::anon},
               JsonField{"file", &ProcessMemory::file}, JsonField{"shmem", &ProcessMemory::shmem}};

template <class Device>
constexpr auto kReportDeviceFields = std::tuple{JsonField{"simulated", &Device::simulated},
                                                JsonField{"capacity", &Device::capacity}};

template <class Figures>
constexpr auto kHeldFields = std::tuple{JsonField{"peak_allocated", &Figures::peakAllocated},
                                        JsonField{"peak_reserved", &Figures::peakReserved},
                                        JsonField{"final_allocated", &Figures::finalAllocated},
                                        JsonField{"final_reserved", &Figures::finalReserved}};

template <class Peaks>
constexpr auto kPeakFields = std::tuple{JsonField{"peak_allocated", &Peaks::allocated},
                                        JsonField{"peak_reserved", &Peaks::reserved}};

constexpr auto kPhaseFields =
    std::tuple{JsonField{"name", &LoadPhase::name}, JsonField{"begin", &LoadPhase::begin},
               JsonField{"end", &LoadPhase::end}};

constexpr auto kPredictedFields =
    std::tuple{JsonField{"peak_allocated", &GpuLoadFigures::predictedAllocated},
               JsonField{"peak_reserved", &GpuLoadFigures::predictedReserved}};

template <class Load>
constexpr auto kSizeFields =
    std::tuple{JsonField{"bytes", &Load::bytes}, JsonField{"bytes_read", &Load::bytesRead}};

template <class Load>
constexpr auto kCountFields =
    std::tuple{JsonField{"tensors", &Load::tensors}, JsonField{"dry_run", &Load::dryRun}};

constexpr auto kForwardFields =
    std::tuple{JsonField{"sha256", &ForwardFigures::sha256},
               JsonField{"max_logit", &ForwardFigures::maxLogit},
               JsonField{"next_token", &ForwardFigures::nextToken},
               JsonField{"max_difference", &ForwardFigures::maxDifference},
               JsonField{"agrees", &ForwardFigures::agrees},
               JsonField{"seconds", &ForwardFigures::seconds},
               JsonField{"bytes_moved", &ForwardFigures::bytesMoved}};

Json devicesJson(const LoadReport& report) {
    Json devices = Json::object();
    for (const DeviceLoadFigures& figures : report.devices) {
        const DeviceInfo& info = figures.device;
        if (info.id.isGpu()) {
            Json device = fieldsJson(info, kReportDeviceFields<DeviceInfo>);
            device["context"] = info.context;
            device["used_by_others"] = info.usedByOthers;
            if (info.allocator != AllocatorKind::Native) {
                device["allocator"] = allocatorName(info.allocator);
            }
            writeFields(device, figures, kHeldFields<DeviceLoadFigures>);
            if (figures.counters) {
                device["memory_stats"] = allocatorStatisticsJson(*figures.counters);
            }
            devices[deviceName(info.id)] = std::move(device);
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
        Json object = fieldsJson(phase, kPhaseFields);
        if (report.dryRun) {
            object["begin"] = nullptr;
            object["end"] = nullptr;
        }
        object["peak"] = std::move(peak);
        phases.push_back(std::move(object));
    }
    return phases;
}

/// Of GPUs, predicted or how far from it.
template <class Peaks>
Json peaksJson(const std::map<DeviceId, Peaks>& peaksOf) {
    Json devices = Json::object();
    for (const auto& [device, peaks] : peaksOf) {
        devices[deviceName(device)] = fieldsJson(peaks, kPeakFields<Peaks>);
    }
    return devices;
}

Json predictedJson(const LoadSchedule& schedule) {
    return Json{{"devices", peaksJson(schedule.predictedPeaks)},
                {"host_anon", schedule.predictedHostAnonBytes},
                {"seconds", orNull(schedule.predictedSeconds)}};
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
                {"counts", ramLimitCounts().english()},
                {"held_by", figures.byGroup ? "control group and watchdog" : "watchdog"}};
    if (!figures.whyNoGroup.empty()) {
        object["no_control_group"] = figures.whyNoGroup.english();
    }
    return object;
}

void addVerification(Json& object, const LoadReport& report) {
    if (!report.verified) {
        return;
    }
    object["verified"] = *report.verified;
    if (!report.verifyFailure.empty()) {
        writeMessage(object, "verify_failure", report.verifyFailure);
    }
    if (const auto names = nanWeights(report); !names.empty()) {
        object["nan_weights"] = names;
    }
    object["sha256"] = report.sha256;
    if (!report.digests.empty()) {
        object["digests"] = report.digests;
    }
}

const Json& memberOr(const Json& object, const char* key, const Json& fallback) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? fallback : *found;
}

ProcessMemory readProcess(JsonFieldReader& reader, const Json& object) {
    ProcessMemory memory;
    reader.readFields(object, memory, kProcessFields);
    return memory;
}

void readDevices(JsonFieldReader& reader, const Json& object, LoadFigures& figures) {
    static const Json kNone = Json::object();
    const Json& said = memberOr(memberOr(object, "predicted", kNone), "devices", kNone);
    const Json& devices = memberOr(object, "devices", kNone);
    if (!devices.is_object() || !said.is_object()) {
        reader.blame("devices");
        return;
    }
    for (const auto& [name, one] : devices.items()) {
        const auto id = parseDevice(name);
        if (!id) {
            reader.blame(name);
        }
        if (!id || !id->isGpu()) {  // a run tells of the CPU, too
            continue;
        }
        GpuLoadFigures device;
        device.device = *id;
        reader.readFields(one, device, kReportDeviceFields<GpuLoadFigures>);
        reader.readFields(one, device, kHeldFields<GpuLoadFigures>);
        reader.readFields(memberOr(said, name.c_str(), kNone), device, kPredictedFields);
        figures.devices.push_back(device);
    }
}

void readMap(JsonFieldReader& reader, const Json& object, LoadFigures& figures) {
    const Json* const map = reader.find(object, "device_map");
    if (map == nullptr) {
        return;
    }
    for (const Json& pair : *map) {
        const bool isPair = pair.is_array() && pair.size() == 2 && pair[0].is_string() &&
                            (pair[1].is_string() || pair[1].is_number_integer());
        const auto device =
            isPair ? parseDevice(pair[1].is_string() ? pair[1].get<std::string>() : pair[1].dump())
                   : Result<DeviceId>(fail(ErrorCode::Malformed, ""));
        if (!device) {
            reader.blame("device_map");
            return;
        }
        figures.deviceMap.emplace_back(pair[0].get<std::string>(), *device);
    }
}

void readPhases(JsonFieldReader& reader, const Json& object, LoadFigures& figures) {
    static const Json kNone = Json::object();
    const Json* const phases = reader.find(object, "phases");
    if (phases == nullptr) {
        return;
    }
    for (const Json& one : *phases) {
        LoadPhase phase;
        reader.readFields(one, phase, kPhaseFields);
        const Json& peak = one.is_object() ? memberOr(one, "peak", kNone) : kNone;
        for (const auto& [name, value] : peak.items()) {
            if (const auto device = parseDevice(name)) {
                reader.read(peak, name.c_str(), phase.peakAllocated[*device]);
            }
        }
        reader.read(peak, "host_anon", phase.peakHostAnon);
        figures.phases.push_back(std::move(phase));
    }
}

void readForward(JsonFieldReader& reader, const Json& object, LoadFigures& figures) {
    const Json* const one = reader.find(object, "forward");
    if (one == nullptr) {
        return;
    }
    if (!one->is_object()) {
        reader.blame("forward");
        return;
    }
    ForwardFigures forward;
    if (const Json* const tokens = reader.find(*one, "tokens")) {
        for (const Json& token : *tokens) {
            if (!token.is_number_integer()) {
                reader.blame("tokens");
                break;
            }
            forward.tokens.push_back(token.get<std::int64_t>());
        }
    }
    reader.readFields(*one, forward, kForwardFields);
    reader.read(*one, "why", forward.why);
    figures.forward = std::move(forward);
}

/// What a run tells beside the figures that loads have, too.
RunFigures readRun(JsonFieldReader& reader, const Json& object) {
    static const Json kNone = Json::object();
    RunFigures run;
    reader.readFields(memberOr(object, "predicted", kNone), run.predicted, kRunTimeFields);
    reader.readFields(memberOr(object, "measured", kNone), run.measured, kRunTimeFields);
    reader.read(object, "prefill_passes", run.prefillPasses);
    const Json* const passes = reader.find(object, "passes");
    if (passes != nullptr && passes->is_array()) {
        for (const Json& one : *passes) {
            RunPassFigures pass;
            reader.readFields(one, pass, kPassFields);
            run.passes.push_back(pass);
        }
    }
    return run;
}

/// The turns of a chain and the device that they were taken on, which is among the devices where it
/// is a GPU.
void readChain(JsonFieldReader& reader, const Json& object, LoadFigures& figures) {
    static const Json kNone = Json::object();
    ChainFigures chain;
    for (const Json& one : object["chain"]) {
        ChainTurn turn;
        reader.readFields(one, turn, kTurnFields);
        figures.bytes += turn.bytesMoved;
        chain.turns.push_back(std::move(turn));
    }
    const Json& device = memberOr(object, "device", kNone);
    std::string name;
    reader.read(device, "id", name);
    const auto id = parseDevice(name);
    if (!id) {
        reader.blame("id");
        return;
    }
    chain.device = *id;
    if (id->isGpu()) {
        GpuLoadFigures gpu;
        gpu.device = *id;
        reader.readFields(device, gpu, kReportDeviceFields<GpuLoadFigures>);
        reader.readFields(device, gpu, kHeldFields<GpuLoadFigures>);
        figures.devices.push_back(gpu);
    }
    figures.chain = std::move(chain);
}

/// A load whose forward pass disagrees holds other weights; one whose pass could not be run was
/// not proved.
void judgeForward(LoadFigures& figures) {
    if (figures.state != LoadEnding::Done || !figures.forward || figures.forward->why.empty()) {
        return;
    }
    figures.state = figures.forward->agrees ? LoadEnding::Differs : LoadEnding::Failed;
    figures.stoppedAt = phrase("forward pass");
    figures.why = figures.forward->why;
}

/// Where `compare` found no object, it leaves "error" instead of one.
void readEnd(JsonFieldReader& reader, const Json& object, LoadFigures& figures) {
    reader.read(object, "verified", figures.verified);
    reader.read(object, "sha256", figures.sha256);
    reader.read(object, "verify_failure", figures.why);
    figures.state = figures.verified.value_or(true) ? LoadEnding::Done : LoadEnding::Differs;
    if (const Json* const stopped = reader.find(object, "stopped")) {
        figures.why = Message();
        std::string kind;
        reader.read(*stopped, "at", figures.stoppedAt);
        reader.read(*stopped, "why", figures.why);
        reader.read(*stopped, "kind", kind);
        const bool isCancelled = kind == errorCodeName(ErrorCode::Cancelled);
        figures.state = isCancelled                         ? LoadEnding::Cancelled
                        : figures.stoppedAt == "pre-flight" ? LoadEnding::Refused
                                                            : LoadEnding::Failed;
    } else if (const Json* const error = reader.find(object, "error")) {
        figures.why = Message();
        reader.read(*error, "message", figures.why);
        figures.state = LoadEnding::Failed;
    }
    judgeForward(figures);
}

}  // namespace

Json processMemoryJson(const ProcessMemory& memory) {
    return fieldsJson(memory, kProcessFields);
}

Json hostMemoryJson(const ProcessMemory& baseline, const ProcessMemory& peak) {
    const auto above = [&](std::optional<std::uint64_t> ProcessMemory::*figure) {
        const auto& before = baseline.*figure;
        const auto& most = peak.*figure;
        return before && most ? std::optional(*most - std::min(*most, *before)) : std::nullopt;
    };
    const ProcessMemory more{above(&ProcessMemory::rss), above(&ProcessMemory::anon),
                             above(&ProcessMemory::file), above(&ProcessMemory::shmem)};
    return Json{{"baseline", processMemoryJson(baseline)}, {"peak", processMemoryJson(more)}};
}

Json predictionErrorsJson(const std::optional<PredictionErrors>& errors) {
    if (!errors) {
        return nullptr;
    }
    return Json{{"devices", peaksJson(errors->devices)},
                {"host_anon", orNull(errors->hostAnon)},
                {"seconds", orNull(errors->seconds)}};
}

Json unaccountedJson(const std::optional<PredictionErrors>& errors) {
    if (!errors) {
        return nullptr;
    }
    Json object = Json::object();
    for (const auto& [device, bytes] : unaccountedBytes(*errors)) {
        object[deviceName(device)] = bytes;
    }
    return object;
}

Json forwardJson(const ForwardFigures& forward) {
    Json object{{"tokens", forward.tokens}};
    writeFields(object, forward, kForwardFields);
    if (forward.sha256.empty()) {  // it was not run
        for (const char* const key : {"max_logit", "next_token", "seconds"}) {
            object[key] = nullptr;
        }
    }
    if (!forward.why.empty()) {
        writeMessage(object, "why", forward.why);
    }
    return object;
}

Json loadReportJson(const LoadReport& report, const LoadSchedule& schedule) {
    Json object;
    object["method"] = loadMethodName(report.method);
    object["asked"] = schedule.methodReason.empty() ? loadMethodName(report.method)
                                                    : askedMethodName(AskedMethod());
    if (!schedule.methodReason.empty()) {
        object["method_reason"] = schedule.methodReason.english();
    }
    object["seconds"] = report.dryRun ? Json(nullptr) : Json(report.seconds);
    object["paused_seconds"] = report.dryRun ? Json(nullptr) : Json(report.pausedSeconds);
    writeFields(object, report, kSizeFields<LoadReport>);
    object["bytes_per_second"] = orNull(report.dryRun ? std::nullopt : loadRate(report));
    writeFields(object, report, kCountFields<LoadReport>);
    object["device_map"] = mapToJson(schedule.plan->map);
    object["devices"] = devicesJson(report);
    object["host"] = Json{{"baseline", processMemoryJson(report.baseline)},
                          {"peak", processMemoryJson(report.peak)},
                          {"samples", report.samples},
                          {"sample_interval_s", report.sampleIntervalSeconds},
                          {"sampler_share", orNull(report.samplerShare)}};
    object["phases"] = phasesJson(report);
    object["predicted"] = predictedJson(schedule);
    const auto errors = predictionErrors(report, schedule);
    object["prediction_error"] = predictionErrorsJson(errors);
    object["unaccounted"] = unaccountedJson(errors);
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
        Json& stopped = object["stopped"];
        writeMessage(stopped, "at", report.stoppedAt);
        stopped["kind"] = errorCodeName(report.stopped->code);
        writeMessage(stopped, "why", report.stopped->message);
        if (report.wouldFit) {
            object["stopped"]["would_fit"] = loadMethodName(*report.wouldFit);
        }
    }
    return object;
}

std::string loadReportToJson(const LoadReport& report, const LoadSchedule& schedule) {
    return jsonText(loadReportJson(report, schedule), 2);
}

Result<LoadFigures> readLoadFigures(const Json& object, const std::string& file) {
    static const Json kNone = Json::object();
    JsonFieldReader reader(JsonFieldReader::Missing::Keep);
    const bool isRun = object.is_object() && object.contains("load");
    const Json* const turns = reader.find(object, "chain");
    const bool isChain = turns != nullptr && turns->is_array();
    const Json& load = memberOr(object, "load", object);  // a run tells of its load apart
    std::string name(isChain ? loadMethodName(LoadMethod::Streamed) : "");
    reader.read(load, "method", name);
    const auto method = loadMethodFromName(name);
    if (!method) {
        return fail(ErrorCode::Malformed,
                    say("%1 is not the output of load --json or run --json: \"method\" is missing "
                        "or unknown.",
                        file.empty() ? Message(phrase("This text")) : Message(file)),
                    file);
    }
    LoadFigures figures;
    figures.method = *method;
    reader.read(object, "seconds", figures.seconds);
    reader.read(load, "bytes", figures.bytes);
    figures.bytesRead = figures.bytes;
    reader.readFields(load, figures, kSizeFields<LoadFigures>);
    reader.readFields(load, figures, kCountFields<LoadFigures>);
    readMap(reader, object, figures);
    readDevices(reader, object, figures);
    const Json& host = memberOr(object, "host", kNone);
    figures.baseline = readProcess(reader, memberOr(host, "baseline", kNone));
    figures.peak = readProcess(reader, memberOr(host, "peak", kNone));
    reader.read(object, "polled_host_anon", figures.polledHostAnon);
    const Json& predicted = memberOr(object, "predicted", kNone);
    reader.read(predicted, "host_anon", figures.predictedHostAnon);
    reader.read(predicted, "seconds", figures.predictedSeconds);
    readPhases(reader, object, figures);
    readForward(reader, object, figures);
    if (isChain) {
        readChain(reader, object, figures);
    } else if (isRun) {
        figures.run = readRun(reader, object);
    }
    readEnd(reader, object, figures);
    if (!reader.trouble().empty()) {
        return fail(
            ErrorCode::Malformed,
            say("%1: \"%2\" is not in the format of load --json or run --json.",
                file.empty() ? Message(phrase("This load")) : Message(file), reader.trouble()),
            file, reader.trouble());
    }
    return figures;
}

}  // namespace stowage
