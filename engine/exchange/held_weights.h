// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/exchange/engine_export.h"
#include "engine/exchange/storage_places.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stowage {

/// Bytes of every storage as an engine loads it that is not told to quantise: as planned, but of a
/// quantisation that the files do not have as they have it.
[[nodiscard]] std::vector<std::uint64_t> loadedBytes(const PlacementPlan& plan);

/// Bytes of weights that each device holds where they lie so; `bytes` of each storage.
[[nodiscard]] std::map<DeviceId, double> heldWeights(const PlacementPlan& plan,
                                                     const StoragePlaces& there,
                                                     const std::vector<std::uint64_t>& bytes);

/// All of these weights, the same share on each of these GPUs.
[[nodiscard]] std::map<DeviceId, double> dividedWeights(const std::vector<std::uint64_t>& bytes,
                                                        const std::vector<DeviceId>& gpus);

/// The verdict on what an engine puts on each device: DoesNotFit where a GPU or the CPU would hold
/// more weights than planned and has no room for them beside what its workload takes, or a GPU more
/// than the `share` of its memory that the engine is told to use.
void holdToRoom(EngineExport& made, const ExportInput& input,
                const std::map<DeviceId, double>& held, std::optional<double> share = {});

/// Where an engine that is not told to quantise puts every tensor: what differs from the plan, and
/// the verdict on it.
void setPlaces(EngineExport& made, const ExportInput& input, const StoragePlaces& there);

}  // namespace stowage
