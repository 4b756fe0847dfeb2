// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_memory.h"
#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_types.h"

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// The arguments of infer_auto_device_map beside the model and max_memory.
struct InferOptions {
    std::vector<std::string> noSplit;
    ReferenceDtypes dtypes;
    bool cleanResult = true;
    bool offloadBuffers = false;
    bool fallbackAllocation = false;
    /// Not in Accelerate: modules that lie on a device beforehand. Their bytes are charged there
    /// and they leave the to-do list; so do partners that hold nothing but their tied tensors.
    std::vector<std::pair<ModuleId, ReferenceKey>> pins;
};

/// One step of the loop.
struct ReferenceStep {
    enum class Kind { Placed, NextDevice, Split, SplitPartner, Fallback, Pinned };
    Kind kind = Kind::Placed;
    ReferenceItem item;
    ReferenceKey device;
    ReferenceNumber needed;                 ///< tied partners included
    std::optional<ReferenceNumber> left{};  ///< before this step; nothing: unlimited
    ReferenceNumber reserved{};             ///< kept for the largest layer
    std::vector<ReferenceItem> tiedWith{};  ///< partners, or the one that was split
};

struct InferResult {
    ReferenceMap map;
    std::vector<ReferenceStep> steps;
    /// The reserve of a main device when the planner last looked at it.
    std::vector<std::pair<ReferenceKey, ReferenceNumber>> reserves;
    bool cancelled = false;  ///< the stop token was set; everything else is incomplete
};

/// infer_auto_device_map, quirks included (placement.md §7). `budgets` have been through
/// get_max_memory. Pure and deterministic.
[[nodiscard]] ReferenceResult<InferResult> inferDeviceMap(const ModuleTree& tree,
                                                          const ReferenceBudgets& budgets,
                                                          const InferOptions& options,
                                                          ReferenceNotes& notes,
                                                          std::stop_token stop = {});

}  // namespace stowage
