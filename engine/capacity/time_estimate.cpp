// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/capacity/block_shapes.h"
#include "engine/capacity/kv_cache_size.h"
#include "engine/plan/forward_estimate.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace stowage {

namespace {

/// Until a transfer to another device begins.
constexpr double kLatencySeconds = 10e-6;

/// One layer, or what stands before or after them, as a clock sees it.
struct TimedUnit {
    std::string module;
    ModuleId id;
    DeviceId device;
    /// A table, or buffers: it takes the time in which they travel.
    bool isCarrier = false;
    double parameters = 0;       ///< of matrices that are multiplied with each row
    double fixedParameters = 0;  ///< the same times as many rows as go through them whatever comes
    double onceParameters = 0;   ///< the same whatever the number of sequences
    double oncePerToken = 0;
    double latent = 0;  ///< of these, those that make keys and values of latent vectors
    double bytes = 0;   ///< of all that every row uses
    double routed = 0;  ///< of all experts
    double routedBytes = 0;
    /// Bytes in 16 bits of weights that a KernelCost prices; `bytes` has the others.
    double wide = 0;
    double routedWide = 0;
    double experts = 0;
    double active = 0;
    double libraryActive = 0;
    double scoresWidth = 0;  ///< numbers of a query and of a value, all heads; 0: no attention
    double heads = 0;
    bool keepsTokens = false;
    double seenTokens = 0;  ///< of its window; 0: all
    double stateBytes = 0;  ///< of one sequence
    double scan = 0;        ///< StateFacts::scan
    double step = 0;
    double runs = 1;  ///< how often a pass goes through it
    PartRows rows{{}, 0, 1};
    /// Attention to an encoder's positions or images.
    struct Cross {
        bool isAlone = false;
        double parameters = 0;  ///< multiplied with each row
        double bytes = 0;
        double inputParameters = 0;  ///< multiplied with each position, of a prompt alone
        double inputBytes = 0;
    };
    Cross cross{};
    double activationWidth = 0;
    /// Seconds in which its weights travel to it.
    struct Travel {
        double link = 0;
        double disk = 0;
    };
    Travel always{};     ///< in each pass
    Travel atFirst{};    ///< in prompts, in addition
    Travel ofExperts{};  ///< of modules of one expert each: a hook brings those that are used
    /// What of it is computed on the CPU while the rest runs on its device.
    struct HostPart {
        double parameters = 0;
        double bytes = 0;
        double routed = 0;
        double routedBytes = 0;
        double visits = 0;  ///< how often activations go there and come back
    };
    HostPart host{};
    bool isHead = false;
    bool isOther = false;  ///< neither a layer nor the head
    BlockInput input = BlockInput::Tokens;

    /// Those of so many positions that are in its window.
    [[nodiscard]] double seenOf(double positions) const {
        return seenTokens > 0 ? std::min(positions, seenTokens) : positions;
    }
};

/// Which part of the experts some tokens use, where each takes `active` of them by chance, evenly.
double usedShare(const TimedUnit& unit, double active, double tokens) {
    return unit.experts == 0 ? 1 : 1 - std::pow(1 - active / unit.experts, tokens);
}

/// What nobody published of a device takes no time: the other of operations and bytes tells.
double secondsAt(double amount, double rate) {
    return rate > 0 ? amount / rate : 0;
}

struct TimedPass {
    double tokens = 1;  ///< of each sequence
    double seen = 1;
    double sequences = 1;
    double bytes = 2;       ///< of a number
    double cacheBytes = 0;  ///< a token of a sequence, of a layer that keeps it
    double prompt = 1;      ///< positions of each sequence's encoder
    double cross = 0;       ///< positions of each sequence that a decoder attends to besides
    bool isPrompt = false;
    /// By transformers, which makes keys and values of all tokens from latent vectors again, and in
    /// some families computes experts that are not chosen.
    bool isLibrary = false;
    bool isByKnown = false;  ///< products at a rate that nobody published take no time
    double KernelCost::*kernels = &KernelCost::usual;
    double images = 0;     ///< of all sequences, or their tiles, that go through their tower
    double imageSeen = 0;  ///< positions of each
    [[nodiscard]] double rows() const { return tokens * sequences; }
    [[nodiscard]] double computing(double operations, const DeviceSpeed& speed) const {
        return isByKnown && speed.products != ProductRate::Own
                   ? 0
                   : secondsAt(operations, speed.operations);
    }
    [[nodiscard]] bool goesThrough(const TimedUnit& unit) const {
        return (unit.input == BlockInput::Images ? images > 0
                                                 : isPrompt || unit.input == BlockInput::Tokens) &&
               (unit.rows.fixed + unit.rows.perToken > 0) && !(unit.cross.isAlone && cross == 0);
    }
    /// Positions that one tile, or one sequence, brings in.
    [[nodiscard]] double positions(BlockInput input) const {
        return input == BlockInput::Images   ? imageSeen
               : input == BlockInput::Prompt ? prompt
                                             : tokens;
    }
    [[nodiscard]] double inputs(BlockInput input) const {
        return input == BlockInput::Images ? images : sequences;
    }
};

struct UnitTime {
    StageTime stage;
    TimeBound bound = TimeBound::Memory;
    bool isBoundByLink = false;  ///< of its device: activations take the most of its time there
};

}  // namespace

