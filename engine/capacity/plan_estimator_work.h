// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/run/run_prediction.h"
#include "engine/run/run_replay.h"
#include "engine/run/run_setting.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

struct LoadSchedule;

/// The last replays and predicted times, by everything that they depend on. Safe in all threads.
class KnownRuns {
public:
    struct Run {
        std::uint64_t setting = 0;  ///< numberOf()
        unsigned window = 0;
        Workload work;
        std::map<DeviceId, std::uint64_t> fresh{};  ///< of times
        bool operator==(const Run&) const = default;
    };
    using Devices = std::vector<ReplayedDevice>;
    template <typename Found>
    using Make = std::function<Result<Found>()>;

    /// A number for the runs of a model with this setting and any window. Settings that differ only
    /// in facts on which no replay and no time depends, such as capacities, have the same number.
    [[nodiscard]] std::uint64_t numberOf(const EstimateInput& input, const RunSetting& setting);
    /// The known result, or the one of `make`, which is called without a lock. Errors: its own.
    [[nodiscard]] Result<Devices> replay(Run run, const Make<Devices>& make) {
        return find(m_replays, std::move(run), make);
    }
    [[nodiscard]] Result<RunPrediction> times(Run run, const Make<RunPrediction>& make) {
        return find(m_times, std::move(run), make);
    }

private:
    template <typename Found>
    using Known = std::deque<std::pair<Run, Found>>;
    template <typename Found>
    [[nodiscard]] Result<Found> find(Known<Found>& known, Run run, const Make<Found>& make);

    std::mutex m_mutex;
    std::map<std::string, std::uint64_t> m_settings;
    std::uint64_t m_count = 0;  ///< of settings that have a number
    /// Models and rates whose addresses are in m_settings: no other one can have these.
    std::set<std::shared_ptr<const void>> m_owners;
    Known<Devices> m_replays;
    Known<RunPrediction> m_times;
};

/// What this program's own executor does with a workload under one plan. Not thread-safe.
class OwnRuns {
public:
    /// `schedule` null: the plan is quantised. Errors: Unsupported (a family or a plan that is not
    /// run), those of runModelOf().
    [[nodiscard]] static Result<std::unique_ptr<OwnRuns>> make(const EstimateInput& input,
                                                               const LoadSchedule* schedule);

    /// The dtype in which it computes with such weights, and keeps keys and values: what the host
    /// computes is widened to float32, as MeteredCompute does.
    [[nodiscard]] DType computesIn(DType weights) const;
    /// Nothing where the executor can be asked for it. Errors: InvalidArgument (more tokens than
    /// the model sees, several sequences of a family that takes one), Unsupported (another dtype).
    [[nodiscard]] Result<void> check(const Workload& work, DType weights) const;
    /// Tokens of a prompt that go in at once.
    [[nodiscard]] std::uint64_t chunkOf(const Workload& work) const;
    /// Whether what it keeps of tokens is a state of each sequence, not keys and values.
    [[nodiscard]] bool keepsStates() const;
    /// Whether its prompts are few enough tokens for a request; of more no other function of
    /// requests is asked.
    [[nodiscard]] bool isWritten(const Workload& work) const;
    /// Whether it is replayed in a second or so.
    [[nodiscard]] bool isShort(const Workload& work) const;

    /// Errors: as replayRun().
    [[nodiscard]] Result<std::vector<ReplayedDevice>> replay(const Workload& work, unsigned window,
                                                             const std::stop_token& stop);
    /// Of a workload that is not short, as much from its beginning as is, or if `isBrief` its
    /// prompts and a few tokens: all of it takes no less. Empty where not even its prompts are
    /// short.
    [[nodiscard]] Result<std::vector<ReplayedDevice>> replayStart(const Workload& work,
                                                                  unsigned window, bool isBrief,
                                                                  const std::stop_token& stop);
    /// As PlanEstimator::longest().
    [[nodiscard]] Result<std::optional<ReplayedContext>> longest(const Workload& work,
                                                                 const std::stop_token& stop);
    /// As predictTimes().
    [[nodiscard]] Result<RunPrediction> times(const Workload& work, unsigned window,
                                              const std::map<DeviceId, std::uint64_t>& fresh);

    /// What those are made of: see passesOfRun().
    [[nodiscard]] Result<RunPassTimes> passes(const Workload& work) const;

private:
    explicit OwnRuns(RunSetting setting);
    [[nodiscard]] RunRequest requestFor(const Workload& work) const;
    /// Tokens that follow each prompt.
    [[nodiscard]] std::uint64_t followingTokens(const Workload& work) const;
    /// No more of them than change the memory.
    [[nodiscard]] std::uint64_t replayedTokens(const Workload& work) const;
    [[nodiscard]] std::uint64_t prefillPasses(const Workload& work) const;
    /// So many passes of all sequences are replayed in a second or so.
    [[nodiscard]] std::uint64_t mostPasses(const Workload& work) const;

