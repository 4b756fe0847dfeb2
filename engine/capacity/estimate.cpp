// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/activation_formula.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/allocator_model.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/dispatch_model.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/planned_tensors.h"
#include "engine/run/metered_compute.h"
#include "engine/run/run_job.h"
#include "engine/run/run_prediction.h"
#include "engine/run/run_replay.h"
#include "engine/run/run_setting.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace stowage {
namespace {

/// Replays that bring more tensors to passes than this are left to the formula: seconds. A further
/// sequence costs a third of the first.
constexpr std::uint64_t kMostReplayedWeights = 150'000;

/// The growth of more caches than this is not followed one by one.
constexpr std::uint64_t kMostGrownCaches = 20'000;

/// The floating dtype of most bytes, as planned.
DType mostCommonDtype(const PlacementPlan& plan) {
    std::map<DType, std::uint64_t> bytes;
    for (const TensorSpec& tensor : plan.request.tree->tensors()) {
        const DType dtype = plannedDtype(plan, tensor);
        if (isFloatingPoint(dtype)) {
            bytes[dtype] += plannedBytes(plan, tensor);
        }
    }
    const auto most =
        std::ranges::max_element(bytes, {}, &std::pair<const DType, std::uint64_t>::second);
    return most == bytes.end() ? DType::Float32 : most->first;
}

/// A prompt of so many tokens that the model takes: the first one of its vocabulary, and those at
/// its end without which it cannot tell its context.
std::vector<std::int64_t> promptOf(const RunTraits& traits, std::uint64_t tokens) {
    std::vector<std::int64_t> prompt(tokens, 0);
    const std::size_t needed = std::min<std::size_t>(traits.needed.size(), prompt.size());
    for (std::size_t i = 0; i < needed; ++i) {
        prompt[prompt.size() - needed + i] = traits.needed[i].token;
    }
    return prompt;
}

/// Whether two layers take the same for the same pass, wherever they stand.
bool hasWidthsOf(const BlockShape& a, const BlockShape& b) {
    return a.hidden == b.hidden && a.heads == b.heads && a.queries == b.queries &&
           a.keys == b.keys && a.inner == b.inner && a.isGated == b.isGated &&
           a.experts == b.experts && a.expertInner == b.expertInner && a.areStacked == b.areStacked;
}

/// How many times as large experts in MXFP4 become by tiles. Each card has a part of their inner
/// width. `gateAndUp` has a side for the experts, the hidden width and twice the inner one.
double tiledShare(const EngineProfile::Mxfp4Tiles& tiles, const TensorSpec& gateAndUp,
                  std::uint64_t cards) {
    const auto filledUp = [](std::uint64_t width, std::uint64_t multiple) {
        return static_cast<double>((width + multiple - 1) / multiple * multiple);
    };
    const auto hidden = static_cast<std::uint64_t>(gateAndUp.shape[1]);
    const std::uint64_t inner = static_cast<std::uint64_t>(gateAndUp.shape[2]) / 2 / cards;
    return filledUp(hidden, tiles.hiddenMultiple) * filledUp(inner, tiles.innerMultiple) /
           (static_cast<double>(hidden) * static_cast<double>(std::max<std::uint64_t>(inner, 1)));
}

std::uint64_t at(const RunMemoryBytes& bytes, RunMemoryKind kind) {
    return bytes[static_cast<std::size_t>(kind)];
}

}  // namespace

class PlanEstimator::Work {
public:
    Work(EstimateInput input, std::stop_token stop)
        : m_input(std::move(input)), m_plan(*m_input.plan), m_stop(std::move(stop)) {}

    /// All that no number of a workload changes.
    Result<void> prepare() {
        STOWAGE_TRY(checkWorkload(m_input.workload));
        m_facts = knownFacts(*m_input.checkpoint, *m_plan.request.tree);
        m_fresh.plan = m_input.plan;
        m_fresh.computeType = m_input.workload.computeType.value_or(mostCommonDtype(m_plan));
        if (!isParallel()) {
            STOWAGE_TRY(makeSchedule());
        }
        STOWAGE_TRY(chooseEngine());
        STOWAGE_TRY(divide());
        beginDevices();
        if (!isParallel()) {
            findWindows();
        }
        if (m_facts == nullptr) {
            return {};
        }
        m_shape = m_share ? m_share->shape : modelShape(*m_plan.request.tree, *m_facts);
        groupBlocks();
        if (m_share) {
            m_fresh.notes.push_back(
                "How long tensor parallelism takes depends on how its GPUs are joined: its time is "
                "not estimated.");
            return {};
        }
        const auto speeds = SpeedSource::make(m_input.rates.get());
        STOWAGE_TRY(speeds);
        m_clock.emplace(m_plan, *m_facts, m_shape, m_fresh.computeType, *speeds);
        return {};
    }

    [[nodiscard]] bool replays() const { return m_model != nullptr; }
    [[nodiscard]] const EngineProfile& engine() const { return m_fresh.engine; }

    Result<CapacityEstimate> run(const Workload& workload, bool byFormula) {
        STOWAGE_TRY(checkWorkload(workload));
        m_isBrief = byFormula;
        m_estimate = m_fresh;
        m_estimate.workload = workload;
        m_estimate.workload.engine = m_estimate.engine.name;
        STOWAGE_TRY(checkOwnTypes());
        if (workload.prefillChunk > 0 && workload.prefillChunk < workload.prompt &&
            chunkSize() == workload.prompt) {
            m_estimate.notes.push_back(
                "Tokens of this model see later ones of their prompt: prompts go in whole.");
        }
        STOWAGE_TRY(m_model != nullptr && !byFormula ? replay() : calculate());
        repeatOnEqualCards();
        judge();
        addTime(byFormula ? PlanClock::Detail::Totals : PlanClock::Detail::Layers);
        return std::move(m_estimate);
    }

