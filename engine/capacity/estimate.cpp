// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/activation_formula.h"
#include "engine/capacity/block_shapes.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/capacity/tensor_parallel.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/program/program_prediction.h"
#include "engine/plan/planned_tensors.h"
#include "engine/run/run_job.h"
#include "engine/run/run_replay.h"
#include "engine/run/run_setting.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace stowage {
namespace {

/// Replays of more modules than this are left to the formula: seconds.
constexpr std::uint64_t kMostReplayedStages = 500'000;

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

std::uint64_t at(const RunMemoryBytes& bytes, RunMemoryKind kind) {
    return bytes[static_cast<std::size_t>(kind)];
}

class Estimator {
public:
    Estimator(const EstimateInput& input, std::stop_token stop)
        : m_input(input), m_plan(*input.plan), m_stop(std::move(stop)) {}

    Result<std::shared_ptr<const CapacityEstimate>> run() {
        STOWAGE_TRY(checkWorkload(m_input.workload));
        m_estimate.plan = m_input.plan;
        m_estimate.workload = m_input.workload;
        m_facts = knownFacts(*m_input.checkpoint, *m_plan.request.tree);
        m_estimate.computeType = m_input.workload.computeType.value_or(mostCommonDtype(m_plan));
        if (!isParallel()) {
            STOWAGE_TRY(makeSchedule());
        }
        STOWAGE_TRY(chooseEngine());
        STOWAGE_TRY(divide());
        beginDevices();
        STOWAGE_TRY(m_model != nullptr && !m_input.byFormula ? replay() : calculate());
        repeatOnEqualCards();
        judge();
        STOWAGE_TRY(addTime());
        return std::make_shared<const CapacityEstimate>(std::move(m_estimate));
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
        auto share = parallelShare(m_plan, *m_wholeFacts, m_estimate.engine, cards);
        STOWAGE_TRY(share);
        m_share = std::move(*share);
        m_facts = std::make_shared<const ModelFacts>(m_share->facts);
        m_estimate.notes.push_back(
            "Every layer is divided among " + std::to_string(cards) +
            " equal GPUs, which a device map cannot express: the plan's map is not what is priced "
            "here, and what is exported of it does not divide layers. How they are divided: " +
            m_estimate.engine.tensorParallel->source + ".");
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
        m_estimate.engine = std::move(*engine);
        m_estimate.workload.engine = m_estimate.engine.name;
        return checkOwnTypes();
    }

    Result<std::unique_ptr<RunModel>> ownModel() {
        if (m_schedule == nullptr) {
            return fail(ErrorCode::Unsupported,
                        "A quantised plan is not run by this program; name another engine.", {},
                        "engine");
        }
        m_setting = runSettingOf(*m_schedule);
        m_setting.offloadBuffers = m_plan.request.constraints.offloadBuffers;
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
        const Workload& work = m_input.workload;
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
            m_estimate.engine.contextOf(std::max<std::uint64_t>(gpus, 1));
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
            m_estimate.devices.push_back(std::move(device));
        }
        if (gpus > 0 && context == nullptr && m_model == nullptr) {
            m_estimate.notes.push_back("What " + m_estimate.engine.title + " takes on each of " +
                                       std::to_string(gpus) + (gpus == 1 ? " GPU" : " GPUs") +
                                       " before any tensor is not published: unknown.");
        }
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

    [[nodiscard]] RunRequest request() const {
        const Workload& work = m_input.workload;
        RunRequest request;
        request.tokens = promptOf(m_model->traits(), work.prompt);
        request.alongside.assign(work.batch - 1, request.tokens);
        const bool generates = m_model->traits().isGenerative;
        request.generate = generates ? static_cast<std::int64_t>(work.tokens() - work.prompt) : 0;
        request.outputs = generates ? Outputs::Last : Outputs::All;
        return request;
    }

