// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/load/preflight.h"

#include "engine/device/host_memory.h"
#include "engine/load/program/key_matching.h"
#include "engine/load/program/load_preflight.h"
#include "engine/load/program/load_schedule.h"
#include "engine/plan/quantized_plan.h"
#include "widgets/document/document.h"
#include "widgets/document/model_texts.h"
#include "widgets/document/plan_view.h"
#include "widgets/support/translation.h"

#include <QCoreApplication>
#include <algorithm>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

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

QString usedMethodText(const LoadSchedule& schedule) {
    const QString name = QString::fromUtf8(loadMethodName(schedule.method));
    return schedule.methodReason.empty()
               ? name
               : QCoreApplication::translate("stowage::HelpFeature", "%1 (auto)").arg(name);
}

ErrorCode errorCodeOf(const LoadRefusal& refusal) {
    const PlanIssue& objection = refusal.objections.front();
    const std::string_view code = objection.code;
    if (isKeyObjection(objection)) {
        return ErrorCode::KeyMismatch;
    }
    if (code.ends_with("_space")) {
        return ErrorCode::DiskFull;
    }
    if (code == kHostMemoryCode) {
        return ErrorCode::OutOfMemory;
    }
    return code.starts_with("load_") ? ErrorCode::DeviceOutOfMemory : ErrorCode::InvalidPlan;
}

bool canBeLoaded(const Document& document) {
    return document.plan() != nullptr && document.checkpoint() != nullptr &&
           !document.checkpoint()->tensors.empty() && document.checkpoint()->elsewhere == nullptr &&
           !document.plan()->request.constraints.quantization && !document.view()->loadIssue &&
           !whyNotLoadedHere(document.plan()->request);
}

QString whyNotLoaded(const Document& document) {
    const auto plan = document.plan();
    if (plan != nullptr && plan->request.constraints.quantization) {
        return translated(quantizedLoadRefusal(*plan));
    }
    if (document.view() != nullptr && document.view()->loadIssue) {
        return translated(document.view()->loadIssue->text);
    }
    if (plan == nullptr || document.checkpoint() == nullptr) {
        return QCoreApplication::translate("LoadRequest", "Open a model with weights first");
    }
    const QString nothing = whyNothingToLoad(*document.checkpoint(), document.config().get());
    const auto elsewhere = whyNotLoadedHere(plan->request);
    return nothing.isEmpty() && elsewhere ? translated(*elsewhere) : nothing;
}

std::vector<LoadPrediction> predictLoads(const std::shared_ptr<const PlacementPlan>& plan,
                                         const std::shared_ptr<const Checkpoint>& checkpoint,
                                         const std::shared_ptr<const MachineRates>& rates,
                                         std::stop_token stop) {
    /// Named but never made: with a folder given, a schedule does not make a temporary one.
    constexpr const char* kFolder = "/nonexistent/stowage-prediction";
    std::vector<LoadPrediction> predictions;
    ScheduleOptions options;
    options.method = allLoadMethods().front();
    options.offloadFolder = kFolder;
    options.rates = rates;
    // What cannot be loaded here, for want of weights or of such a machine, can be predicted.
    options.dryRun = checkpoint->tensors.empty() || checkpoint->elsewhere != nullptr ||
                     whyNotLoadedHere(plan->request).has_value();
    const auto first = makeLoadSchedule(plan, checkpoint, options);
    for (const LoadMethod method : allLoadMethods()) {
        if (stop.stop_requested()) {
            break;
        }
        LoadPrediction prediction;
        prediction.method = method;
        if (first) {
            prediction.isAutomatic = chooseMethod(**first).method == method;
            addPeaks(prediction,
                     (*first)->method == method ? **first : *scheduleWithMethod(**first, method));
        } else {
            prediction.problem = first.error().message;
        }
        predictions.push_back(std::move(prediction));
    }
    return predictions;
}

bool isOnlyRamLimitExceeded(const LoadSchedule& schedule) {
    const std::vector<PlanIssue> objections = loadObjections(schedule);
    const auto isOverLimit = [](const PlanIssue& issue) { return issue.code == kRamLimitCode; };
    const auto isError = [](const PlanIssue& issue) { return issue.severity == Severity::Error; };
    return !objections.empty() && std::ranges::all_of(objections, isOverLimit) &&
           std::ranges::none_of(schedule.plan->issues, isError) && keyObjections(schedule).empty();
}

MethodPreflight preflightOf(const LoadSchedule& schedule) {
    MethodPreflight preflight;
    preflight.method = schedule.method;
    preflight.peaks = schedule.predictedPeaks;
    preflight.hostAnonBytes = schedule.predictedHostAnonBytes;
    preflight.seconds = schedule.predictedSeconds;
    for (const PlanIssue& issue : loadObjections(schedule)) {
        preflight.refusal = joined({preflight.refusal, issue.text}, " ");
    }
    preflight.isOnlyOverRamLimit = isOnlyRamLimitExceeded(schedule);
    return preflight;
}

std::vector<MethodPreflight> preflightMethods(const std::shared_ptr<const PlacementPlan>& plan,
                                              const std::shared_ptr<const Checkpoint>& checkpoint,
                                              const std::shared_ptr<const MachineRates>& rates,
                                              std::optional<std::uint64_t> ramLimit,
                                              const std::stop_token& stop) {
    /// Named but never made: with a folder given, a schedule does not make a temporary one.
    constexpr const char* kFolder = "/nonexistent/stowage-preflight";
    const auto first = makeLoadSchedule(plan, checkpoint,
                                        {.method = allLoadMethods().front(),
                                         .offloadFolder = kFolder,
                                         .rates = rates,
                                         .ramLimit = ramLimit});
    std::vector<MethodPreflight> preflights;
    for (const LoadMethod method : allLoadMethods()) {
        if (stop.stop_requested()) {
            break;
        }
        if (first) {
            preflights.push_back(preflightOf(
                (*first)->method == method ? **first : *scheduleWithMethod(**first, method)));
        } else {
            MethodPreflight& none = preflights.emplace_back();
            none.method = method;
            none.refusal = first.error().message;
        }
    }
    return preflights;
}

}  // namespace stowage