    Result<std::optional<ReplayedContext>> longest(const Workload& workload) {
        const auto none = std::optional<ReplayedContext>();
        STOWAGE_TRY(checkWorkload(workload));
        m_estimate = m_fresh;
        m_estimate.workload = workload;
        if (m_model == nullptr || !m_model->traits().isGenerative) {
            return none;
        }
        RunRequest asked = request();
        const std::uint64_t prompt = workload.prompt;
        const std::uint64_t most = kMostReplayedWeights / weightsOfPass(asked);
        const auto context = static_cast<std::uint64_t>(m_model->traits().context);
        const bool isRead = context == 0 || prompt + most <= context + 1;
        const std::uint64_t tokens = isRead ? most : context + 1 - std::min(context + 1, prompt);
        asked.generate = static_cast<std::int64_t>(tokens);
        const auto fitting = tokens == 0 ? Result<std::int64_t>(0)
                                         : tokensThatFit(*m_model, m_setting, asked, m_stop);
        STOWAGE_TRY(fitting);
        const auto found = static_cast<std::uint64_t>(*fitting);
        return found == 0
                   ? none
                   : std::optional(ReplayedContext{prompt + found, found < tokens || !isRead});
    }

private:
    /// A plan that is quantised has no load: its weights are those of the plan.
    Result<void> makeSchedule() {
        ScheduleOptions options;
        options.dryRun = true;
        options.rates = m_input.rates;
        auto schedule = makeLoadSchedule(m_input.plan, m_input.checkpoint, options);
        if (schedule) {
            m_schedule = std::move(*schedule);
        } else if (!m_plan.request.constraints.quantization) {
            return schedule.unexpected();
        }
        return {};
    }

    [[nodiscard]] bool isParallel() const { return m_input.workload.tensorParallel > 1; }

    /// What each card holds where every layer is divided, which no device map can say.
    Result<void> divide() {
        if (!isParallel()) {
            return {};
        }
        const std::uint64_t cards = m_input.workload.tensorParallel;
        m_wholeFacts = m_facts != nullptr ? m_facts : std::make_shared<const ModelFacts>();
        auto share = parallelShare(m_plan, *m_wholeFacts, m_fresh.engine, cards);
        STOWAGE_TRY(share);
        m_share = std::move(*share);
        m_facts = std::make_shared<const ModelFacts>(m_share->facts);
        m_fresh.notes.push_back(
            "Every layer is divided among " + std::to_string(cards) +
            " equal GPUs, which a device map cannot express: the plan's map is not what is priced "
            "here, and what is exported of it does not divide layers. How they are divided: " +
            m_fresh.engine.tensorParallel->source + ".");
        return {};
    }

    /// Figures of the first card for the others, and nothing anywhere else.
    void repeatOnEqualCards() {
        if (!isParallel()) {
            return;
        }
        const DeviceEstimate first = *find(DeviceId::gpu(0));
        for (DeviceEstimate& device : m_estimate.devices) {
            const bool isCard = device.device.id.isGpu() &&
                                device.device.id.index < m_input.workload.tensorParallel;
            DeviceEstimate figures = isCard ? first : DeviceEstimate();
            figures.device = device.device;
            figures.context = isCard ? device.context : 0;
            device = std::move(figures);
        }
        m_estimate.prefetchWindow.reset();
        if (m_facts->cache && m_facts->cache->elements > 0) {
            // Of a token, on all cards: what several hold counts once.
            m_estimate.kvBytesPerToken = m_estimate.kvBytesPerToken *
                                         m_wholeFacts->cache->elements / m_facts->cache->elements;
        }
    }

    /// This program's own where it runs the family, unless another is asked for.
    Result<void> chooseEngine() {
        const std::string& asked = m_input.workload.engine;
        if (isParallel() && asked == kOwnEngine) {
            return fail(ErrorCode::Unsupported,
                        "This program's own engine does not divide layers among GPUs by tensor "
                        "parallelism; name vllm, sglang or transformers.",
                        {}, "engine");
        }
        auto model = !isParallel() && (asked.empty() || asked == kOwnEngine)
                         ? ownModel()
                         : Result<std::unique_ptr<RunModel>>(nullptr);
        if (!model && asked == kOwnEngine) {
            return model.unexpected();
        }
        m_model = model ? std::move(*model) : nullptr;
        const std::string_view name = !asked.empty() ? std::string_view(asked)
                                      : m_model      ? kOwnEngine
                                                     : kUsualEngine;
        auto engine = findEngine(name);
        STOWAGE_TRY(engine);
        m_fresh.engine = std::move(*engine);
        return {};
    }

    Result<std::unique_ptr<RunModel>> ownModel() {
        if (m_schedule == nullptr) {
            return fail(ErrorCode::Unsupported,
                        "A quantised plan is not run by this program; name another engine.", {},
                        "engine");
        }
        m_setting = runSettingOf(*m_schedule);
        const PlacementRequest& asked = m_plan.request;
        m_setting.offloadBuffers = asked.constraints.offloadBuffers;
        m_setting.preload =
            ruleHooks(*asked.tree, m_plan.map, asked.hooks, asked.executionDevice).groups;
        if (m_input.rates != nullptr) {
            m_setting.rates = *m_input.rates;
        }
        m_weights.emplace(m_setting);
        return runModelOf(*m_input.checkpoint, *m_weights);
    }

