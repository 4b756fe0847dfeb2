// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/machine_link.h"
#include "engine/device/memory_budget.h"
#include "engine/model/module_tree.h"
#include "engine/model/quantization.h"
#include "engine/plan/device_map.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {

struct PlacementPlan;
struct PlacementRequest;

/// What the strategy `optimal` is to bring to its best.
enum class Objective {
    Decode,    ///< seconds a token of each sequence, as few as can be
    Prefill,   ///< seconds to the first token, as few as can be
    Mix,       ///< both, each with a weight
    Context,   ///< the longest context, as long as can be
    Pipeline,  ///< KV blocks of the stage that has room for the fewest, as many as can be
};
[[nodiscard]] std::string_view objectiveName(Objective objective);  ///< "decode", "prefill" …
/// Error: InvalidArgument, which names them all.
[[nodiscard]] Result<Objective> objectiveFromName(std::string_view name);
/// Whether more of it is better.
[[nodiscard]] bool isMaximised(Objective objective);

/// An objective, and the weights of Objective::Mix.
struct PlanObjective {
    Objective kind = Objective::Decode;
    double prefillWeight = 1;
    std::optional<double> decodeWeight{};  ///< nothing: the tokens that the workload generates
    /// The same with the weight that the workload gives.
    [[nodiscard]] PlanObjective forWorkload(const Workload& workload) const;
    bool operator==(const PlanObjective&) const = default;
};

/// How offloaded weights come to a run: what `optimal` chooses beside the map.
struct OffloadedRun {
    unsigned prefetchWindow = 2;
    std::vector<OffloadRule> offloaded{};
    bool operator==(const OffloadedRun&) const = default;
};

/// What is known of a plan of the strategy `optimal`.
struct OptimalProof {
    PlanObjective objective;
    /// In the objective's unit: seconds, tokens of a sequence, or KV blocks. Nothing: no plan was
    /// found that carries the work.
    std::optional<double> value;
    double bound = 0;                    ///< no plan comes to a better value
    std::optional<double> robustWithin;  ///< the share by which any one rate may be off before
                                         ///< another of the compared plans wins; nothing: by any
    Message text;                        ///< the bound and what it rests on: sentences
    std::uint64_t explored = 0;          ///< plans whose value was calculated
    double seconds = 0;                  ///< that the search took
    /// Rates that were not measured stand in for this machine's: the value and the bound compare
    /// plans, and are no times to be told.
    bool isCompared = false;
    Message doubt{};  ///< a sentence: the times are those of an assumed card, or rest on less
    std::vector<std::string> options;  ///< words of `estimate` and `run` that the value needs

    /// By what share of it the value may be from the best: 0 where it is proven.
    [[nodiscard]] double gap() const;
    [[nodiscard]] bool isProven() const { return value && gap() < 1e-9; }
};

/// A plan's worth by an objective.
struct PlanValue {
    std::optional<double> value;
    Message
        why{};  ///< a sentence: there is no value, none that may be shown, or OptimalProof::doubt
};

/// What a search came to.
struct FoundPlacement {
    DeviceMap map;
    OffloadedRun run;
    std::shared_ptr<const OptimalProof> proof;
};

/// Finds the plan of Strategy::Optimal. It needs times and peaks, of which plans know nothing:
/// engine/capacity has the search, and requests carry it. Immutable; safe from any thread.
class PlacementSearch {
public:
    PlacementSearch() = default;
    virtual ~PlacementSearch() = default;
    PlacementSearch(const PlacementSearch&) = delete;
    PlacementSearch& operator=(const PlacementSearch&) = delete;

    /// Blocks; call it in a worker. Errors: Unsupported (no times are known of this model, or not
    /// under this workload), those of estimates, Cancelled.
    [[nodiscard]] virtual Result<FoundPlacement> find(const PlacementRequest& request,
                                                      const std::stop_token& stop) const = 0;
    /// The value of any plan by the objective of its request, in the same unit and by the same
    /// estimate. Blocks. Errors: as find().
    [[nodiscard]] virtual Result<PlanValue> price(const std::shared_ptr<const PlacementPlan>& plan,
                                                  const std::stop_token& stop) const = 0;
};

/// How a device map comes about.
enum class Strategy { Auto, Balanced, BalancedLow0, Sequential, Optimal, Manual };

