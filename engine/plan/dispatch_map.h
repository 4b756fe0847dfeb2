// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/device_map.h"

namespace stowage {

/// The map as Accelerate can use it: no entry lies inside another one that names another device.
/// A longest prefix wins in Stowage, but dispatch_model walks from the root down: the outer entry's
/// hook takes all below it to its own device, which fails where a weight is on disk ("weight is on
/// the meta device"), and leaves hooks of the outer device on what the inner entry moved.
///
/// `{"transformer": "cpu", "transformer.h.5": "disk"}` becomes an entry for each child of
/// `transformer` and of `transformer.h`. Every tensor keeps its device. A module that is cut so and
/// has tensors of its own gives each of them an entry, as infer_auto_device_map does; a module
/// without tensors goes with the one before it. Maps without such entries come back as they are.
[[nodiscard]] DeviceMap flatMap(const ModuleTree& tree, const DeviceMap& map);

/// Where dispatch_model brings the weights of the CPU and the disk to use them: the GPU of the map
/// with the lowest number, else the CPU. (It takes the first of a set, which holds small numbers in
/// ascending order.)
[[nodiscard]] DeviceId mainDeviceOf(const DeviceMap& map);

}  // namespace stowage