    /// What the executor cannot be asked for.
    Result<void> checkOwnTypes() const {
        if (m_model == nullptr) {
            return {};
        }
        const Workload& work = m_estimate.workload;
        const auto seen = static_cast<std::uint64_t>(m_model->traits().context);
        // The last token that is generated does not go in.
        if (seen > 0 && (work.prompt > seen || work.tokens() > seen + 1)) {
            const bool isPrompt = work.prompt > seen;
            return fail(ErrorCode::InvalidArgument,
                        (isPrompt ? "The prompt has " + std::to_string(work.prompt) + " tokens"
                                  : "Prompt and generated tokens are " +
                                        std::to_string(work.tokens() - 1)) +
                            ", and this model sees " + std::to_string(seen) + " at most; shorten " +
                            (isPrompt ? "it." : "them."),
                        {}, "context");
        }
        if (work.computeType && *work.computeType != mostCommonDtype(m_plan)) {
            return fail(ErrorCode::Unsupported,
                        "This program computes in the dtype of the weights; plan them in " +
                            std::string(dtypeName(*work.computeType)) + ", or name another engine.",
                        {}, "compute_dtype");
        }
        if (work.kvType && work.kvType != kvTypeOf(m_estimate.computeType)) {
            return fail(ErrorCode::Unsupported,
                        "This program keeps keys and values in the dtype in which it computes, not "
                        "in " +
                            std::string(kvTypeName(*work.kvType)) + "; name another engine.",
                        {}, "kv_dtype");
        }
        return {};
    }

    void beginDevices() {
        const auto used = static_cast<std::uint64_t>(
            std::ranges::count_if(m_plan.placements, [](const DevicePlacement& placement) {
                return placement.device.id.isGpu() && placement.weights > 0;
            }));
        const std::uint64_t gpus = m_share ? m_share->cards : used;
        const EngineProfile::Context* const context =
            m_fresh.engine.contextOf(std::max<std::uint64_t>(gpus, 1));
        const auto expands = [](const DevicePlacement& placement) {
            return placement.device.allocator == AllocatorKind::ExpandableSegments;
        };
        if (std::ranges::any_of(m_plan.placements, expands)) {
            m_fresh.notes.emplace_back(
                "Memory of GPUs is counted as PyTorch's allocator holds it with "
                "expandable_segments:True.");
        }
        for (const DevicePlacement& placement : m_plan.placements) {
            DeviceEstimate device;
            device.device = placement.device;
            device.weights = m_share ? m_share->weights : placement.weightsAllocated;
            device.peakAllocated = device.weights;
            device.peakReserved = m_share ? 0 : placement.weightsReserved;
            if (placement.device.id.isGpu()) {
                // What a person said, or was measured, is better than what was published.
                device.context = placement.device.context > 0 ? placement.device.context
                                 : context != nullptr         ? context->bytes
                                                              : 0;
            }
            takeLoad(device);
            if (device.device.id.isGpu()) {
                m_afterLoad.emplace(device.device.id, growthOf(device));
                addRotaryTable(device);
                addExpertTiles(device);
            } else if (gpus > 0 && device.device.id == DeviceId::cpu()) {
                pinWeights(device);
            }
            m_fresh.devices.push_back(std::move(device));
        }
        if (gpus > 0 && context == nullptr && m_model == nullptr) {
            m_fresh.notes.push_back("What " + m_fresh.engine.title + " takes on each of " +
                                    std::to_string(gpus) + (gpus == 1 ? " GPU" : " GPUs") +
                                    " before any tensor is not published: unknown.");
        }
    }

    void addRotaryTable(DeviceEstimate& device) {
        const auto& tensors = m_plan.request.tree->tensors();
        const auto rotary = std::ranges::find_if(tensors, [](const TensorSpec& tensor) {
            return tensor.name.ends_with("rotary_emb.inv_freq");
        });
        if (device.weights == 0 || !m_fresh.engine.keepsRotaryTable || rotary == tensors.end() ||
            m_facts == nullptr || !m_facts->contextLength || rotary->shape.empty()) {
            return;
        }
        const auto width = 2 * static_cast<std::uint64_t>(rotary->shape.front());
        const std::uint64_t bytes =
            *m_facts->contextLength * width * storedBytes(m_fresh.computeType, 1);
        device.weights += bytes;
        m_afterLoad.at(device.device.id).allocate(bytes);
        device.explained["weights"] = "with a rotary table of " +
                                      groupedText(*m_facts->contextLength) + " positions × " +
                                      groupedText(width) + " numbers = " + formatSize(bytes);
    }

    void addExpertTiles(DeviceEstimate& device) {
        const auto& tiles = m_fresh.engine.mxfp4Tiles;
        const QuantizedWeights* const quantized = quantizedWeights(m_plan);
        if (!tiles || quantized == nullptr ||
            quantized->quantization().method != QuantizationMethod::Mxfp4 || device.weights == 0) {
            return;
        }
        const ModuleTree& tree = *m_plan.request.tree;
        const std::uint64_t cards = m_share ? m_share->cards : 1;
        double bytes = 0;
        for (const ModuleId module : quantized->modules()) {
            double more = 0;
            for (const TensorSpec& tensor : tree.ownTensors(module)) {
                const TensorId id{static_cast<std::uint32_t>(&tensor - tree.tensors().data())};
                if (!quantized->contains(id)) {
                    continue;
                }
                // The first one is the gate and the way up; the way down is as wide.
                more = more == 0 ? tiledShare(*tiles, tensor, cards) - 1 : more;
                if (m_share || m_plan.storageDevices[tensor.storage.index()] == device.device.id) {
                    bytes += more * static_cast<double>(quantized->bytesOf(id)) /
                             static_cast<double>(cards);
                }
            }
        }
        if (bytes < 1) {
            return;
        }
        const auto whole = static_cast<std::uint64_t>(bytes);
        device.weights += whole;
        m_afterLoad.at(device.device.id).allocate(whole);
        device.explained["experts"] =
            "among the weights, to fill up experts in MXFP4 to tiles of " +
            groupedText(tiles->innerMultiple) + " × " + groupedText(tiles->hiddenMultiple) +
            " weights: " + formatSize(whole);
    }

