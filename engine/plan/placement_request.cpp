// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_request.h"

#include "engine/base/strings.h"
#include "engine/device/this_machine.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stowage {

namespace {

constexpr std::array<std::string_view, 5> kObjectiveNames{"decode", "prefill", "mix", "context",
                                                          "pipeline"};

}  // namespace

std::string_view objectiveName(Objective objective) {
    return kObjectiveNames[static_cast<std::size_t>(objective)];
}

Result<Objective> objectiveFromName(std::string_view name) {
    const auto found = std::ranges::find(kObjectiveNames, name);
    if (found == kObjectiveNames.end()) {
        return fail(
            ErrorCode::InvalidArgument,
            say("\"%1\" is not an objective; use decode, prefill, mix, context or pipeline.",
                name));
    }
    return static_cast<Objective>(found - kObjectiveNames.begin());
}

bool isMaximised(Objective objective) {
    return objective == Objective::Context || objective == Objective::Pipeline;
}

PlanObjective PlanObjective::forWorkload(const Workload& workload) const {
    PlanObjective objective = *this;
    objective.decodeWeight = decodeWeight.value_or(static_cast<double>(workload.generate));
    return objective;
}

double OptimalProof::gap() const {
    if (!value || *value == bound) {
        return 0;
    }
    const double larger = std::max(std::abs(*value), std::abs(bound));
    return std::abs(*value - bound) / larger;
}

Message takeRunOptions(PlacementRequest& request, const PlacementRequest& from) {
    std::vector<std::string> lost;
    std::vector<std::string> skipKeys = std::move(request.hooks.skipKeys);
    request.runBeforeStrategy.reset();
    request.prefetchWindow = from.prefetchWindow;
    request.executionDevice = from.executionDevice;
    request.hooks = from.hooks;
    request.hooks.skipKeys = std::move(skipKeys);
    for (auto* const device : {&request.executionDevice, &request.hooks.mainDevice}) {
        const bool isHere = !*device || (findDevice(request.devices, **device) != nullptr &&
                                         isOnFirstMachine(request.devices, **device));
        if (!isHere) {
            lost.push_back("--main-device " + deviceName(**device));
            device->reset();
        }
    }
    std::erase_if(request.hooks.offloaded, [&](const OffloadRule& rule) {
        const bool isHere = request.tree->findModule(rule.module).has_value();
        if (!isHere) {
            lost.push_back("--offloaded " + offloadRuleWords(std::span(&rule, 1)).front());
        }
        return !isHere;
    });
    return lost.empty() ? Message()
                        : say("These options of the plan do not apply to this model or machine and "
                              "are ignored: %1.",
                              joinedText(lost, ", "));
}

std::string_view rulesName(PlacementRules rules) {
    return rules == PlacementRules::Transformers ? "transformers" : "accelerate";
}

Result<PlacementRules> rulesFromName(std::string_view name) {
    for (const PlacementRules rules : {PlacementRules::Accelerate, PlacementRules::Transformers}) {
        if (name == rulesName(rules)) {
            return rules;
        }
    }
    return fail(ErrorCode::InvalidArgument,
                say("There are no rules \"%1\"; choose accelerate or transformers.", name));
}

bool LoadModelPreset::operator==(const LoadModelPreset& other) const {
    return device == other.device && numGpus == other.numGpus &&
           maxGpuMemory == other.maxGpuMemory && strategy == other.strategy &&
           givenMap.entries() == other.givenMap.entries() && maxMemory == other.maxMemory;
}

bool endsOnOneDevice(const LoadModelPreset& preset) {
    return preset.device != "cuda" || preset.numGpus.value_or(1) == 1;
}

PlacementRequest requestOf(const PlacementRequest& request, DeviceMap map, OffloadedRun run) {
    PlacementRequest given = request;
    given.strategy = Strategy::Manual;
    given.givenMap = std::move(map);
    given.prefetchWindow = run.prefetchWindow;
    given.hooks.offloaded = std::move(run.offloaded);
    given.runBeforeStrategy.reset();
    given.moves.clear();
    return given;
}

std::optional<Message> whyNotLoadedAnywhere(const PlacementRequest& request) {
    if (request.preset && request.preset->device == "mps") {
        return phrase(
            "The plan is for an Apple machine, whose CPU and GPU share one memory (device mps). "
            "The model can be planned and estimated in Stowage, but not loaded.");
    }
    if (areSeveralMachines(request.devices)) {
        return say(
            "The plan is for %1 machines. The model can be planned, estimated and exported in "
            "Stowage, but not loaded.",
            machinesOf(request.devices).size());
    }
    return {};
}

std::optional<Message> whyNotLoadedHere(const PlacementRequest& request) {
    const auto anywhere = whyNotLoadedAnywhere(request);
    return anywhere ? anywhere : plannedOnlyReason(request.devices);
}

}  // namespace stowage