class PlanClock::Units {
public:
    Units(const PlacementPlan& plan, const ModelFacts& facts, const ModelShape& shape,
          DType computeType, const SpeedSource& speeds, std::vector<KernelCost> kernels)
        : m_plan(plan),
          m_tree(*plan.request.tree),
          m_facts(facts),
          m_bytes(static_cast<double>(storedBytes(computeType, 1))),
          m_disk(speeds.disk()),
          m_kernels(std::move(kernels)),
          m_uses(shape.tensors) {
        for (const DevicePlacement& placement : plan.placements) {
            m_speed[placement.device.id] = speeds.of(placement.device, computeType);
        }
        makeUnits(shape);
        addTravels();
    }

    [[nodiscard]] TimeEstimate run(const Workload& workload, double cacheBytes, unsigned window,
                                   Detail detail) const {
        const double batch = static_cast<double>(workload.batch);
        const Prompt prompt = promptOf(workload, cacheBytes);
        TimeEstimate estimate;
        const auto seconds = [&](Part part, const TimedPass& as = {}) {
            return passes(part, workload, cacheBytes, as).seconds(window);
        };
        estimate.toFirstToken = seconds(Part::Prompt);
        std::vector<UnitTime> times;
        (void)stagesOf(m_facts.generates ? tokenOf(workload, cacheBytes) : prompt.pass, &times);
        if (m_facts.generates) {
            estimate.perToken = seconds(Part::Token);
            estimate.tokensPerSecond = batch / std::max(estimate.perToken, 1e-12);
            const auto rateWith = [&](double KernelCost::*kernels) {
                return m_kernels.empty() ? estimate.tokensPerSecond
                                         : batch / seconds(Part::Token, {.kernels = kernels});
            };
            estimate.low = rateWith(&KernelCost::most);
            estimate.high = rateWith(&KernelCost::least);
        }
        addBound(estimate, times);
        addBasis(estimate);
        if (estimate.products != ProductRate::Own) {
            const TimedPass least{.isByKnown = true, .kernels = &KernelCost::least};
            estimate.leastToFirstToken = seconds(Part::Prompt, least);
            estimate.leastPerToken = m_facts.generates ? seconds(Part::Token, least) : 0;
        }
        if (detail == Detail::Layers) {
            addLayers(estimate, prompt.pass, prompt.chunks, times);
        }
        return estimate;
    }

    [[nodiscard]] std::vector<UnitCount> counts(Part part, const Workload& workload,
                                                double cacheBytes) const {
        const TimedPass pass = part == Part::Token ? tokenOf(workload, cacheBytes)
                                                   : promptOf(workload, cacheBytes).pass;
        std::vector<UnitCount> counts;
        for (const TimedUnit& unit : m_units) {
            counts.push_back(pass.goesThrough(unit) ? countOf(unit, pass) : UnitCount());
        }
        return counts;
    }

    [[nodiscard]] bool runsAreMeasured() const {
        return std::ranges::all_of(m_units, [this](const TimedUnit& unit) {
            return unit.isCarrier || m_speed.at(unit.device).pricesRuns;
        });
    }

    /// By the rates that `as` has.
    [[nodiscard]] PassTimes passes(Part part, const Workload& workload, double cacheBytes,
                                   const TimedPass& as = {}) const {
        PassTimes all;
        for (const TimedUnit& unit : m_units) {
            all.stages.push_back({{unit.module}, unit.device});
        }
        if (part == Part::Token) {
            TimedPass token = tokenOf(workload, cacheBytes);
            std::tie(token.isByKnown, token.kernels) = std::tie(as.isByKnown, as.kernels);
            all.asked = PassTimes::Asked::Steady;
            all.steady = stagesOf(token, nullptr);
            all.steadyCount = 1;
            return all;
        }
        Prompt prompt = promptOf(workload, cacheBytes);
        std::tie(prompt.pass.isByKnown, prompt.pass.kernels) = std::tie(as.isByKnown, as.kernels);
        all.first = {stagesOf(prompt.pass, nullptr)};
        all.steady = all.first.front();
        all.steadyCount = prompt.chunks - 1;
        return all;
    }

private:
    struct Prompt {
        TimedPass pass;
        double chunks = 1;
    };

