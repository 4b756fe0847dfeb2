// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/time_estimate.h"

#include "engine/capacity/activation_formula.h"
#include "engine/capacity/block_shapes.h"
#include "engine/plan/planned_tensors.h"
#include "engine/run/run_clock.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace stowage {
namespace {

/// Until a transfer to another device begins.
constexpr double kLatencySeconds = 10e-6;

/// One layer, or what stands before or after them, as a clock sees it.
struct TimedUnit {
    std::string module;
    DeviceId device;
    double parameters = 0;  ///< that every token uses
    double routed = 0;      ///< of all experts
    double experts = 0;
    double active = 0;
    double bytesAParameter = 0;
    double scoresWidth = 0;  ///< numbers of queries: 0 does not attend
    double cacheBytes = 0;   ///< a token of a sequence
    double keptTokens = 0;   ///< 0: all
    double activationWidth = 0;
    double linkBytes = 0;  ///< of weights that travel to it
    double diskBytes = 0;
    bool isHead = false;
};

/// Which part of the experts some tokens use, where each takes `active` of them by chance, evenly.
double usedShare(const TimedUnit& unit, double tokens) {
    return unit.experts == 0 ? 1 : 1 - std::pow(1 - unit.active / unit.experts, tokens);
}

struct TimedPass {
    double tokens = 1;  ///< of each sequence
    double seen = 1;
    double sequences = 1;
    double bytes = 2;  ///< of a number
    [[nodiscard]] double rows() const { return tokens * sequences; }
};

struct UnitTime {
    StageTime stage;
    TimeBound bound = TimeBound::Memory;
};

class TimeCalculator {
public:
    TimeCalculator(const PlacementPlan& plan, const ModelFacts& facts, const Workload& workload,
                   DType computeType, const SpeedSource& speeds)
        : m_plan(plan),
          m_tree(*plan.request.tree),
          m_facts(facts),
          m_workload(workload),
          m_bytes(static_cast<double>(storedBytes(computeType, 1))),
          m_speeds(speeds) {
        for (const DevicePlacement& placement : plan.placements) {
            m_speed[placement.device.id] = speeds.of(placement.device, computeType);
        }
    }

    TimeEstimate run(double cacheBytes, unsigned window) {
        makeUnits(cacheBytes);
        const double prompt = static_cast<double>(m_workload.prompt);
        const double batch = static_cast<double>(m_workload.batch);
        const TimedPass prefill{prompt, prompt / 2, batch, m_bytes};
        const TimedPass decode{1, static_cast<double>(m_workload.tokens()), batch, m_bytes};
        TimeEstimate estimate;
        estimate.toFirstToken = passSeconds(prefill, window, 1, nullptr);
        std::vector<UnitTime> times;
        estimate.perToken = passSeconds(decode, window, 3, &times);
        estimate.tokensPerSecond = batch / std::max(estimate.perToken, 1e-12);
        addLayers(estimate, prefill, times);
        addBasis(estimate);
        return estimate;
    }

private:
    [[nodiscard]] DeviceId runsOn(ModuleId module) const {
        const auto device = m_plan.deviceOf(module);
        return device && device->isGpu() ? *device : m_plan.executionDevice();
    }

    void makeUnits(double cacheBytes) {
        const ModelShape shape = modelShape(m_tree, m_facts);
        for (const BlockShape& block : shape.blocks) {
            TimedUnit unit = unitOf(block.module);
            unit.module = block.path;
            unit.scoresWidth = static_cast<double>(block.queries);
            unit.activationWidth =
                static_cast<double>(4 * block.hidden + block.queries + 2 * block.keys +
                                    3 * std::max(block.inner, block.expertInner));
            if (block.experts > 0) {
                unit.experts = static_cast<double>(block.experts);
                unit.active = static_cast<double>(m_facts.activeExperts.value_or(block.experts));
                unit.routed = routedOf(block);
                unit.parameters -= unit.routed;
            }
            if (block.cacheLayer) {
                const auto& cache = *m_facts.cache;
                const bool slides = !cache.slides.empty() && cache.slides[*block.cacheLayer];
                unit.cacheBytes = cacheBytes;
                unit.keptTokens = slides ? static_cast<double>(cache.window) : 0;
            }
            m_units.push_back(std::move(unit));
        }
        if (shape.head.outputs > 0) {
            TimedUnit head = unitOf(shape.head.module);
            head.module = m_tree.path(shape.head.module);
            head.isHead = true;
            m_units.push_back(std::move(head));
        }
    }

    TimedUnit unitOf(ModuleId module) const {
        TimedUnit unit;
        unit.device = runsOn(module);
        double bytes = 0;
        for (const TensorSpec& tensor : m_tree.subtreeTensors(module)) {
            if (tensor.kind != TensorKind::Parameter) {
                continue;
            }
            const double own = static_cast<double>(plannedBytes(m_plan, tensor));
            bytes += own;
            unit.parameters += static_cast<double>(elementCount(tensor.shape));
            const auto place = m_plan.storageDevices[tensor.storage.index()];
            if (place && *place != unit.device) {
                unit.linkBytes += own;
                unit.diskBytes += *place == DeviceId::disk() ? own : 0;
            }
        }
        unit.bytesAParameter = unit.parameters > 0 ? bytes / unit.parameters : 0;
        return unit;
    }

