// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_request.h"

#include "engine/device/host_memory.h"
#include "engine/load/load_preflight.h"

#include <utility>

namespace stowage {

std::optional<LoadRefusal> refuseLoad(const LoadRequest& request,
                                      const std::shared_ptr<const LoadSchedule>& schedule) {
    std::vector<PlanIssue> objections = loadObjections(*schedule);
    if (objections.empty()) {
        return std::nullopt;
    }
    LoadRefusal refusal;
    refusal.request = request;
    refusal.schedule = schedule;
    refusal.objections = std::move(objections);
    refusal.hostFree = hostBudgetBytes(readHostMemory());
    if (const auto method = nearestWorkingMethod(*schedule, refusal.hostFree)) {
        auto other = scheduleWithMethod(*schedule, *method);
        // What the plan itself gets wrong, or a full disk, no method mends.
        if (loadObjections(*other).empty()) {
            refusal.nearest = std::move(other);
        }
    }
    return refusal;
}

}  // namespace stowage
