// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/formula_memory.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/capacity/own_runs.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace stowage {
namespace {

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

/// "2 sequences of 4,096 tokens".
Message workText(const Workload& work) {
    const std::string batch = groupedText(work.batch);
    const std::string tokens = groupedText(work.tokens());
    if (work.tokens() == 1) {
        return work.batch == 1 ? say("%1 sequence of %2 token", batch, tokens)
                               : say("%1 sequences of %2 token", batch, tokens);
    }
    return work.batch == 1 ? say("%1 sequence of %2 tokens", batch, tokens)
                           : say("%1 sequences of %2 tokens", batch, tokens);
}

}  // namespace

class PlanEstimator::Work {
public:
    Work(EstimateInput input, std::stop_token stop)
        : m_input(std::move(input)), m_plan(*m_input.plan), m_stop(std::move(stop)) {}

    /// All that no number of a workload changes.
    Result<void> prepare() {
        if (isOfTenants(*m_plan.request.tree)) {
            return fail(ErrorCode::InvalidArgument,
                        say("A workload is judged for one model, and this plan is of several; "
                            "estimate (stowagectl estimate, the Capacity page) counts them "
                            "together."),
                        {}, "workload");
        }
        if (isPipeline(*m_plan.request.tree)) {
            return fail(ErrorCode::InvalidArgument,
                        say("A pipeline of diffusers has no workload of tokens; its ways to "
                            "offload are compared instead (estimate without a workload, the "
                            "Capacity page)."),
                        {}, "workload");
        }
        STOWAGE_TRY(checkWorkload(m_input.workload));
        m_facts = knownFacts(*m_input.checkpoint, *m_plan.request.tree);
        m_fresh.plan = m_input.plan;
        m_fresh.computeType = m_input.workload.computeType.value_or(mostCommonDtype(m_plan));
        if (!isParallel()) {
            STOWAGE_TRY(makeSchedule());
        }
        STOWAGE_TRY(chooseEngine());
        const auto& entries = m_plan.map.entries();
        const bool isComputed = std::ranges::any_of(entries, [this](const DeviceMap::Entry& entry) {
            return !entry.second.isGpu() &&
                   computesSome(m_plan.request.hooks.offloaded, entry.first);
        });
        if (isComputed && !m_own) {
            m_fresh.notes.push_back(
                say("Offloaded modules that the CPU computes are this program's own way; the "
                    "engine of this estimate (%1) may bring their weights to a GPU.",
                    m_fresh.engine.title));
        }
        STOWAGE_TRY(divide());
        noteLinks();
        if (m_facts != nullptr) {
            m_fresh.positions = m_facts->contextLength;
            m_shape = m_share ? m_share->shape : modelShape(*m_plan.request.tree, *m_facts);
        }
        m_formula.emplace(FormulaPlan{&m_plan, m_facts.get(), &m_shape,
                                      m_share ? &*m_share : nullptr, m_schedule.get(),
                                      m_own.get()});
        beginDevices();
        if (m_facts == nullptr) {
            return {};
        }
        if (m_share) {
            m_fresh.notes.push_back(
                say("How long tensor parallelism takes depends on how its GPUs are joined: its "
                    "time is not estimated."));
            return {};
        }
        if (std::ranges::any_of(entries, [this](const DeviceMap::Entry& entry) {
                return m_plan.placement(entry.second) == nullptr;
            })) {
            return {};  // no time on a device that is not there, which is the plan's problem
        }
        const auto speeds = SpeedSource::make(m_input.rates.get());
        STOWAGE_TRY(speeds);
        m_clock.emplace(m_plan, *m_facts, m_shape, m_fresh.computeType, *speeds);
        return {};
    }

    [[nodiscard]] bool replays() const { return m_own != nullptr; }
    [[nodiscard]] const EngineProfile& engine() const { return m_fresh.engine; }