    /// Weights come, and are read, once for each chunk.
    [[nodiscard]] Prompt promptOf(const Workload& given, double cacheBytes) const {
        const Workload workload = decoded(given);
        const double prompt = static_cast<double>(workload.prompt);
        const double chunk = workload.prefillChunk == 0
                                 ? prompt
                                 : std::min(prompt, static_cast<double>(workload.prefillChunk));
        const double batch = static_cast<double>(workload.batch);
        const double chunks = std::ceil(prompt / chunk);
        TimedPass pass{chunk, prompt, batch, m_bytes, cacheBytes};
        pass.isPrompt = true;
        addCross(pass, given);
        if (m_facts.images && workload.images > 0) {
            const ImageFacts& images = *m_facts.images;
            pass.imageSeen = static_cast<double>(images.positions);
            pass.images = static_cast<double>(images.tiles * workload.images) * batch / chunks;
        }
        return {pass, chunks};
    }

    [[nodiscard]] TimedPass tokenOf(const Workload& workload, double cacheBytes) const {
        TimedPass pass{1, static_cast<double>(decoded(workload).tokens()),
                       static_cast<double>(workload.batch), m_bytes, cacheBytes};
        addCross(pass, workload);
        return pass;
    }

    [[nodiscard]] Workload decoded(const Workload& workload) const {
        return m_facts.cache ? decoderWorkload(*m_facts.cache, workload) : workload;
    }

    /// Positions of encoders, and of those and images that a decoder attends to.
    void addCross(TimedPass& pass, const Workload& workload) const {
        using Source = KvCacheFacts::CrossSource;
        pass.isLibrary = isOfTransformers(workload.engine);
        pass.prompt = static_cast<double>(workload.prompt);
        if (!m_facts.cache || m_facts.cache->crossLayers == 0) {
            return;
        }
        const auto each = static_cast<double>(m_facts.cache->crossPositions.value_or(0));
        const Source source = m_facts.cache->crossSource;
        pass.cross = source == Source::Prompt     ? pass.prompt
                     : source == Source::Sequence ? each
                     : source == Source::Images   ? each * static_cast<double>(workload.images)
                                                  : 0;
        pass.prompt = source == Source::Sequence ? each : pass.prompt;
    }

    /// Whether the CPU computes a part of a unit that runs on a GPU.
    [[nodiscard]] bool isComputedOnCpu(const TensorSpec& tensor, DeviceId unit) const {
        return !m_plan.request.hooks.offloaded.empty() && unit.isGpu() &&
               moduleRunsOn(m_plan, tensor.module) == DeviceId::cpu();
    }

    void makeUnits(const ModelShape& shape) {
        auto other = shape.others.begin();
        const auto addOthersBefore = [&](std::optional<ModuleId> module) {
            for (; other != shape.others.end() && (!module || other->module < *module); ++other) {
                TimedUnit unit = unitOf(m_tree.ownTensors(other->module), *other);
                unit.isOther = true;
                unit.isCarrier = unit.bytes + unit.wide + unit.host.bytes + unit.cross.bytes == 0;
                addState(unit, other->module);
                m_units.push_back(std::move(unit));
            }
        };
        for (const BlockShape& block : shape.blocks) {
            addOthersBefore(block.module);
            TimedUnit unit = unitOf(m_tree.subtreeTensors(block.module), block);
            unit.seenTokens =
                unit.rows.seen > 0 ? unit.rows.seen : static_cast<double>(block.window);
            unit.heads = static_cast<double>(block.heads);
            unit.scoresWidth = static_cast<double>(block.queries + block.values);
            unit.runs = m_facts.layerRuns;
            unit.cross.isAlone = block.isCrossAlone;
            unit.keepsTokens = block.keepsTokens;
            addState(unit, block.module);
            unit.activationWidth =
                static_cast<double>(4 * block.hidden + block.queries + 2 * block.keys +
                                    3 * std::max(block.inner, block.expertInner));
            if (block.experts > 0) {
                unit.experts = static_cast<double>(block.experts);
                unit.active = static_cast<double>(m_facts.activeExperts.value_or(block.experts));
                unit.libraryActive =
                    static_cast<double>(m_facts.libraryActiveExperts.value_or(block.experts));
                addRouted(unit, block);
            }
            if (block.readLayer) {
                const auto& cache = *m_facts.cache;
                const bool slides = !cache.slides.empty() && cache.slides[*block.readLayer];
                unit.seenTokens = slides ? static_cast<double>(cache.window) : 0;
            }
            m_units.push_back(std::move(unit));
        }
        addOthersBefore(std::nullopt);
        if (shape.head.outputs > 0) {
            BlockShape own;
            own.module = shape.head.module;
            own.path = m_tree.path(own.module);
            TimedUnit head = unitOf(m_tree.subtreeTensors(own.module), own);
            head.isHead = m_facts.generates;
            m_units.push_back(std::move(head));
        }
        const auto first = std::ranges::find_if(m_units, [](const TimedUnit& unit) {
            return !unit.isCarrier && unit.input != BlockInput::Images;
        });
        if (first != m_units.end()) {
            m_entry = entryOf(first->id, first->device);
        } else if (!m_units.empty()) {
            m_entry = m_units.front().device;
        }
    }

