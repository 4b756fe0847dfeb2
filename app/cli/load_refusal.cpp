// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_refusal.h"

#include "engine/checkpoint/initial_values.h"
#include "engine/checkpoint/key_check.h"
#include "engine/checkpoint/key_check_text.h"
#include "engine/load/key_objections.h"

#include <string>
#include <utility>
#include <vector>

namespace stowage {

std::optional<Error> missingRefusal(OpenedModel& model, bool isForced,
                                    const CommandContext& context) {
    const Checkpoint& checkpoint = *model.checkpoint;
    const std::vector<std::string> names = initialisable(checkpoint);
    if (names.empty()) {
        return std::nullopt;
    }
    const std::string what = std::to_string(names.size()) +
                             (names.size() == 1 ? " tensor" : " tensors") + " of " +
                             checkpoint.keyCheck->treeFile + ": " + firstNames(names);
    if (!isForced) {
        return makeError(ErrorCode::KeyMismatch,
                         checkpoint.path + " lacks " + what +
                             ". Open the checkpoint that belongs to this model, or load with a new "
                             "model's values there by --force. Nothing was loaded.",
                         checkpoint.path, names.front());
    }
    auto filled = withInitialValues(model.checkpoint);
    if (!filled) {
        return filled.error();
    }
    context.warn(checkpoint.path + " lacks " + what +
                 ". Initial values, not trained ones, are loaded there.");
    model.checkpoint = std::move(*filled);
    return std::nullopt;
}

std::optional<Error> keyRefusal(const LoadSchedule& schedule) {
    std::string text;
    std::string key;
    for (const PlanIssue& issue : loadObjections(schedule)) {
        if (isKeyObjection(issue)) {
            text += issue.text + " ";
            key = key.empty() ? issue.module : key;
        }
    }
    return text.empty()
               ? std::nullopt
               : std::optional(makeError(ErrorCode::KeyMismatch, text + "Nothing was loaded.",
                                         schedule.checkpoint->path, key));
}

int refuseKeys(const Error& no, const CommandContext& context) {
    context.reportError(no);
    return kExitAnswerIsNo;
}

std::optional<Error> loadRefusal(const LoadSchedule& schedule) {
    std::string text;
    std::optional<PlanIssue> first;
    for (const PlanIssue& issue : loadObjections(schedule)) {
        first = first ? first : issue;
        text += issue.text + " ";
    }
    if (!first) {
        return std::nullopt;
    }
    const bool isGpu = first->device && first->device->isGpu();
    const ErrorCode code = isGpu ? ErrorCode::DeviceOutOfMemory : ErrorCode::InvalidPlan;
    return makeError(code, text + "Nothing was loaded; --force loads all the same.", {},
                     first->device ? deviceName(*first->device) : first->module);
}

}  // namespace stowage
