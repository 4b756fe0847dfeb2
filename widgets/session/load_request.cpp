// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_request.h"

#include "engine/device/host_memory.h"
#include "engine/load/load_preflight.h"
#include "engine/plan/quantized_issues.h"
#include "widgets/models/config_texts.h"
#include "widgets/session/document.h"
#include "widgets/session/plan_view.h"

#include <QCoreApplication>

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

bool canBeLoaded(const Document& document) {
    return document.plan() != nullptr && document.checkpoint() != nullptr &&
           !document.checkpoint()->tensors.empty() &&
           !document.plan()->request.constraints.quantization && !document.view()->loadIssue;
}

QString whyNotLoaded(const Document& document) {
    const auto plan = document.plan();
    return plan != nullptr && plan->request.constraints.quantization
               ? QString::fromStdString(quantizedLoadRefusal(*plan))
           : document.view() != nullptr && document.view()->loadIssue
               ? QString::fromStdString(document.view()->loadIssue->text)
           : document.checkpoint() != nullptr
               ? whyNothingToLoad(*document.checkpoint(), document.config().get())
               : QCoreApplication::translate("LoadRequest", "Open a model with weights first");
}

}  // namespace stowage
