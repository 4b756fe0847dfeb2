// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conformance_suite.h"

#include <algorithm>
#include <new>

namespace stowage {

namespace {

/// How many GPUs a case has that says nothing of them.
constexpr std::int64_t kUsualDevices = 8;

Unexpected wrongCase(const std::string& where, const std::string& what) {
    return fail(ErrorCode::Malformed, where + ": " + what + ".", where);
}

ReferenceMachine machineOf(const CaseJson& emulate) {
    ReferenceMachine machine;
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
        return wrongCase(where, "the case \"" + question.id + "\" is of the kind \"" +
                                    question.kind +
                                    "\", which this stowagectl does not know; use one that was "
                                    "made for these cases");
    }
    question.args = recordedCase.at("args");
    question.machine = machineOf(argument(recordedCase, "emulate", CaseJson::object()));
    if (!kindHasTree(question.kind)) {
        return question;
    }
    auto tree = trees.tree(recordedCase.at("tree").get<std::string>(),
                           argument(recordedCase, "cast", std::string()));
    if (!tree) {
        return tree.unexpected();
    }
    question.tree = std::move(*tree);
    return question;
}

}  // namespace

Result<ConformanceQuestion> questionOf(const CaseJson& recordedCase, ConformanceTrees& trees,
                                       const std::string& where) {
    if (!recordedCase.is_object()) {
        return wrongCase(where, "a case must be a JSON object");
    }
    for (const char* const field : {"id", "kind", "args"}) {
        if (!recordedCase.contains(field)) {
            return wrongCase(where, std::string("the case has no \"") + field +
                                        "\"; the README of data/placement tells its form");
        }
    }
    try {
        return readQuestion(recordedCase, trees, where);
    } catch (const nlohmann::json::exception&) {
        return wrongCase(where,
                         "a field of the case is missing or of a wrong type; the README of "
                         "data/placement tells its form");
    }
}

Result<ConformanceAnswer> tryAnswer(const ConformanceQuestion& question, const std::string& where) {
    try {
        return answerQuestion(question);
    } catch (const nlohmann::json::exception&) {
        return wrongCase(where, "an argument of the case \"" + question.id +
                                    "\" is missing or of a wrong type; the README of "
                                    "data/placement tells its form");
    } catch (const std::bad_alloc&) {
        return fail(
            ErrorCode::OutOfMemory,
            where + ": this machine has no memory left for the case \"" + question.id + "\".",
            where);
    }
}

}  // namespace stowage