    /// The peaks of the load.
    void takeLoad(DeviceEstimate& device) const {
        if (m_schedule == nullptr || m_schedule->prediction == nullptr) {
            return;
        }
        const ProgramPrediction& load = *m_schedule->prediction;
        if (device.device.id == DeviceId::cpu()) {
            device.peakAllocated = std::max(device.peakAllocated, load.peakHostAnon);
            device.peakReserved = device.peakAllocated;
        }
        if (const auto peak = load.peaks.find(device.device.id); peak != load.peaks.end()) {
            device.peakAllocated = peak->second.allocated;
            device.peakReserved = peak->second.reserved;
        }
        if (const auto left = load.finals.find(device.device.id); left != load.finals.end()) {
            device.weights = left->second.allocated;
        }
    }

    /// torch's pinned allocator rounds every block up to a power of two (docs/spec/memory.md §2).
    void pinWeights(DeviceEstimate& device) const {
        if (!m_fresh.engine.pinsOffloaded || !m_plan.executionDevice().isGpu()) {
            return;
        }
        std::uint64_t bytes = 0;
        std::set<std::size_t> seen;  // tied tensors once
        for (const TensorSpec& tensor : m_plan.request.tree->tensors()) {
            const std::size_t storage = tensor.storage.index();
            if (m_plan.storageDevices[storage] != device.device.id ||
                !seen.insert(storage).second) {
                continue;
            }
            const std::uint64_t own = plannedBytes(m_plan, tensor);
            bytes += tensor.kind == TensorKind::Parameter ? std::bit_ceil(own) : own;
        }
        if (bytes > device.weights) {
            device.explained["weights"] =
                "parameters of " + formatSize(device.weights) +
                ", each pinned in a block of a power of two: " + formatSize(bytes);
            device.weights = bytes;
            device.peakAllocated = std::max(device.peakAllocated, bytes);
            device.peakReserved = std::max(device.peakReserved, device.peakAllocated);
        }
    }

    [[nodiscard]] RunRequest request() const {
        const Workload& work = m_estimate.workload;
        RunRequest request;
        request.tokens = promptOf(m_model->traits(), work.prompt);
        request.alongside.assign(work.batch - 1, request.tokens);
        const bool generates = m_model->traits().isGenerative;
        request.generate = generates ? static_cast<std::int64_t>(work.tokens() - work.prompt) : 0;
        request.outputs = generates ? Outputs::Last : Outputs::All;
        request.prefillChunk = static_cast<std::int64_t>(chunkSize() % work.prompt);
        return request;
    }

    /// Tokens of a prompt that go in at once.
    [[nodiscard]] std::uint64_t chunkSize() const {
        const Workload& work = m_estimate.workload;
        const bool goesInWhole = m_model != nullptr && !m_model->traits().takesChunks;
        return work.prefillChunk == 0 || goesInWhole ? work.prompt
                                                     : std::min(work.prefillChunk, work.prompt);
    }

    /// What a pass of all sequences costs a replay.
    [[nodiscard]] std::uint64_t weightsOfPass(const RunRequest& asked) const {
        constexpr std::uint64_t kShare = 3;
        const std::uint64_t tensors = m_plan.request.tree->tensors().size();
        return std::max<std::uint64_t>(tensors * (asked.sequences() + kShare - 1) / kShare, 1);
    }

    Result<void> replay() {
        const RunRequest asked = request();
        if (asked.passes() > kMostReplayedWeights / weightsOfPass(asked)) {
            m_estimate.notes.push_back(
                "So many tokens are not replayed one by one; what they take is calculated.");
            return calculate();
        }
        const bool travels = weightsTravel();
        for (unsigned window = m_plan.request.prefetchWindow;; --window) {
            m_setting.window = window;
            const auto replayed = replayRun(*m_model, m_setting, asked, m_stop);
            STOWAGE_TRY(replayed);
            takeReplay(*replayed);
            if (!travels || window == 0 || allFit()) {
                m_estimate.prefetchWindow = travels ? std::optional(window) : std::nullopt;
                break;
            }
        }
        noteWindow();
        return {};
    }

    void noteWindow() {
        const auto& window = m_estimate.prefetchWindow;
        if (window && *window != m_plan.request.prefetchWindow && allFit()) {
            m_estimate.notes.push_back("There is room for a prefetch window of " +
                                       std::to_string(*window) + ", not of " +
                                       std::to_string(m_plan.request.prefetchWindow) + ".");
        }
    }

    void takeReplay(const std::vector<ReplayedDevice>& replayed) {
        for (const ReplayedDevice& run : replayed) {
            const auto own =
                std::ranges::find(m_estimate.devices, run.device,
                                  [](const DeviceEstimate& device) { return device.device.id; });
            if (own == m_estimate.devices.end()) {
                continue;
            }
            DeviceEstimate fresh;
            fresh.device = own->device;
            fresh.context = own->context;
            fresh.weights = own->weights;
            takeLoad(fresh);
            fresh.basis = EstimateBasis::Replay;
            fresh.kvCache = run.kvCache;
            fresh.window = std::max(at(run.prefill, RunMemoryKind::Window),
                                    at(run.decode, RunMemoryKind::Window));
            fresh.prefillActivations = at(run.prefill, RunMemoryKind::Activations);
            fresh.decodeActivations = at(run.decode, RunMemoryKind::Activations);
            if (run.device == DeviceId::disk()) {
                fresh.peakAllocated = fresh.weights;
                fresh.peakReserved = fresh.weights;
            } else {
                fresh.peakAllocated = std::max(fresh.peakAllocated, run.peakAllocated);
                fresh.peakReserved = std::max(fresh.peakReserved, run.peakReserved);
            }
            *own = std::move(fresh);
        }
        addOwnCacheFigures();
    }

