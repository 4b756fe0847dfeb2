// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/map/plan_json.h"

#include "engine/base/json_fields.h"
#include "engine/model/quantization.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/planned_tensors.h"
#include "engine/plan/quantized_plan.h"
#include "engine/plan/request/request_fields.h"
#include "engine/plan/strategies/strategies.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace stowage {

namespace {

using Json = nlohmann::ordered_json;

/// Bytes as an integer where they are whole.
Json bytesJson(double bytes) {
    if (bytes == std::floor(bytes) && std::fabs(bytes) < 9e18) {
        return static_cast<std::int64_t>(bytes);
    }
    return bytes;
}

/// A budget as Python holds it: a double stays one even where it is whole.
Json budgetJson(const MemoryBudget& budget) {
    return budget.isFloat ? Json(budget.bytes) : bytesJson(budget.bytes);
}

std::string budgetKey(DeviceId device) {
    return device.isGpu() ? std::to_string(device.index) : deviceName(device);
}

Json budgetsJson(const std::vector<MemoryBudget>& budgets) {
    Json object = Json::object();
    for (const MemoryBudget& budget : budgets) {
        object[budgetKey(budget.device)] = budgetJson(budget);
    }
    return object;
}

bool sameBudgets(const std::vector<MemoryBudget>& a, const std::vector<MemoryBudget>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.device == y.device && x.bytes == y.bytes;
    });
}

Json placementJson(const DevicePlacement& placement) {
    Json object = Json::object();
    const DeviceInfo& device = placement.device;
    if (device.capacity) {
        object["capacity"] = *device.capacity;
    }
    if (placement.budget) {
        object["budget"] = bytesJson(*placement.budget);
    }
    if (device.presentBytes) {
        object["this_machine"] = *device.presentBytes;
    }
    object["used_by_others"] = device.usedByOthers;
    object["context"] = device.context;
    if (device.contextIsSaid && device.context == 0) {
        object["context_given"] = true;
    }
    if (device.allocator != AllocatorKind::Native) {
        object["allocator"] = allocatorName(device.allocator);
    }
    if (!device.machine.empty()) {
        object["machine"] = device.machine;
    }
    object["weights"] = bytesJson(placement.weights);
    object["weights_allocated"] = placement.weightsAllocated;
    object["weights_reserved"] = placement.weightsReserved;
    object["reserved_for_largest_layer"] = bytesJson(placement.reservedForLargestLayer);
    object["window"] = placement.window;
    if (const auto free = device.freeBytes()) {
        object["free"] = *free - std::min(*free, placement.weightsReserved);
    }
    return object;
}

Json devicesJson(const PlacementPlan& plan, std::span<const PlannedUse> uses = {}) {
    Json object = Json::object();
    for (const DevicePlacement& placement : plan.placements) {
        Json device = placementJson(placement);
        const auto use = std::ranges::find(uses, placement.device.id, &PlannedUse::device);
        if (use != uses.end()) {
            device["context"] = use->context;
            device["kv_cache"] = use->kvCache;
            if (use->state > 0) {
                device["state"] = use->state;
            }
            device["activations"] = use->activations;
            if (use->free) {
                device["free"] = *use->free;
            }
        }
        object[deviceName(placement.device.id)] = std::move(device);
    }
    return object;
}

Json problemsJson(const PlacementPlan& plan) {
    Json list = Json::array();
    for (const PlanIssue& issue : plan.issues) {
        Json object = {{"severity", severityName(issue.severity)}, {"code", issue.code}};
        if (!issue.module.empty()) {
            object["module"] = issue.module;
        }
        if (issue.device) {
            object["device"] = deviceName(*issue.device);
        }
        object["bytes"] = bytesJson(issue.bytes);
        object["text"] = issue.text.english();
        list.push_back(std::move(object));
    }
    return list;
}

/// What a quantised plan counts with: which modules, and the two counts.
Json quantizedJson(const PlacementPlan& plan, const QuantizedWeights& quantized) {
    const ModuleTree& tree = *plan.request.tree;
    Json skipped = Json::array();
    for (const ModuleId module : quantized.skipped()) {
        skipped.push_back(tree.path(module));
    }
    double exact = 0;
    for (const DevicePlacement& placement : plan.placements) {
        exact += placement.weights;
    }
    return {{"method", quantizationName(quantized.quantization().method)},
            {"text", quantizationLine(plan).english()},
            {"planned_only", true},
            {"declared_by", quantized.quantization().declaredBy},
            {"modules", quantized.modules().size()},
            {"skipped", std::move(skipped)},
            {"weights", bytesJson(exact)},
            {"counted_by_strategy", bytesJson(countedBytes(plan))}};
}

/// What is known of an optimal plan (docs/spec/planning.md).
Json optimalJson(const OptimalProof& proof) {
    const bool isTold = proof.value && !proof.isCompared;
    Json object = {{"objective", objectiveName(proof.objective.kind)},
                   {"value", isTold ? Json(*proof.value) : Json()},
                   {"bound", isTold ? Json(proof.bound) : Json()},
                   {"gap", proof.value ? Json(proof.gap()) : Json()},
                   {"proven", proof.isProven()},
                   {"robust_within", orNull(proof.robustWithin)},
                   {"proof", proof.text.english()},
                   {"explored", proof.explored},
                   {"seconds", proof.seconds},
                   {"options", proof.options}};
    if (proof.objective.kind == Objective::Mix) {
        object["mix"] = {proof.objective.prefillWeight, orNull(proof.objective.decodeWeight)};
    }
    return object;
}