    Result<CapacityEstimate> run(const Workload& workload, bool byFormula) {
        STOWAGE_TRY(checkWorkload(workload));
        m_estimate = m_fresh;
        m_estimate.workload = workload;
        m_estimate.workload.engine = m_estimate.engine.name;
        if (m_own) {
            STOWAGE_TRY(m_own->check(workload, mostCommonDtype(m_plan)));
        }
        if (workload.tokens() > m_fresh.positions.value_or(workload.tokens()) && !m_own) {
            m_estimate.notes.push_back(say("This model was made for %1 positions, not for %2.",
                                           groupedText(*m_fresh.positions),
                                           groupedText(workload.tokens())));
        }
        if (workload.prefillChunk > 0 && workload.prefillChunk < workload.prompt && m_own &&
            m_own->chunkOf(workload) == workload.prompt) {
            m_estimate.notes.push_back(
                say("Tokens of this model see later ones of their prompt: prompts go in whole."));
        }
        STOWAGE_TRY(m_own && !byFormula ? replay() : m_formula->calculate(m_estimate, byFormula));
        noteWindow();
        repeatOnEqualCards();
        judge();
        addTime(byFormula ? PlanClock::Detail::Totals : PlanClock::Detail::Layers);
        return std::move(m_estimate);
    }

    Result<std::optional<TimedPasses>> passes(const Workload& workload) {
        const auto estimate = run(workload, true);
        STOWAGE_TRY(estimate);
        if (!m_clock) {
            return std::optional<TimedPasses>();
        }
        const double cache = cacheBytesOfLayer(*estimate);
        TimedPasses passes{m_clock->passes(PlanClock::Part::Prompt, workload, cache),
                           m_clock->passes(PlanClock::Part::Token, workload, cache), false, cache,
                           m_fresh.computeType};
        if (m_own && estimate->time->runsAreMeasured) {
            auto own = m_own->passes(workload);
            STOWAGE_TRY(own);
            // As takeRunTimes(): where a rate is unknown all stays as it is.
            const bool isKnown =
                !std::isnan(own->prompt.seconds(0)) && !std::isnan(own->token.seconds(0));
            if (isKnown && !own->token.steady.empty()) {
                passes.token = std::move(own->token);
            }
            if (isKnown) {
                passes.prompt = std::move(own->prompt);
                passes.areOfRuns = true;
            }
        }
        return std::optional(std::move(passes));
    }

