// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds that run the planner: infer, strategy, balanced.
#include "app/cli/conformance_case.h"
#include "engine/plan/reference_planner.h"

#include <utility>

namespace stowage {

namespace {

CaseJson infer(const ConformanceQuestion& question, const ReferenceDtypes& dtypes,
               const ReferenceBudgets& budgets, ReferenceNotes& notes) {
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

ReferenceResult<ReferenceBudgets> balance(const ConformanceQuestion& question,
                                          const ReferenceDtypes& dtypes, bool lowZero,
                                          ReferenceNotes& notes) {
    const auto budgets = memoryOf(question, notes);
    if (failureOf(budgets) != nullptr) {
        return budgets;
    }
    BalanceOptions options;
    options.memoryWasUnset = argument(question.args, "max_memory", CaseJson()).is_null();
    options.lowZero = lowZero;
    options.machineHasMps = question.machine.hasMps;
    options.noSplit = noSplitOf(question.args);
    return balancedMemory(*question.tree, std::get<ReferenceBudgets>(budgets), dtypes, options,
                          notes);
}

CaseJson answerStrategy(const ConformanceQuestion& question, const ReferenceDtypes& dtypes,
                        ReferenceNotes& notes) {
    const auto strategy = question.args.at("strategy").get<std::string>();
    if (strategy != "auto" && strategy != "balanced" && strategy != "balanced_low_0" &&
        strategy != "sequential") {
        return toJson(ReferenceFailure{
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
    ReferenceBudgets used = std::get<ReferenceBudgets>(budgets);
    if (isBalanced) {
        // The result passes get_max_memory a second time inside infer_auto_device_map.
        ReferenceRawBudgets again;
        for (const auto& [key, bytes] : used) {
            again.emplace_back(key, bytes);
        }
        auto checked = checkedMemory(again, question.machine.deviceCount, notes);
        used = std::get<ReferenceBudgets>(std::move(checked));
    }
    CaseJson answer = infer(question, dtypes, used, notes);
    if (!isBalanced || answer.contains("error")) {
        return answer;
    }
    CaseJson ordered = {{"max_memory", toJson(std::get<ReferenceBudgets>(budgets))}};
    ordered.update(answer);
    return ordered;
}

}  // namespace

CaseJson answerPlanning(const ConformanceQuestion& question, ReferenceNotes& notes) {
    const auto dtypes = dtypesOf(question.args);
    if (const auto* const failure = failureOf(dtypes)) {
        return toJson(*failure);
    }
    const auto& known = std::get<ReferenceDtypes>(dtypes);
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
        return {{"max_memory", toJson(std::get<ReferenceBudgets>(budgets))}};
    }
    return infer(question, known, std::get<ReferenceBudgets>(budgets), notes);
}

}  // namespace stowage
