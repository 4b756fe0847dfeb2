// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace stowage {

struct Checkpoint;

/// The request with what the first plan of a checkpoint, whose tree this is, starts with: the
/// quantisation that its files declare (startingQuantization()), and the rules of the library that
/// would place it. Those are transformers' for a class of transformers, else Accelerate's: PEFT and
/// diffusers place by these.
[[nodiscard]] PlacementRequest startingRequest(PlacementRequest request,
                                               const Checkpoint& checkpoint,
                                               const ModuleTree& tree);

/// The request with a model: what place() takes. `search` may be null, as in a request.
[[nodiscard]] PlacementRequest withModel(PlacementRequest request,
                                         std::shared_ptr<const ModuleTree> tree,
                                         std::shared_ptr<const PlacementSearch> search = {});

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