    Result<std::optional<ReplayedContext>> longest(const Workload& workload) {
        STOWAGE_TRY(checkWorkload(workload));
        return m_own ? m_own->longest(workload, m_stop)
                     : Result<std::optional<ReplayedContext>>(std::nullopt);
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
            say("Every layer is divided evenly among %1 GPUs, which a device map cannot express: "
                "the plan's map is not what is priced here, and what is exported of it does not "
                "divide layers. How they are divided: %2.",
                cards, m_fresh.engine.tensorParallel->source));
        return {};
    }

    /// What activations cross between machines, and what of it nobody said.
    void noteLinks() {
        if (isParallel()) {
            return;
        }
        for (const MachineCrossing& crossing : deviceHops(m_plan).crossings) {
            const auto link = linkBetween(m_plan.request.devices, m_plan.request.machineLinks,
                                          crossing.from, crossing.to);
            const auto isSame = [&link](const MachineLink& other) {
                return (other.one == link->one && other.other == link->other) ||
                       (other.one == link->other && other.other == link->one);
            };
            if (std::ranges::none_of(m_fresh.links, isSame)) {
                m_fresh.links.push_back(*link);
            }
        }
        for (const MachineLink& link : m_fresh.links) {
            if (link.isAssumed) {
                m_fresh.notes.push_back(
                    say("The link between %1 and %2 is assumed: 10 Gbit/s Ethernet (%3). Measure "
                        "it, and give it by --machine-link.",
                        machineLabel(link.one), machineLabel(link.other), linkText(link)));
            }
        }
    }

    /// Figures of the first card for the others, and nothing anywhere else.
    void repeatOnEqualCards() {
        if (!isParallel()) {
            return;
        }
        const DeviceEstimate first = *m_estimate.on(DeviceId::gpu(0));
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
                        say("This program's own engine does not divide layers among GPUs by "
                            "tensor parallelism; name vllm, sglang or transformers."),
                        {}, "engine");
        }
        auto model = !isParallel() && (asked.empty() || asked == kOwnEngine)
                         ? OwnRuns::make(m_plan, *m_input.checkpoint, m_schedule.get(),
                                         m_input.rates.get(), m_input.mostCached)
                         : Result<std::unique_ptr<OwnRuns>>(nullptr);
        if (!model && asked == kOwnEngine) {
            return model.unexpected();
        }
        m_own = model ? std::move(*model) : nullptr;
        const std::string_view name = !asked.empty() ? std::string_view(asked)
                                      : m_own        ? kOwnEngine
                                                     : kUsualEngine;
        auto engine = findEngine(name);
        STOWAGE_TRY(engine);
        m_fresh.engine = std::move(*engine);
        return {};
    }

    void beginDevices() {
        const auto used = static_cast<std::uint64_t>(
            std::ranges::count_if(m_plan.placements, [](const DevicePlacement& placement) {
                return placement.device.id.isGpu() && placement.weights > 0;
            }));
        const std::uint64_t gpus = m_share ? m_share->cards : used;
        const EngineProfile::Context* const published =
            m_fresh.engine.contextOf(std::max<std::uint64_t>(gpus, 1));
        const EngineProfile::Context* const context =
            published != nullptr ? published : contextOfFewer(gpus);
        const auto expands = [](const DevicePlacement& placement) {
            return placement.device.allocator == AllocatorKind::ExpandableSegments;
        };
        if (std::ranges::any_of(m_plan.placements, expands)) {
            m_fresh.notes.push_back(
                say("Memory of GPUs is counted as PyTorch's allocator holds it with "
                    "expandable_segments:True."));
        }
        for (const DevicePlacement& placement : m_plan.placements) {
            DeviceEstimate device;
            device.device = placement.device;
            device.weights = m_share ? m_share->weights : placement.weightsAllocated;
            device.peakAllocated = device.weights;
            device.peakReserved = m_share ? 0 : placement.weightsReserved;
            // A card that the plan leaves alone is never opened.
            const bool isOpened =
                m_share || placement.weights > 0 || placement.device.id == m_plan.executionDevice();
            if (placement.device.id.isGpu() && isOpened) {
                // What a person said, or was measured, is better than what was published.
                device.context = placement.device.context > 0 ? placement.device.context
                                 : context != nullptr         ? context->bytes
                                                              : 0;
            }
            takeLoad(device);
            if (device.device.id.isGpu()) {
                m_formula->begin(device);
                addRotaryTable(device);
                addExpertTiles(device);
            } else if (gpus > 0 && device.device.id == DeviceId::cpu()) {
                pinWeights(device);
            }
            m_fresh.devices.push_back(std::move(device));
        }
        const bool isSaid = std::ranges::all_of(m_fresh.devices, [](const DeviceEstimate& device) {
            return !device.device.id.isGpu() || device.weights == 0 || device.device.context > 0;
        });
        if (gpus > 0 && published == nullptr && !m_own && !isSaid) {
            m_fresh.notes.push_back(notPublished(gpus, context != nullptr));
        }
    }

    /// That nobody published what the engine takes on so many cards; `isOfFewer`: what it takes on
    /// fewer of them, more than one here, stands for it.
    [[nodiscard]] Message notPublished(std::uint64_t gpus, bool isOfFewer) const {
        const std::string& title = m_fresh.engine.title;
        if (isOfFewer) {
            return say(
                "What %1 takes on each of %2 GPUs before any tensor is not published: "
                "counted as on fewer GPUs, the least it takes.",
                title, gpus);
        }
        return gpus == 1 ? say("What %1 takes on each of %2 GPU before any tensor is not "
                               "published: unknown.",
                               title, gpus)
                         : say("What %1 takes on each of %2 GPUs before any tensor is not "
                               "published: unknown.",
                               title, gpus);
    }

    /// Of the most GPUs below so many of which a figure is published; null: of none.
    [[nodiscard]] const EngineProfile::Context* contextOfFewer(std::uint64_t gpus) const {
        const EngineProfile::Context* found = nullptr;
        while (found == nullptr && gpus > 1) {
            found = m_fresh.engine.contextOf(--gpus);
        }
        return found;
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
        m_formula->hold(device.device.id, bytes);
        device.explained["weights"] =
            say("with a rotary table of %1 positions × %2 numbers = %3",
                groupedText(*m_facts->contextLength), groupedText(width), formatSize(bytes));
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
        m_formula->hold(device.device.id, whole);
        device.explained["experts"] =
            say("among the weights, to fill up experts in MXFP4 to tiles of %1 × %2 weights: %3",
                groupedText(tiles->innerMultiple), groupedText(tiles->hiddenMultiple),
                formatSize(whole));
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
                say("parameters of %1, each pinned in a block of a power of two: %2",
                    formatSize(device.weights), formatSize(bytes));
            device.weights = bytes;
            device.peakAllocated = std::max(device.peakAllocated, bytes);
            device.peakReserved = std::max(device.peakReserved, device.peakAllocated);
        }
    }

    Result<void> replay() {
        if (!m_own->isShort(m_estimate.workload)) {
            m_estimate.notes.push_back(
                say("So many tokens are not replayed one by one; what they take is calculated."));
            return m_formula->calculate(m_estimate, false);
        }
        const bool travels = weightsTravel(m_plan);
        for (unsigned window = m_plan.request.prefetchWindow;; --window) {
            const auto replayed = m_own->replay(m_estimate.workload, window, m_stop);
            STOWAGE_TRY(replayed);
            takeReplay(*replayed);
            const bool isAsked = m_input.window == EstimateInput::Window::AsPlanned;
            if (!travels || isAsked || window == 0 || m_estimate.holds()) {
                m_estimate.prefetchWindow = travels ? std::optional(window) : std::nullopt;
                return {};
            }
        }
    }

    void noteWindow() {
        const auto& window = m_estimate.prefetchWindow;
        if (window && *window != m_plan.request.prefetchWindow && m_estimate.holds()) {
            m_estimate.notes.push_back(say("There is room for a prefetch window of %1, not of %2.",
                                           *window, m_plan.request.prefetchWindow));
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

    /// Of a layer that keeps anything, and of a token.
    [[nodiscard]] double cacheBytesOfLayer(const CapacityEstimate& estimate) const {
        const double layers =
            m_facts->cache ? static_cast<double>(std::max<std::uint64_t>(m_facts->cache->layers, 1))
                           : 1;
        return static_cast<double>(estimate.kvBytesPerToken) / layers;
    }

    void addTime(PlanClock::Detail detail) {
        if (!m_clock) {
            return;
        }
        m_estimate.time = m_clock->estimate(m_estimate.workload, cacheBytesOfLayer(m_estimate),
                                            m_estimate.prefetchWindow.value_or(0), detail);
        const bool isBrief = detail == PlanClock::Detail::Totals;
        if (m_own && !isBrief && m_estimate.time->runsAreMeasured) {
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
        const auto predicted = m_own->times(
            m_estimate.workload, m_estimate.prefetchWindow.value_or(0), std::move(fresh));
        if (!predicted || !predicted->prefill) {
            return;
        }
        time.basis = SpeedBasis::Measured;
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

    void judge() {
        const Verdict planned = m_share ? Verdict::Fits : m_plan.verdict;
        m_estimate.verdict = m_estimate.holds() ? planned : Verdict::DoesNotFit;
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

Result<std::optional<TimedPasses>> PlanEstimator::passes(const Workload& workload) {
    return m_work->passes(workload);
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

std::optional<std::uint64_t> DeviceEstimate::kvBlocks(const Workload& workload) const {
    const auto left = free();
    if (kvCache == 0 || !left) {
        return std::nullopt;
    }
    const double ofBlock = static_cast<double>(kvCache * kKvBlockTokens) /
                           static_cast<double>(workload.tokens() * workload.batch);
    const double room = std::max(static_cast<double>(kvCache) + static_cast<double>(*left), 0.0);
    return static_cast<std::uint64_t>(room / ofBlock);
}

const DeviceEstimate* CapacityEstimate::on(DeviceId device) const {
    const auto found = std::ranges::find(
        devices, device, [](const DeviceEstimate& estimate) { return estimate.device.id; });
    return found == devices.end() ? nullptr : &*found;
}

bool CapacityEstimate::holds() const {
    return std::ranges::all_of(
        devices, [](const DeviceEstimate& device) { return device.free().value_or(0) >= 0; });
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

Message estimateSentence(const CapacityEstimate& estimate) {
    const Message work = workText(estimate.workload);
    const Message verdict = estimate.verdict == Verdict::DoesNotFit ? say("Does not fit: %1.", work)
                            : estimate.verdict == Verdict::Fits
                                ? say("Fits: %1.", work)
                                : say("Fits with offload: %1.", work);
    const auto& tightest = estimate.tightest;
    if (estimate.verdict == Verdict::DoesNotFit && (!tightest || tightest->margin >= 0)) {
        const Message why = estimate.plan->verdictText;  // the map itself does not hold
        return joined({verdict, why.english().ends_with('.') ? why : say("%1.", why)}, " ");
    }
    if (!tightest) {
        return verdict;
    }
    const std::int64_t margin = tightest->margin;
    const Message device = deviceLabel(tightest->device);
    const std::string bytes = formatSize(static_cast<std::uint64_t>(margin < 0 ? -margin : margin));
    return joined(
        {verdict, margin < 0 ? say("Tightest is %1: %2 too little.", device, bytes)
                             : say("Tightest is %1: %2 to the next failure.", device, bytes)},
        " ");
}

}  // namespace stowage
