// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/conformance_suite.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace stowage {
namespace {

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
        return wrongCase(where, say("%1: the case \"%2\" is of the kind \"%3\", which this "
                                    "stowagectl does not know; use one that was made for these "
                                    "cases.",
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
            return wrongCase(where, say("%1: the case has no \"%2\"; the README of "
                                        "data/placement tells its form.",
                                        where, field));
        }
    }
    try {
        return readQuestion(recordedCase, trees, where);
    } catch (const nlohmann::json::exception&) {
        return wrongCase(where,
                         say("%1: a field of the case is missing or of a wrong type; the README "
                             "of data/placement tells its form.",
                             where));
    }
}

Result<ConformanceAnswer> tryAnswer(const ConformanceQuestion& question, const std::string& where) {
    try {
        return answerQuestion(question);
    } catch (const nlohmann::json::exception&) {
        return wrongCase(where, say("%1: an argument of the case \"%2\" is missing or of a wrong "
                                    "type; the README of data/placement tells its form.",
                                    where, question.id));
    } catch (const std::bad_alloc&) {
        return fail(
            ErrorCode::OutOfMemory,
            say("%1: this machine has no memory left for the case \"%2\".", where, question.id),
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