    RunSetting m_setting;
    DescribedWeights m_weights;
    std::unique_ptr<RunModel> m_model;
    std::size_t m_tensors = 0;
    bool m_widensHalf = false;  ///< the host computes some of it, which widens float16
    std::shared_ptr<KnownRuns> m_known;
    std::uint64_t m_number = 0;  ///< of the setting, in m_known
};

/// What the formula goes by; all of it outlives FormulaMemory.
struct FormulaPlan {
    const PlacementPlan* plan;
    const ModelFacts* facts;       ///< null: nothing is known but weights
    const ModelShape* shape;       ///< of one card's share, where layers are divided
    const ParallelShare* share;    ///< null: whole layers, by the plan's map
    const LoadSchedule* schedule;  ///< null: the plan has no load
    const OwnRuns* own;            ///< null: another engine than this program's
    unsigned capability;           ///< VllmSetting::capability
};

/// Caches, activations, logits and windows of a workload by the model's widths and the engine's
/// rules (docs/spec/planning.md), and the peaks of all with weights through the allocator's model,
/// as the load leaves it. Not thread-safe.
class FormulaMemory {
public:
    explicit FormulaMemory(const FormulaPlan& of);
    ~FormulaMemory();

    /// A GPU's memory begins with what its load leaves there; once for each.
    void begin(const DeviceEstimate& device);
    /// And with so many bytes more.
    void hold(DeviceId device, std::uint64_t bytes);

    /// Fills in what the workload of `estimate` takes on its devices, with the widest prefetch
    /// window that fits. `isBrief`: for a search, where microseconds count. Errors: as
    /// kvCacheSize() and stateSize().
    [[nodiscard]] Result<void> calculate(CapacityEstimate& estimate, bool isBrief);

private:
    class Work;
    std::unique_ptr<Work> m_work;
};

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

    /// PlanEstimator's estimate(), estimateBriefly(), calculate(), calculateIfFits() and
    /// calculateMemory().
    enum class Way { Whole, Brief, Formula, Probe, Memory };
    [[nodiscard]] Result<CapacityEstimate> run(const Workload& workload, Way way);
    [[nodiscard]] Result<std::optional<TimedPasses>> passes(const Workload& workload);
    [[nodiscard]] Result<std::optional<ReplayedContext>> longest(const Workload& workload);

private:
    /// A plan that is quantised has no load: its weights are those of the plan.
    [[nodiscard]] Result<void> makeSchedule();
    [[nodiscard]] bool isParallel() const { return m_input.workload.tensorParallel > 1; }
    /// dividingCards(), with a note where the engine chose them.
    void divideByItself();
    /// What each card holds where every layer is divided, which no device map can say.
    [[nodiscard]] Result<void> divide();
    /// What activations cross between machines, and what of it nobody said.
    void noteLinks();
    /// InvalidArgument: an option that the engine has not.
    [[nodiscard]] Result<void> checkOptions(const Workload& workload) const;
    /// The engine's own share where the workload names none.
    [[nodiscard]] double usualShare(const MemoryShare& share, const Workload& workload) const;
    [[nodiscard]] double shareBesideImages() const;
    /// The one of the GPU that runs the model, by the catalogue; 0: not known.
    [[nodiscard]] Result<unsigned> computeCapability() const;
    /// Figures of the first card for the others, and nothing anywhere else.
    void repeatOnEqualCards();
    /// kUsualEngine unless another is asked for.
    [[nodiscard]] Result<void> chooseEngine();

    /// What each device holds of the engine and of the load (loaded_devices.cpp).
    void beginDevices();
    /// That nobody published what the engine takes on so many cards, and what stands for it.
    [[nodiscard]] Message notPublished(std::uint64_t gpus,
                                       const EngineProfile::Context* nearest) const;
    /// The published context that is used for it; null where none of the engine is published.
    [[nodiscard]] const EngineProfile::Context* nearestContext(std::uint64_t gpus) const;
    /// Begins the share of a GPU that the engine takes: which part of its context is outside, and
    /// its CUDA graphs.
    void beginShare(DeviceEstimate& device, const EngineProfile::Context* context) const;
    /// Notes how much the engine's share leaves for its caches, term by term, and what they hold.
    void noteShare();
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
    /// Costs of the kernels that compute with the plan's quantised weights.
    [[nodiscard]] std::vector<KernelCost> kernelCosts() const;
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
