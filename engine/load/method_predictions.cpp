// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/method_predictions.h"

namespace stowage {

std::vector<MethodPrediction> predictMethods(const std::shared_ptr<const PlacementPlan>& plan,
                                             const std::shared_ptr<const Checkpoint>& checkpoint,
                                             const std::shared_ptr<const MachineRates>& rates) {
    ScheduleOptions options;
    options.dryRun = true;  // what this machine can hold is not the question here
    options.rates = rates;
    const auto first = makeLoadSchedule(plan, checkpoint, options);
    std::vector<MethodPrediction> predictions;
    if (!first) {
        return predictions;
    }
    for (const LoadMethod method : allLoadMethods()) {
        const auto schedule = scheduleWithMethod(**first, method);
        predictions.push_back(
            {method, schedule->predictedHostAnonBytes, schedule->predictedSeconds});
    }
    return predictions;
}

}  // namespace stowage
