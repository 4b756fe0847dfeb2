// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/request/old_requests.h"

#include "engine/device/device_info.h"
#include "engine/plan/strategies/strategies.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace stowage {
namespace {

using Json = nlohmann::ordered_json;

Json memberOf(const Json& object, const char* key) {
    return object.is_object() && object.contains(key) ? object[key] : Json();
}

std::string textOf(const Json& object, const char* key) {
    const Json member = memberOf(object, key);
    return member.is_string() ? member.get<std::string>() : std::string();
}

void rename(Json& object, const char* from, const char* to) {
    if (object.is_object() && object.contains(from)) {
        object[to] = std::move(object[from]);
        object.erase(from);
    }
}

/// A list of objects as an object of them, by the name that each has; the list itself if a name is
/// there twice.
Json byName(const Json& list, const char* name) {
    constexpr std::size_t kMostDevices = kMaxSimulatedGpus + 2;
    if (!list.is_array() || list.size() > kMostDevices) {
        return list;
    }
    Json object = Json::object();
    for (const Json& element : list) {
        const std::string key = textOf(element, name);
        if (object.contains(key)) {
            return list;
        }
        Json& value = object[key] = element;
        if (value.is_object()) {
            value.erase(name);
        }
    }
    return object;
}

Json upgradedDevices(Json devices) {
    if (devices.is_object()) {
        for (auto& [name, device] : devices.items()) {
            rename(device, "context_said", "context_given");
        }
    }
    return devices;
}

/// [["compute", "lm_head"]] as words: "compute:lm_head".
void upgradeRules(Json& object) {
    if (!object.is_object() || !memberOf(object, "offloaded").is_array()) {
        return;
    }
    for (Json& rule : object["offloaded"]) {
        const bool isPair =
            rule.is_array() && rule.size() == 2 && rule[0].is_string() && rule[1].is_string();
        if (isPair) {
            const auto module = rule[1].get<std::string>();
            rule = rule[0].get<std::string>() + (module.empty() ? "" : ":" + module);
        }
    }
}

void upgradePreset(Json& preset) {
    if (!preset.is_object()) {
        return;
    }
    if (const Json strategy = memberOf(preset, "strategy"); strategy != "manual") {
        preset["device_map"] = strategy;
    }
    preset["max_memory"] = byName(memberOf(preset, "max_memory"), "device");
}

}  // namespace

Json upgradedRequest(Json request) {
    request["devices"] = upgradedDevices(byName(memberOf(request, "devices"), "id"));
    request["default_max_memory"] = byName(memberOf(request, "default_max_memory"), "device");
    Json limits = byName(memberOf(request, "max_memory"), "device");
    const bool areTyped = memberOf(request, "max_memory_is_default") == false;
    request["max_memory"] = areTyped ? limits : Json();
    request["free_memory"] = areTyped ? Json() : std::move(limits);
    rename(request, "doubled_keys", "duplicate_keys");
    upgradeRules(request);
    if (request.contains("run_before_optimal")) {
        upgradeRules(request["run_before_optimal"]);
    }
    if (request.contains("preset")) {
        upgradePreset(request["preset"]);
    }
    if (memberOf(request, "proof").is_object()) {
        Json& objective = request["proof"]["objective"] = memberOf(request, "objective");
        objective["decode_weight"] = memberOf(request["proof"], "decode_weight");
    }
    return request;
}

Json upgradedPlan(const Json& plan) {
    Json request = memberOf(plan, "request");
    const std::string strategy = textOf(plan, "strategy");
    request["strategy"] = strategyFromName(strategy) ? strategy : "manual";
    request["rules"] = memberOf(plan, "rules");
    request["workload"] = memberOf(plan, "workload");
    Json devices = upgradedDevices(memberOf(plan, "devices"));
    for (auto& [name, device] : devices.items()) {
        const auto id = parseDevice(name);
        if (id && device.is_object()) {
            device["name"] = deviceLabel(*id).english();
            device["simulated"] = id->isGpu();
        }
    }
    request["devices"] = std::move(devices);
    Json limits = memberOf(plan, "max_memory");
    const Json typed = memberOf(request, "max_memory");
    if (typed.is_object() && limits.is_object()) {
        for (const auto& [device, text] : typed.items()) {
            const Json bytes = memberOf(limits, device.c_str());
            if (text.is_string() && bytes.is_number()) {
                limits[device] = bytes.is_number_float()
                                     ? Json{{"bytes", bytes}, {"text", text}, {"float", true}}
                                     : text;
            }
        }
    }
    request["max_memory"] = typed.is_object() ? limits : Json();
    request["free_memory"] = typed.is_object() ? Json() : std::move(limits);
    rename(request, "habit", "preset");
    return request;
}

}  // namespace stowage
