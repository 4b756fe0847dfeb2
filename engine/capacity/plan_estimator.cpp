// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/plan_estimator_work.h"

#include "engine/base/byte_size.h"
#include "engine/base/number_text.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/checkpoint/checkpoint_facts.h"
#include "engine/device/card_catalogue.h"
#include "engine/load/program/load_schedule.h"
#include "engine/model/joined_tree.h"
#include "engine/plan/device_hops.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace stowage {

namespace {

std::uint64_t at(const RunMemoryBytes& bytes, RunMemoryKind kind) {
    return bytes[static_cast<std::size_t>(kind)];
}

/// Activations that a replay shows to be more than the formula says.
void takeMore(std::uint64_t& activations, std::uint64_t replayed, DeviceEstimate& device,
              const char* key) {
    if (replayed > activations) {
        activations = replayed;
        device.explained[key] =
            say("result of replaying the allocations at the start of the run: %1",
                formatSize(replayed));
    }
}

}  // namespace

UnnamedGpus unnamedGpusFor(const Workload& workload) {
    return workload.engine == kOwnEngine ? UnnamedGpus::ThisMachine : UnnamedGpus::AssumedCard;
}

Result<void> PlanEstimator::Work::prepare() {
    if (isOfTenants(*m_plan.request.tree)) {
        return fail(
            ErrorCode::InvalidArgument,
            say("A verdict on a workload is for one model, but this plan has several models. Use "
                "stowagectl estimate or the Capacity page to estimate all models together."),
            {}, "workload");
    }
    if (isPipeline(*m_plan.request.tree)) {
        return fail(
            ErrorCode::InvalidArgument,
            say("A diffusers pipeline has no workload of tokens. Use stowagectl estimate without a "
                "workload, or the Capacity page, to compare the ways to offload the pipeline."),
            {}, "workload");
    }
    STOWAGE_TRY(checkWorkload(m_input.workload));
    m_facts = knownFacts(*m_input.checkpoint, *m_plan.request.tree);
    m_fresh.plan = m_input.plan;
    m_fresh.missing = m_plan.missing;
    if (!isParallel()) {
        STOWAGE_TRY(makeSchedule());
    }
    STOWAGE_TRY(chooseEngine());
    m_fresh.computeType = timedType();
    divideByItself();
    if (const auto& planned = m_plan.request.constraints.quantization;
        planned && planned->declaredBy.empty()) {
        m_fresh.notes.push_back(
            say("The peak memory while weights are loaded and quantised is not predicted; this "
                "peak may be higher than the estimate."));
    }
    const auto& entries = m_plan.map.entries();
    const bool isComputed = std::ranges::any_of(entries, [this](const DeviceMap::Entry& entry) {
        return !entry.second.isGpu() && computesSome(m_plan.request.hooks.offloaded, entry.first);
    });
    if (isComputed && m_input.workload.isComputedInPlace()) {
        m_fresh.notes.push_back(say(
            "The CPU computes the layers in CPU memory; %1 does not copy their weights to a GPU.",
            m_fresh.engine.title));
    } else if (isComputed && !m_own) {
        m_fresh.notes.push_back(
            say("This program computes offloaded modules on the CPU; the engine of this estimate "
                "(%1) may copy their weights to a GPU instead.",
                m_fresh.engine.title));
    }
    STOWAGE_TRY(divide());
    noteLinks();
    if (m_facts != nullptr) {
        m_fresh.positions = m_facts->contextLength;
        m_shape = m_share ? m_share->shape : modelShape(*m_plan.request.tree, *m_facts);
    }
    if (m_own) {
        m_fresh.computeType = m_own->computesIn(planDtype());
    }
    const auto capability = computeCapability();
    STOWAGE_TRY(capability);
    m_formula.emplace(FormulaPlan{&m_plan, m_facts.get(), &m_shape, m_share ? &*m_share : nullptr,
                                  m_schedule.get(), m_own.get(), *capability});
    beginDevices();
    if (m_facts == nullptr) {
        return {};
    }
    const bool areStatesUnknown = (!m_facts->state || !m_facts->state->layers.empty()) && !m_own;
    if (areStatesUnknown) {
        m_fresh.missing.push_back(
            {say("the memory of recurrent layers while they compute (activations)"),
             say("If Stowage can run this model, choose the engine \"stowage\".")});
    }
    if (m_share) {
        m_fresh.noTime =
            say("The time of tensor parallelism depends on how the GPUs are connected, so no time "
                "is estimated.");
        return {};
    }
    if (std::ranges::any_of(entries, [this](const DeviceMap::Entry& entry) {
            return m_plan.placement(entry.second) == nullptr;
        })) {
        m_fresh.noTime = say("The device map names a device that does not exist.");
        return {};
    }
    if (!m_facts->state && !m_own) {
        m_fresh.noTime = say("The time of recurrent layers is not estimated.");
        return {};
    }
    if (areStatesUnknown) {
        m_fresh.notes.push_back(
            say("The time of recurrent layers includes matrix products and the reading of weights "
                "and states; the update of the states is not included."));
    }
    if (auto why = whyNotTimed(*m_facts); why && !m_own) {
        m_fresh.noTime = std::move(*why);
        return {};
    }
    const auto speeds = SpeedSource::make(m_input.rates.get(), unnamedGpusFor(m_input.workload));
    STOWAGE_TRY(speeds);
    const auto assumed = speeds->assumptions(m_plan.request.devices);
    m_fresh.notes.insert(m_fresh.notes.end(), assumed.begin(), assumed.end());
    m_clock.emplace(m_plan, *m_facts, m_shape, timedType(), *speeds, kernelCosts());
    return {};
}

