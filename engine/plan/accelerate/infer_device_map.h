// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/max_memory.h"
#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/accelerate/named_parameters.h"
#include "engine/plan/accelerate/types.h"

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// What planning needs to know of a tree under given dtypes and no-split classes, whatever the
/// budgets: worked out once, then shared by balancing, planning and advice. Immutable.
/// `tree` must outlive the object.
class AccelerateModel {
public:
    AccelerateModel(const ModuleTree& tree, AccelerateDtypes dtypes,
                    const std::vector<std::string>& noSplit);

    [[nodiscard]] const ModuleTree& tree() const { return m_tree; }
    [[nodiscard]] const AccelerateDtypes& dtypes() const { return m_dtypes; }
    [[nodiscard]] const ModuleSizes& sizes() const { return m_sizes; }
    [[nodiscard]] const TieIndex& ties() const { return m_ties; }
    [[nodiscard]] const WholeModules& whole() const { return m_whole; }
    /// By ModuleId.
    [[nodiscard]] const std::vector<PythonNumber>& largestBelow() const { return m_largestBelow; }

private:
    const ModuleTree& m_tree;
    AccelerateDtypes m_dtypes;
    ModuleSizes m_sizes;
    TieIndex m_ties;
    WholeModules m_whole;
    std::vector<PythonNumber> m_largestBelow;
};

/// The arguments of infer_auto_device_map beside the model and max_memory.
struct InferOptions {
    std::vector<std::string> noSplit;
    AccelerateDtypes dtypes;
    bool cleanResult = true;
    bool offloadBuffers = false;
    bool fallbackAllocation = false;
    /// Not in Accelerate: modules that lie on a device beforehand. Their bytes are charged there
    /// and they leave the to-do list; so do partners that hold nothing but their tied tensors.
    std::vector<std::pair<ModuleId, DeviceKey>> pins;
};

/// One step of the loop. Bytes.
struct InferStep {
    enum class Kind : std::uint8_t {
        Placed,
        NextDevice,
        Split,
        SplitPartner,
        Fallback,
        LeftOnCpu,  ///< of diffusers' balanced alone: `device`, whose turn it was, had no room
        Pinned,
    };
    Kind kind = Kind::Placed;
    TreeItem item;
    std::uint32_t device = 0;        ///< index into InferTrace::devices
    std::uint32_t firstPartner = 0;  ///< partners, or the one that was split: a range of
    std::uint32_t partnerCount = 0;  ///< InferTrace::partners
    double needed = 0;               ///< tied partners included
    double left = kUnlimited;        ///< before this step
    double reserved = 0;             ///< kept for the largest layer

    static constexpr double kUnlimited = std::numeric_limits<double>::infinity();
};

/// The steps of a run in order, as numbers: texts are made of them where somebody asks.
struct InferTrace {
    std::vector<DeviceKey> devices;
    std::vector<InferStep> steps;
    std::vector<TreeItem> partners;

    [[nodiscard]] std::span<const TreeItem> partnersOf(const InferStep& step) const {
        return std::span(partners).subspan(step.firstPartner, step.partnerCount);
    }
};

struct InferResult {
    AccelerateMap map;
    /// What the entries of the map are, in its order; empty where folding made a key that is
    /// neither a module nor a tensor.
    std::vector<TreeItem> items;
    InferTrace trace;
    /// The reserve of a main device when the planner last looked at it.
    std::vector<std::pair<DeviceKey, PythonNumber>> reserves;
    bool cancelled = false;  ///< the stop token was set; everything else is incomplete
};

/// infer_auto_device_map, quirks included (docs/spec/placement.md §7). `budgets` have been through
/// get_max_memory. Pure and deterministic.
[[nodiscard]] PythonResult<InferResult> inferDeviceMap(const ModuleTree& tree,
                                                       const MaxMemory& budgets,
                                                       const InferOptions& options,
                                                       AccelerateNotes& notes,
                                                       std::stop_token stop = {});
/// The same over a model that is known already; its dtypes and classes hold, not the options'.
[[nodiscard]] PythonResult<InferResult> inferDeviceMap(const AccelerateModel& model,
                                                       const MaxMemory& budgets,
                                                       const InferOptions& options,
                                                       AccelerateNotes& notes,
                                                       std::stop_token stop = {});

}  // namespace stowage
