// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/device_speed.h"
#include "engine/capacity/engine_profile.h"
#include "engine/capacity/vllm_plan.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/machine_rates.h"
#include "engine/model/model_facts.h"
#include "engine/plan/placement_plan.h"
#include "engine/plan/workload.h"
#include "engine/run/run_clock.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What takes the most of a time.
enum class TimeBound { Compute, Memory, Link, Disk };
[[nodiscard]] Phrase boundName(TimeBound bound);  ///< "compute", "memory" …

/// A layer's share of a pass. Seconds.
struct LayerTime {
    std::string module;
    DeviceId device;                      ///< on which it runs
    double prefill = 0;                   ///< of the prompts
    double decode = 0;                    ///< of a token of each sequence
    TimeBound bound = TimeBound::Memory;  ///< of a token
};

/// How long a workload takes under a plan. Estimated.
struct TimeEstimate {
    double toFirstToken = 0;     ///< seconds, all prompts together
    double perToken = 0;         ///< seconds: a token of each sequence; 0: none follows a prompt
    double tokensPerSecond = 0;  ///< of all sequences; 0: as before
    double low = 0;              ///< tokens a second that it stands for, at least and at most
    double high = 0;
    TimeBound bound = TimeBound::Memory;  ///< of tokens; of the prompt where none follows
    SpeedBasis basis = SpeedBasis::Catalogue;
    /// A published processor stands for what computes, which was not measured: this machine, or a
    /// real card. Good for comparing plans, and no time of theirs.
    bool isStandIn = false;
    std::string
        unknownCard{};  ///< DeviceSpeed::unknownCard of what it stands for; "": this machine
    /// DeviceSpeed::assumedCard of what computes: the times are those of a card that was assumed.
    std::string assumedCard{};
    /// The least that is known of a device that computes.
    ProductRate products = ProductRate::Own;
    /// Where that is not Own: the two times by what is known alone, memory, links and disk.
    /// Whatever a device computes in a second, they are no shorter.
    double leastToFirstToken = 0;
    double leastPerToken = 0;
    std::vector<LayerTime> layers;  ///< in their order, the head last
    std::vector<Message> sources;   ///< of each speed, and of each link that counts, once
};

/// By this machine's rates where this program's own engine runs the work, which computes on it.
[[nodiscard]] UnnamedGpus unnamedGpusFor(const Workload& workload);

/// What is open about a time without the rate of products in that dtype: a sentence. Not for Own.
[[nodiscard]] Message ratelessSentence(ProductRate products, DType dtype);

/// A sentence that names what is missing for times of a model; nothing: they are known.
[[nodiscard]] std::optional<Message> whyNotTimed(const ModelFacts& facts);

/// The work of a pass of some tokens in one layer, or in a module before or after the layers.
struct UnitCount {
    double rows = 0;        ///< positions that go through, of all sequences together; 0: it is idle
    double operations = 0;  ///< floating, of products with its parameters
    double scores = 0;      ///< floating, of attention, as if every score of a prompt were computed
    double weightBytes = 0;  ///< of parameters that are read: of experts those that are expected
    double cacheBytes = 0;   ///< of keys and values of tokens that are read
    double crossBytes = 0;   ///< the same of an encoder's positions or images
    double stateBytes = 0;   ///< of recurrent and convolution states
};

/// The times of one plan under any workload. For each layer, on the device that runs it, the larger
/// of operations / rate and bytes touched / bandwidth (docs/spec/planning.md, Times), as UnitCount
/// has them, and what it computes. Weights that lie elsewhere travel over the device's link, from
/// disk also at its rate, `window` layers ahead of the one that runs; a change of device costs the
/// bytes that cross and a latency. An encoder before a decoder runs for prompts alone, an image
/// tower for images alone. Products and transfers that share the host's memory share its bandwidth.
/// `plan` and `facts` must outlive it.
class PlanClock {
public:
    PlanClock(const PlacementPlan& plan, const ModelFacts& facts, const ModelShape& shape,
              DType computeType, const SpeedSource& speeds, std::vector<KernelCost> kernels = {});
    ~PlanClock();

    /// DeviceSpeed::pricesRuns of every device that computes.
    [[nodiscard]] bool runsAreMeasured() const;

    enum class Detail { Totals, Layers };
    /// `kvBytesPerLayerToken`: of one layer that keeps anything.
    [[nodiscard]] TimeEstimate estimate(const Workload& workload, double kvBytesPerLayerToken,
                                        unsigned window, Detail detail) const;