std::vector<KernelCost> PlanEstimator::Work::kernelCosts() const {
    const auto* const kernels =
        quantizedWeights(m_plan) == nullptr
            ? nullptr
            : m_fresh.engine.kernelsOf(m_plan.request.constraints.quantization);
    return kernels == nullptr ? std::vector<KernelCost>() : kernels->costs;
}

DType PlanEstimator::Work::timedType() const {
    return m_input.workload.computeType.value_or(planDtype());
}

DType PlanEstimator::Work::planDtype() const {
    return m_fresh.engine.computedDtype(m_plan, m_facts != nullptr ? m_facts->dtype : std::nullopt,
                                        m_input.checkpoint->format == CheckpointFormat::Gguf);
}

Result<CapacityEstimate> PlanEstimator::Work::run(const Workload& workload, Way way) {
    const bool byFormula = way != Way::Whole && way != Way::Brief;
    STOWAGE_TRY(checkWorkload(workload));
    m_estimate = m_fresh;
    const auto served = servedWorkload(workload);
    STOWAGE_TRY(served);
    m_estimate.workload = workload;
    m_estimate.workload.engine = m_estimate.engine.name;
    m_estimate.workload.tensorParallel = m_input.workload.tensorParallel;
    m_estimate.served = *served;
    m_estimate.served.engine = m_estimate.engine.name;
    STOWAGE_TRY(checkOptions(*served));
    for (DeviceEstimate& device : m_estimate.devices) {
        if (device.share) {
            device.share->utilization =
                workload.memoryShare > 0 ? workload.share() : usualShare(*device.share, workload);
        }
    }
    if (workload.images > 0) {
        noteImages();
    }
    if (m_own) {
        STOWAGE_TRY(m_own->check(workload, planDtype()));
    }
    if (auto shortContext = shortContextText(*served)) {
        m_estimate.notes.push_back(std::move(*shortContext));
    }
    if (served->tokens() > m_fresh.positions.value_or(served->tokens()) && !m_own) {
        m_estimate.notes.push_back(
            say("A context of %2 tokens exceeds the %1 positions that this model is designed for.",
                groupedText(*m_fresh.positions), groupedText(served->tokens())));
    }
    if (workload.prefillChunk > 0 && workload.prefillChunk < workload.prompt && m_own &&
        m_own->chunkOf(workload) == workload.prompt) {
        m_estimate.notes.push_back(
            say("Tokens of this model attend to later tokens of the prompt, so prompts are not "
                "processed in chunks."));
    }
    STOWAGE_TRY(m_own && !byFormula ? replay(way) : m_formula->calculate(m_estimate, byFormula));
    noteWindow();
    repeatOnEqualCards();
    judge();
    if (way == Way::Whole || way == Way::Formula ||
        (way == Way::Probe && isYes(m_estimate.verdict))) {
        noteShare();
        explainOther();
        addTime(byFormula ? PlanClock::Detail::Totals : PlanClock::Detail::Layers);
    }
    return std::move(m_estimate);
}

