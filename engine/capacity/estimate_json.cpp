// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate_json.h"

#include "engine/base/json_fields.h"
#include "engine/base/json_reader.h"
#include "engine/load/report/load_report_json.h"
#include "engine/plan/map/plan_json.h"
#include "engine/plan/request/request_fields.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

Json englishJson(const std::vector<Message>& messages) {
    return std::vector<std::string>(messages.begin(), messages.end());
}

Json workloadJson(const CapacityEstimate& estimate) {
    const Workload& work = estimate.workload;
    Json object = workloadToJson(work);
    object["kv_dtype"] = estimate.kvType ? Json(kvTypeName(*estimate.kvType)) : Json();
    object["compute_dtype"] = dtypeName(estimate.computeType);
    object["attention"] = attentionName(work.attention.value_or(estimate.engine.attention));
    object["engine"] = estimate.engine.name;
    return object;
}

/// The share of a GPU that an engine takes; `work`: what is served.
Json shareJson(const DeviceEstimate& device, const Workload& work) {
    const MemoryShare& share = *device.share;
    const auto room = device.cacheRoom();
    Json object{{"utilization", share.utilization},
                {"bytes", orNull(device.shareBytes())},
                {"taken_before", share.before},
                {"cuda_graphs", share.cudaGraphs},
                {"cache_room", orNull(room)}};
    if (share.plan.bytesPerBlock > 0) {
        object["block_bytes"] = share.plan.bytesPerBlock;
        object["block_tokens"] = share.plan.blockTokens;
        object["blocks_of_sequence"] = share.plan.blocksOf(work.tokens());
        object["concurrency"] = room ? Json(share.plan.concurrency(*room, work.tokens())) : Json();
    }
    return object;
}

Json deviceJson(const DeviceEstimate& device, const Workload& work) {
    const auto blocks = device.device.id.isGpu() ? device.kvBlocks(work) : std::nullopt;
    Json explained = Json::object();
    for (const auto& [part, text] : device.explained) {
        explained[part] = text.english();
    }
    Json object{{"capacity", orNull(device.device.capacity)},
                {"weights", device.weights},
                {"kv_cache", device.kvCache},
                {"state", device.state},
                {"window", device.window},
                {"activations",
                 {{"prefill", device.prefillActivations}, {"decode", device.decodeActivations}}},
                {"logits", device.logits},
                {"context", device.context},
                {"used_by_others", device.device.usedByOthers},
                {"slack", device.slack()},
                {"other", device.other()},
                {"peak_allocated", device.peakAllocated},
                {"peak_reserved", device.peakReserved},
                {"needed", device.needed()},
                {"free", orNull(device.free())},
                {"explained", std::move(explained)},
                {"basis", basisName(device.basis)}};
    if (blocks) {
        object["kv_blocks"] = *blocks;
    }
    if (device.share) {
        object["share"] = shareJson(device, work);
    }
    if (!device.device.machine.empty()) {
        object["machine"] = device.device.machine;
    }
    if (device.device.allocator != AllocatorKind::Native) {
        object["allocator"] = allocatorName(device.device.allocator);
    }
    return object;
}

/// Between machines, of those that activations cross.
Json linksJson(const std::vector<MachineLink>& links) {
    Json list = Json::array();
    for (const MachineLink& link : links) {
        list.push_back({{"machines", {link.one, link.other}},
                        {"bytes_per_second", link.bytesPerSecond},
                        {"latency_seconds", link.latencySeconds},
                        {"assumed", link.isAssumed}});
    }
    return list;
}

Json timeJson(const TimeEstimate* time) {
    if (time == nullptr) {
        return nullptr;
    }
    Json layers = Json::array();
    for (const LayerTime& layer : time->layers) {
        layers.push_back({{"module", layer.module},
                          {"device", deviceName(layer.device)},
                          {"prefill", layer.prefill},
                          {"decode", layer.decode},
                          {"bound_by", boundName(layer.bound).english()}});
    }
    return Json{{"to_first_token", time->toFirstToken},
                {"per_token", time->perToken},
                {"tokens_per_second", time->tokensPerSecond},
                {"low", time->low},
                {"high", time->high},
                {"bound_by", boundName(time->bound).english()},
                {"basis", basisName(time->basis)},
                {"assumed_card", time->assumedCard.empty() ? Json() : Json(time->assumedCard)},
                {"sources", englishJson(time->sources)},
                {"layers", std::move(layers)}};
}

