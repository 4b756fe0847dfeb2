// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_to_load.h"

#include "engine/plan/quantized_issues.h"

namespace stowage {

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