    /// What the time to the first token, or that of a token after it, is made of.
    enum class Part { Prompt, Token };
    [[nodiscard]] PassTimes passes(Part part, const Workload& workload,
                                   double kvBytesPerLayerToken) const;
    /// One pass of either part, of a prompt in chunks the steady one, unit by unit.
    [[nodiscard]] std::vector<UnitCount> counts(Part part, const Workload& workload,
                                                double kvBytesPerLayerToken) const;

private:
    class Units;
    std::unique_ptr<const Units> m_units;
};

/// How a figure came about.
enum class EstimateBasis {
    Replay,      ///< the code that loads and runs, through the allocator's model
    Formula,     ///< from the model's widths and the engine's rules
    Incomplete,  ///< by formula, without the facts that are missing: at least as much
};
[[nodiscard]] std::string_view basisName(
    EstimateBasis basis);                              ///< "replay", "formula", "incomplete"
[[nodiscard]] Message basisText(EstimateBasis basis);  ///< for a column "figures"

/// Engines that page their cache give it out in blocks of so many tokens (vLLM's default).
inline constexpr std::uint64_t kKvBlockTokens = 16;

/// The share of a GPU that an engine takes (EngineProfile::memoryShare, staticShare).
/// Estimated.
struct MemoryShare {
    double utilization = 0;    ///< of the GPU's capacity, or of what is free of it at the start
    bool isStatic = false;     ///< EngineProfile::staticShare: it holds no activations
    std::uint64_t total = 0;   ///< bytes of the GPU as nvidia-smi counts them, or its capacity
    std::uint64_t before = 0;  ///< bytes outside of the share: taken before it measures
    std::uint64_t sure = 0;    ///< of these, what any card takes: the rest is of those published
    std::uint64_t cudaGraphs = 0;  ///< bytes
    VllmPlan plan{};               ///< of the layers that run there; no kinds: not known, or none
};

/// What a device holds while a plan is loaded and its workload runs. Bytes, as its allocator counts
/// them; parts are each at its own most, peaks of all together.
struct DeviceEstimate {
    DeviceInfo device;
    std::uint64_t weights = 0;
    std::uint64_t kvCache = 0;  ///< while tokens are decoded
    std::uint64_t state = 0;    ///< of recurrent and convolution layers
    std::uint64_t window = 0;   ///< offloaded weights on their way
    std::uint64_t prefillActivations = 0;
    std::uint64_t decodeActivations = 0;
    std::uint64_t logits = 0;
    std::uint64_t context = 0;  ///< what a process takes before any tensor, and for CUDA graphs
    std::uint64_t peakAllocated = 0;
    std::uint64_t peakReserved = 0;
    EstimateBasis basis = EstimateBasis::Formula;
    std::map<std::string, Message> explained{};  ///< by part: the formula with its numbers
    std::optional<MemoryShare> share{};          ///< nothing: the engine takes what it needs

    /// What the allocator keeps and nothing uses at the peak.
    [[nodiscard]] std::uint64_t slack() const { return peakReserved - peakAllocated; }
    /// What no part names of the peak, such as buffers of the load; below 0 where parts are not
    /// there at the same time. With it weights, cache, state, window, the most of activations and
    /// logits, context and slack add up to needed().
    [[nodiscard]] std::int64_t other() const;
    [[nodiscard]] std::uint64_t needed() const { return peakReserved + context; }
    /// Bytes that it and other programs leave, of the engine's share where it has one; below 0
    /// where it does not fit, nothing where the capacity is not known.
    [[nodiscard]] std::optional<std::int64_t> free() const;
    /// Bytes of its share; nothing where it has none or the capacity is not known.
    [[nodiscard]] std::optional<std::uint64_t> shareBytes() const;
    /// The least capacity with which free() is not below 0, all else being equal.
    [[nodiscard]] std::uint64_t leastCapacity() const;
    /// Bytes that all else leaves for keys, values and states; nothing where the capacity is not
    /// known.
    [[nodiscard]] std::optional<std::uint64_t> cacheRoom() const;
    /// How many blocks of kKvBlockTokens tokens of its layers' keys and values that is, or blocks
    /// as the engine's own plan has them; nothing where the device keeps none or its capacity is
    /// not known. `workload`: the one that is served.
    [[nodiscard]] std::optional<std::uint64_t> kvBlocks(const Workload& workload) const;
};

