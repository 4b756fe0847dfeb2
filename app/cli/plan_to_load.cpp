// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_to_load.h"

#include "app/cli/key_check_output.h"
#include "engine/plan/quantized_issues.h"

#include <algorithm>
#include <utility>

namespace stowage {

Result<PlannedModel> openAndPlan(const std::string& path, const PlacementOptions& placement,
                                 const CommandContext& context) {
    auto model = openModel(path, context);
    if (!model) {
        return model.unexpected();
    }
    auto plan = placement.makePlan(*model, context);
    if (!plan) {
        return plan.unexpected();
    }
    auto warned = withKeyWarning(std::move(*plan), *model->checkpoint);
    return PlannedModel{std::move(*model), std::move(warned)};
}

void warnOf(const PlacementPlan& plan, const CommandContext& context) {
    for (const PlanIssue& issue : plan.issues) {
        if (issue.severity == Severity::Warning) {
            context.warn(std::string(severityName(issue.severity)) + ": " + issue.text);
        }
    }
    for (const std::string& warning : plan.warnings) {
        const bool isQuoted = std::ranges::any_of(plan.issues, [&](const PlanIssue& issue) {
            return issue.severity == Severity::Warning &&
                   issue.text.find(warning) != std::string::npos;
        });
        if (!isQuoted) {
            context.warn(warning);
        }
    }
}

Result<std::shared_ptr<const PlacementPlan>> planToLoad(std::shared_ptr<const PlacementPlan> plan,
                                                        const CommandContext& context) {
    if (plan->request.constraints.quantization) {
        return fail(ErrorCode::Unsupported, quantizedLoadRefusal(*plan));
    }
    if (!plan->accelerateError) {
        return plan;
    }
    for (const DeviceInfo& device : plan->request.devices) {
        if (device.id == DeviceId::disk()) {
            continue;
        }
        PlacementRequest request = plan->request;
        request.strategy = Strategy::Manual;
        request.habit.reset();
        request.givenMap = DeviceMap({{std::string(), device.id}});
        auto whole = place(request, context.stop());
        if (!whole) {
            return whole;
        }
        if ((*whole)->verdict != Verdict::DoesNotFit) {
            context.warn(*plan->accelerateError + " The whole model is loaded to " +
                         deviceLabel(device.id) + " instead.");
            return whole;
        }
    }
    return fail(ErrorCode::InvalidPlan,
                *plan->accelerateError +
                    " No device has room for the whole model either; give a --device-map.");
}

}  // namespace stowage
