// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/placement_request.h"

#include "engine/device/this_machine.h"

namespace stowage {

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

std::optional<Message> whyNotLoadedAnywhere(const PlacementRequest& request) {
    if (request.preset && request.preset->device == "mps") {
        return phrase(
            "The plan is for an Apple machine, whose CPU and GPU share one memory "
            "(device mps). It can be planned and estimated here, but not loaded.");
    }
    if (areSeveralMachines(request.devices)) {
        return say(
            "The plan is for %1 machines. It can be planned, estimated and exported here, but not "
            "loaded.",
            machinesOf(request.devices).size());
    }
    return {};
}

std::optional<Message> whyNotLoadedHere(const PlacementRequest& request) {
    const auto anywhere = whyNotLoadedAnywhere(request);
    return anywhere ? anywhere : plannedOnlyReason(request.devices);
}

}  // namespace stowage