Result<std::optional<TimedPasses>> PlanEstimator::Work::passes(const Workload& workload) {
    const auto estimate = run(workload, Way::Memory);
    STOWAGE_TRY(estimate);
    if (!m_clock) {
        return std::optional<TimedPasses>();
    }
    const double cache = cacheBytesOfLayer(*estimate);
    TimedPasses passes{m_clock->passes(PlanClock::Part::Prompt, estimate->served, cache),
                       m_clock->passes(PlanClock::Part::Token, estimate->served, cache),
                       false,
                       cache,
                       estimate->served,
                       timedType(),
                       kernelCosts()};
    if (m_own && m_clock->runsAreMeasured() && m_own->isWritten(workload)) {
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

Result<std::optional<ReplayedContext>> PlanEstimator::Work::longest(const Workload& workload) {
    STOWAGE_TRY(checkWorkload(workload));
    return m_own ? m_own->longest(workload, m_stop)
                 : Result<std::optional<ReplayedContext>>(std::nullopt);
}

Result<Workload> PlanEstimator::Work::servedWorkload(const Workload& workload) const {
    if (workload.images > 0 && (m_own || m_facts == nullptr || !m_facts->images)) {
        return fail(ErrorCode::InvalidArgument,
                    say("Images cannot be estimated: the engine does not process images for this "
                        "model, or the number of tokens per image is unknown. Leave out the "
                        "images, and add their tokens to the prompt."),
                    {}, "images");
    }
    if (!m_own && m_facts != nullptr) {
        STOWAGE_TRY(checkGenerates(workload, *m_facts));
    }
    const Workload served = withImageTokens(workload, m_facts.get());
    STOWAGE_TRY(checkWorkload(served));
    return served;
}

void PlanEstimator::Work::noteImages() {
    const ImageFacts& images = *m_facts->images;
    const std::string side = groupedText(images.side);
    const std::string tokens = groupedText(images.tokens);
    if (images.tokens == 1) {
        m_estimate.notes.push_back(
            say("An image of %1 × %1 pixels adds %2 token to the prompt and is processed by %3 as "
                "%4 × %5 positions.",
                side, tokens, images.tower, images.tiles, groupedText(images.positions)));
        return;
    }
    m_estimate.notes.push_back(images.positions == 0
                                   ? say("An image of %1 × %1 pixels adds %2 tokens to the prompt; "
                                         "the computation of the image encoder is not included.",
                                         side, tokens)
                                   : say("An image of %1 × %1 pixels adds %2 tokens to the prompt "
                                         "and is processed by %3 as %4 × %5 positions.",
                                         side, tokens, images.tower, images.tiles,
                                         groupedText(images.positions)));
}

Result<void> PlanEstimator::Work::makeSchedule() {
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

void PlanEstimator::Work::divideByItself() {
    Workload& work = m_input.workload;
    const bool isAsked = work.tensorParallel > 0;
    work.tensorParallel = dividingCards(m_plan, m_facts.get(), m_fresh.engine, work);
    if (isAsked || !isParallel()) {
        return;
    }
    m_schedule.reset();  // no device map is loaded
    m_fresh.notes.push_back(say(
        "By default, %1 divides each layer among GPUs. For this plan, the engine uses %2 GPUs, the "
        "largest number that the engine accepts. Specify another number with tensor_parallel; with "
        "1, the layers form a pipeline according to the device map of the plan.",
        m_fresh.engine.title, work.tensorParallel));
}

Result<void> PlanEstimator::Work::divide() {
    if (!isParallel()) {
        return {};
    }
    const std::uint64_t cards = m_input.workload.tensorParallel;
    m_wholeFacts = m_facts != nullptr ? m_facts : std::make_shared<const ModelFacts>();
    auto share = parallelShare(m_plan, *m_wholeFacts, m_fresh.engine, cards);
    STOWAGE_TRY(share);
    m_share = std::move(*share);
    m_facts = std::make_shared<const ModelFacts>(m_share->facts);
    m_fresh.notes.push_back(say(
        "Every layer is divided evenly among %1 GPUs. A device map cannot express this division, "
        "so this estimate does not use the device map of the plan. How the layers are divided: %2.",
        cards, m_fresh.engine.tensorParallel->source));
    return {};
}

void PlanEstimator::Work::noteLinks() {
    if (isParallel()) {
        return;
    }
    for (const MachineCrossing& crossing : deviceHops(m_plan).crossings) {
        const auto link = linkBetween(m_plan.request.devices, m_plan.request.machineLinks,
                                      crossing.from, crossing.to);
        if (std::ranges::none_of(m_fresh.links, [&link](const MachineLink& other) {
                return joinSame(other, *link);
            })) {
            m_fresh.links.push_back(*link);
        }
    }
    for (const MachineLink& link : m_fresh.links) {
        if (link.isAssumed) {
            m_fresh.notes.push_back(
                say("The link between %1 and %2 is assumed to be 10 Gbit/s Ethernet (%3). Measure "
                    "the link, then specify its bandwidth with --machine-link or, in the window, "
                    "in the dialog \"Simulated GPUs\".",
                    machineLabel(link.one), machineLabel(link.other), linkText(link)));
        }
    }
}

Result<void> PlanEstimator::Work::checkOptions(const Workload& workload) const {
    const EngineProfile& engine = m_fresh.engine;
    const auto most = m_facts == nullptr ? std::nullopt : m_facts->servedContext();
    if (most && workload.tokens() > *most && !engine.longerContext.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 rejects a context of %2 tokens: this model is designed for %3 tokens. "
                        "Shorten the context; with %4=1, %1 accepts the longer context anyway.",
                        engine.title, groupedText(workload.tokens()), groupedText(*most),
                        engine.longerContext),
                    {}, "context");
    }
    if (workload.batchedTokens > 0 && engine.batchedTokens.usual == 0) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 has no option for the number of tokens of a pass; leave out "
                        "max_num_batched_tokens, or use vllm.",
                        engine.title),
                    {}, "max_num_batched_tokens");
    }
    if (workload.memoryShare > 0 && !engine.memoryShare && !engine.staticShare) {
        return fail(ErrorCode::InvalidArgument,
                    say("%1 has no option for a share of the GPU memory; leave out "
                        "gpu_memory_utilization, or use vllm or sglang.",
                        engine.title),
                    {}, "gpu_memory_utilization");
    }
    return {};
}

