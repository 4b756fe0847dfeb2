// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/load_prediction.h"

#include <utility>

namespace stowage {
namespace {

/// Named but never made: with a folder given, a schedule does not make a temporary one.
constexpr const char* kUnusedFolder = "/nonexistent/stowage-prediction";

std::uint64_t missing(const PlacementPlan& plan, DeviceId device, std::uint64_t needed) {
    const DevicePlacement* const placement = plan.placement(device);
    const auto free = placement == nullptr ? std::nullopt : placement->device.freeBytes();
    return free && needed > *free ? needed - *free : 0;
}

void addPeaks(LoadPrediction& prediction, const LoadSchedule& schedule) {
    for (const auto& [device, peak] : schedule.predictedPeaks) {
        if (!device.isGpu() || peak.allocated == 0) {
            continue;
        }
        const std::uint64_t lacks = missing(*schedule.plan, device, peak.reserved);
        if (std::pair(lacks, peak.allocated) >
            std::pair(prediction.missingOnDevice, prediction.allocated)) {
            prediction.device = device;
            prediction.allocated = peak.allocated;
            prediction.reserved = peak.reserved;
            prediction.missingOnDevice = lacks;
        }
    }
    prediction.hostAnonBytes = schedule.predictedHostAnonBytes;
    prediction.missingOnHost =
        missing(*schedule.plan, DeviceId::cpu(), schedule.predictedHostAnonBytes);
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
    options.dryRun = checkpoint->tensors.empty() || whyNotLoadedHere(plan->request).has_value();
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