    Result<void> replay() {
        const RunRequest asked = request();
        const std::uint64_t stages =
            static_cast<std::uint64_t>(std::max<std::int64_t>(asked.generate, 1)) *
            m_model->stages().size() * asked.sequences();
        if (stages > kMostReplayedStages) {
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
        if (travels && m_estimate.prefetchWindow != m_plan.request.prefetchWindow) {
            m_estimate.notes.push_back("There is room for a prefetch window of " +
                                       std::to_string(*m_estimate.prefetchWindow) + ", not of " +
                                       std::to_string(m_plan.request.prefetchWindow) + ".");
        }
        return {};
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
            if (run.device != DeviceId::disk()) {
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

    Result<void> addTime() {
        if (m_facts == nullptr) {
            return {};
        }
        if (m_share) {
            m_estimate.notes.push_back(
                "How long tensor parallelism takes depends on how its GPUs are joined: its time is "
                "not estimated.");
            return {};
        }
        const auto speeds = SpeedSource::make(m_input.rates.get());
        STOWAGE_TRY(speeds);
        const double layers =
            m_facts->cache ? static_cast<double>(std::max<std::uint64_t>(m_facts->cache->layers, 1))
                           : 1;
        auto time = estimateTime(m_plan, *m_facts, m_estimate.workload, m_estimate.computeType,
                                 static_cast<double>(m_estimate.kvBytesPerToken) / layers,
                                 m_estimate.prefetchWindow.value_or(0), *speeds);
        STOWAGE_TRY(time);
        m_estimate.time = std::move(*time);
        return {};
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
        const Workload& work = m_input.workload;
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

    Result<void> calculate() {
        if (m_facts == nullptr) {
            m_estimate.notes.push_back(
                "Nothing says what this model keeps of its tokens and how wide its layers are: "
                "only its weights are counted.");
            return {};
        }
        const ModelShape shape =
            m_share ? m_share->shape : modelShape(*m_plan.request.tree, *m_facts);
        STOWAGE_TRY(addCaches(shape));
        addActivations(shape);
        for (DeviceEstimate& device : m_estimate.devices) {
            const DevicePlacement* const placement = m_plan.placement(device.device.id);
            device.window = placement != nullptr && !m_share ? placement->window : 0;
            addPeaks(device);
        }
        m_estimate.prefetchWindow = m_plan.prefetchWindow;
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
        const Workload& work = m_input.workload;
        const std::uint64_t chunk =
            work.prefillChunk > 0 ? std::min(work.prefillChunk, work.prompt) : work.prompt;
        const PassShape prefill = passOf(chunk, work.prompt);
        const PassShape decode = passOf(1, work.tokens());
        for (const BlockShape& block : shape.blocks) {
            DeviceEstimate* const device = find(runsOn(block.module));
            if (device == nullptr) {
                continue;
            }
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
        if (!shape.head.module.isValid()) {
            return;
        }
        const bool isGenerative = m_facts->cache && m_facts->cache->layers > 0;
        const std::uint64_t rows = isGenerative ? work.batch : work.batch * chunk;
        std::uint64_t bytes = logitBytes(shape.head, rows, prefill.bytes);
        bytes += m_estimate.engine.copiesLogits && prefill.bytes < 4
                     ? logitBytes(shape.head, work.batch, 4)
                     : 0;
        const DeviceId place =
            m_estimate.engine.logitsOnHost ? DeviceId::cpu() : runsOn(shape.head.module);
        if (DeviceEstimate* const device = find(place)) {
            device->logits = bytes;
            device->explained["logits"] = groupedText(rows) + " rows × " +
                                          groupedText(shape.head.outputs) +
                                          " numbers = " + formatSize(bytes);
        }
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
        AllocatorModel allocator = allocatorOf(device);
        allocator.setLimit(std::numeric_limits<std::uint64_t>::max());
        const auto take = [&](std::uint64_t bytes) {
            if (bytes > 0) {
                (void)allocator.allocate(bytes);
            }
        };
        for (const std::uint64_t layer : m_cacheTensors[device.device.id]) {
            take(layer / 2);
            take(layer - layer / 2);
        }
        take(device.window);
        take(passes);
        const AllocatorStatistics& statistics = allocator.statistics();
        device.peakAllocated = std::max(device.peakAllocated, statistics.allocated);
        device.peakReserved = std::max(device.peakReserved, statistics.reserved);
    }

    [[nodiscard]] AllocatorModel allocatorOf(const DeviceEstimate& device) const {
        if (m_schedule != nullptr && m_schedule->prediction != nullptr) {
            const DeviceStates& states = m_schedule->prediction->allocators;
            if (const auto state = states.find(device.device.id); state != states.end()) {
                return state->second;
            }
        }
        AllocatorModel allocator;
        if (m_share) {
            for (const std::uint64_t bytes : m_share->tensors) {
                (void)allocator.allocate(bytes);
            }
        } else if (device.weights > 0) {
            (void)allocator.allocate(device.weights);
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
            const bool isUsed = device.peakAllocated > 0 && device.device.id != DeviceId::disk();
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

    const EstimateInput& m_input;
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
    CapacityEstimate m_estimate;
};

}  // namespace

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
    return Estimator(input, stop).run();
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
    if (estimate.tightest) {
        const std::int64_t margin = estimate.tightest->margin;
        const auto bytes = static_cast<std::uint64_t>(margin < 0 ? -margin : margin);
        text += " Tightest is " + deviceLabel(estimate.tightest->device) + ": " +
                formatSize(bytes) + (margin < 0 ? " too little." : " to the next failure.");
    }
    return text;
}

}  // namespace stowage