    /// Where the activations of what computes first come from: the embedding before it may run in
    /// another machine. Within one machine that way takes next to nothing.
    [[nodiscard]] DeviceId entryOf(ModuleId layer, DeviceId runs) const {
        const std::span<const TensorSpec> all = m_tree.tensors();
        const auto before =
            all.first(static_cast<std::size_t>(m_tree.subtreeTensors(layer).data() - all.data()));
        const auto last = std::ranges::find(before.rbegin(), before.rend(), TensorKind::Parameter,
                                            &TensorSpec::kind);
        const DeviceId from = last == before.rend() ? runs : layerRunsOn(m_plan, last->module);
        return linkTo(from, runs) ? from : runs;
    }

    [[nodiscard]] const TensorPass& passOf(const TensorSpec& tensor) const {
        return m_uses[static_cast<std::size_t>(&tensor - m_tree.tensors().data())];
    }

    /// Adds the states of recurrent layers up to the end of a module that no unit has yet.
    void addState(TimedUnit& unit, ModuleId module) {
        const auto& layers = m_facts.state ? m_facts.state->layers : m_states;
        for (; m_states.size() < layers.size(); m_states.push_back(layers[m_states.size()])) {
            if (layers[m_states.size()] >= m_tree.node(module).subtreeEnd) {
                break;
            }
            const StateFacts& state = *m_facts.state;
            const double width = state.isLibraryFloat32 ? 4 : m_bytes;
            unit.scan += static_cast<double>(state.scan);
            unit.step += static_cast<double>(state.step);
            unit.stateBytes += static_cast<double>(state.channels * state.librarySteps) * m_bytes +
                               static_cast<double>(state.recurrent) * width;
        }
    }

    TimedUnit unitOf(std::span<const TensorSpec> tensors, const BlockShape& block) const {
        TimedUnit unit;
        unit.module = block.path;
        unit.id = block.module;
        unit.input = block.input;
        unit.device = layerRunsOn(m_plan, block.module);
        unit.rows = block.rows;
        bool wasOnHost = false;
        for (const TensorSpec& tensor : tensors) {
            if (tensor.kind != TensorKind::Parameter) {
                continue;
            }
            addCrossing(unit, tensor);
            const TensorUse use = passOf(tensor).use;
            const PartRows& rows = passOf(tensor).rows;
            if (passOf(tensor).isIdle()) {
                continue;
            }
            const bool isOnHost = isComputedOnCpu(tensor, unit.device);
            unit.host.visits += isOnHost && !wasOnHost ? 1 : 0;
            wasOnHost = isOnHost;
            const double matrix = use == TensorUse::Read || unpackedShape(tensor).size() < 2
                                      ? 0
                                      : static_cast<double>(parameterCount(tensor));
            if (use == TensorUse::Cross || use == TensorUse::CrossInput) {
                const bool isInput = use == TensorUse::CrossInput;
                addBytes(tensor, isInput ? unit.cross.inputBytes : unit.cross.bytes, nullptr);
                (isInput ? unit.cross.inputParameters : unit.cross.parameters) += matrix;
                continue;
            }
            addBytes(tensor, isOnHost ? unit.host.bytes : unit.bytes,
                     isOnHost ? nullptr : &unit.wide);
            if (rows.perToken > 0 && rows.once + rows.oncePerToken > 0) {
                addBytes(tensor, unit.bytes, &unit.wide);  // by a product of its own
            }
            (isOnHost ? unit.host.parameters : unit.parameters) += matrix * rows.perToken;
            unit.fixedParameters += matrix * rows.fixed;
            unit.onceParameters += matrix * rows.once;
            unit.oncePerToken += matrix * rows.oncePerToken;
            unit.latent += use == TensorUse::Latent ? matrix : 0;
        }
        return unit;
    }