double PlanEstimator::Work::usualShare(const MemoryShare& share, const Workload& workload) const {
    const EngineProfile& engine = m_fresh.engine;
    if (!engine.staticShare) {
        return engine.memoryShare.value_or(1);
    }
    const auto stages = std::ranges::count_if(m_fresh.devices, [](const DeviceEstimate& device) {
        return device.device.id.isGpu() && device.weights > 0;
    });
    EngineProfile::StaticShare::Setting setting;
    setting.total = share.total;
    setting.tensorParallel = m_share ? m_share->cards : 1;
    setting.stages = m_share ? 1 : static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(stages, 1));
    setting.prefillChunk = workload.prefillChunk;
    setting.sequences = workload.batch;
    setting.isLatent = m_facts != nullptr && m_facts->latentWidth.has_value();
    const double usual = engine.staticShare->usual(setting);
    return m_facts != nullptr && m_facts->images ? usual * shareBesideImages() : usual;
}

/// adjust_mem_fraction_for_vlm() of SGLang's memory_hook.py: by how much larger the image tower is
/// than that of ViT-L/14.
double PlanEstimator::Work::shareBesideImages() const {
    constexpr double kLayers = 24;
    constexpr double kWidth = 1024;
    constexpr double kBase = 0.95;
    constexpr double kStep = 0.1;
    double layers = 0;
    double width = 0;
    for (const BlockShape& block : m_shape.blocks) {
        if (block.input == BlockInput::Images) {
            ++layers;
            width = std::max(width, static_cast<double>(block.hidden));
        }
    }
    const double ratio = layers > 0 ? layers * width * width / (kLayers * kWidth * kWidth) : 1;
    return kBase * std::clamp(1 - kStep * (ratio - 1), 0.8, 1.05);
}

