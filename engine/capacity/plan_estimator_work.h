// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/formula_memory.h"
#include "engine/capacity/own_runs.h"
#include "engine/capacity/tensor_parallel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace stowage {

/// All estimates of one plan, for the sources of PlanEstimator alone: what no workload changes is
/// found once, and each estimate begins as a copy of it.
class PlanEstimator::Work {
public:
    Work(EstimateInput input, std::stop_token stop)
        : m_input(std::move(input)), m_plan(*m_input.plan), m_stop(std::move(stop)) {}

    /// All that no number of a workload changes.
    [[nodiscard]] Result<void> prepare();

    [[nodiscard]] bool replays() const { return m_own != nullptr; }
    [[nodiscard]] const EngineProfile& engine() const { return m_fresh.engine; }

    /// PlanEstimator's estimate(), estimateBriefly(), calculate() and calculateMemory().
    enum class Way { Whole, Brief, Formula, Memory };
    [[nodiscard]] Result<CapacityEstimate> run(const Workload& workload, Way way);
    [[nodiscard]] Result<std::optional<TimedPasses>> passes(const Workload& workload);
    [[nodiscard]] Result<std::optional<ReplayedContext>> longest(const Workload& workload);

private:
    /// A plan that is quantised has no load: its weights are those of the plan.
    [[nodiscard]] Result<void> makeSchedule();
    [[nodiscard]] bool isParallel() const { return m_input.workload.tensorParallel > 1; }
    /// What each card holds where every layer is divided, which no device map can say.
    [[nodiscard]] Result<void> divide();
    /// What activations cross between machines, and what of it nobody said.
    void noteLinks();
    /// Where keys and values lie in the same pool as states, a block of them is no smaller than the
    /// state of a layer (vLLM's HybridAttentionMambaModelConfig), of one card's where several
    /// divide both.
    [[nodiscard]] Result<void> widenBlocks();
    /// Figures of the first card for the others, and nothing anywhere else.
    void repeatOnEqualCards();
    /// This program's own where it runs the family, unless another is asked for.
    [[nodiscard]] Result<void> chooseEngine();

    /// What each device holds of the engine and of the load (loaded_devices.cpp).
    void beginDevices();
    /// That nobody published what the engine takes on so many cards; `isOfFewer`: what it takes on
    /// fewer of them, more than one here, stands for it.
    [[nodiscard]] Message notPublished(std::uint64_t gpus, bool isOfFewer) const;
    /// Of the most GPUs below so many of which a figure is published; null: of none.
    [[nodiscard]] const EngineProfile::Context* contextOfFewer(std::uint64_t gpus) const;
    void addRotaryTable(DeviceEstimate& device);
    void addExpertTiles(DeviceEstimate& device);
    /// The peaks of the load.
    void takeLoad(DeviceEstimate& device) const;
    /// torch's pinned allocator rounds every block up to a power of two (docs/spec/memory.md §2).
    void pinWeights(DeviceEstimate& device) const;

    /// With its images as tokens of the prompt. Error: InvalidArgument.
    [[nodiscard]] Result<Workload> servedWorkload(const Workload& workload) const;
    void noteImages();
    [[nodiscard]] Result<void> replay(Way way);
    /// What was calculated is no less than what the first tokens take, which are replayed: between
    /// the caches and the prompts' activations memory lies unused that no formula foresees.
    [[nodiscard]] Result<void> holdStart(Way way);
    /// Why parts and peak differ.
    void explainOther();
    void noteWindow();
    void takeReplay(const std::vector<ReplayedDevice>& replayed);
    void addOwnCacheFigures();
    /// Of a layer that keeps anything, and of a token.
    [[nodiscard]] double cacheBytesOfLayer(const CapacityEstimate& estimate) const;
    /// The dtype of compute that was asked for: whose rates count, whatever is widened for them.
    [[nodiscard]] DType timedType() const;
    /// What the plan is computed in where nothing else is asked for.
    [[nodiscard]] DType planDtype() const;
    void addTime(PlanClock::Detail detail);
    /// This program's own runs at this machine's rates: what a run itself predicts of its times,
    /// from the operations that the model's formulas ask for. What is not measured stays as it is.
    void takeRunTimes(TimeEstimate& time);
    void judge();

    EstimateInput m_input;
    const PlacementPlan& m_plan;
    std::stop_token m_stop;
    std::shared_ptr<const ModelFacts> m_facts;       ///< of one card, where layers are divided
    std::shared_ptr<const ModelFacts> m_wholeFacts;  ///< then the model's
    std::optional<ParallelShare> m_share;            ///< nothing: whole layers, by the plan's map
    std::shared_ptr<const LoadSchedule> m_schedule;  ///< null: the plan is quantised
    std::unique_ptr<OwnRuns> m_own;                  ///< null: another engine
    ModelShape m_shape;
    std::optional<FormulaMemory> m_formula;
    std::optional<PlanClock> m_clock;
    CapacityEstimate m_fresh;     ///< before any workload
    CapacityEstimate m_estimate;  ///< the one that is being made
};

}  // namespace stowage