    /// A unit that is parted between machines takes the weights of the others'.
    void addCrossing(TimedUnit& unit, const TensorSpec& tensor) const {
        const auto place = m_plan.storageDevices[tensor.storage.index()];
        const auto link = place && place->isGpu() ? linkTo(*place, unit.device) : std::nullopt;
        const double bytes = static_cast<double>(plannedBytes(m_plan, tensor));
        unit.always.link += link ? bytes / link->bytesPerSecond : 0;
    }

    /// To `wide` in 16 bits where one of `m_kernels` says how long products with the weight take.
    void addBytes(const TensorSpec& tensor, double& bytes, double* wide) const {
        const QuantizedWeights* const quantized =
            m_kernels.empty() || wide == nullptr ? nullptr : quantizedWeights(m_plan);
        const TensorId id{static_cast<std::uint32_t>(&tensor - m_tree.tensors().data())};
        if (quantized != nullptr && quantized->contains(id)) {
            *wide += static_cast<double>(2 * parameterCount(tensor));
        } else {
            bytes += static_cast<double>(plannedBytes(m_plan, tensor));
        }
    }

    /// Adds the weights that the hooks bring to the units in which they are used.
    void addTravels() {
        std::map<ModuleId, TimedUnit*> units;
        for (TimedUnit& unit : m_units) {
            units[unit.id] = &unit;
        }
        for (const BroughtModule& brought : broughtModules(m_plan)) {
            const auto after = units.upper_bound(brought.module);
            if (after == units.begin()) {
                continue;
            }
            TimedUnit& unit = *std::prev(after)->second;
            const bool isExpert = isSingleExpert(m_tree.path(brought.module));
            TimedUnit::Travel& travel = isExpert                            ? unit.ofExperts
                                        : brought.passes == PassesOf::First ? unit.atFirst
                                                                            : unit.always;
            const auto bytes = static_cast<double>(brought.bytes);
            const auto link = linkTo(brought.from, brought.to);
            if (link) {
                travel.link += bytes / link->bytesPerSecond;
            } else {
                travel.link += secondsAt(bytes, m_speed.at(brought.to).link);
                m_broughtOver.insert(brought.to);
            }
            travel.disk += brought.from == DeviceId::disk() ? bytes / m_disk : 0;
        }
    }

    /// What is of experts, from what is of all.
    void addRouted(TimedUnit& unit, const BlockShape& block) const {
        for (const TensorSpec& tensor : m_tree.subtreeTensors(block.module)) {
            const std::string_view inside = std::string_view(tensor.name).substr(block.path.size());
            // JetMoe has stacks of other names.
            const bool isRouted = blockPartOf(inside) == BlockPart::Experts ||
                                  (tensor.shape.size() == 3 &&
                                   static_cast<double>(tensor.shape.front()) == unit.experts);
            if (isRouted && tensor.kind == TensorKind::Parameter) {
                const bool isOnHost = isComputedOnCpu(tensor, unit.device);
                (isOnHost ? unit.host.routed : unit.routed) +=
                    passOf(tensor).use == TensorUse::Product
                        ? static_cast<double>(parameterCount(tensor))
                        : 0;
                addBytes(tensor, isOnHost ? unit.host.routedBytes : unit.routedBytes,
                         isOnHost ? nullptr : &unit.routedWide);
            }
        }
        unit.parameters -= unit.routed;
        unit.bytes -= unit.routedBytes;
        unit.wide -= unit.routedWide;
        unit.host.parameters -= unit.host.routed;
        unit.host.bytes -= unit.host.routedBytes;
    }

    /// What of a unit the CPU computes, and the way there and back.
    [[nodiscard]] double hostSeconds(const TimedUnit& unit, const TimedPass& pass,
                                     double rows) const {
        const TimedUnit::HostPart& part = unit.host;
        if (part.visits == 0) {
            return 0;
        }
        const DeviceSpeed& cpu = m_speed.at(DeviceId::cpu());
        const double activeShare = unit.experts == 0 ? 1 : unit.active / unit.experts;
        const double operations = 2 * rows * (part.parameters + part.routed * activeShare);
        const double touched = part.bytes + part.routedBytes * usedShare(unit, unit.active, rows);
        return std::max(pass.computing(operations, cpu), secondsAt(touched, cpu.bandwidth)) +
               2 * part.visits * hopSeconds(DeviceId::cpu(), unit.device, pass);
    }

    [[nodiscard]] std::optional<MachineLink> linkTo(DeviceId from, DeviceId to) const {
        return linkBetween(m_plan.request.devices, m_plan.request.machineLinks, from, to);
    }