Result<unsigned> PlanEstimator::Work::computeCapability() const {
    const DevicePlacement* const gpu = m_plan.placement(m_plan.executionDevice());
    if (gpu == nullptr || m_fresh.engine.policy != KvPolicy::Blocks) {
        return 0U;
    }
    const auto& catalogue = deviceCatalogue();
    STOWAGE_TRY(catalogue);
    const CatalogueCard* const card = cardOfDevice(*catalogue, gpu->device);
    return card == nullptr ? 0U : card->computeCapability;
}

void PlanEstimator::Work::repeatOnEqualCards() {
    if (!isParallel()) {
        return;
    }
    const DeviceEstimate first = *m_estimate.on(DeviceId::gpu(0));
    for (DeviceEstimate& device : m_estimate.devices) {
        const bool isCard =
            device.device.id.isGpu() && device.device.id.index < m_input.workload.tensorParallel;
        DeviceEstimate figures = isCard ? first : DeviceEstimate();
        figures.device = device.device;
        figures.context = isCard ? device.context : 0;
        device = std::move(figures);
    }
    m_estimate.prefetchWindow.reset();
    if (m_facts->cache && m_facts->cache->elements > 0) {
        // Of a token, on all cards: what several hold counts once.
        m_estimate.kvBytesPerToken =
            m_estimate.kvBytesPerToken * m_wholeFacts->cache->elements / m_facts->cache->elements;
    }
    if (m_fresh.engine.tensorParallel->dividesStates) {
        m_estimate.stateBytesPerSequence *= m_share->cards;
    }
}

Result<void> PlanEstimator::Work::chooseEngine() {
    const std::string& asked = m_input.workload.engine;
    if (isParallel() && asked == kOwnEngine) {
        return fail(ErrorCode::Unsupported,
                    say("This program's own engine does not divide layers among GPUs by tensor "
                        "parallelism; use vllm, sglang or transformers."),
                    {}, "engine");
    }
    if (asked == kOwnEngine) {
        auto model = OwnRuns::make(m_input, m_schedule.get());
        STOWAGE_TRY(model);
        m_own = std::move(*model);
    }
    auto engine = findEngine(asked.empty() ? kUsualEngine : std::string_view(asked));
    STOWAGE_TRY(engine);
    m_fresh.engine = std::move(*engine);
    m_fresh.refusal =
        m_fresh.engine.whyNotLoaded(m_input.checkpoint->format == CheckpointFormat::Gguf,
                                    m_plan.request.constraints.quantization);
    return {};
}

Result<void> PlanEstimator::Work::replay(Way way) {
    if (!m_own->isShort(m_estimate.served)) {
        m_estimate.notes.push_back(
            say("The workload has too many tokens to replay the run token by token, so the memory "
                "of the run is calculated by formula."));
        STOWAGE_TRY(m_formula->calculate(m_estimate, false));
        return holdStart(way);
    }
    const bool travels = weightsTravel(m_plan);
    for (unsigned window = m_plan.request.prefetchWindow;; --window) {
        const auto replayed = m_own->replay(m_estimate.served, window, m_stop);
        STOWAGE_TRY(replayed);
        takeReplay(*replayed);
        const bool isAsked = m_input.window == EstimateInput::Window::AsPlanned;
        if (!travels || isAsked || window == 0 || m_estimate.holds()) {
            m_estimate.prefetchWindow = travels ? std::optional(window) : std::nullopt;
            return {};
        }
    }
}

