// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/conformance_case.h"

#include "engine/plan/accelerate/accelerate_map.h"
#include "engine/plan/accelerate/infer_device_map.h"
#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/accelerate/named_parameters.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <new>

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

/// The `dtype` and `special_dtypes` arguments, or the failure for a name that is no dtype.
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

/// The `no_split` argument: null, one class, or a list.
std::vector<std::string> noSplitOf(const CaseJson& args) {
    const CaseJson classes = argument(args, "no_split", CaseJson::array());
    if (classes.is_string()) {
        return {classes.get<std::string>()};
    }
    return classes.get<std::vector<std::string>>();
}

/// get_max_memory of the `max_memory` argument on the emulated machine.
PythonResult<MaxMemory> memoryOf(const ConformanceQuestion& question, AccelerateNotes& notes) {
    const CaseJson given = argument(question.args, "max_memory", CaseJson());
    if (given.is_null()) {
        return machineMemory(question.machine, notes);
    }
    return checkedMemory(budgetsFrom(given), question.machine.deviceCount, notes);
}

CaseJson answerSize(const ConformanceQuestion& question, AccelerateNotes& /*notes*/) {
    const CaseJson& size = question.args.at("size");
    if (size.is_string()) {
        return fieldOrFailure("bytes", convertFileSize(size.get<std::string>()));
    }
    if (size.is_boolean()) {
        return {{"bytes", size}};  // True is an int in Python, and comes back as it is
    }
    if (!isInteger(size)) {
        return toJson(PythonException{
            "AttributeError", "'" + pythonTypeName(size) + "' object has no attribute 'upper'"});
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

CaseJson answerDtypeSize(const ConformanceQuestion& question, AccelerateNotes& /*notes*/) {
    const auto name = question.args.at("dtype").get<std::string>();
    return fieldOrFailure("bytes", dtypeByteSize(withoutTorch(name)));
}

CaseJson answerMaxMemory(const ConformanceQuestion& question, AccelerateNotes& notes) {
    return fieldOrFailure("max_memory", memoryOf(question, notes));
}

CaseJson answerCleanMap(const ConformanceQuestion& question, AccelerateNotes& /*notes*/) {
    const auto name = argument(question.args, "module_name", std::string());
    return {{"device_map", toJson(cleanEntries(mapFrom(question.args.at("device_map")), name))}};
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

CaseJson answerInfer(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
                     AccelerateNotes& notes) {
    const auto budgets = memoryOf(question, notes);
    if (const auto* const failure = failureOf(budgets)) {
        return toJson(*failure);
    }
    return infer(question, dtypes, std::get<MaxMemory>(budgets), notes);
}

CaseJson answerBalanced(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
                        AccelerateNotes& notes) {
    const bool lowZero = argument(question.args, "low_zero", false);
    return fieldOrFailure("max_memory", balance(question, dtypes, lowZero, notes));
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

CaseJson answerSizes(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
                     AccelerateNotes& /*notes*/) {
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

CaseJson answerLargest(const ConformanceQuestion& question, const AccelerateDtypes& dtypes,
                       AccelerateNotes& /*notes*/) {
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

CaseJson answerTied(const ConformanceQuestion& question, AccelerateNotes& /*notes*/) {
    const ModuleTree& tree = *question.tree;
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

/// An answer that depends on the dtypes of the question.
template <auto answer>
CaseJson withDtypes(const ConformanceQuestion& question, AccelerateNotes& notes) {
    const auto dtypes = dtypesOf(question.args);
    if (const auto* const failure = failureOf(dtypes)) {
        return toJson(*failure);
    }
    return answer(question, std::get<AccelerateDtypes>(dtypes), notes);
}

/// A kind of question, and how it is answered.
struct QuestionKind {
    std::string_view name;
    bool hasTree;
    CaseJson (*answer)(const ConformanceQuestion& question, AccelerateNotes& notes);
};

constexpr std::array kKinds = {
    QuestionKind{"infer", true, withDtypes<answerInfer>},
    QuestionKind{"strategy", true, withDtypes<answerStrategy>},
    QuestionKind{"balanced", true, withDtypes<answerBalanced>},
    QuestionKind{"sizes", true, withDtypes<answerSizes>},
    QuestionKind{"max_layer", true, withDtypes<answerLargest>},
    QuestionKind{"maximum_sizes", true, withDtypes<answerLargest>},
    QuestionKind{"tied", true, answerTied},
    QuestionKind{"parse_size", false, answerSize},
    QuestionKind{"dtype_size", false, answerDtypeSize},
    QuestionKind{"max_memory", false, answerMaxMemory},
    QuestionKind{"clean_device_map", false, answerCleanMap},
    QuestionKind{"check_device_map", true, answerCheck},
    QuestionKind{"tied_same_device", true, answerCheck},
    QuestionKind{"load_rules", true, answerLoadRules},
    QuestionKind{"select_checkpoint", false, answerSelectCheckpoint},
};

}  // namespace

const std::vector<std::string_view>& conformanceKinds() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        std::ranges::transform(kKinds, std::back_inserter(all), &QuestionKind::name);
        return all;
    }();
    return names;
}

namespace {

bool kindHasTree(std::string_view kind) {
    return std::ranges::find(kKinds, kind, &QuestionKind::name)->hasTree;
}

/// Throws nlohmann's exceptions for arguments of a wrong shape: tryAnswer() turns them into a
/// sentence.
ConformanceAnswer answerQuestion(const ConformanceQuestion& question) {
    ConformanceAnswer answer;
    answer.result = std::ranges::find(kKinds, question.kind, &QuestionKind::name)
                        ->answer(question, answer.notes);
    if (!answer.notes.warnings.empty()) {
        answer.result["warnings"] = answer.notes.warnings;
    }
    if (answer.notes.verbose) {
        answer.result["stdout"] = *answer.notes.verbose;
    }
    return answer;
}

/// How many GPUs a case has that says nothing of them.
constexpr std::int64_t kUsualDevices = 8;

Unexpected wrongCase(const std::string& where, const Message& sentence) {
    return fail(ErrorCode::Malformed, sentence, where);
}

AccelerateMachine machineOf(const CaseJson& emulate) {
    AccelerateMachine machine;
    machine.deviceCount = argument(emulate, "device_count", kUsualDevices);
    machine.hasMps = argument(emulate, "mps", false);
    machine.ramAvailable = argument(emulate, "ram_available", 0.0);
    const CaseJson free = argument(emulate, "gpu_free", CaseJson());
    if (free.is_null()) {
        return machine;
    }
    machine.deviceCount = static_cast<std::int64_t>(free.size());
    for (const CaseJson& bytes : free) {
        machine.gpuFree.emplace_back(bytes.is_null() ? std::nullopt
                                                     : std::optional(bytes.get<double>()));
    }
    for (const CaseJson& index : argument(emulate, "unavailable", CaseJson::array())) {
        const auto gpu = index.get<std::size_t>();
        if (gpu < machine.gpuFree.size()) {
            machine.gpuFree[gpu].reset();
        }
    }
    return machine;
}

Result<ConformanceQuestion> readQuestion(const CaseJson& recordedCase, ConformanceTrees& trees,
                                         const std::string& where) {
    ConformanceQuestion question;
    question.id = recordedCase.at("id").get<std::string>();
    question.kind = recordedCase.at("kind").get<std::string>();
    const auto& kinds = conformanceKinds();
    if (std::ranges::find(kinds, question.kind) == kinds.end()) {
        return wrongCase(where,
                         say("%1: the case \"%2\" is of the kind \"%3\", which this stowagectl "
                             "does not know; use the stowagectl that was built for these cases.",
                             where, question.id, question.kind));
    }
    question.args = recordedCase.at("args");
    question.machine = machineOf(argument(recordedCase, "emulate", CaseJson::object()));
    if (!kindHasTree(question.kind)) {
        return question;
    }
    auto tree = trees.tree(recordedCase.at("tree").get<std::string>(),
                           argument(recordedCase, "cast", std::string()));
    STOWAGE_TRY(tree);
    question.tree = std::move(*tree);
    return question;
}

bool isAnyNumber(const CaseJson& value) {
    return isInteger(value) || value.is_number_float() || value.is_boolean();
}

bool sameNumber(const CaseJson& a, const CaseJson& b, CompareDepth depth) {
    if (isInteger(a) && isInteger(b)) {
        return caseText(a) == caseText(b);
    }
    const auto valueOf = [](const CaseJson& value) {
        if (value.is_boolean()) {
            return value.get<bool>() ? 1.0 : 0.0;
        }
        return std::strtod(caseText(value).c_str(), nullptr);
    };
    const bool sameType = a.is_number_float() == b.is_number_float();
    return valueOf(a) == valueOf(b) && (sameType || depth == CompareDepth::Results);
}

bool same(const CaseJson& a, const CaseJson& b, CompareDepth depth) {
    if (isAnyNumber(a) && isAnyNumber(b)) {
        return sameNumber(a, b, depth);
    }
    if (!a.is_structured() || a.type() != b.type() || a.size() != b.size()) {
        return a == b;
    }
    if (a.is_array()) {
        return std::equal(a.begin(), a.end(), b.begin(),
                          [depth](const auto& x, const auto& y) { return same(x, y, depth); });
    }
    return std::ranges::all_of(a.items(), [&](const auto& member) {
        return b.contains(member.key()) && same(member.value(), b.at(member.key()), depth);
    });
}

void sortByText(CaseJson& list) {
    std::vector<std::pair<std::string, CaseJson>> entries;
    for (CaseJson& entry : list) {
        entries.emplace_back(caseText(entry), std::move(entry));
    }
    std::ranges::sort(entries, {}, [](const auto& entry) { return entry.first; });
    list = CaseJson::array();
    for (auto& [text, entry] : entries) {
        list.push_back(std::move(entry));
    }
}

void keepComparableLog(CaseJson& answer) {
    if (!answer.contains("log")) {
        return;
    }
    CaseJson kept = CaseJson::array();
    for (const CaseJson& line : answer["log"]) {
        if (!line.at(1).get<std::string>().starts_with("Some weights of the model checkpoint")) {
            kept.push_back(line);
        }
    }
    sortByText(kept);
    answer["log"] = std::move(kept);
    if (answer["log"].empty()) {
        answer.erase("log");
    }
}

/// Errors that Accelerate words itself; the others' texts are torch's or Python's, of one version.
bool hasOwnWords(const CaseJson& type) {
    return type == "ValueError" || type == "IndexError" || type == "KeyError" ||
           type == "AttributeError";
}

/// Takes out what may differ, and sorts what has no order.
CaseJson comparable(const CaseJson& recordedCase, CaseJson answer, CompareDepth depth) {
    const auto recordedOrder = recordedCase.find("order");
    const bool isOrdered = recordedOrder != recordedCase.end() && *recordedOrder == "exact";
    if (answer.contains("error")) {
        CaseJson& error = answer["error"];
        error.erase("raised_in");
        if (depth == CompareDepth::Results || !hasOwnWords(error["type"])) {
            error.erase("message");
        }
    }
    if (depth == CompareDepth::Results) {
        answer.erase("log");
        answer.erase("stdout");
    }
    keepComparableLog(answer);
    if (answer.contains("device_map") && !isOrdered) {
        sortByText(answer["device_map"]);
    }
    if (answer.contains("groups")) {
        sortByText(answer["groups"]);
    }
    return answer;
}

}  // namespace

Result<ConformanceQuestion> questionOf(const CaseJson& recordedCase, ConformanceTrees& trees,
                                       const std::string& where) {
    if (!recordedCase.is_object()) {
        return wrongCase(where, say("%1: a case must be a JSON object.", where));
    }
    for (const char* const field : {"id", "kind", "args"}) {
        if (!recordedCase.contains(field)) {
            return wrongCase(where, say("%1: the case has no field \"%2\"; see the README of "
                                        "data/placement for the format.",
                                        where, field));
        }
    }
    try {
        return readQuestion(recordedCase, trees, where);
    } catch (const nlohmann::json::exception&) {
        return wrongCase(where, say("%1: a field of the case is missing or has the wrong type; see "
                                    "the README of data/placement for the format.",
                                    where));
    }
}

Result<ConformanceAnswer> tryAnswer(const ConformanceQuestion& question, const std::string& where) {
    try {
        return answerQuestion(question);
    } catch (const nlohmann::json::exception&) {
        return wrongCase(where, say("%1: an argument of the case \"%2\" is missing or has the "
                                    "wrong type; see the README of data/placement for the format.",
                                    where, question.id));
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory,
                    say("%1: this machine does not have enough memory for the case \"%2\".", where,
                        question.id),
                    where);
    }
}

std::string differenceFromCase(const CaseJson& recordedCase, const ConformanceAnswer& answer,
                               CompareDepth depth) {
    CaseJson full = answer.result;
    if (!answer.notes.log.empty()) {
        full["log"] = answer.notes.log;
    }
    const CaseJson ours = comparable(recordedCase, full, depth);
    const auto agrees = [&](const CaseJson& recorded) {
        return same(ours, comparable(recordedCase, recorded, depth), depth);
    };
    const CaseJson& expected = recordedCase.at("expected");
    const auto accepted = recordedCase.find("accepted");
    const bool isOneOf =
        accepted != recordedCase.end() && std::any_of(accepted->begin(), accepted->end(), agrees);
    if (isOneOf || agrees(expected)) {
        return {};
    }
    return "expected " + caseText(expected) + "\n     got " + caseText(full);
}

}  // namespace stowage