/// Whose placement rules: Accelerate's infer_auto_device_map, or the copy of it in transformers
/// that from_pretrained(device_map=…) calls (docs/spec/placement.md §10).
enum class PlacementRules { Accelerate, Transformers };
[[nodiscard]] std::string_view rulesName(PlacementRules rules);  ///< "accelerate", "transformers"
[[nodiscard]] Result<PlacementRules> rulesFromName(std::string_view name);

/// What people type into load_hf_model(device, num_gpus, max_gpu_memory, **kwargs), a preset of
/// many serving scripts: options of from_pretrained, then `model_opts.update(kwargs)`, then, unless
/// the model is shared out over N GPUs, `model.to(device)`.
///
/// | numGpus | maxGpuMemory | device_map and max_memory | model.to |
/// | --- | --- | --- | --- |
/// | none | – | auto over the visible GPUs | GPU 0 |
/// | 1 | – | no map | GPU 0 |
/// | N | given | auto under that cap on the N lowest GPUs, no "cpu" key | no |
/// | N | none | sequential under int(0.85 × free GiB) "GiB" on each, no "cpu" key | no |
///
/// Other devices have no options of their own: "cuda:1" puts all on that GPU, "cpu" on the CPU,
/// "mps" into the one memory that CPU and GPU of an Apple machine share: the CPU's, here. float16
/// on "cuda" and "mps", the stored dtype on the others, unless the request names a dtype.
///
/// A model that was shared out first is moved whole; where its map offloads something, the move is
/// the function's error (mapBeforeMove()).
struct LoadModelPreset {
    std::string device = "cuda";  ///< "cpu", "cuda", "mps" or "cuda:N"
    std::optional<std::uint32_t> numGpus;
    std::string maxGpuMemory;  ///< one limit for each GPU, as typed; "" for none
    /// What `**kwargs` put in the place of the options of above: device_map="sequential" (Manual:
    /// `givenMap`) and max_memory; nothing, and empty, where they have no such key.
    std::optional<Strategy> strategy{};
    DeviceMap givenMap{};
    std::vector<MemoryBudget> maxMemory{};
    [[nodiscard]] bool operator==(const LoadModelPreset& other) const;
};

/// Whether the function calls `model.to(device)`: everything ends on one device.
[[nodiscard]] bool endsOnOneDevice(const LoadModelPreset& preset);

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
    std::vector<DeviceInfo> devices;          ///< GPUs ascending, then CPU, then disk
    std::vector<MachineLink> machineLinks{};  ///< as typed (linkBetween())
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
    /// Strategy::Manual: the map to start from. Strategy::Optimal: what place() found.
    DeviceMap givenMap;
    /// Strategy::Optimal only: what it brings to its best, and who finds it.
    PlanObjective objective{};
    std::shared_ptr<const PlacementSearch> search{};
    /// What the search told of `givenMap`, `prefetchWindow` and `hooks.offloaded` when it found
    /// them: place() takes them as they are then, and searches nothing. Null in a plan's own
    /// request, so that an edit searches again (requestToKeep()).
    std::shared_ptr<const OptimalProof> proof{};
    /// What `prefetchWindow` and `hooks.offloaded` were before Strategy::Optimal, or diffusers'
    /// balanced, chose its own (place() keeps it); with another strategy they are that again.
    std::optional<OffloadedRun> runBeforeStrategy{};
    /// How a search is to run `givenMap` when it looks at it, as the strategy `optimal` found it:
    /// place() sets it for the search alone.
    std::optional<OffloadedRun> givenRun{};
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
    /// What the plan has to carry beside its weights; nothing: weights alone are judged. It moves
    /// no module: strategies know nothing of it.
    std::optional<Workload> workload{};
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

/// Takes the prefetch window, the main device and the hooks of a plan that was read back. The
/// sentence names the options that this model or machine cannot keep; empty: all are kept.
[[nodiscard]] Message takeRunOptions(PlacementRequest& request, const PlacementRequest& from);

/// The request of one plan that a search or a question looks at: a given map, run so.
[[nodiscard]] PlacementRequest requestOf(const PlacementRequest& request, DeviceMap map,
                                         OffloadedRun run);

/// Why such a plan is loaded on no machine, in a sentence; nothing where nothing speaks against it.
[[nodiscard]] std::optional<Message> whyNotLoadedAnywhere(const PlacementRequest& request);
/// Why a plan is planned and estimated but not loaded: its machine is not this one. Nothing where
/// it is. See plannedOnlyReason().
[[nodiscard]] std::optional<Message> whyNotLoadedHere(const PlacementRequest& request);

}  // namespace stowage