    /// Activations cross a device's link, or the one between two machines.
    [[nodiscard]] double hopSeconds(DeviceId from, DeviceId to, const TimedPass& pass) const {
        const double bytes =
            pass.rows() * pass.bytes * static_cast<double>(m_facts.hiddenSize.value_or(0));
        if (const auto between = linkTo(from, to)) {
            return between->secondsFor(bytes);
        }
        const double link = m_speed.at(to).link;
        return kLatencySeconds + (link > 0 ? bytes / link : 0);
    }

    /// The work of one pass in a unit that runs.
    [[nodiscard]] UnitCount countOf(const TimedUnit& unit, const TimedPass& pass) const {
        const TimedUnit::Cross& cross = unit.cross;
        const double inputs = pass.inputs(unit.input);
        const double given = pass.positions(unit.input);
        const double positions = unit.rows.fixed + unit.rows.perToken * given;
        UnitCount count;
        const bool isLast = unit.isHead && m_facts.hasLastLogits(pass.isLibrary);
        count.rows = isLast ? pass.sequences : inputs * positions;
        const double each = isLast ? 1 : given;
        const double active = pass.isLibrary ? unit.libraryActive : unit.active;
        const double activeShare = unit.experts == 0 ? 1 : active / unit.experts;
        const bool isJoined = pass.isLibrary && m_facts.libraryJoinsInputs && !unit.keepsTokens;
        const double seen =
            unit.rows.seenPerToken > 0
                ? unit.rows.seen + unit.rows.seenPerToken * given
                : unit.seenOf(unit.keepsTokens ? pass.seen : positions) * (isJoined ? inputs : 1);
        count.operations = 2 * inputs * (unit.parameters * each + unit.fixedParameters) +
                           2 * (unit.onceParameters + unit.oncePerToken * given) +
                           2 * count.rows * unit.routed * activeShare;
        count.scores = cross.isAlone ? 0 : 2 * count.rows * seen * unit.scoresWidth;
        const double share = usedShare(unit, active, count.rows);
        const double wide = unit.wide + unit.routedWide * share;
        count.weightBytes = unit.bytes + unit.routedBytes * share +
                            (wide > 0 ? wide * kernelFactor(count.rows, pass.kernels) : 0);
        if (unit.keepsTokens) {
            count.cacheBytes = pass.sequences * pass.cacheBytes *
                               (pass.isPrompt ? unit.seenOf(pass.seen / 2) : seen);
        }
        if (unit.latent > 0 && !pass.isPrompt) {
            if (pass.isLibrary) {
                count.operations += 2 * inputs * unit.latent * (pass.seen - 1);
            } else if (m_facts.latentWidth) {
                // Queries are multiplied with the latent vectors themselves, for keys and values.
                count.scores =
                    4 * count.rows * seen * unit.heads * static_cast<double>(*m_facts.latentWidth);
            }
        }
        if (pass.cross > 0 && cross.bytes > 0) {
            const KvCacheFacts& cache = *m_facts.cache;
            count.operations += 2 * count.rows * cross.parameters;
            count.scores += 2 * count.rows * pass.cross * unit.scoresWidth;
            count.weightBytes += cross.bytes;
            if (pass.isPrompt) {
                count.operations += 2 * pass.sequences * pass.cross * cross.inputParameters;
                count.weightBytes += cross.inputBytes;
            } else {
                count.crossBytes = pass.sequences * pass.cross * pass.cacheBytes *
                                   static_cast<double>(cache.crossElements) /
                                   static_cast<double>(std::max<std::uint64_t>(cache.elements, 1));
            }
        }
        count.operations += 2 * count.rows * (pass.isPrompt ? unit.scan : unit.step);
        count.stateBytes = pass.sequences * unit.stateBytes;
        for (double* const figure : {&count.operations, &count.scores, &count.weightBytes}) {
            *figure *= unit.runs;
        }
        return count;
    }