    void addOwnCacheFigures() {
        if (m_facts == nullptr || !m_facts->cache || m_facts->cache->layers == 0) {
            return;
        }
        const auto size = kvCacheSize(m_estimate.engine, *m_facts->cache, m_facts->className,
                                      m_estimate.workload, m_estimate.computeType);
        if (size) {
            m_estimate.kvBytesPerToken = size->bytesPerToken;
            m_estimate.kvType = kvTypeOf(m_estimate.computeType);
        }
    }

    void addTime(PlanClock::Detail detail) {
        if (!m_clock) {
            return;
        }
        const double layers =
            m_facts->cache ? static_cast<double>(std::max<std::uint64_t>(m_facts->cache->layers, 1))
                           : 1;
        m_estimate.time = m_clock->estimate(
            m_estimate.workload, static_cast<double>(m_estimate.kvBytesPerToken) / layers,
            m_estimate.prefetchWindow.value_or(0), detail);
        if (m_model != nullptr && !m_isBrief && m_estimate.time->basis == SpeedBasis::Measured) {
            takeRunTimes(*m_estimate.time);
        }
    }

    /// This program's own runs at this machine's rates: what a run itself predicts of its times,
    /// from the operations that the model's formulas ask for. What is not measured stays as it is.
    void takeRunTimes(TimeEstimate& time) {
        std::map<DeviceId, std::uint64_t> fresh;
        for (const DeviceEstimate& device : m_estimate.devices) {
            fresh[device.device.id] = device.window;
        }
        m_setting.window = m_estimate.prefetchWindow.value_or(0);
        const auto predicted = predictTimes(*m_model, m_setting, request(), std::move(fresh));
        if (!predicted || !predicted->prefill) {
            return;
        }
        time.toFirstToken = predicted->prefill->seconds;
        const auto& decode = predicted->decode;
        if (decode) {
            time.perToken = decode->seconds;
            time.tokensPerSecond =
                static_cast<double>(m_estimate.workload.batch) / std::max(time.perToken, 1e-12);
            time.low = time.tokensPerSecond;
            time.high = time.tokensPerSecond;
        }
        const auto secondsOf = [](const PredictedPass& pass, const LayerTime& layer) {
            const auto stage =
                std::ranges::find(pass.stages, layer.module, &PredictedStage::module);
            return stage == pass.stages.end()
                       ? std::nullopt
                       : std::optional(std::max(stage->computeSeconds, stage->transferSeconds));
        };
        for (LayerTime& layer : time.layers) {
            layer.prefill = secondsOf(*predicted->prefill, layer).value_or(layer.prefill);
            layer.decode = decode ? secondsOf(*decode, layer).value_or(layer.decode) : layer.decode;
        }
    }

    [[nodiscard]] bool weightsTravel() const {
        const DeviceId runsOn = m_plan.executionDevice();
        return std::ranges::any_of(m_plan.placements, [&](const DevicePlacement& placement) {
            return !placement.device.id.isGpu() && placement.device.id != runsOn &&
                   placement.weights > 0;
        });
    }

    // By formula.

    [[nodiscard]] DeviceId runsOn(ModuleId module) const {
        if (m_share) {
            return DeviceId::gpu(0);
        }
        const auto device = m_plan.deviceOf(module);
        return device && device->isGpu() ? *device : m_plan.executionDevice();
    }

    [[nodiscard]] PassShape passOf(std::uint64_t tokens, std::uint64_t seen) const {
        const Workload& work = m_estimate.workload;
        PassShape pass;
        pass.sequences = work.batch;
        pass.tokens = tokens;
        pass.seen = seen;
        pass.bytes = storedBytes(m_estimate.computeType, 1);
        pass.attention = work.attention.value_or(
            m_estimate.engine.attentionOf(m_facts != nullptr ? m_facts->className : ""));
        pass.isRagged = m_model != nullptr;
        return pass;
    }

    /// What travels with each window from the plan's own down to none; nothing where none does.
    void findWindows() {
        if (!weightsTravel()) {
            return;
        }
        for (unsigned window = m_plan.prefetchWindow.value_or(0);; --window) {
            WindowNeed need{window, {}};
            for (const OffloadNeed& device : offloadWindow(m_plan, window).needs) {
                need.bytes[device.device] = device.bytes;
            }
            m_windows.push_back(std::move(need));
            if (window == 0) {
                break;
            }
        }
    }

    /// Layers of one shape on one device are calculated once.
    void groupBlocks() {
        for (const BlockShape& block : m_shape.blocks) {
            const DeviceId device = runsOn(block.module);
            const auto same = std::ranges::find_if(m_groups, [&](const BlockGroup& group) {
                return group.device == device && hasWidthsOf(*group.block, block);
            });
            if (same == m_groups.end()) {
                m_groups.push_back({device, &block});
            }
        }
    }

    Result<void> calculate() {
        m_cacheTensors.clear();
        m_promptCaches.clear();
        if (m_facts == nullptr) {
            m_estimate.notes.push_back(
                "Nothing says what this model keeps of its tokens and how wide its layers are: "
                "only its weights are counted.");
        } else {
            STOWAGE_TRY(addCaches(m_shape));
            addActivations(m_shape);
        }
        const std::vector<DeviceEstimate> before = m_estimate.devices;
        std::size_t tried = 0;
        do {
            m_estimate.devices = before;
            for (DeviceEstimate& device : m_estimate.devices) {
                if (tried < m_windows.size()) {
                    const auto& bytes = m_windows[tried].bytes;
                    const auto need = bytes.find(device.device.id);
                    device.window = need == bytes.end() ? 0 : need->second;
                    m_estimate.prefetchWindow = m_windows[tried].layers;
                }
                addPeaks(device);
            }
            ++tried;
        } while (tried < m_windows.size() && !allFit());
        noteWindow();
        return {};
    }