Json noTimeJson(const CapacityEstimate& estimate) {
    const Message why = estimate.whyNoTime();
    return why.empty() ? Json() : Json(why.english());
}

/// By part; where devices differ, what holds for each of them.
Json explainedJson(const CapacityEstimate& estimate) {
    std::map<std::string, std::vector<std::pair<std::string, std::string>>> parts;
    for (const DeviceEstimate& device : estimate.devices) {
        for (const auto& [part, text] : device.explained) {
            parts[part].emplace_back(deviceLabel(device.device.id).english(), text.english());
        }
    }
    Json object = Json::object();
    for (const auto& [part, texts] : parts) {
        std::string whole = texts.front().second;
        const bool isOne =
            std::ranges::all_of(texts, [&](const auto& told) { return told.second == whole; });
        if (!isOne) {
            whole.clear();
            for (const auto& [device, text] : texts) {
                whole += (whole.empty() ? "" : "; ") + device + ": " + text;
            }
        }
        object[part] = std::move(whole);
    }
    return object;
}

Json largestJson(const CapacityLimits& largest) {
    return Json{{"context", orNull(largest.context)},
                {"batch", orNull(largest.batch)},
                {"unfit_batch", orNull(largest.unfitBatch)},
                {"users", orNull(largest.users)}};
}

Json smallestJson(const std::vector<std::pair<DeviceId, std::uint64_t>>& smallest) {
    Json object = Json::object();
    for (const auto& [device, bytes] : smallest) {
        object[deviceName(device)] = bytes;
    }
    return object;
}

Json neededJson(const CapacityEstimate& estimate) {
    Json needed = Json::object();
    for (const DeviceEstimate& device : estimate.devices) {
        needed[deviceName(device.device.id)] = device.needed();
    }
    return needed;
}

/// Of a CapacityChange or a CapacityGain.
template <typename Change>
Json changeJson(const Change& made) {
    Json change = Json::object();
    for (const auto& [key, value] : made.values) {
        change[key] = value;
    }
    const TimeEstimate* const time = made.result->toldTime();
    return {{"text", made.text.english()},
            {"change", std::move(change)},
            {"verdict", verdictName(made.result->verdict)},
            {"needed", neededJson(*made.result)},
            {"to_first_token", time ? Json(time->toFirstToken) : Json()},
            {"tokens_per_second", time ? Json(time->tokensPerSecond) : Json()}};
}

Json remediesJson(const std::vector<CapacityChange>& remedies) {
    Json list = Json::array();
    for (const CapacityChange& remedy : remedies) {
        list.push_back(changeJson(remedy));
    }
    return list;
}

Json loadsJson(const std::vector<LoadPeaks>& loads) {
    Json object = Json::object();
    for (const LoadPeaks& load : loads) {
        Json devices = Json::object();
        for (const auto& [device, peak] : load.devices) {
            devices[deviceName(device)] = {{"peak_allocated", peak.allocated},
                                           {"peak_reserved", peak.reserved}};
        }
        object[load.name] = {{"devices", std::move(devices)},
                             {"host_anonymous", load.hostAnonymous},
                             {"host_anonymous_most", load.hostAnonymousMost},
                             {"file_pages", load.filePages},
                             {"explained", englishJson(load.explained)}};
    }
    return object;
}

Json gainsJson(const std::vector<CapacityGain>& gains) {
    Json list = Json::array();
    for (const CapacityGain& gain : gains) {
        Json object = changeJson(gain);
        object["largest_context"] = orNull(gain.largestContext);
        list.push_back(std::move(object));
    }
    return list;
}

Json machineJson(const ServingMachine& machine) {
    const TimeEstimate* const time = machine.result->toldTime();
    const auto orNone = [time](double rate) { return time != nullptr ? Json(rate) : Json(); };
    return {{"card", machine.card.id},
            {"name", machine.card.name},
            {"count", machine.count},
            {"verdict", verdictName(machine.result->verdict)},
            {"to_first_token", orNone(time != nullptr ? time->toFirstToken : 0)},
            {"tokens_per_second", orNone(machine.tokensPerSecond)},
            {"range", {orNone(machine.low), orNone(machine.high)}},
            {"needed", neededJson(*machine.result)}};
}

}  // namespace