    [[nodiscard]] UnitTime price(const TimedUnit& unit, const TimedPass& pass) const {
        const DeviceSpeed& speed = m_speed.at(unit.device);
        const UnitCount count = countOf(unit, pass);
        const double share = usedShare(unit, unit.active, count.rows);
        // Kernels pass over the scores that a causal mask hides.
        const bool isCausal = pass.isPrompt && unit.keepsTokens;
        const double scores =
            count.scores * (isCausal ? unit.seenOf(pass.seen / 2) / unit.seenOf(pass.seen) : 1);
        const double touched = count.weightBytes + count.cacheBytes + count.crossBytes +
                               count.stateBytes +
                               unit.runs * count.rows * unit.activationWidth * pass.bytes;
        const double computing = pass.computing(count.operations + scores, speed);
        const double reading = secondsAt(touched, speed.bandwidth);
        UnitTime time;
        time.stage.compute =
            std::max(computing, reading) + unit.runs * hostSeconds(unit, pass, count.rows);
        time.bound = computing > reading ? TimeBound::Compute : TimeBound::Memory;
        const auto travelling = [&](double TimedUnit::Travel::*what) {
            return unit.runs * (unit.always.*what + unit.ofExperts.*what * share +
                                (pass.isPrompt ? unit.atFirst.*what : 0));
        };
        const double link = travelling(&TimedUnit::Travel::link);
        const double disk = travelling(&TimedUnit::Travel::disk);
        if (link + disk > 0) {
            time.stage.ahead = link + disk;
            if (time.stage.ahead > time.stage.compute) {
                time.bound = disk > link ? TimeBound::Disk : TimeBound::Link;
            }
        }
        return time;
    }

    /// By the first kernel that takes as many rows.
    [[nodiscard]] double kernelFactor(double rows, double KernelCost::*which) const {
        const auto cost = std::ranges::find_if(m_kernels, [rows](const KernelCost& kernel) {
            return kernel.mostRows == 0 || rows <= static_cast<double>(kernel.mostRows);
        });
        return cost == m_kernels.end() ? 1 : (*cost).*which;
    }

    [[nodiscard]] std::vector<StageTime> stagesOf(const TimedPass& pass,
                                                  std::vector<UnitTime>* told) const {
        std::vector<StageTime> stages;
        DeviceId before = m_entry;
        for (const TimedUnit& unit : m_units) {
            const bool isRun = pass.goesThrough(unit);
            UnitTime time = isRun ? price(unit, pass) : UnitTime();
            if (isRun && !unit.isCarrier && unit.device != before) {
                time.stage.hops = hopSeconds(before, unit.device, pass);
                if (time.stage.hops > std::max(time.stage.compute, time.stage.ahead)) {
                    time.bound = TimeBound::Link;
                    time.isBoundByLink = !linkTo(before, unit.device);
                }
                time.stage.compute += time.stage.hops;
                before = unit.device;
            }
            stages.push_back(time.stage);
            if (told != nullptr) {
                told->push_back(time);
            }
        }
        return stages;
    }

    void addLayers(TimeEstimate& estimate, const TimedPass& prefill, double chunks,
                   const std::vector<UnitTime>& decode) const {
        std::vector<UnitTime> prompts;
        (void)stagesOf(prefill, &prompts);
        for (std::size_t i = 0; i < m_units.size(); ++i) {
            const UnitTime& prompt = prompts[i];
            const TimedUnit& unit = m_units[i];
            const double seconds = prompt.stage.compute + prompt.stage.ahead +
                                   decode[i].stage.compute + decode[i].stage.ahead;
            if (unit.isOther && seconds == 0) {
                continue;  // a table whose rows are looked up
            }
            estimate.layers.push_back(
                {m_units[i].module, m_units[i].device,
                 chunks * std::max(prompt.stage.compute, prompt.stage.ahead),
                 m_facts.generates ? std::max(decode[i].stage.compute, decode[i].stage.ahead) : 0,
                 decode[i].bound});
        }
        const auto addSource = [&estimate](const Message& source) {
            if (std::ranges::find(estimate.sources, source) == estimate.sources.end()) {
                estimate.sources.push_back(source);
            }
        };
        for (const auto& [device, speed] : m_speed) {
            if (std::ranges::any_of(m_units, [at = device](const TimedUnit& unit) {
                    return !unit.isCarrier && unit.device == at;
                })) {
                addSource(speed.source);
            }
        }
        for (const DeviceId device : m_broughtOver) {
            addSource(m_speed.at(device).linkSource);
        }
        for (std::size_t i = 0; i < m_units.size(); ++i) {
            if (prompts[i].isBoundByLink || decode[i].isBoundByLink) {
                addSource(m_speed.at(m_units[i].device).linkSource);
            }
        }
    }

    /// What bounds most of the time of a token.
    static void addBound(TimeEstimate& estimate, const std::vector<UnitTime>& decode) {
        std::array<double, 4> seconds{};
        for (const UnitTime& time : decode) {
            // What travels ahead for longer hides the way of the activations.
            const bool isHidden = time.stage.ahead > time.stage.compute;
            const double hops = isHidden ? 0 : time.stage.hops;
            seconds[static_cast<std::size_t>(time.bound)] +=
                std::max(time.stage.compute, time.stage.ahead) - hops;
            seconds[static_cast<std::size_t>(TimeBound::Link)] += hops;
        }
        const auto most = std::ranges::max_element(seconds);
        estimate.bound =
            *most > 0 ? static_cast<TimeBound>(most - seconds.begin()) : TimeBound::Memory;
    }