    Result<void> addCaches(const ModelShape& shape) {
        if (!m_facts->cache || m_facts->cache->layers == 0) {
            if (!m_facts->cache) {
                m_estimate.notes.push_back("What this model keeps of its tokens is not known.");
            }
            return {};
        }
        const auto size = kvCacheSize(m_estimate.engine, *m_facts->cache, m_facts->className,
                                      m_estimate.workload, m_estimate.computeType);
        STOWAGE_TRY(size);
        const auto type = kvTypeFor(m_estimate.engine, m_estimate.workload, m_estimate.computeType);
        m_estimate.kvType = type ? std::optional(*type) : std::nullopt;
        m_estimate.kvBytesPerToken = size->bytesPerToken;
        bool isPlaced = false;
        for (const BlockShape& block : shape.blocks) {
            if (!block.cacheLayer) {
                continue;
            }
            DeviceEstimate* const device = find(runsOn(block.module));
            if (device != nullptr) {
                isPlaced = true;
                device->kvCache += size->layers[*block.cacheLayer];
                m_promptCaches[device->device.id] += size->promptLayers[*block.cacheLayer];
                m_cacheTensors[device->device.id].push_back(size->layers[*block.cacheLayer]);
            }
        }
        if (DeviceEstimate* const device = find(m_plan.executionDevice());
            device != nullptr && !isPlaced) {
            device->kvCache = size->bytes;
            m_cacheTensors[device->device.id].push_back(size->bytes);
        }
        for (DeviceEstimate& device : m_estimate.devices) {
            if (device.kvCache > 0) {
                device.explained["kv_cache"] =
                    size->explained + (device.kvCache < size->bytes
                                           ? " in all, " + formatSize(device.kvCache) + " here"
                                           : "");
            }
        }
        return {};
    }

    void addActivations(const ModelShape& shape) {
        const Workload& work = m_estimate.workload;
        const std::uint64_t chunk = chunkSize();
        const bool isGraph = m_estimate.engine.graphTokens > 0;
        const PassShape prefill = isGraph ? graphPass() : passOf(chunk, work.prompt);
        const PassShape decode = isGraph ? prefill : passOf(1, work.tokens());
        for (const BlockGroup& group : m_groups) {
            DeviceEstimate* const device = find(group.device);
            if (device == nullptr) {
                continue;
            }
            const BlockShape& block = *group.block;
            const ActivationPeak widest = blockActivations(block, prefill);
            if (widest.bytes > device->prefillActivations) {
                device->prefillActivations = widest.bytes;
                device->explained["activations"] = widest.explained;
            }
            device->decodeActivations =
                std::max(device->decodeActivations, blockActivations(block, decode).bytes);
        }
        if (m_share) {
            addCollectives(work.batch * chunk, work.batch, prefill.bytes);
        }
        if (m_estimate.engine.graphTokens > 0) {
            addGraphHead(shape.head, prefill.tokens);
        }
        if (!shape.head.module.isValid()) {
            return;
        }
        const bool isGenerative = m_facts->cache && m_facts->cache->layers > 0;
        const std::uint64_t rows = isGenerative ? work.batch : work.batch * chunk;
        const std::uint64_t width = storedBytes(m_estimate.computeType, 1);
        std::uint64_t bytes = logitBytes(shape.head, rows, width);
        bytes +=
            m_estimate.engine.copiesLogits && width < 4 ? logitBytes(shape.head, work.batch, 4) : 0;
        if (m_estimate.engine.logitsOnHost) {
            bytes = logitBytes(shape.head, work.batch, 4);  // what comes back, in float32
        }
        const DeviceId place =
            m_estimate.engine.logitsOnHost ? DeviceId::cpu() : runsOn(shape.head.module);
        if (DeviceEstimate* const device = find(place)) {
            device->logits = bytes;
            device->explained["logits"] = groupedText(rows) + (rows == 1 ? " row × " : " rows × ") +
                                          groupedText(shape.head.outputs) +
                                          " numbers = " + formatSize(bytes);
        }
    }

    /// One micro batch, whatever goes in: the buffers stay as they are laid out.
    [[nodiscard]] PassShape graphPass() const {
        const Workload& work = m_estimate.workload;
        PassShape pass = passOf(1, work.tokens());
        pass.sequences = 1;
        pass.tokens = std::min(m_estimate.engine.graphTokens, work.batch * work.tokens());
        pass.bytes = 4;
        pass.isGraph = true;
        return pass;
    }

    /// The graph's last moment: normed, and the logits of all its tokens.
    void addGraphHead(const HeadShape& head, std::uint64_t rows) {
        DeviceEstimate* const device = head.module.isValid() ? find(runsOn(head.module)) : nullptr;
        const std::uint64_t bytes = logitBytes(head, rows, 4) + head.hidden * rows * 4;
        if (device == nullptr || bytes <= device->prefillActivations) {
            return;
        }
        device->prefillActivations = bytes;
        device->decodeActivations = bytes;
        device->explained["activations"] =
            "logits of a micro batch: (" + groupedText(head.outputs) + " + " +
            groupedText(head.hidden) + ") numbers × " + groupedText(rows) + " tokens × 4 B";
    }

    /// Into which the cards sum up what each has of a layer's output.
    void addCollectives(std::uint64_t prefillRows, std::uint64_t decodeRows, std::uint64_t bytes) {
        DeviceEstimate& card = *find(DeviceId::gpu(0));
        const std::uint64_t row = m_share->hidden * bytes;
        card.prefillActivations += prefillRows * row;
        card.decodeActivations += decodeRows * row;
        card.explained["weights"] = m_share->explained();
        card.explained["collectives"] =
            "among the activations, summed up over the cards: " + groupedText(prefillRows) +
            " tokens × " + groupedText(m_share->hidden) + " numbers × " + std::to_string(bytes) +
            " B = " + formatSize(prefillRows * row);
    }

