// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/method_preflight.h"

#include "engine/load/key_objections.h"
#include "engine/load/load_preflight.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

/// Named but never made: with a folder given, a schedule does not make a temporary one.
constexpr const char* kUnusedFolder = "/nonexistent/stowage-preflight";

}  // namespace

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
        preflight.refusal += (preflight.refusal.empty() ? "" : " ") + issue.text;
    }
    preflight.isOnlyOverRamLimit = isOnlyRamLimitExceeded(schedule);
    return preflight;
}

std::vector<MethodPreflight> preflightMethods(const std::shared_ptr<const PlacementPlan>& plan,
                                              const std::shared_ptr<const Checkpoint>& checkpoint,
                                              const std::shared_ptr<const MachineRates>& rates,
                                              std::optional<std::uint64_t> ramLimit,
                                              const std::stop_token& stop) {
    const auto first = makeLoadSchedule(plan, checkpoint,
                                        {.method = allLoadMethods().front(),
                                         .offloadFolder = kUnusedFolder,
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
