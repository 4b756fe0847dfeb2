// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"

#include <span>
#include <string>
#include <vector>

namespace stowage {

/// A request as this machine can take it up, and what became of its devices.
struct AdoptedRequest {
    PlacementRequest request;
    std::vector<Message> notes;  ///< sentences; none where all is as it was saved
};

/// The devices of a saved request, held against those of this machine (`here`: GPUs, CPU, disk).
/// None is replaced by what is here: a GPU that was real and is missing becomes a simulated one of
/// the same name and size; CPU and disk keep their capacities, and where this machine has less the
/// plan is for another machine, which plannedOnlyReason() tells. Pure.
[[nodiscard]] AdoptedRequest adoptRequest(PlacementRequest request,
                                          std::span<const DeviceInfo> here);

}  // namespace stowage