    /// Caches, window and activations through the allocator, after the load.
    void addPeaks(DeviceEstimate& device) {
        const std::uint64_t prompt = m_promptCaches[device.device.id];
        const std::uint64_t passes =
            std::max({device.prefillActivations + prompt, device.decodeActivations, device.logits});
        if (!device.device.id.isGpu()) {
            device.peakAllocated = std::max(
                device.peakAllocated, device.weights + device.kvCache + device.window + passes);
            device.peakReserved = device.peakAllocated;
            return;
        }
        const std::uint64_t caches =
            2 * m_cacheTensors[device.device.id].size() * m_estimate.workload.batch;
        if (m_estimate.engine.policy == KvPolicy::Doubling && !m_isBrief &&
            caches <= kMostGrownCaches) {
            growCaches(device);
            return;
        }
        AllocatorGrowth allocator = m_afterLoad.at(device.device.id);
        const auto take = [&](std::uint64_t bytes) { allocator.allocate(bytes); };
        for (const std::uint64_t layer : m_cacheTensors[device.device.id]) {
            take(layer / 2);
            take(layer - layer / 2);
        }
        take(device.window);
        take(passes);
        device.peakAllocated = std::max(device.peakAllocated, allocator.allocated());
        device.peakReserved = std::max(device.peakReserved, allocator.reserved());
    }

    /// The caches of this program's executor, each with room that doubles: what they grow out of
    /// stays with the allocator.
    void growCaches(DeviceEstimate& device) const {
        const Workload& work = m_estimate.workload;
        const auto tokens = static_cast<std::int64_t>(work.tokens());
        const auto first = cacheRoom(static_cast<std::int64_t>(chunkSize()), 0);
        const auto last = cacheRoom(static_cast<std::int64_t>(chunkSize()), tokens);
        AllocatorModel allocator = allocatorOf(device);
        const auto tensors = m_cacheTensors.find(device.device.id);
        std::vector<std::uint64_t> blocks;
        const auto take = [&allocator](std::uint64_t bytes) {
            const auto block = allocator.allocate(bytes);
            return block ? block->id : 0;
        };
        const auto pass = [&](std::uint64_t bytes) { allocator.free(take(bytes)); };
        take(device.window);
        for (std::int64_t room = first;; room *= 2) {
            std::size_t next = 0;
            for (std::size_t layer = 0;
                 tensors != m_cacheTensors.end() && layer < tensors->second.size(); ++layer) {
                const std::uint64_t bytes = tensors->second[layer] / (2 * work.batch) *
                                            static_cast<std::uint64_t>(room) /
                                            static_cast<std::uint64_t>(last);
                // Keys, and values, of each sequence.
                for (std::uint64_t tensor = 0; tensor < 2 * work.batch; ++tensor, ++next) {
                    const std::uint64_t larger = take(bytes);
                    if (next < blocks.size()) {
                        allocator.free(std::exchange(blocks[next], larger));
                    } else {
                        blocks.push_back(larger);
                    }
                }
            }
            pass(room == first ? std::max(device.prefillActivations, device.logits)
                               : device.decodeActivations);
            if (room >= last) {
                break;
            }
        }
        pass(std::max(device.decodeActivations, device.logits));
        const AllocatorStatistics& statistics = allocator.statistics();
        device.peakAllocated = std::max(device.peakAllocated, statistics.peakAllocated);
        device.peakReserved = std::max(device.peakReserved, statistics.peakReserved);
    }

    [[nodiscard]] AllocatorModel allocatorOf(const DeviceEstimate& device) const {
        AllocatorModel allocator = AllocatorModel::of(device.device);
        const auto* const prediction =
            m_schedule != nullptr ? m_schedule->prediction.get() : nullptr;
        const auto state = prediction != nullptr ? prediction->allocators.find(device.device.id)
                                                 : DeviceStates::const_iterator();
        if (prediction != nullptr && state != prediction->allocators.end()) {
            allocator = state->second;
        } else {
            (void)allocator.allocate(device.weights);
        }
        allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        return allocator;
    }

    [[nodiscard]] AllocatorGrowth growthOf(const DeviceEstimate& device) const {
        if (m_schedule != nullptr && m_schedule->prediction != nullptr) {
            const DeviceStates& states = m_schedule->prediction->allocators;
            if (const auto state = states.find(device.device.id); state != states.end()) {
                return state->second.growth();
            }
        }
        AllocatorGrowth allocator(device.device.allocator);
        if (m_share) {
            for (const std::uint64_t bytes : m_share->tensors) {
                allocator.allocate(bytes);
            }
        } else {
            allocator.allocate(device.weights);
        }
        return allocator;
    }

    [[nodiscard]] DeviceEstimate* find(DeviceId id) {
        const auto found = std::ranges::find(
            m_estimate.devices, id, [](const DeviceEstimate& device) { return device.device.id; });
        return found == m_estimate.devices.end() ? nullptr : &*found;
    }

    [[nodiscard]] bool allFit() const {
        return std::ranges::all_of(m_estimate.devices, [](const DeviceEstimate& device) {
            return device.free().value_or(0) >= 0;
        });
    }

    void judge() {
        const Verdict planned = m_share ? Verdict::Fits : m_plan.verdict;
        m_estimate.verdict = allFit() ? planned : Verdict::DoesNotFit;
        for (const DeviceEstimate& device : m_estimate.devices) {
            const auto free = device.free();
            // A disk is named where it lacks room; what it has left limits nothing.
            const bool isUsed = device.peakAllocated > 0 &&
                                (device.device.id != DeviceId::disk() || free.value_or(0) < 0);
            if (free && isUsed && (!m_estimate.tightest || *free < m_estimate.tightest->margin)) {
                m_estimate.tightest = TightestDevice{device.device.id, *free, 0};
            }
        }
        for (const DeviceEstimate& device : m_estimate.devices) {
            const std::int64_t free = device.free().value_or(0);
            if (m_estimate.tightest && device.device.id.isGpu() &&
                device.device.id != m_estimate.tightest->device && free > 0) {
                m_estimate.tightest->stranded += static_cast<std::uint64_t>(free);
            }
        }
    }

