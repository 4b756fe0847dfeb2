// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/device/memory_budget.h"
#include "engine/model/module_tree.h"
#include "engine/model/quantization.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/load_model_preset.h"
#include "engine/plan/map/device_map.h"
#include "engine/plan/strategies.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

/// Whose placement rules: Accelerate's infer_auto_device_map, or the copy of it in transformers
/// that from_pretrained(device_map=…) calls (docs/spec/placement.md §10).
enum class PlacementRules { Accelerate, Transformers };
[[nodiscard]] std::string_view rulesName(PlacementRules rules);  ///< "accelerate", "transformers"
[[nodiscard]] Result<PlacementRules> rulesFromName(std::string_view name);

/// What a strategy must respect.
struct PlacementConstraints {
    /// Classes that must not be split; nothing means the architecture's own.
    std::optional<std::vector<std::string>> noSplit;
    std::optional<DType> dtype;  ///< plan (and load) floating tensors in this; nothing: as stored
    std::optional<Quantization>
        quantization{};  ///< plan as if quantised; such a plan is not loaded
    bool offloadBuffers = false;
    bool fallbackAllocation = false;
    bool keepMapUnclean = false;
    /// Modules tied to a device before the strategy runs; it plans the rest.
    std::vector<std::pair<std::string, DeviceId>> pins;
};

/// Everything a plan follows from: a value. Equal requests give equal plans.
struct PlacementRequest {
    std::shared_ptr<const ModuleTree> tree;
    std::vector<DeviceInfo> devices;  ///< GPUs ascending, then CPU, then disk
    std::vector<MemoryBudget> budgets;
    /// True where the person gave no budget: Accelerate's `max_memory=None`, whose balanced
    /// strategies take 0.9 of a single GPU.
    bool budgetsAreDefaults = true;
    /// What clearing a limit goes back to: the default budgets as they were before the first
    /// limit was typed. Kept by applyEdit; empty means the free bytes of each device.
    std::vector<MemoryBudget> defaultBudgets{};
    Strategy strategy = Strategy::Auto;
    PlacementRules rules = PlacementRules::Accelerate;
    PlacementConstraints constraints;
    DeviceMap givenMap;  ///< Strategy::Manual only: the map to start from
    /// True where fittingRequest() made givenMap: ours, and no library's.
    bool isFitted = false;
    /// Units whose weights are brought in while one before them runs, at most; 0: none.
    unsigned prefetchWindow = 2;
    /// Where what lies on the CPU or on disk is brought to run; nothing: the GPU of the map with
    /// the lowest number, else the CPU.
    std::optional<DeviceId> executionDevice{};
    /// How dispatch_model is asked to run the plan; a main device that its hooks know of wins over
    /// executionDevice. `skipKeys` change no figure of a plan.
    HookOptions hooks{};
    /// Keys that the given map's text held more than once.
    std::vector<DoubledKey> doubledKeys{};
    /// Set where strategy, budgets and dtype follow from a preset (place() puts them in).
    std::optional<LoadModelPreset> preset{};
    /// True where constraints.dtype was put there by a preset, which may change it again; a dtype
    /// that a person names clears it.
    bool dtypeFollowsPreset = false;
    /// Moves by hand, laid over the strategy's result in order; a later one wins over an earlier
    /// one that it contains.
    std::vector<std::pair<std::string, DeviceId>> moves;
};

}  // namespace stowage