    [[nodiscard]] double routedOf(const BlockShape& block) const {
        double routed = 0;
        for (const TensorSpec& tensor : m_tree.subtreeTensors(block.module)) {
            const std::string_view inside = std::string_view(tensor.name).substr(block.path.size());
            const bool isRouted = inside.find("experts.") != std::string_view::npos &&
                                  inside.find("shared_expert") == std::string_view::npos;
            routed += isRouted && tensor.kind == TensorKind::Parameter
                          ? static_cast<double>(elementCount(tensor.shape))
                          : 0;
        }
        return routed;
    }

    [[nodiscard]] UnitTime price(const TimedUnit& unit, const TimedPass& pass) const {
        const DeviceSpeed& speed = m_speed.at(unit.device);
        // The head gives one row for each sequence.
        const double rows = unit.isHead ? pass.sequences : pass.rows();
        const double share = usedShare(unit, rows);
        const double activeShare = unit.experts == 0 ? 1 : unit.active / unit.experts;
        const double seen = unit.keptTokens > 0 ? std::min(pass.seen, unit.keptTokens) : pass.seen;
        const double operations = 2 * rows * (unit.parameters + unit.routed * activeShare) +
                                  4 * pass.rows() * seen * unit.scoresWidth;
        const double weights = (unit.parameters + unit.routed * share) * unit.bytesAParameter;
        const double touched = weights + pass.sequences * seen * unit.cacheBytes +
                               rows * unit.activationWidth * pass.bytes;
        const double computing = operations / std::max(speed.operations, 1.0);
        const double reading = touched / std::max(speed.bandwidth, 1.0);
        UnitTime time;
        time.stage.compute = std::max(computing, reading);
        time.bound = computing > reading ? TimeBound::Compute : TimeBound::Memory;
        if (unit.linkBytes > 0) {
            const double travelling = unit.linkBytes * share;
            const double link = speed.link > 0 ? travelling / speed.link : 0;
            const double disk = unit.diskBytes * share / m_speeds.disk();
            time.stage.ahead = link + disk;
            if (time.stage.ahead > time.stage.compute) {
                time.bound = disk > link ? TimeBound::Disk : TimeBound::Link;
            }
        }
        return time;
    }

    /// The mean of the later of some passes: the first finds nothing on its way.
    [[nodiscard]] double passSeconds(const TimedPass& pass, unsigned window, int passes,
                                     std::vector<UnitTime>* told) const {
        std::vector<StageTime> stages;
        DeviceId before = m_units.empty() ? DeviceId() : m_units.front().device;
        for (const TimedUnit& unit : m_units) {
            UnitTime time = price(unit, pass);
            if (unit.device != before) {
                const double bytes =
                    pass.rows() * pass.bytes * static_cast<double>(m_facts.hiddenSize.value_or(0));
                const double link = m_speed.at(unit.device).link;
                time.stage.compute += kLatencySeconds + (link > 0 ? bytes / link : 0);
                before = unit.device;
            }
            stages.push_back(time.stage);
            if (told != nullptr) {
                told->push_back(time);
            }
        }
        const std::vector<double> ends = passEnds(
            std::vector<std::vector<StageTime>>(static_cast<std::size_t>(passes), stages), window);
        return ends.size() < 2 ? ends.back() : ends.back() - ends[ends.size() - 2];
    }

    void addLayers(TimeEstimate& estimate, const TimedPass& prefill,
                   const std::vector<UnitTime>& decode) const {
        std::map<TimeBound, double> byBound;
        for (std::size_t i = 0; i < m_units.size(); ++i) {
            const UnitTime prompt = price(m_units[i], prefill);
            const double token = std::max(decode[i].stage.compute, decode[i].stage.ahead);
            estimate.layers.push_back({m_units[i].module, m_units[i].device,
                                       std::max(prompt.stage.compute, prompt.stage.ahead), token,
                                       decode[i].bound});
            byBound[decode[i].bound] += token;
        }
        const auto most =
            std::ranges::max_element(byBound, {}, &std::pair<const TimeBound, double>::second);
        estimate.bound = most == byBound.end() ? TimeBound::Memory : most->first;
    }

    void addBasis(TimeEstimate& estimate) const {
        std::set<std::string> sources;
        estimate.basis = SpeedBasis::Measured;
        for (const TimedUnit& unit : m_units) {
            const DeviceSpeed& speed = m_speed.at(unit.device);
            sources.insert(speed.source);
            const bool isPublished = speed.basis == SpeedBasis::Catalogue;
            estimate.basis = isPublished ? SpeedBasis::Catalogue : estimate.basis;
        }
        estimate.sources.assign(sources.begin(), sources.end());
        const bool isRange = estimate.basis == SpeedBasis::Catalogue;
        estimate.low = estimate.tokensPerSecond * (isRange ? kLowShare : 1);
        estimate.high = estimate.tokensPerSecond * (isRange ? kHighShare : 1);
    }

    const PlacementPlan& m_plan;
    const ModuleTree& m_tree;
    const ModelFacts& m_facts;
    const Workload& m_workload;
    double m_bytes;
    const SpeedSource& m_speeds;
    std::map<DeviceId, DeviceSpeed> m_speed;
    std::vector<TimedUnit> m_units;
};

}  // namespace

std::string_view boundName(TimeBound bound) {
    constexpr std::array<std::string_view, 4> kNames{"compute", "memory", "link", "disk"};
    return kNames[static_cast<std::size_t>(bound)];
}

Result<TimeEstimate> estimateTime(const PlacementPlan& plan, const ModelFacts& facts,
                                  const Workload& workload, DType computeType,
                                  double kvBytesPerLayerToken, unsigned window,
                                  const SpeedSource& speeds) {
    return TimeCalculator(plan, facts, workload, computeType, speeds)
        .run(kvBytesPerLayerToken, window);
}

}  // namespace stowage