Result<void> PlanEstimator::Work::holdStart(Way way) {
    const bool isAsked = m_input.window == EstimateInput::Window::AsPlanned;
    const auto start = m_own->replayStart(
        m_estimate.served, isAsked ? m_plan.request.prefetchWindow : 0, way == Way::Brief, m_stop);
    STOWAGE_TRY(start);
    for (const ReplayedDevice& run : *start) {
        const auto device =
            std::ranges::find(m_estimate.devices, run.device,
                              [](const DeviceEstimate& estimate) { return estimate.device.id; });
        if (device != m_estimate.devices.end() && run.device != DeviceId::disk()) {
            device->peakAllocated = std::max(device->peakAllocated, run.peakAllocated);
            device->peakReserved = std::max(device->peakReserved, run.peakReserved);
            takeMore(device->prefillActivations, at(run.prefill, RunMemoryKind::Activations),
                     *device, "activations");
            takeMore(device->decodeActivations, at(run.decode, RunMemoryKind::Activations), *device,
                     "decode");
        }
    }
    return {};
}

void PlanEstimator::Work::explainOther() {
    for (DeviceEstimate& device : m_estimate.devices) {
        const std::int64_t other = device.other();
        DeviceEstimate loaded;
        loaded.device = device.device;
        takeLoad(loaded);
        if (other < 0) {
            device.explained["other"] =
                say("each part is shown at its peak, but the peaks occur at different times; the "
                    "total peak is %1 lower than the sum",
                    formatSize(static_cast<std::uint64_t>(-other)));
        } else if (other > 0) {
            const std::string bytes = formatSize(static_cast<std::uint64_t>(other));
            device.explained["other"] =
                loaded.peakAllocated == device.peakAllocated
                    ? say("the peak occurs during the load, including %1 for reading", bytes)
                    : say("other memory in use at the peak: %1", bytes);
        }
    }
}

void PlanEstimator::Work::noteWindow() {
    const auto& window = m_estimate.prefetchWindow;
    if (window && *window != m_plan.request.prefetchWindow && m_estimate.holds()) {
        m_estimate.notes.push_back(
            say("The free memory allows a prefetch window of only %1 instead of the requested %2.",
                *window, m_plan.request.prefetchWindow));
    }
}

