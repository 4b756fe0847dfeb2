// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <optional>

namespace stowage {

/// How one token's activations travel: layers in tree order, each where it runs. A layer that is
/// offloaded to CPU or disk runs on the execution device.
struct DeviceHops {
    std::uint32_t hops = 0;        ///< changes of the running device
    std::uint32_t fewest = 0;      ///< those that visiting each of these devices once would take
    ModuleId firstReturn;          ///< that first enters a device which was left before
    DeviceId returnsTo;            ///< that device; only where hops > fewest
    bool onlyByOffloading = true;  ///< no layer that lies on a GPU enters one again
};

[[nodiscard]] DeviceHops deviceHops(const PlacementPlan& plan);

/// Bytes of one token's activations between two blocks: the width of the model's first norm layer
/// in its planned dtype. Nothing where no norm layer tells it.
[[nodiscard]] std::optional<std::uint64_t> activationBytes(const PlacementPlan& plan);

}  // namespace stowage
