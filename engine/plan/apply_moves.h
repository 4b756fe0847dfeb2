// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/device_map.h"
#include "engine/plan/resolved_map.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

using ModuleMoves = std::vector<std::pair<std::string, DeviceId>>;

/// A map with moves laid over it, and where it puts every tensor.
struct MovedMap {
    DeviceMap map;
    TensorPlaces places;
};

/// Lays moves over a map, in order: a moved module gets its own entry, entries below it go, an
/// entry above it stays, since the longest prefix wins. A later move wins over an earlier one
/// that it contains. Modules that hold nothing but weights tied to the moved one (a tied head)
/// go with it, so that a tie is not torn apart by moving its owner. So do modules without weights
/// (a Dropout) once no neighbour in the order of the tree lies with them any more: else they alone
/// would keep a device in the map; those of `pins` stay.
/// Costs what the moved modules hold, not what the map or the tree does, but for one copy of the
/// places. `owners`: storageOwners of the tree.
[[nodiscard]] MovedMap applyMoves(const ModuleTree& tree, const ResolvedMap& base,
                                  const ModuleMoves& moves, const std::vector<TensorId>& owners,
                                  const ModuleMoves& pins = {});

/// The same for a single time.
[[nodiscard]] DeviceMap withMoves(const ModuleTree& tree, const DeviceMap& map,
                                  const ModuleMoves& moves);

/// True where `path` is `top` or lies below it.
[[nodiscard]] bool isAtOrBelow(std::string_view path, std::string_view top);

}  // namespace stowage
