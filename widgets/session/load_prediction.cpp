// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_prediction.h"

#include "engine/device/this_machine.h"

#include <algorithm>

namespace stowage {
namespace {

/// Named but never made: with a folder given, a schedule does not make a temporary one.
constexpr const char* kUnusedFolder = "/nonexistent/stowage-prediction";

void addPeaks(LoadPrediction& prediction, const LoadSchedule& schedule) {
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        if (!device.isGpu()) {
            continue;
        }
        const DevicePlacement* placement = schedule.plan->placement(device);
        const auto free = placement == nullptr ? std::nullopt : placement->device.freeBytes();
        prediction.exceedsCard = prediction.exceedsCard || (free && peak.reserved > *free);
        if (!prediction.device || peak.allocated > prediction.allocated) {
            prediction.device = device;
            prediction.allocated = peak.allocated;
            prediction.reserved = peak.reserved;
        }
    }
    prediction.hostAnonBytes = schedule.predictedHostAnonBytes;
    prediction.seconds = schedule.predictedSeconds;
}

}  // namespace

std::vector<LoadPrediction> predictLoads(const std::shared_ptr<const PlacementPlan>& plan,
                                         const std::shared_ptr<const Checkpoint>& checkpoint,
                                         const std::shared_ptr<const MachineRates>& rates,
                                         std::stop_token stop) {
    std::vector<LoadPrediction> predictions;
    ScheduleOptions options;
    options.method = allLoadMethods().front();
    options.offloadFolder = kUnusedFolder;
    options.rates = rates;
    // What cannot be loaded here, for want of weights or of such a machine, can be predicted.
    options.dryRun = checkpoint->tensors.empty() || elsewhereSentence(plan->request.devices);
    const auto first = makeLoadSchedule(plan, checkpoint, options);
    for (const LoadMethod method : allLoadMethods()) {
        if (stop.stop_requested()) {
            break;
        }
        LoadPrediction prediction;
        prediction.method = method;
        if (first) {
            addPeaks(prediction,
                     (*first)->method == method ? **first : *scheduleWithMethod(**first, method));
        } else {
            prediction.problem = first.error().message;
        }
        predictions.push_back(std::move(prediction));
    }
    return predictions;
}

}  // namespace stowage