std::string estimateToJson(const CapacityEstimate& estimate, const CapacityAnswers& answers,
                           const std::vector<LoadPeaks>& loads,
                           const std::vector<ServingMachine>* machines) {
    Json devices = Json::object();
    for (const DeviceEstimate& device : estimate.devices) {
        devices[deviceName(device.device.id)] = deviceJson(device, estimate.served);
    }
    const auto& tightest = estimate.tightest;
    Json object{{"verdict", verdictName(estimate.verdict)},
                {"missing", missingJson(estimate.missing)},
                {"engine",
                 {{"name", estimate.engine.name},
                  {"version", estimate.engine.version},
                  {"source", estimate.engine.sources.front()}}},
                {"workload", workloadJson(estimate)},
                {"device_map",
                 estimate.workload.tensorParallel > 1 ? Json() : mapToJson(estimate.plan->map)},
                {"devices", std::move(devices)},
                {"prefetch_window", orNull(estimate.prefetchWindow)},
                {"kv_bytes_per_token", estimate.kvBytesPerToken},
                {"state_bytes_per_sequence", estimate.stateBytesPerSequence},
                {"time", timeJson(estimate.toldTime())},
                {"no_time", noTimeJson(estimate)},
                {"tightest", tightest ? Json{{"device", deviceName(tightest->device)},
                                             {"margin", tightest->margin},
                                             {"stranded", tightest->stranded}}
                                      : Json()},
                {"largest", answers.largest ? largestJson(*answers.largest) : Json()},
                {"smallest_budgets", smallestJson(answers.smallestCapacities)},
                {"remedies", remediesJson(answers.remedies)},
                {"more", gainsJson(answers.more)},
                {"loads", loadsJson(loads)},
                {"explained", explainedJson(estimate)},
                {"notes", englishJson(estimate.notes)}};
    if (!estimate.links.empty()) {
        object["links"] = linksJson(estimate.links);
    }
    if (machines != nullptr) {
        object["machines"] = Json::array();
        object["machines_open"] = Json::array();
        for (const ServingMachine& machine : *machines) {
            object[machine.isOpen ? "machines_open" : "machines"].push_back(machineJson(machine));
        }
    }
    return jsonText(object, 2);
}

std::string tenantsToJson(const TenantsEstimate& estimate, const DeviceMap& map) {
    const auto devicesJson = [](const std::vector<DeviceEstimate>& devices, const Workload& work) {
        Json object = Json::object();
        for (const DeviceEstimate& device : devices) {
            object[deviceName(device.device.id)] = deviceJson(device, work);
        }
        return object;
    };
    Json tenants = Json::array();
    for (const TenantEstimate& tenant : estimate.tenants) {
        const CapacityEstimate& own = *tenant.estimate;
        tenants.push_back({{"name", tenant.name},
                           {"verdict", verdictName(own.verdict)},
                           {"missing", missingJson(own.missing)},
                           {"engine", own.engine.name},
                           {"workload", workloadJson(own)},
                           {"devices", devicesJson(own.devices, own.served)},
                           {"kv_bytes_per_token", own.kvBytesPerToken},
                           {"state_bytes_per_sequence", own.stateBytesPerSequence},
                           {"time", timeJson(own.toldTime())},
                           {"no_time", noTimeJson(own)},
                           {"notes", englishJson(own.notes)}});
    }
    Json together = devicesJson(estimate.devices, {});
    for (Json& device : together) {
        device.erase("kv_blocks");  // a block is one model's
        device.erase("explained");
    }
    const auto& tightest = estimate.tightest;
    return jsonText(Json{{"verdict", verdictName(estimate.verdict)},
                         {"device_map", mapToJson(map)},
                         {"devices", std::move(together)},
                         {"tenants", std::move(tenants)},
                         {"tightest", tightest ? Json{{"device", deviceName(tightest->device)},
                                                      {"margin", tightest->margin}}
                                               : Json()}},
                    2);
}

}  // namespace stowage