/// Where a plan fails first, should anything grow.
struct TightestDevice {
    DeviceId device;
    std::int64_t margin = 0;     ///< bytes to the next failure
    std::uint64_t stranded = 0;  ///< free on the other GPUs, of no use to this plan then
};

/// Whether a plan carries its workload, and what it takes. Immutable.
struct CapacityEstimate {
    std::shared_ptr<const PlacementPlan> plan;
    EngineProfile engine;
    Workload workload;
    Workload served;  ///< the same with its images as tokens of the prompt: what figures are of
    DType computeType = DType::Float32;
    std::optional<KvType> kvType;  ///< nothing: the model keeps none
    Verdict verdict = Verdict::Undetermined;
    std::vector<MissingFact> missing;     ///< what a verdict other than DoesNotFit lacks
    std::optional<Message> refusal{};     ///< why the engine does not load these weights at all
    std::vector<DeviceEstimate> devices;  ///< in the order of the plan, CPU and disk too
    std::uint64_t kvBytesPerToken = 0;
    std::uint64_t stateBytesPerSequence = 0;
    std::optional<unsigned> prefetchWindow;  ///< nothing: no weights travel
    std::optional<std::uint64_t> positions;  ///< the model was made for; nothing: not known
    std::optional<TightestDevice> tightest;
    /// What is published of the engine, where that is counted as a device's context.
    std::optional<EngineProfile::Context> context{};
    std::vector<MachineLink> links{};  ///< between machines: those that activations cross, once
    /// Nothing: it cannot be estimated, as `noTime` says.
    std::optional<TimeEstimate> time;
    Message noTime;  ///< a sentence; "" where there is a time, or what is missing tells it
    std::vector<Message> notes;  ///< sentences: what it rests on, and what is not known

    [[nodiscard]] const DeviceEstimate* on(DeviceId device) const;
    /// The time that can be shown; null if there is none, if it is only for comparisons
    /// (TimeEstimate::isStandIn), and if the engine refuses the weights.
    [[nodiscard]] const TimeEstimate* toldTime() const;
    /// Why toldTime() is null: a sentence; "" where it is not, or `missing` tells it.
    [[nodiscard]] Message whyNoTime() const;
    /// `notes`, and whyNoTime(): for people.
    [[nodiscard]] std::vector<Message> toldNotes() const;
    /// Whether every device has room for what it needs.
    [[nodiscard]] bool holds() const;
};

/// Replays and times that are known (plan_estimator_work.h). Safe in all threads.
class KnownRuns;
/// None yet.
[[nodiscard]] std::shared_ptr<KnownRuns> makeKnownRuns();

/// What an estimate follows from.
struct EstimateInput {
    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const Checkpoint> checkpoint;
    Workload workload;
    std::shared_ptr<const MachineRates> rates = nullptr;
    /// PlanEstimator::calculate() instead of a replay, for searches and sweeps.
    bool byFormula = false;
    /// Whether a smaller prefetch window may take the place of one that does not fit.
    enum class Window { WidestThatFits, AsPlanned } window = Window::WidestThatFits;
    /// As quick as any plan of this model reads its weights on disk: for bounds.
    bool mostCached = false;
    /// Shared by this input and its copies, so that equal runs of several plans are replayed once.
    std::shared_ptr<KnownRuns> runs = makeKnownRuns();
};

/// Of this program's own engine a replay: the plan's load by the default method, then prompt and
/// tokens, allocation by allocation. Of the others, and of families that this program does not run,
/// weights from the same replay and the rest by formula. Where weights travel, with the widest
/// prefetch window up to the asked one that fits. Blocks: milliseconds, more for a long context;
/// call it in a worker.
/// Errors: InvalidArgument (a pipeline, which has no tokens; several models (tenants.h); a workload
/// out of range, an unknown engine, a type it does not keep), Unsupported (an engine of one's own
/// for a family that it does not run), those of makeLoadSchedule(), Cancelled.
[[nodiscard]] Result<std::shared_ptr<const CapacityEstimate>> estimateCapacity(
    const EstimateInput& input, const std::stop_token& stop = {});

/// How long it takes to load the plan from its files; nothing where this machine's rates for them
/// are not known. Errors: those of makeLoadSchedule().
[[nodiscard]] Result<std::optional<double>> predictedLoadSeconds(const EstimateInput& input);

/// Up to which context a replay fits.
struct ReplayedContext {
    std::uint64_t tokens = 0;  ///< of each sequence, the prompt among them
    bool isEnd = false;        ///< one more does not fit, or is more than the model reads
};

