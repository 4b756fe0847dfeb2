// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/conformance_case.h"

#include "engine/plan/accelerate/check_device_map.h"
#include "engine/plan/accelerate/clean_device_map.h"
#include "engine/plan/accelerate/infer_device_map.h"
#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/accelerate/tied_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {
namespace {

/// torch prints its own dtypes with this; cases name them without.
std::string withoutTorch(std::string name) {
    constexpr std::string_view kPrefix = "torch.";
    return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

template <class T>
CaseJson fieldOrFailure(const char* field, const PythonResult<T>& result) {
    if (const auto* const failure = failureOf(result)) {
        return toJson(*failure);
    }
    return {{field, toJson(std::get<T>(result))}};
}

const char* pythonType(const CaseJson& value) {
    if (value.is_null()) {
        return "NoneType";
    }
    if (value.is_array()) {
        return "list";
    }
    return value.is_object() ? "dict" : "float";
}

CaseJson answerSize(const CaseJson& size) {
    if (size.is_string()) {
        return fieldOrFailure("bytes", convertFileSize(size.get<std::string>()));
    }
    if (size.is_boolean()) {
        return {{"bytes", size}};  // True is an int in Python, and comes back as it is
    }
    if (!isInteger(size)) {
        return toJson(PythonException{"AttributeError", std::string("'") + pythonType(size) +
                                                            "' object has no attribute 'upper'"});
    }
    const std::string digits = caseText(size);
    if (digits.starts_with('-')) {
        return toJson(PythonException{"ValueError",
                                      "`size` " + digits +
                                          " is not in a valid format. Use an integer for bytes, "
                                          "or a string with an unit (like '5.0GB')."});
    }
    return {{"bytes", size}};
}

CaseJson infer(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
               const MaxMemory& budgets, AccelerateNotes& notes) {
    InferOptions options;
    options.noSplit = noSplitOf(question.args);
    options.dtypes = dtypes;
    options.cleanResult = argument(question.args, "clean_result", true);
    options.offloadBuffers = argument(question.args, "offload_buffers", false);
    options.fallbackAllocation = argument(question.args, "fallback_allocation", false);
    if (argument(question.args, "verbose", false)) {
        notes.verbose.emplace();
    }
    const auto result = inferDeviceMap(*question.tree, budgets, options, notes);
    if (const auto* const failure = failureOf(result)) {
        return toJson(*failure);
    }
    return {{"device_map", toJson(std::get<InferResult>(result).map)}};
}

PythonResult<MaxMemory> balance(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
                                bool lowZero, AccelerateNotes& notes) {
    const auto budgets = memoryOf(question, notes);
    if (failureOf(budgets) != nullptr) {
        return budgets;
    }
    BalanceOptions options;
    options.memoryWasUnset = argument(question.args, "max_memory", CaseJson()).is_null();
    options.lowZero = lowZero;
    options.machineHasMps = question.machine.hasMps;
    options.noSplit = noSplitOf(question.args);
    return balancedMemory(*question.tree, std::get<MaxMemory>(budgets), dtypes, options, notes);
}

CaseJson answerStrategy(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
                        AccelerateNotes& notes) {
    const auto strategy = question.args.at("strategy").get<std::string>();
    if (strategy != "auto" && strategy != "balanced" && strategy != "balanced_low_0" &&
        strategy != "sequential") {
        return toJson(PythonException{
            "ValueError",
            "If passing a string for `device_map`, please choose 'auto', 'balanced', "
            "'balanced_low_0' or 'sequential'."});
    }
    const bool isBalanced = strategy != "sequential";
    const auto budgets = isBalanced ? balance(question, dtypes, strategy == "balanced_low_0", notes)
                                    : memoryOf(question, notes);
    if (const auto* const failure = failureOf(budgets)) {
        return toJson(*failure);
    }
    MaxMemory used = std::get<MaxMemory>(budgets);
    if (isBalanced) {
        // The result passes get_max_memory a second time inside infer_auto_device_map.
        RawMaxMemory again;
        for (const auto& [key, bytes] : used) {
            again.emplace_back(key, bytes);
        }
        auto checked = checkedMemory(again, question.machine.deviceCount, notes);
        used = std::get<MaxMemory>(std::move(checked));
    }
    CaseJson answer = infer(question, dtypes, used, notes);
    if (!isBalanced || answer.contains("error")) {
        return answer;
    }
    CaseJson ordered = {{"max_memory", toJson(std::get<MaxMemory>(budgets))}};
    ordered.update(answer);
    return ordered;
}

CaseJson answerSizes(const ConformanceQuestion& question, const AccelerateDtypes& dtypes) {
    const bool buffersOnly = argument(question.args, "buffers_only", false);
    const ModuleSizes sizes(
        *question.tree, dtypes,
        buffersOnly ? ModuleSizes::Tensors::BuffersOnly : ModuleSizes::Tensors::All);
    const auto depth = argument(question.args, "depth", std::numeric_limits<std::int64_t>::max());
    CaseJson list = CaseJson::array();
    for (const TreeItem item : sizes.entries()) {
        const std::string& name = itemName(*question.tree, item);
        if (name.empty() || std::ranges::count(name, '.') < depth) {
            list.push_back(CaseJson::array({name, toJson(sizes.of(item))}));
        }
    }
    return {{"sizes", std::move(list)}, {"entries", sizes.entries().size()}};
}

/// These two functions test `name in no_split` as it is given: in a text, every part of it is in.
NoSplitClasses unsplitClasses(const ModuleTree& tree, const CaseJson& args) {
    const std::vector<std::string> given = noSplitOf(args);
    if (!args.contains("no_split") || !args.at("no_split").is_string()) {
        return {given.begin(), given.end()};
    }
    NoSplitClasses classes;
    for (const ModuleNode& node : tree.nodes()) {
        if (given.front().find(node.className) != std::string::npos) {
            classes.insert(node.className);
        }
    }
    return classes;
}

CaseJson answerLargest(const ConformanceQuestion& question, const AccelerateDtypes& dtypes) {
    const ModuleTree& tree = *question.tree;
    const ModuleSizes sizes(tree, dtypes);
    const NoSplitClasses noSplit = unsplitClasses(tree, question.args);
    const LargestLayer largest = largestLayer(tree, rootItems(tree), sizes, noSplit);
    CaseJson names = CaseJson::array();
    for (const TreeItem layer : largest.layers) {
        names.push_back(itemName(tree, layer));
    }
    if (question.kind == "max_layer") {
        return {{"size", toJson(largest.size)}, {"names", std::move(names)}};
    }
    return {{"total", toJson(sizes.total())},
            {"largest", toJson(largest.size)},
            {"names", std::move(names)}};
}

CaseJson answerTied(const ModuleTree& tree) {
    CaseJson groups = CaseJson::array();
    for (const std::vector<TensorId>& group : findTiedParameters(tree)) {
        CaseJson names = CaseJson::array();
        for (const TensorId member : group) {
            names.push_back(tree.tensor(member).name);
        }
        groups.push_back(std::move(names));
    }
    return {{"groups", std::move(groups)}};
}

CaseJson answerCheck(const ConformanceQuestion& question, AccelerateNotes& notes) {
    const ModuleTree& tree = *question.tree;
    const AccelerateMap map = mapFrom(question.args.at("device_map"));
    const auto failure = question.kind == "check_device_map"
                             ? checkDeviceMap(tree, map, notes)
                             : checkTiedOnSameDevice(tree, findTiedParameters(tree), map, notes);
    return failure ? toJson(*failure) : CaseJson{{"ok", true}};
}

}  // namespace

const std::vector<std::string_view>& conformanceKinds() {
    static const std::vector<std::string_view> kinds = {"infer",
                                                        "strategy",
                                                        "balanced",
                                                        "sizes",
                                                        "max_layer",
                                                        "maximum_sizes",
                                                        "tied",
                                                        "parse_size",
                                                        "dtype_size",
                                                        "max_memory",
                                                        "clean_device_map",
                                                        "check_device_map",
                                                        "tied_same_device",
                                                        "load_rules",
                                                        "select_checkpoint"};
    return kinds;
}

bool kindHasTree(std::string_view kind) {
    constexpr std::array<std::string_view, 5> kWithout = {"parse_size", "dtype_size", "max_memory",
                                                          "clean_device_map", "select_checkpoint"};
    return std::ranges::find(kWithout, kind) == kWithout.end();
}

PythonResult<AccelerateDtypes> dtypesOf(const CaseJson& args) {
    AccelerateDtypes dtypes;
    if (const auto name = argument(args, "dtype", std::string()); !name.empty()) {
        const auto bytes = dtypeByteSize(withoutTorch(name));
        if (const auto* const failure = failureOf(bytes)) {
            return *failure;
        }
        dtypes.dtype = std::get<PythonNumber>(bytes);
    }
    const CaseJson special = argument(args, "special_dtypes", CaseJson::object());
    for (const auto& [tensor, name] : special.items()) {
        const auto bytes = dtypeByteSize(withoutTorch(name.get<std::string>()));
        if (const auto* const failure = failureOf(bytes)) {
            return *failure;
        }
        dtypes.special[tensor] = std::get<PythonNumber>(bytes);
    }
    return dtypes;
}

std::vector<std::string> noSplitOf(const CaseJson& args) {
    const CaseJson classes = argument(args, "no_split", CaseJson::array());
    if (classes.is_string()) {
        return {classes.get<std::string>()};
    }
    return classes.get<std::vector<std::string>>();
}

PythonResult<MaxMemory> memoryOf(const ConformanceQuestion& question, AccelerateNotes& notes) {
    const CaseJson given = argument(question.args, "max_memory", CaseJson());
    if (given.is_null()) {
        return machineMemory(question.machine, notes);
    }
    return checkedMemory(budgetsFrom(given), question.machine.deviceCount, notes);
}

ConformanceAnswer answerQuestion(const ConformanceQuestion& question) {
    ConformanceAnswer answer;
    const std::string& kind = question.kind;
    if (kind == "parse_size") {
        answer.result = answerSize(question.args.at("size"));
    } else if (kind == "dtype_size") {
        const auto name = question.args.at("dtype").get<std::string>();
        answer.result = fieldOrFailure("bytes", dtypeByteSize(withoutTorch(name)));
    } else if (kind == "max_memory") {
        answer.result = fieldOrFailure("max_memory", memoryOf(question, answer.notes));
    } else if (kind == "clean_device_map") {
        const auto name = argument(question.args, "module_name", std::string());
        answer.result["device_map"] =
            toJson(cleanEntries(mapFrom(question.args.at("device_map")), name));
    } else if (kind == "select_checkpoint") {
        answer.result = answerSelectCheckpoint(question);
    } else if (kind == "load_rules") {
        answer.result = answerLoadRules(question, answer.notes);
    } else if (kind == "infer" || kind == "strategy" || kind == "balanced") {
        answer.result = answerPlanning(question, answer.notes);
    } else {
        answer.result = answerTreeQuestion(question, answer.notes);
    }
    if (!answer.notes.warnings.empty()) {
        answer.result["warnings"] = answer.notes.warnings;
    }
    if (answer.notes.verbose) {
        answer.result["stdout"] = *answer.notes.verbose;
    }
    return answer;
}

// The kinds that run the planner: infer, strategy, balanced.

CaseJson answerPlanning(const ConformanceQuestion& question, AccelerateNotes& notes) {
    const auto dtypes = dtypesOf(question.args);
    if (const auto* const failure = failureOf(dtypes)) {
        return toJson(*failure);
    }
    const auto& known = std::get<AccelerateDtypes>(dtypes);
    if (question.kind == "strategy") {
        return answerStrategy(question, known, notes);
    }
    const auto budgets =
        question.kind == "balanced"
            ? balance(question, known, argument(question.args, "low_zero", false), notes)
            : memoryOf(question, notes);
    if (const auto* const failure = failureOf(budgets)) {
        return toJson(*failure);
    }
    if (question.kind == "balanced") {
        return {{"max_memory", toJson(std::get<MaxMemory>(budgets))}};
    }
    return infer(question, known, std::get<MaxMemory>(budgets), notes);
}

// The kinds that ask about a tree: sizes, max_layer, maximum_sizes, tied, check_device_map,
// tied_same_device.

CaseJson answerTreeQuestion(const ConformanceQuestion& question, AccelerateNotes& notes) {
    if (question.kind == "tied") {
        return answerTied(*question.tree);
    }
    if (question.kind == "check_device_map" || question.kind == "tied_same_device") {
        return answerCheck(question, notes);
    }
    const auto dtypes = dtypesOf(question.args);
    if (const auto* const failure = failureOf(dtypes)) {
        return toJson(*failure);
    }
    const auto& known = std::get<AccelerateDtypes>(dtypes);
    return question.kind == "sizes" ? answerSizes(question, known) : answerLargest(question, known);
}

}  // namespace stowage
