// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/reference_memory.h"
#include "engine/plan/reference_model.h"
#include "engine/plan/reference_sizes.h"
#include "engine/plan/reference_types.h"

#include <cstdint>
#include <limits>
#include <span>
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

/// One step of the loop. Bytes.
struct ReferenceStep {
    enum class Kind : std::uint8_t { Placed, NextDevice, Split, SplitPartner, Fallback, Pinned };
    Kind kind = Kind::Placed;
    ReferenceItem item;
    std::uint32_t device = 0;        ///< index into ReferenceTrace::devices
    std::uint32_t firstPartner = 0;  ///< partners, or the one that was split: a range of
    std::uint32_t partnerCount = 0;  ///< ReferenceTrace::partners
    double needed = 0;               ///< tied partners included
    double left = kUnlimited;        ///< before this step
    double reserved = 0;             ///< kept for the largest layer

    static constexpr double kUnlimited = std::numeric_limits<double>::infinity();
};

/// The steps of a run in order, as numbers: texts are made of them where somebody asks.
struct ReferenceTrace {
    std::vector<ReferenceKey> devices;
    std::vector<ReferenceStep> steps;
    std::vector<ReferenceItem> partners;

    [[nodiscard]] std::span<const ReferenceItem> partnersOf(const ReferenceStep& step) const {
        return std::span(partners).subspan(step.firstPartner, step.partnerCount);
    }
};

struct InferResult {
    ReferenceMap map;
    /// What the entries of the map are, in its order; empty where folding made a key that is
    /// neither a module nor a tensor.
    std::vector<ReferenceItem> items;
    ReferenceTrace trace;
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
/// The same over a model that is known already; its dtypes and classes hold, not the options'.
[[nodiscard]] ReferenceResult<InferResult> inferDeviceMap(const ReferenceModel& model,
                                                          const ReferenceBudgets& budgets,
                                                          const InferOptions& options,
                                                          ReferenceNotes& notes,
                                                          std::stop_token stop = {});

}  // namespace stowage