    void addBasis(TimeEstimate& estimate) const {
        const bool isRange = std::ranges::any_of(m_units, [this](const TimedUnit& unit) {
            return !unit.isCarrier && m_speed.at(unit.device).basis == SpeedBasis::Catalogue;
        });
        estimate.basis = isRange ? SpeedBasis::Catalogue : SpeedBasis::Measured;
        for (const TimedUnit& unit : m_units) {
            if (unit.isCarrier) {
                continue;
            }
            const DeviceSpeed& speed = m_speed.at(unit.device);
            const bool isOnHost = unit.host.visits > 0 && m_speed.at(DeviceId::cpu()).isStandIn;
            estimate.isStandIn = estimate.isStandIn || speed.isStandIn || isOnHost;
            if (speed.isStandIn && estimate.unknownCard.empty()) {
                estimate.unknownCard = speed.unknownCard;
            }
            estimate.products = std::max(estimate.products, speed.products);
            estimate.assumedCard =
                estimate.assumedCard.empty() ? speed.assumedCard : estimate.assumedCard;
        }
        estimate.low *= isRange ? kLowShare : 1;
        estimate.high *= isRange ? kHighShare : 1;
    }

    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    const ModelFacts& m_facts;
    double m_bytes;
    double m_disk;
    std::vector<KernelCost> m_kernels;  ///< of the plan's quantisation
    std::map<DeviceId, DeviceSpeed> m_speed;
    std::vector<TimedUnit> m_units;
    std::set<DeviceId> m_broughtOver;  ///< devices over whose links weights come
    std::vector<TensorPass> m_uses;
    std::vector<ModuleId> m_states;  ///< recurrent layers whose states a unit has
    DeviceId m_entry;                ///< what runs before the first of them
};

PlanClock::PlanClock(const PlacementPlan& plan, const ModelFacts& facts, const ModelShape& shape,
                     DType computeType, const SpeedSource& speeds, std::vector<KernelCost> kernels)
    : m_units(std::make_unique<const Units>(plan, facts, shape, computeType, speeds,
                                            std::move(kernels))) {}

PlanClock::~PlanClock() = default;

bool PlanClock::runsAreMeasured() const {
    return m_units->runsAreMeasured();
}

TimeEstimate PlanClock::estimate(const Workload& workload, double kvBytesPerLayerToken,
                                 unsigned window, Detail detail) const {
    return m_units->run(workload, kvBytesPerLayerToken, window, detail);
}

PassTimes PlanClock::passes(Part part, const Workload& workload,
                            double kvBytesPerLayerToken) const {
    return m_units->passes(part, workload, kvBytesPerLayerToken);
}

std::vector<UnitCount> PlanClock::counts(Part part, const Workload& workload,
                                         double kvBytesPerLayerToken) const {
    return m_units->counts(part, workload, kvBytesPerLayerToken);
}

std::optional<Message> whyNotTimed(const ModelFacts& facts) {
    const auto& cache = facts.cache;
    const bool isSized = std::ranges::any_of(
        facts.rows, [](const PartRows& rows) { return rows.fixed > 1 || rows.perToken > 1; });
    if (cache && cache->crossLayers > 0 && facts.encoderLayers &&
        cache->crossSource == KvCacheFacts::CrossSource::Unknown) {
        return say(
            "The time of this model is not estimated: the number of positions of its encoder "
            "depends on the length of the audio.");
    }
    if (!facts.vocabulary && !isSized) {
        return say(
            "The time of this model is not estimated: the number of positions of an image or of "
            "audio is not known.");
    }
    return cache ? std::nullopt
                 : std::optional(say("The time of this model is not estimated: it is not known how "
                                     "much data each layer reads per token."));
}

Message ratelessSentence(ProductRate products, DType dtype) {
    return products == ProductRate::Float32
               ? say("For at least one GPU of this plan, no compute speed in %1 is published, so "
                     "the float32 speed is used. Where computing limits a time, the actual time "
                     "may be shorter.",
                     dtypeName(dtype))
               : say("For at least one GPU of this plan, no compute speed is published. Where "
                     "computing limits a time, as for prompts, the actual time is longer.");
}

Phrase boundName(TimeBound bound) {
    constexpr std::array kNames{phrase("compute"), phrase("memory"), phrase("link"),
                                phrase("disk")};
    return kNames[static_cast<std::size_t>(bound)];
}

}  // namespace stowage