    /// Layers of equal widths on one device.
    struct BlockGroup {
        DeviceId device;
        const BlockShape* block;
    };
    struct WindowNeed {
        unsigned layers = 0;
        std::map<DeviceId, std::uint64_t> bytes;
    };

    EstimateInput m_input;
    const PlacementPlan& m_plan;
    std::stop_token m_stop;
    std::shared_ptr<const ModelFacts> m_facts;       ///< of one card, where layers are divided
    std::shared_ptr<const ModelFacts> m_wholeFacts;  ///< then the model's
    std::optional<ParallelShare> m_share;            ///< nothing: whole layers, by the plan's map
    std::shared_ptr<const LoadSchedule> m_schedule;  ///< null: the plan is quantised
    RunSetting m_setting;
    std::optional<DescribedWeights> m_weights;
    std::unique_ptr<RunModel> m_model;  ///< null: another engine
    std::map<DeviceId, std::vector<std::uint64_t>> m_cacheTensors;
    std::map<DeviceId, std::uint64_t> m_promptCaches;
    ModelShape m_shape;
    std::vector<BlockGroup> m_groups;
    std::vector<WindowNeed> m_windows;
    std::map<DeviceId, AllocatorGrowth> m_afterLoad;
    std::optional<PlanClock> m_clock;
    bool m_isBrief = false;       ///< for a search: microseconds count
    CapacityEstimate m_fresh;     ///< before any workload
    CapacityEstimate m_estimate;  ///< the one that is being made
};

PlanEstimator::PlanEstimator(std::unique_ptr<Work> work) : m_work(std::move(work)) {}
PlanEstimator::PlanEstimator(PlanEstimator&&) noexcept = default;
PlanEstimator& PlanEstimator::operator=(PlanEstimator&&) noexcept = default;
PlanEstimator::~PlanEstimator() = default;

Result<PlanEstimator> PlanEstimator::make(EstimateInput input, std::stop_token stop) {
    auto work = std::make_unique<Work>(std::move(input), std::move(stop));
    STOWAGE_TRY(work->prepare());
    return PlanEstimator(std::move(work));
}

Result<CapacityEstimate> PlanEstimator::estimate(const Workload& workload) {
    return m_work->run(workload, false);
}

Result<CapacityEstimate> PlanEstimator::calculate(const Workload& workload) {
    return m_work->run(workload, true);
}

Result<std::optional<ReplayedContext>> PlanEstimator::longest(const Workload& workload) {
    return m_work->longest(workload);
}

const EngineProfile& PlanEstimator::engine() const {
    return m_work->engine();
}

bool PlanEstimator::replays() const {
    return m_work->replays();
}

std::string_view basisName(EstimateBasis basis) {
    return basis == EstimateBasis::Replay ? "replay" : "formula";
}

std::optional<std::int64_t> DeviceEstimate::free() const {
    if (!device.capacity) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*device.capacity) -
           static_cast<std::int64_t>(device.usedByOthers) - static_cast<std::int64_t>(needed());
}

const DeviceEstimate* CapacityEstimate::on(DeviceId device) const {
    const auto found = std::ranges::find(
        devices, device, [](const DeviceEstimate& estimate) { return estimate.device.id; });
    return found == devices.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const CapacityEstimate>> estimateCapacity(const EstimateInput& input,
                                                                 const std::stop_token& stop) {
    auto estimator = PlanEstimator::make(input, stop);
    STOWAGE_TRY(estimator);
    auto estimate = input.byFormula ? estimator->calculate(input.workload)
                                    : estimator->estimate(input.workload);
    STOWAGE_TRY(estimate);
    return std::make_shared<const CapacityEstimate>(std::move(*estimate));
}

Workload usualWorkload(const ModelFacts* facts) {
    constexpr std::uint64_t kPrompt = 1024;
    constexpr std::uint64_t kAnswer = 256;
    Workload work;
    if (facts == nullptr) {
        return work;
    }
    const bool generates = facts->cache && facts->cache->layers > 0;
    const std::uint64_t positions = facts->contextLength.value_or(2 * kPrompt);
    work.prompt = std::clamp<std::uint64_t>(generates ? positions / 2 : positions, 1, kPrompt);
    work.generate = generates ? std::min(positions / 4, kAnswer) : 0;
    return work;
}

std::string estimateSentence(const CapacityEstimate& estimate) {
    const Workload& work = estimate.workload;
    const std::string what =
        groupedText(work.batch) + (work.batch == 1 ? " sequence of " : " sequences of ") +
        groupedText(work.tokens()) + (work.tokens() == 1 ? " token" : " tokens");
    std::string text = (estimate.verdict == Verdict::DoesNotFit ? "Does not fit: "
                        : estimate.verdict == Verdict::Fits     ? "Fits: "
                                                                : "Fits with offload: ") +
                       what + ".";
    const bool allHold = !estimate.tightest || estimate.tightest->margin >= 0;
    if (estimate.verdict == Verdict::DoesNotFit && allHold) {
        const std::string& why = estimate.plan->verdictText;  // the map itself does not hold
        return text + " " + why + (why.ends_with('.') ? "" : ".");
    }
    if (estimate.tightest) {
        const std::int64_t margin = estimate.tightest->margin;
        const auto bytes = static_cast<std::uint64_t>(margin < 0 ? -margin : margin);
        text += " Tightest is " + deviceLabel(estimate.tightest->device) + ": " +
                formatSize(bytes) + (margin < 0 ? " too little." : " to the next failure.");
    }
    return text;
}

}  // namespace stowage
