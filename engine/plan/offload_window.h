// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What modules that do not lie where they run take on the device that runs them.
struct OffloadNeed {
    DeviceId device;
    std::uint64_t bytes = 0;  ///< of weights on their way and buffers that stay, beside the rest
    /// What the device has for them; nothing where its capacity is not known.
    std::optional<std::uint64_t> room{};
    std::string largest;             ///< the path of the largest module that is brought in
    DeviceId largestFrom;            ///< where it lies
    std::uint64_t largestBytes = 0;  ///< its weights

    [[nodiscard]] std::uint64_t missing() const {
        return room && bytes > *room ? bytes - *room : 0;
    }
};

/// How offloaded modules run: which window of prefetching the devices have room for.
struct OffloadWindow {
    /// Units brought in ahead of the one that runs; nothing where a device has no room even for
    /// one module at a time.
    std::optional<unsigned> window{};
    /// The device that has no room for a wider one; nothing where as many as asked for fit.
    std::optional<DeviceId> limitedBy{};
    std::vector<OffloadNeed> needs;  ///< with that window, or with none; by device, in its order
};

/// The largest window up to `asked` with which all that travels fits beside what lies on the
/// devices for good. With a window the units of streamUnits() are brought in whole, single experts
/// when tokens have chosen them; without one (0) each module's weights when it runs, as the
/// executor of engine/run does. Modules of request.hooks.preloadClasses come whole, as tokens'
/// experts do: when they run, beside the window. After the last unit comes the first again. GPUs
/// are counted by the rules of their allocator, from the state in which the weights leave it.
/// Without needs where nothing travels. `plan` has its figures.
[[nodiscard]] OffloadWindow offloadWindow(const PlacementPlan& plan, unsigned asked);

}  // namespace stowage
