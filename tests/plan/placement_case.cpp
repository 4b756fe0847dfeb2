// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plan/placement_case.h"

#include "engine/model/module_tree_json.h"
#include "engine/plan/clean_entries.h"
#include "engine/plan/reference_checks.h"
#include "engine/plan/reference_planner.h"
#include "engine/plan/reference_ties.h"
#include "engine/plan/reference_walk.h"
#include "tests/plan/case_json.h"

#include <algorithm>
#include <fstream>

namespace stowage::test {

using nlohmann::json;

namespace {

struct Arguments {
    json args;
    ReferenceMachine machine;
    ReferenceDtypes dtypes;
    std::vector<std::string> noSplit;
    bool memoryUnset = false;
};

ReferenceNumber elementBytes(const json& dtype) {
    const auto bytes = referenceElementBytes(dtype.get<std::string>());
    return std::get<ReferenceNumber>(bytes);
}

Arguments argumentsOf(const json& placementCase) {
    Arguments result;
    result.args = placementCase.at("args");
    const json emulate = placementCase.value("emulate", json::object());
    result.machine.deviceCount = emulate.value("device_count", 8);
    result.machine.hasMps = emulate.value("mps", false);
    result.machine.ramAvailable = emulate.value("ram_available", 0.0);
    if (emulate.contains("gpu_free")) {
        result.machine.deviceCount = static_cast<std::int64_t>(emulate["gpu_free"].size());
        for (const json& bytes : emulate["gpu_free"]) {
            result.machine.gpuFree.emplace_back(bytes.get<double>());
        }
        for (const json& index : emulate.value("unavailable", json::array())) {
            result.machine.gpuFree[index.get<std::size_t>()].reset();
        }
    }
    const json noSplit = result.args.value("no_split", json());
    if (noSplit.is_string()) {
        result.noSplit = {noSplit.get<std::string>()};
    } else if (noSplit.is_array()) {
        result.noSplit = noSplit.get<std::vector<std::string>>();
    }
    if (const json dtype = result.args.value("dtype", json()); dtype.is_string()) {
        result.dtypes.dtype = elementBytes(dtype);
    }
    const json special = result.args.value("special_dtypes", json());
    for (const auto& [name, dtype] : special.items()) {
        result.dtypes.special[name] = elementBytes(dtype);
    }
    result.memoryUnset = result.args.value("max_memory", json()).is_null();
    return result;
}

ReferenceResult<ReferenceBudgets> memoryOf(const Arguments& arguments, ReferenceNotes& notes) {
    if (arguments.memoryUnset) {
        return machineMemory(arguments.machine, notes);
    }
    return checkedMemory(budgetsFrom(arguments.args["max_memory"]), arguments.machine.deviceCount,
                         notes);
}

json infer(const ModuleTree& tree, const Arguments& arguments, const ReferenceBudgets& budgets,
           ReferenceNotes& notes) {
    InferOptions options;
    options.noSplit = arguments.noSplit;
    options.dtypes = arguments.dtypes;
    options.cleanResult = arguments.args.value("clean_result", true);
    options.offloadBuffers = arguments.args.value("offload_buffers", false);
    options.fallbackAllocation = arguments.args.value("fallback_allocation", false);
    if (arguments.args.value("verbose", false)) {
        notes.verbose.emplace();
    }
    const auto result = inferDeviceMap(tree, budgets, options, notes);
    if (const auto* const failure = failureOf(result)) {
        return toJson(*failure);
    }
    return {{"device_map", toJson(std::get<InferResult>(result).map)}};
}

json answerInfer(const ModuleTree& tree, const Arguments& arguments, ReferenceNotes& notes) {
    const auto budgets = memoryOf(arguments, notes);
    if (const auto* const failure = failureOf(budgets)) {
        return toJson(*failure);
    }
    return infer(tree, arguments, std::get<ReferenceBudgets>(budgets), notes);
}

ReferenceResult<ReferenceBudgets> balance(const ModuleTree& tree, const Arguments& arguments,
                                          bool lowZero, ReferenceNotes& notes) {
    const auto budgets = memoryOf(arguments, notes);
    if (failureOf(budgets) != nullptr) {
        return budgets;
    }
    const BalanceOptions options{arguments.memoryUnset, lowZero, arguments.machine.hasMps,
                                 arguments.noSplit};
    return balancedMemory(tree, std::get<ReferenceBudgets>(budgets), arguments.dtypes, options,
                          notes);
}

json answerStrategy(const ModuleTree& tree, const Arguments& arguments, ReferenceNotes& notes) {
    const auto strategy = arguments.args["strategy"].get<std::string>();
    if (strategy == "sequential") {
        return answerInfer(tree, arguments, notes);
    }
    const auto balanced = balance(tree, arguments, strategy == "balanced_low_0", notes);
    if (const auto* const failure = failureOf(balanced)) {
        return toJson(*failure);
    }
    // The result passes get_max_memory a second time inside infer_auto_device_map.
    const ReferenceBudgets& budgets = std::get<ReferenceBudgets>(balanced);
    ReferenceRawBudgets again;
    for (const auto& [key, bytes] : budgets) {
        again.emplace_back(key, bytes);
    }
    const auto checked = checkedMemory(again, arguments.machine.deviceCount, notes);
    json answer = infer(tree, arguments, std::get<ReferenceBudgets>(checked), notes);
    if (!answer.contains("error")) {
        answer["max_memory"] = toJson(budgets);
    }
    return answer;
}

json answerBudgets(const ReferenceResult<ReferenceBudgets>& budgets) {
    if (const auto* const failure = failureOf(budgets)) {
        return toJson(*failure);
    }
    return {{"max_memory", toJson(std::get<ReferenceBudgets>(budgets))}};
}

json answerSizes(const ModuleTree& tree, const Arguments& arguments) {
    const bool buffersOnly = arguments.args.value("buffers_only", false);
    const ReferenceSizes sizes(
        tree, arguments.dtypes,
        buffersOnly ? ReferenceSizes::Tensors::BuffersOnly : ReferenceSizes::Tensors::All);
    const int depth = arguments.args.value("depth", 1000);
    json list = json::array();
    for (const ReferenceItem item : sizes.entries()) {
        const std::string& name = itemName(tree, item);
        const auto dots = std::count(name.begin(), name.end(), '.');
        if (name.empty() || dots + 1 <= depth) {
            list.push_back({name, toJson(sizes.of(item))});
        }
    }
    return {{"sizes", list}, {"entries", sizes.entries().size()}};
}

json answerLargest(const ModuleTree& tree, const Arguments& arguments, const std::string& kind) {
    const ReferenceSizes sizes(tree, arguments.dtypes);
    const NoSplitClasses noSplit(arguments.noSplit.begin(), arguments.noSplit.end());
    const LargestLayer largest = largestLayer(tree, rootItems(tree), sizes, noSplit);
    json names = json::array();
    for (const ReferenceItem layer : largest.layers) {
        names.push_back(itemName(tree, layer));
    }
    if (kind == "max_layer") {
        return {{"size", toJson(largest.size)}, {"names", names}};
    }
    return {{"total", toJson(sizes.total())}, {"largest", toJson(largest.size)}, {"names", names}};
}

json answerTied(const ModuleTree& tree) {
    json groups = json::array();
    for (const std::vector<TensorId>& group : findTiedParameters(tree)) {
        json names = json::array();
        for (const TensorId member : group) {
            names.push_back(tree.tensor(member).name);
        }
        groups.push_back(names);
    }
    return {{"groups", groups}};
}

json answerCheck(const ModuleTree& tree, const Arguments& arguments, const std::string& kind,
                 ReferenceNotes& notes) {
    const ReferenceMap map = mapFrom(arguments.args["device_map"]);
    const auto failure = kind == "check_device_map" ? checkReferenceMap(tree, map, notes)
                                                    : checkTiedOnSameDevice(tree, findTiedParameters(tree), map, notes);
    return failure ? toJson(*failure) : json{{"ok", true}};
}

json answerSize(const json& size) {
    if (size.is_number_float()) {
        return toJson(
            ReferenceFailure{"AttributeError", "'float' object has no attribute 'upper'"});
    }
    if (size.is_number() && size.get<double>() >= 0) {
        return {{"bytes", size}};
    }
    const auto bytes = referenceSize(size.is_string() ? size.get<std::string>() : size.dump());
    if (const auto* const failure = failureOf(bytes)) {
        return toJson(*failure);
    }
    return {{"bytes", toJson(std::get<ReferenceNumber>(bytes))}};
}

json answerDtype(const json& name) {
    const auto bytes = referenceElementBytes(name.get<std::string>());
    if (const auto* const failure = failureOf(bytes)) {
        return toJson(*failure);
    }
    return {{"bytes", toJson(std::get<ReferenceNumber>(bytes))}};
}

json answerWithTree(const ModuleTree& tree, const std::string& kind, const Arguments& arguments,
                    ReferenceNotes& notes) {
    if (kind == "infer") {
        return answerInfer(tree, arguments, notes);
    }
    if (kind == "strategy") {
        return answerStrategy(tree, arguments, notes);
    }
    if (kind == "balanced") {
        return answerBudgets(
            balance(tree, arguments, arguments.args.value("low_zero", false), notes));
    }
    if (kind == "sizes") {
        return answerSizes(tree, arguments);
    }
    if (kind == "tied") {
        return answerTied(tree);
    }
    if (kind == "check_device_map" || kind == "tied_same_device") {
        return answerCheck(tree, arguments, kind, notes);
    }
    return answerLargest(tree, arguments, kind);
}

}  // namespace

PlacementTrees::PlacementTrees(const std::string& file) {
    std::ifstream stream(file);
    m_trees = json::parse(stream, nullptr, false);
}

std::shared_ptr<const ModuleTree> PlacementTrees::tree(const std::string& id,
                                                       const std::string& cast) {
    auto& parsed = m_parsed[{id, cast}];
    if (!parsed) {
        json node = m_trees.at(id);
        if (!cast.empty()) {
            castTree(node, cast);
        }
        const json file = {{"format", "stowage.tree"}, {"version", 1}, {"tree", node}};
        const auto result = parseModuleTreeJson(file.dump(), id);
        if (result) {
            parsed = *result;
        } else {
            m_fault = id + ": " + result.error().message;
        }
    }
    return parsed;
}

json answerCase(const json& placementCase, PlacementTrees& trees) {
    const auto kind = placementCase.at("kind").get<std::string>();
    if (kind == "parse_size") {
        return answerSize(placementCase["args"]["size"]);
    }
    if (kind == "dtype_size") {
        return answerDtype(placementCase["args"]["dtype"]);
    }
    const Arguments arguments = argumentsOf(placementCase);
    ReferenceNotes notes;
    json answer;
    if (kind == "clean_device_map") {
        answer["device_map"] = toJson(cleanEntries(mapFrom(arguments.args["device_map"]), {}));
    } else if (kind == "max_memory") {
        answer = answerBudgets(memoryOf(arguments, notes));
    } else {
        const auto tree = trees.tree(placementCase.at("tree").get<std::string>(),
                                     placementCase.value("cast", std::string()));
        if (!tree) {
            return {{"fault", trees.fault()}};
        }
        answer = answerWithTree(*tree, kind, arguments, notes);
    }
    std::sort(notes.log.begin(), notes.log.end());
    if (!notes.log.empty()) {
        answer["log"] = notes.log;
    }
    if (!notes.warnings.empty()) {
        answer["warnings"] = notes.warnings;
    }
    if (notes.verbose) {
        answer["stdout"] = *notes.verbose;
    }
    return answer;
}

namespace {

json sortedList(json list) {
    std::sort(list.begin(), list.end());
    return list;
}

/// Takes out what may differ, so that the rest can be compared as it is.
json comparable(const json& placementCase, json answer) {
    if (answer.contains("error")) {
        answer["error"].erase("raised_in");
        if (answer["error"]["type"] == "RuntimeError") {
            answer["error"].erase("message");  // torch's own words, of one version
        }
    }
    if (answer.contains("device_map") && placementCase.value("order", "any") != "exact") {
        answer["device_map"] = sortedList(answer["device_map"]);
    }
    if (answer.contains("groups")) {
        answer["groups"] = sortedList(answer["groups"]);
    }
    return answer;
}

}  // namespace

std::string compareWithCase(const json& placementCase, const json& answer) {
    const json ours = comparable(placementCase, answer);
    if (placementCase.value("nondeterministic", false)) {
        for (const json& accepted : placementCase.at("accepted")) {
            if (sameJson(ours, comparable(placementCase, accepted))) {
                return {};
            }
        }
    } else if (sameJson(ours, comparable(placementCase, placementCase.at("expected")))) {
        return {};
    }
    return "expected " + placementCase.at("expected").dump() + "\n     got " + answer.dump();
}

}  // namespace stowage::test
