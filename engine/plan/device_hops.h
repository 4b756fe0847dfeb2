// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/placement_plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stowage {

/// Where a token's activations go from one machine to another.
struct MachineCrossing {
    ModuleId after;   ///< what ran last, on `from`
    ModuleId before;  ///< what runs next, on `to`
    DeviceId from;
    DeviceId to;
    bool isTied = false;  ///< what runs next has the weights of an earlier module
};

/// How one token's activations travel: layers in tree order, each where it runs. A layer that is
/// offloaded to CPU or disk runs on the execution device, a tied head where its weights lie.
struct DeviceHops {
    std::uint32_t hops = 0;        ///< changes of the running device
    std::uint32_t fewest = 0;      ///< those that visiting each of these devices once would take
    ModuleId firstReturn;          ///< that first enters a device which was left before
    DeviceId returnsTo;            ///< that device; only where hops > fewest
    bool onlyByOffloading = true;  ///< no layer that lies on a GPU enters one again, but tied ones
    bool onlyByTies = true;        ///< nothing but tied modules enters a device again
    bool computesOnCpu = false;    ///< offloaded modules run there, and others elsewhere
    std::vector<MachineCrossing> crossings{};  ///< in their order; empty on one machine
    std::size_t machines = 1;                  ///< in which something runs
};

/// A module all of whose weights are those of an earlier one, as a tied head.
struct TiedModule {
    ModuleId module;
    ModuleId owner;          ///< whose weights they are
    std::size_t before = 0;  ///< the first storage of a module that comes after it
};

/// In the order of execution. Embeddings are left out: token ids go in there, and no activations.
[[nodiscard]] std::vector<TiedModule> tiedModules(const PlacementPlan& plan);

[[nodiscard]] DeviceHops deviceHops(const PlacementPlan& plan);

/// Bytes of one token's activations between two layers: the width of the norm that stands in a
/// layer itself (of T5, the widest below it), in its planned dtype. Of several stacks, as of a
/// model that sees, that of the largest. Nothing where no norm tells it.
[[nodiscard]] std::optional<std::uint64_t> activationBytes(const PlacementPlan& plan);

}  // namespace stowage