Json traceJson(const PlacementPlan& plan) {
    Json list = Json::array();
    for (const PlacementDecision& decision : decisionsOf(plan)) {
        const bool placed = decision.kind == PlacementDecision::Kind::Placed ||
                            decision.kind == PlacementDecision::Kind::Pinned ||
                            decision.kind == PlacementDecision::Kind::MovedByHand;
        Json object = {{"module", decision.module},
                       {"device", deviceToJson(decision.device)},
                       {"placed", placed},
                       {"needed", bytesJson(decision.needed)},
                       {"left", decision.left ? bytesJson(*decision.left) : Json()},
                       {"reserved", bytesJson(decision.reserved)},
                       {"reason", decision.reason.english()}};
        list.push_back(std::move(object));
    }
    return list;
}

Json effectsJson(std::span<const NoSplitEffect> effects) {
    Json list = Json::array();
    for (const NoSplitEffect& effect : effects) {
        Json object = {{"class", effect.className},
                       {"modules", effect.modules},
                       {"bytes_moved", effect.diff.bytesMoved},
                       {"text", effect.text.english()}};
        if (effect.without) {
            object["verdict"] = verdictName(effect.without->verdict);
        }
        list.push_back(std::move(object));
    }
    return list;
}

std::string dumped(const Json& object) {
    // Names come from files and may hold bytes that are no UTF-8.
    return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json predictedJson(std::span<const PlannedLoad> loads) {
    Json seconds = Json::object();
    Json host = Json::object();
    for (const PlannedLoad& load : loads) {
        seconds[load.method] = load.seconds ? Json(*load.seconds) : Json(nullptr);
        host[load.method] = load.peakHostBytes;
    }
    return Json{{"load_seconds", std::move(seconds)}, {"peak_host_bytes", std::move(host)}};
}

}  // namespace

Json missingJson(std::span<const MissingFact> missing) {
    Json list = Json::array();
    for (const MissingFact& fact : missing) {
        list.push_back({{"what", fact.what.english()}, {"remedy", fact.remedy.english()}});
    }
    return list;
}

std::string planToJson(const PlacementPlan& plan, TraceOutput trace,
                       std::span<const NoSplitEffect> effects, std::span<const PlannedLoad> loads,
                       std::span<const PlannedUse> uses) {
    AccelerateNotes unused;
    std::vector<MemoryBudget> requested;
    for (const auto& [key, bytes] : givenMemory(plan.request, unused)) {
        requested.push_back(
            {key.device().value_or(DeviceId::disk()), bytes.value, {}, bytes.isFloat});
    }
    Json object = {
        {"strategy", strategyName(plan.request.strategy)},
        {"rules", rulesInForce(plan.request)},
        {"verdict", verdictName(plan.verdict)},
        {"verdict_text", plan.verdictText.english()},
        {"judged", plan.judged == PlacementPlan::Judged::Weights ? "weights" : "workload"},
        {"missing", missingJson(plan.missing)},
        {"prefetch_window", orNull(plan.prefetchWindow)},
        {"device_map", mapToJson(flatMap(*plan.request.tree, plan.map))},
        {"max_memory", budgetsJson(requested)}};
    if (!sameBudgets(requested, plan.effectiveBudgets)) {
        object["effective_max_memory"] = budgetsJson(plan.effectiveBudgets);
    }
    if (const QuantizedWeights* const quantized = quantizedWeights(plan)) {
        object["quantization"] = quantizedJson(plan, *quantized);
    }
    object["request"] = requestToJson(plan.request);
    if (plan.optimal) {
        object["optimal"] = optimalJson(*plan.optimal);
    }
    if (plan.request.workload) {
        object["workload"] = workloadToJson(*plan.request.workload);
    }
    object["devices"] = devicesJson(plan, uses);
    object["problems"] = problemsJson(plan);
    object["warnings"] = plan.warnings;
    object["accelerate_error"] = orNull(plan.accelerateError);
    if (trace == TraceOutput::Include) {
        object["trace"] = traceJson(plan);
        object["no_split_effects"] = effectsJson(effects);
    }
    if (!loads.empty()) {
        object["predicted"] = predictedJson(loads);
    }
    return dumped(object);
}

MapValidity validityOf(const PlacementPlan& plan) {
    const auto has = [&plan](Severity severity) {
        return std::ranges::find(plan.issues, severity, &PlanIssue::severity) != plan.issues.end();
    };
    return has(Severity::Error)     ? MapValidity::Invalid
           : has(Severity::Warning) ? MapValidity::ValidWithWarnings
                                    : MapValidity::Valid;
}

std::string checkToJson(const PlacementPlan& plan) {
    Json object = {{"valid", validityOf(plan) != MapValidity::Invalid},
                   {"problems", problemsJson(plan)},
                   {"devices", devicesJson(plan)}};
    if (const QuantizedWeights* const quantized = quantizedWeights(plan)) {
        object["quantization"] = quantizedJson(plan, *quantized);
    }
    return dumped(object);
}

}  // namespace stowage
