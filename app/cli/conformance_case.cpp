// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conformance_case.h"

#include "engine/plan/clean_entries.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stowage {

namespace {

/// torch prints its own dtypes with this; cases name them without.
std::string withoutTorch(std::string name) {
    constexpr std::string_view kPrefix = "torch.";
    return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

template <class T>
CaseJson fieldOrFailure(const char* field, const ReferenceResult<T>& result) {
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
        return fieldOrFailure("bytes", referenceSize(size.get<std::string>()));
    }
    if (size.is_boolean()) {
        return {{"bytes", size}};  // True is an int in Python, and comes back as it is
    }
    if (!isInteger(size)) {
        return toJson(ReferenceFailure{"AttributeError", std::string("'") + pythonType(size) +
                                                             "' object has no attribute 'upper'"});
    }
    const std::string digits = caseText(size);
    if (digits.starts_with('-')) {
        return toJson(ReferenceFailure{"ValueError",
                                       "`size` " + digits +
                                           " is not in a valid format. Use an integer for bytes, "
                                           "or a string with an unit (like '5.0GB')."});
    }
    return {{"bytes", size}};
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

ReferenceResult<ReferenceDtypes> dtypesOf(const CaseJson& args) {
    ReferenceDtypes dtypes;
    if (const auto name = argument(args, "dtype", std::string()); !name.empty()) {
        const auto bytes = referenceElementBytes(withoutTorch(name));
        if (const auto* const failure = failureOf(bytes)) {
            return *failure;
        }
        dtypes.dtype = std::get<ReferenceNumber>(bytes);
    }
    const CaseJson special = argument(args, "special_dtypes", CaseJson::object());
    for (const auto& [tensor, name] : special.items()) {
        const auto bytes = referenceElementBytes(withoutTorch(name.get<std::string>()));
        if (const auto* const failure = failureOf(bytes)) {
            return *failure;
        }
        dtypes.special[tensor] = std::get<ReferenceNumber>(bytes);
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

ReferenceResult<ReferenceBudgets> memoryOf(const ConformanceQuestion& question,
                                           ReferenceNotes& notes) {
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
        answer.result = fieldOrFailure("bytes", referenceElementBytes(withoutTorch(name)));
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

}  // namespace stowage
