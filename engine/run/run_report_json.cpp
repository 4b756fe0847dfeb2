// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/run_report_json.h"

#include "engine/load/process_memory_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kTopTokens = 10;

template <class Number>
Json orNull(const std::optional<Number>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::optional<std::uint64_t> above(const std::optional<std::uint64_t>& peak,
                                   const std::optional<std::uint64_t>& before) {
    return peak && before ? std::optional(*peak - std::min(*peak, *before)) : std::nullopt;
}

Json hostJson(const RunReport& report) {
    const ProcessMemory& before = report.hostBaseline;
    const ProcessMemory& peak = report.hostPeak;
    const ProcessMemory more{above(peak.rss, before.rss), above(peak.anon, before.anon),
                             above(peak.file, before.file), above(peak.shmem, before.shmem)};
    return Json{{"baseline", processMemoryJson(before)},
                {"peak", processMemoryJson(more)},
                {"samples", report.samples}};
}

Json topJson(const RunReport& report) {
    Json top = Json::array();
    for (const auto& [token, logit] : topTokens(report, kTopTokens)) {
        // JSON has no infinity and no NaN.
        top.push_back(Json::array({token, std::isfinite(logit) ? Json(logit) : Json(nullptr)}));
    }
    return top;
}

Json layersJson(const RunReport& report) {
    Json layers = Json::array();
    for (const RunLayerFigures& layer : report.layers) {
        layers.push_back(Json{{"module", layer.module},
                              {"device", deviceName(layer.device)},
                              {"pass", layer.pass},
                              {"begin", layer.begin},
                              {"end", layer.end},
                              {"transfer_seconds", layer.transferSeconds},
                              {"compute_seconds", layer.computeSeconds},
                              {"waited_seconds", layer.waitedSeconds},
                              {"bytes_moved", layer.bytesMoved}});
    }
    return layers;
}

Json devicesJson(const RunReport& report) {
    Json devices = Json::object();
    for (const DeviceRunFigures& figures : report.devices) {
        const bool lasted = report.seconds > 0;
        devices[deviceName(figures.device)] = Json{
            {"simulated", figures.simulated},
            {"capacity", orNull(figures.capacity)},
            {"context", figures.context},
            {"used_by_others", figures.usedByOthers},
            {"weights", figures.allocatedBefore},
            {"peak_allocated", figures.peakAllocated},
            {"peak_reserved", figures.peakReserved},
            {"final_allocated", figures.finalAllocated},
            {"final_reserved", figures.finalReserved},
            {"compute_seconds", figures.computeSeconds},
            {"transfer_seconds", figures.transferSeconds},
            {"bytes_in", figures.bytesIn},
            {"busy_share", lasted ? Json(figures.computeSeconds / report.seconds) : Json(nullptr)}};
    }
    return devices;
}

Json passesJson(const RunReport& report) {
    Json passes = Json::array();
    for (const RunPassFigures& pass : report.passes) {
        passes.push_back(Json{{"tokens", pass.tokens}, {"begin", pass.begin}, {"end", pass.end}});
    }
    return passes;
}

Json prefetchJson(const RunReport& report) {
    return Json{{"window", report.window},
                {"bytes_ahead", report.prefetch.bytesAhead},
                {"bytes_on_demand", report.prefetch.bytesOnDemand},
                {"transfer_seconds", report.prefetch.transferSeconds},
                {"waited_seconds", report.prefetch.waitedSeconds},
                {"refused", report.prefetch.refused}};
}

Json passJson(const std::optional<PredictedPass>& pass) {
    if (!pass) {
        return nullptr;
    }
    Json stages = Json::array();
    for (const PredictedStage& stage : pass->stages) {
        stages.push_back(Json{{"module", stage.module},
                              {"device", deviceName(stage.device)},
                              {"compute_seconds", stage.computeSeconds},
                              {"transfer_seconds", stage.transferSeconds},
                              {"bytes_moved", stage.bytesMoved}});
    }
    return Json{{"seconds", pass->seconds}, {"layers", std::move(stages)}};
}

Json predictedJson(const std::optional<RunPrediction>& predicted) {
    if (!predicted) {
        return nullptr;
    }
    Json devices = Json::object();
    for (const PredictedMemory& memory : predicted->devices) {
        devices[deviceName(memory.device)] = Json{{"weights", memory.weights},
                                                  {"window", memory.window},
                                                  {"kv_cache", memory.kvCache},
                                                  {"activations", memory.activations},
                                                  {"total", memory.total()}};
    }
    return Json{{"seconds", orNull(predicted->seconds)},
                {"prefill", passJson(predicted->prefill)},
                {"decode", passJson(predicted->decode)},
                {"devices", std::move(devices)},
                {"assumptions", predicted->assumptions}};
}

Json loadJson(const LoadReport& load) {
    return Json{{"method", loadMethodName(load.method)},
                {"seconds", load.seconds},
                {"bytes", load.bytes},
                {"bytes_read", load.bytesRead},
                {"bytes_per_second", orNull(loadRate(load))},
                {"tensors", load.tensors},
                {"initialised", load.keys.initialised}};
}

Json deviceMapPairs(const DeviceMap& map) {
    Json pairs = Json::array();
    for (const auto& [path, device] : map.entries()) {
        pairs.push_back(
            Json::array({path, device.isGpu() ? Json(device.index) : Json(deviceName(device))}));
    }
    return pairs;
}

void addStopped(Json& object, const RunReport& report) {
    if (report.stopped) {
        object["stopped"] = Json{{"at", report.stoppedAt},
                                 {"kind", errorCodeName(report.stopped->code)},
                                 {"why", report.stopped->message}};
    }
}

/// Accelerate's arguments, and what they came to.
void addHooks(Json& object, const RunReport& report) {
    const HookOptions& asked = report.hooks;
    if (!asked.any()) {
        return;
    }
    Json preloaded = Json::array();
    for (const PreloadGroup& group : report.hookRuling.groups) {
        preloaded.push_back(group.module);
    }
    object["hooks"] =
        Json{{"attached", report.hookRuling.attached},
             {"main_device",
              asked.mainDevice ? Json(deviceName(report.hookRuling.mainDevice)) : Json(nullptr)},
             {"force_hooks", asked.force},
             {"skip_keys", asked.skipKeys},
             {"preload_module_classes", asked.preloadClasses},
             {"preloaded", std::move(preloaded)},
             {"warnings", report.hookRuling.warnings}};
}

/// All but what stopped it, which stands last.
Json figuresJson(const RunReport& report) {
    Json object{{"prompt", report.prompt}, {"tokens", report.generated}};
    if (report.promptText) {
        object["prompt_text"] = *report.promptText;
        object["text"] = report.generatedText.value_or("");
    }
    object.update(Json{{"top", topJson(report)},
                       {"seconds", report.seconds},
                       {"paused_seconds", report.pausedSeconds},
                       {"prefetch", report.window > 0},
                       {"family", report.family},
                       {"output", Json{{"kind", report.givesLogits ? "logits" : "hidden states"},
                                       {"positions", report.numbers.positions},
                                       {"width", report.numbers.vocabulary}}},
                       {"execution_device", deviceName(report.executionDevice)},
                       {"threads", report.threads},
                       {"bytes_moved", report.bytesMoved},
                       {"layers", layersJson(report)},
                       {"passes", passesJson(report)},
                       {"prefetching", prefetchJson(report)},
                       {"devices", devicesJson(report)},
                       {"host", hostJson(report)},
                       {"predicted", predictedJson(report.predicted)}});
    return object;
}

}  // namespace

Json runReportJson(const RunReport& report) {
    Json object = figuresJson(report);
    addHooks(object, report);
    addStopped(object, report);
    return object;
}

std::string runReportToJson(const RunReport& report, const LoadReport& load,
                            const LoadSchedule& schedule) {
    Json object = figuresJson(report);
    addHooks(object, report);
    object["device_map"] = deviceMapPairs(schedule.plan->map);
    object["load"] = loadJson(load);
    addStopped(object, report);
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stowage
