// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/load_refusal.h"

#include "engine/load/key_objections.h"

#include <string>

namespace stowage {

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