/// What an estimate's times are made of.
struct TimedPasses {
    PassTimes prompt;        ///< to the first token
    PassTimes token;         ///< one after it
    bool areOfRuns = false;  ///< this program's own, at this machine's rates; else PlanClock's
    double cacheBytesOfLayer = 0;  ///< of a token, as PlanClock takes them
    Workload served{};             ///< CapacityEstimate::served
    DType computeType = DType::Float32;
    std::vector<KernelCost> kernels{};  ///< as PlanClock takes them
};

/// What all estimates of one plan share, found once: for searches and sweeps. Not thread-safe.
class PlanEstimator {
public:
    /// Errors: those of estimateCapacity() that do not come from the workload's numbers.
    [[nodiscard]] static Result<PlanEstimator> make(EstimateInput input, std::stop_token stop = {});
    PlanEstimator(PlanEstimator&&) noexcept;
    PlanEstimator& operator=(PlanEstimator&&) noexcept;
    ~PlanEstimator();

    /// Of a workload that differs from the input's in its numbers and its KV type alone. Errors: as
    /// estimateCapacity().
    [[nodiscard]] Result<CapacityEstimate> estimate(const Workload& workload);
    /// The same without any time, for searches that ask for memory alone. If too many tokens follow
    /// to replay them all, a few are replayed, which show what the prompts need, and not as many as
    /// possible.
    [[nodiscard]] Result<CapacityEstimate> estimateBriefly(const Workload& workload);
    /// The same by formula, without a replay and without the times of layers.
    [[nodiscard]] Result<CapacityEstimate> calculate(const Workload& workload);
    /// The same, without times where the workload does not fit.
    [[nodiscard]] Result<CapacityEstimate> calculateIfFits(const Workload& workload);
    /// calculate() without any time, in some microseconds: for searches that ask for memory alone.
    [[nodiscard]] Result<CapacityEstimate> calculateMemory(const Workload& workload);
    /// The longest context with which the plan fits, the rest of the workload as it is, by one
    /// replay that ends where memory does. Nothing where not one token can follow the prompts, and
    /// where nothing is replayed.
    [[nodiscard]] Result<std::optional<ReplayedContext>> longest(const Workload& workload);
    /// What the times of estimate() follow from, whichever window fits; but for pages of a window
    /// that a first pass has to make. Nothing where CapacityEstimate::time is nothing.
    [[nodiscard]] Result<std::optional<TimedPasses>> passes(const Workload& workload);
    /// Whether estimate() replays, and so may come to other figures than calculate().
    [[nodiscard]] bool replays() const;
    /// Whose rules hold: the workload's engine, else the usual one.
    [[nodiscard]] const EngineProfile& engine() const;

private:
    class Work;
    explicit PlanEstimator(std::unique_ptr<Work> work);
    std::unique_ptr<Work> m_work;
};

/// Error: InvalidArgument ("generate"), where tokens are to follow and none follow in this model,
/// as in BERT.
[[nodiscard]] Result<void> checkGenerates(const Workload& workload, const ModelFacts& facts);

/// The same with its images as tokens of the prompt, where `facts` tell how many one is; as it is
/// where they do not, or are null.
[[nodiscard]] Workload withImageTokens(Workload workload, const ModelFacts* facts);

/// What a model is asked for until a person says otherwise: one sequence whose prompt and answer
/// leave room in its positions, of an encoder a prompt alone. `facts` may be null: nothing is
/// known.
[[nodiscard]] Workload usualWorkload(const ModelFacts* facts);

/// "Tightest is GPU 0: 1.02 GiB to the next failure."; "" for nothing.
[[nodiscard]] Message tightestText(const std::optional<TightestDevice>& tightest);

/// "Fits under vLLM: …", "Fits with offload under …" or "Does not fit under …" with the tightest
/// device, or "Undetermined under …" with what is missing.
[[nodiscard]] Message estimateSentence(const CapacityEstimate& estimate);

/// The plan of an estimate with the estimate's verdict and sentence, and where the work does not
/// fit, or that is undetermined, with an error among its problems ("workload_does_not_fit",
/// "workload_undetermined"), so that checks and loads refuse it; a context that is too short is a
/// warning ("context_too_short"). A plan that does not fit by itself
/// stays as it is.
[[nodiscard]] std::shared_ptr<const PlacementPlan> judgedPlan(const CapacityEstimate& estimate);

}  // namespace stowage
