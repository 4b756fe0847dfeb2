// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"
#include "engine/plan/placement_plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// A part of a model whose weights a run brings in together: what stands before the layers, one
/// layer, or a module behind them. The same parts as RunModel::stages(), for every model of which
/// the tree is known.
struct StreamUnit {
    /// Modules that follow each other in preorder: a subtree, or one module's own weights.
    struct Range {
        ModuleId first;
        ModuleId end;  ///< the first one behind
    };
    std::vector<Range> ranges;
};

/// The units of a tree in the order of execution, those without tensors left out. Layers are the
/// outermost modules of the model's own no-split classes, and the elements of numbered lists; of
/// a model without either each module with weights is a unit.
[[nodiscard]] std::vector<StreamUnit> streamUnits(const ModuleTree& tree);

/// True for a module of a single expert ("model.layers.3.mlp.experts.17.up_proj"), whose weights
/// are brought in alone, once tokens have chosen it.
[[nodiscard]] bool isSingleExpert(const std::string& path);

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
    /// Units prefetched before the one that runs; nothing where a device has no room even for
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

/// Where a module with tensors of its own runs: on the first GPU that holds one of them, else where
/// the plan brings or computes it.
[[nodiscard]] DeviceId moduleRunsOn(const PlacementPlan& plan, ModuleId module);
/// Where a layer runs, the part that attends before all: on the GPU of its first module that runs
/// on one; on the CPU where none does.
[[nodiscard]] DeviceId layerRunsOn(const PlacementPlan& plan, ModuleId layer);

/// Whether a path leads into attention to an encoder's output.
[[nodiscard]] bool isCrossAttention(std::string_view path);

/// The passes of a request that call a module: an encoder next to a decoder runs with the prompt
/// alone, as do the decoder's keys and values of what it gave; the table that both share is called
/// under their own names for it.
enum class PassesOf { All, First, None };
[[nodiscard]] PassesOf passesOf(const ModuleTree& tree, ModuleId module);

/// Weights that a module takes, each time it is called, to where it runs, as they are elsewhere:
/// its own parameters, and its persistent buffers where buffers are offloaded. A weight of several
/// names comes for each of them, unless it is on that device for good. Source of the rule:
/// AlignDevicesHook of accelerate 1.15, hooks.py; recorded in tests/data/traffic.jsonl.
struct BroughtModule {
    ModuleId module;
    DeviceId from;
    DeviceId to;
    std::uint64_t bytes = 0;
    PassesOf passes = PassesOf::All;
};
/// In the order of the tree; single experts (isSingleExpert()) come when tokens have chosen them.
[[nodiscard]] std::vector<BroughtModule> broughtModules(const PlacementPlan& plan);

/// Bytes that are brought in a pass, all single experts chosen: the first one of a request, and
/// those after it.
struct BroughtBytes {
    std::uint64_t first = 0;
    std::uint64_t later = 0;
};
[[nodiscard]] BroughtBytes bytesBrought(const PlacementPlan& plan, DeviceId from, DeviceId to);
/// Whether any weights are used elsewhere than they are.
[[nodiscard]] bool weightsTravel(const PlacementPlan& plan);

}  // namespace stowage
