// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/engine_export.h"
#include "engine/exchange/storage_places.h"

#include <map>
#include <optional>
#include <vector>

namespace stowage {

/// Bytes of weights that each device holds where they lie so.
[[nodiscard]] std::map<DeviceId, double> heldWeights(const PlacementPlan& plan,
                                                     const StoragePlaces& there);

/// All of the plan's weights, the same share on each of these GPUs.
[[nodiscard]] std::map<DeviceId, double> dividedWeights(const PlacementPlan& plan,
                                                        const std::vector<DeviceId>& gpus);

/// The verdict on what an engine puts on each device: DoesNotFit where a GPU or the CPU would hold
/// more weights than planned and has no room for them beside what its workload takes, or a GPU more
/// than the `share` of its memory that the engine is told to use.
void holdToRoom(EngineExport& made, const ExportInput& input,
                const std::map<DeviceId, double>& held, std::optional<double> share = {});

/// Where an engine puts every tensor: what differs from the plan, and the verdict on it.
void setPlaces(EngineExport& made, const ExportInput& input, const StoragePlaces& there);

}  // namespace stowage
