// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/estimate.h"

#include "engine/capacity/block_shapes.h"
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
    /// A module outside of layers and head: it takes the time in which its weights travel.
    bool isCarrier = false;
    double parameters = 0;  ///< that every token uses
    double bytes = 0;       ///< of those
    double routed = 0;      ///< of all experts
    double routedBytes = 0;
    /// Bytes in 16 bits of weights that a KernelCost prices; `bytes` has the others.
    double wide = 0;
    double routedWide = 0;
    double experts = 0;
    double active = 0;
    double scoresWidth = 0;  ///< numbers of queries: 0 does not attend
    bool keepsTokens = false;
    double seenTokens = 0;  ///< of its window; 0: all
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
    BlockInput input = BlockInput::Tokens;
    double repeats = 1;  ///< how often a pass runs it: ALBERT's layers are one
};

/// Which part of the experts some tokens use, where each takes `active` of them by chance, evenly.
double usedShare(const TimedUnit& unit, double tokens) {
    return unit.experts == 0 ? 1 : 1 - std::pow(1 - unit.active / unit.experts, tokens);
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
    bool isPrompt = false;
    bool isByKnown = false;  ///< products at a rate that nobody published take no time
    double KernelCost::*kernels = &KernelCost::usual;
    double imageRows = 0;  ///< of the prompts' images, that go through their tower
    double imageSeen = 0;
    [[nodiscard]] double rows() const { return tokens * sequences; }
    [[nodiscard]] double computing(double operations, const DeviceSpeed& speed) const {
        return isByKnown && speed.products != ProductRate::Own
                   ? 0
                   : secondsAt(operations, speed.operations);
    }
    [[nodiscard]] bool goesThrough(BlockInput input) const {
        return input == BlockInput::Images ? imageRows > 0
                                           : isPrompt || input == BlockInput::Tokens;
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
          m_kernels(std::move(kernels)) {
        for (const DevicePlacement& placement : plan.placements) {
            m_speed[placement.device.id] = speeds.of(placement.device, computeType);
        }
        makeUnits(shape);
        addCarriers();
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
    [[nodiscard]] Prompt promptOf(const Workload& workload, double cacheBytes) const {
        const double prompt = static_cast<double>(workload.prompt);
        const double chunk = workload.prefillChunk == 0
                                 ? prompt
                                 : std::min(prompt, static_cast<double>(workload.prefillChunk));
        const double batch = static_cast<double>(workload.batch);
        const double chunks = std::ceil(prompt / chunk);
        TimedPass pass{chunk, prompt / 2, batch, m_bytes, cacheBytes, true};
        if (m_facts.images && workload.images > 0) {
            const ImageFacts& images = *m_facts.images;
            pass.imageSeen = static_cast<double>(images.positions);
            pass.imageRows = static_cast<double>(images.tiles * workload.images) * pass.imageSeen *
                             batch / chunks;
        }
        return {pass, chunks};
    }

    [[nodiscard]] TimedPass tokenOf(const Workload& workload, double cacheBytes) const {
        return {1, static_cast<double>(workload.tokens()), static_cast<double>(workload.batch),
                m_bytes, cacheBytes};
    }

    /// Whether the CPU computes a part of a unit that runs on a GPU.
    [[nodiscard]] bool isComputedOnCpu(const TensorSpec& tensor, DeviceId unit) const {
        return !m_plan.request.hooks.offloaded.empty() && unit.isGpu() &&
               moduleRunsOn(m_plan, tensor.module) == DeviceId::cpu();
    }

    void makeUnits(const ModelShape& shape) {
        const std::uint64_t layers = m_facts.encoderLayers ? 0 : m_facts.layers.value_or(0);
        const std::size_t there = shape.blocks.size();
        const double repeats = there > 0 && layers > there && layers % there == 0
                                   ? static_cast<double>(layers / there)
                                   : 1;
        for (const BlockShape& block : shape.blocks) {
            TimedUnit unit = unitOf(block.module);
            unit.module = block.path;
            unit.id = block.module;
            unit.repeats = repeats;
            unit.input = block.input;
            unit.seenTokens = static_cast<double>(block.window);
            unit.scoresWidth = static_cast<double>(block.queries);
            unit.activationWidth =
                static_cast<double>(4 * block.hidden + block.queries + 2 * block.keys +
                                    3 * std::max(block.inner, block.expertInner));
            if (block.experts > 0) {
                unit.experts = static_cast<double>(block.experts);
                unit.active = static_cast<double>(m_facts.activeExperts.value_or(block.experts));
                addRouted(unit, block);
            }
            if (block.cacheLayer) {
                const auto& cache = *m_facts.cache;
                const bool slides = !cache.slides.empty() && cache.slides[*block.cacheLayer];
                unit.keepsTokens = true;
                unit.seenTokens = slides ? static_cast<double>(cache.window) : 0;
            }
            m_units.push_back(std::move(unit));
        }
        if (shape.head.outputs > 0) {
            TimedUnit head = unitOf(shape.head.module);
            head.module = m_tree.path(shape.head.module);
            head.id = shape.head.module;
            head.isHead = true;
            m_units.push_back(std::move(head));
        }
        const auto first = std::ranges::find_if(shape.blocks, [](const BlockShape& block) {
            return block.input != BlockInput::Images;
        });
        if (first != shape.blocks.end()) {
            m_entry = entryOf(first->module, layerRunsOn(m_plan, first->module));
        } else if (!m_units.empty()) {
            m_entry = m_units.front().device;
        }
    }

    /// Where the first layer's activations come from: the embedding before it may run in another
    /// machine. Within one machine that way takes next to nothing.
    [[nodiscard]] DeviceId entryOf(ModuleId layer, DeviceId runs) const {
        const std::span<const TensorSpec> all = m_tree.tensors();
        const auto before =
            all.first(static_cast<std::size_t>(m_tree.subtreeTensors(layer).data() - all.data()));
        const auto last = std::ranges::find(before.rbegin(), before.rend(), TensorKind::Parameter,
                                            &TensorSpec::kind);
        const DeviceId from = last == before.rend() ? runs : layerRunsOn(m_plan, last->module);
        return linkTo(from, runs) ? from : runs;
    }

    TimedUnit unitOf(ModuleId module) const {
        TimedUnit unit;
        unit.device = layerRunsOn(m_plan, module);
        bool wasOnHost = false;
        for (const TensorSpec& tensor : m_tree.subtreeTensors(module)) {
            if (tensor.kind != TensorKind::Parameter) {
                continue;
            }
            const bool isOnHost = isComputedOnCpu(tensor, unit.device);
            addCrossing(unit, tensor);
            unit.host.visits += isOnHost && !wasOnHost ? 1 : 0;
            wasOnHost = isOnHost;
            addBytes(tensor, isOnHost ? unit.host.bytes : unit.bytes,
                     isOnHost ? nullptr : &unit.wide);
            (isOnHost ? unit.host.parameters : unit.parameters) +=
                static_cast<double>(parameterCount(tensor));
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

    /// Units for modules with weights outside of layers and head, each before the layer after it.
    void addCarriers() {
        std::vector<bool> isInUnit(m_tree.nodes().size());
        for (const TimedUnit& unit : m_units) {
            std::fill(isInUnit.begin() + unit.id.value,
                      isInUnit.begin() + m_tree.node(unit.id).subtreeEnd.value, true);
        }
        auto next = m_units.begin();
        for (const ModuleNode& node : m_tree.nodes()) {
            const PassesOf passes = passesOf(m_tree, node.id);
            if (node.ownTensorCount == 0 || isInUnit[node.id.index()] || passes == PassesOf::None) {
                continue;
            }
            TimedUnit carrier;
            carrier.module = m_tree.path(node.id);
            carrier.id = node.id;
            carrier.device = moduleRunsOn(m_plan, node.id);
            carrier.isCarrier = true;
            const bool seesImages =
                m_facts.images && carrier.module.find(m_facts.images->tower) != std::string::npos;
            carrier.input = seesImages                  ? BlockInput::Images
                            : passes == PassesOf::First ? BlockInput::Prompt
                                                        : BlockInput::Tokens;
            next = std::find_if(next, m_units.end(), [&node](const TimedUnit& unit) {
                return unit.isHead || unit.id > node.id;
            });
            next = std::next(m_units.insert(next, std::move(carrier)));
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
            const bool isRouted = inside.find("experts.") != std::string_view::npos &&
                                  inside.find("shared_expert") == std::string_view::npos;
            if (isRouted && tensor.kind == TensorKind::Parameter) {
                const bool isOnHost = isComputedOnCpu(tensor, unit.device);
                (isOnHost ? unit.host.routed : unit.routed) +=
                    static_cast<double>(parameterCount(tensor));
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
        const double touched = part.bytes + part.routedBytes * usedShare(unit, rows);
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

    [[nodiscard]] UnitTime price(const TimedUnit& unit, const TimedPass& pass) const {
        const DeviceSpeed& speed = m_speed.at(unit.device);
        const bool isOfImages = unit.input == BlockInput::Images;
        const double attending = isOfImages ? pass.imageRows : pass.rows();
        // The head gives one row for each sequence.
        const double rows = unit.isHead ? pass.sequences : attending;
        const double share = usedShare(unit, rows);
        const double activeShare = unit.experts == 0 ? 1 : unit.active / unit.experts;
        const double most = isOfImages ? pass.imageSeen : pass.seen;
        const double seen = unit.seenTokens > 0 ? std::min(most, unit.seenTokens) : most;
        const double operations = 2 * rows * (unit.parameters + unit.routed * activeShare) +
                                  4 * attending * seen * unit.scoresWidth;
        const double wide = unit.wide + unit.routedWide * share;
        const double weights = unit.bytes + unit.routedBytes * share +
                               (wide > 0 ? wide * kernelFactor(rows, pass.kernels) : 0);
        const double touched = weights +
                               pass.sequences * seen * (unit.keepsTokens ? pass.cacheBytes : 0) +
                               rows * unit.activationWidth * pass.bytes;
        const double computing = pass.computing(operations, speed);
        const double reading = secondsAt(touched, speed.bandwidth);
        UnitTime time;
        time.stage.compute =
            unit.repeats * (std::max(computing, reading) + hostSeconds(unit, pass, rows));
        time.bound = computing > reading ? TimeBound::Compute : TimeBound::Memory;
        const auto travelling = [&](double TimedUnit::Travel::*what) {
            return unit.repeats * (unit.always.*what + unit.ofExperts.*what * share +
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
            const bool isRun = pass.goesThrough(unit.input);
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
            if (m_units[i].isCarrier && prompt.stage.ahead + decode[i].stage.ahead == 0) {
                continue;
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
    DeviceId m_entry;  ///< what runs before the first of them
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

Message ratelessSentence(ProductRate products, DType dtype) {
    return products == ProductRate::Float32
               ? say("How fast a card computes in %1 is not published of each of these: where that "
                     "bounds a time, float32's rate counts, and it may be shorter.",
                     dtypeName(dtype))
               : say("How fast a card computes is not published of each of these: where that "
                     "bounds a time, as of prompts, it is longer.");
}

Phrase boundName(TimeBound bound) {
    constexpr std::array kNames{phrase("compute"), phrase("memory"), phrase("link"),
                                phrase("disk")};
    return kNames[static_cast<std::size_t>(bound)];
}

}  // namespace stowage