void PlanEstimator::Work::takeReplay(const std::vector<ReplayedDevice>& replayed) {
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
        (m_own->keepsStates() ? fresh.state : fresh.kvCache) = run.kvCache;
        fresh.window =
            std::max(at(run.prefill, RunMemoryKind::Window), at(run.decode, RunMemoryKind::Window));
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

void PlanEstimator::Work::addOwnCacheFigures() {
    if (m_own->keepsStates() && m_facts != nullptr && m_facts->state && m_estimate.engine.state) {
        const auto size = stateSize(*m_estimate.engine.state, *m_facts->state, m_estimate.served,
                                    m_estimate.computeType);
        m_estimate.stateBytesPerSequence = size ? size->ofSequence : 0;
    }
    if (m_facts == nullptr || !m_facts->cache || m_facts->cache->layers == 0) {
        return;
    }
    const auto size = kvCacheSize(m_estimate.engine, *m_facts->cache, m_facts->className,
                                  m_estimate.served, m_estimate.computeType);
    if (!size) {
        return;
    }
    m_estimate.kvBytesPerToken = size->bytesPerToken;
    m_estimate.kvType = kvTypeOf(m_estimate.computeType);
    std::uint64_t replayed = 0;
    for (const DeviceEstimate& device : m_estimate.devices) {
        replayed += device.kvCache;
    }
    if (replayed == size->bytes) {
        explainCaches(*size, m_estimate.devices);
    }
}

double PlanEstimator::Work::cacheBytesOfLayer(const CapacityEstimate& estimate) const {
    const double layers =
        m_facts->cache ? static_cast<double>(std::max<std::uint64_t>(m_facts->cache->layers, 1))
                       : 1;
    return static_cast<double>(estimate.kvBytesPerToken) / layers;
}

void PlanEstimator::Work::addTime(PlanClock::Detail detail) {
    if (!m_clock) {
        return;
    }
    m_estimate.time = m_clock->estimate(m_estimate.served, cacheBytesOfLayer(m_estimate),
                                        m_estimate.prefetchWindow.value_or(0), detail);
    if (m_own && m_clock->runsAreMeasured() && m_own->isWritten(m_estimate.served)) {
        takeRunTimes(*m_estimate.time);
    }
    for (const MachineLink& link : m_estimate.links) {
        m_estimate.time->sources.push_back(
            link.isAssumed ? say("link between %1 and %2: %3, assumed", machineLabel(link.one),
                                 machineLabel(link.other), linkText(link))
                           : say("link between %1 and %2: %3, as specified", machineLabel(link.one),
                                 machineLabel(link.other), linkText(link)));
    }
    const auto kernels = kernelCosts();
    const auto kernel = std::ranges::find_if(kernels, [this](const KernelCost& cost) {
        return cost.mostRows == 0 || m_estimate.served.batch <= cost.mostRows;
    });
    if (const auto& method = m_plan.request.constraints.quantization; kernel != kernels.end()) {
        m_estimate.notes.push_back(
            say("Matrix products with %1 weights are assumed to take %2 times as long as with "
                "16-bit weights; factors of %3 to %4 were measured (%5).",
                quantizationName(method->method), formatGeneral(kernel->usual, 3),
                formatGeneral(kernel->least, 3), formatGeneral(kernel->most, 3),
                m_fresh.engine.kernelsOf(method)->source));
    }
    if (m_estimate.time->products != ProductRate::Own) {
        m_estimate.notes.push_back(ratelessSentence(m_estimate.time->products, timedType()));
    }
}

void PlanEstimator::Work::takeRunTimes(TimeEstimate& time) {
    std::map<DeviceId, std::uint64_t> fresh;
    for (const DeviceEstimate& device : m_estimate.devices) {
        fresh[device.device.id] = device.window;
    }
    const auto predicted =
        m_own->times(m_estimate.served, m_estimate.prefetchWindow.value_or(0), std::move(fresh));
    if (!predicted || !predicted->prefill) {
        return;
    }
    time.basis = SpeedBasis::Measured;
    time.isStandIn = false;
    time.products = ProductRate::Own;
    time.toFirstToken = predicted->prefill->seconds;
    const auto& decode = predicted->decode;
    if (decode && time.tokensPerSecond > 0) {
        time.perToken = decode->seconds;
        time.tokensPerSecond =
            static_cast<double>(m_estimate.served.batch) / std::max(time.perToken, 1e-12);
        time.low = time.tokensPerSecond;
        time.high = time.tokensPerSecond;
    }
    const auto secondsOf = [](const PredictedPass& pass, const LayerTime& layer) {
        const auto stage = std::ranges::find(pass.stages, layer.module, &PredictedStage::module);
        return stage == pass.stages.end()
                   ? std::nullopt
                   : std::optional(std::max(stage->computeSeconds, stage->transferSeconds));
    };
    for (LayerTime& layer : time.layers) {
        layer.prefill = secondsOf(*predicted->prefill, layer).value_or(layer.prefill);
        layer.decode = decode ? secondsOf(*decode, layer).value_or(layer.decode) : layer.decode;
    }
}

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
    return m_work->run(workload, Work::Way::Whole);
}

Result<CapacityEstimate> PlanEstimator::estimateBriefly(const Workload& workload) {
    return m_work->run(workload, Work::Way::Brief);
}

Result<CapacityEstimate> PlanEstimator::calculate(const Workload& workload) {
    return m_work->run(workload, Work::Way::Formula);
}

Result<CapacityEstimate> PlanEstimator::calculateIfFits(const Workload& workload) {
    return m_work->run(workload, Work::Way::Probe);
}

Result<CapacityEstimate> PlanEstimator::calculateMemory(const Workload& workload) {
    return m_work->run(workload, Work::Way::Memory);
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

Result<std::optional<double>> predictedLoadSeconds(const EstimateInput& input) {
    // A prediction needs a name for the folder, not the folder.
    constexpr const char* kOffloadFolder = "offload";
    const auto schedule =
        makeLoadSchedule(input.plan, input.checkpoint,
                         {.offloadFolder = kOffloadFolder,
                          .dryRun = whyNotLoadedHere(input.plan->request).has_value(),
                          .rates = input.rates});
    STOWAGE_TRY(schedule);
    return (*schedule)->predictedSeconds;
}

}  // namespace stowage
