// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/optimal/plan_judge.h"

#include "engine/capacity/optimal/objective_value.h"
#include "engine/plan/place/place.h"

#include <algorithm>

namespace stowage {
namespace {

constexpr std::size_t kMostKept = 2'000;  ///< of the layouts that are judged

Message doubtOf(const CapacityEstimate& estimate) {
    if (!estimate.time) {
        return {};
    }
    if (estimate.time->isStandIn) {
        return say(
            "What computes here was not measured: the rates of a published processor stand "
            "in for it, so that plans can be compared, and these are not its times. "
            "\"stowagectl devices --measure\" there measures it, once.");
    }
    return estimate.time->products == ProductRate::Own
               ? Message()
               : ratelessSentence(estimate.time->products, estimate.computeType);
}

std::vector<std::pair<DeviceId, double>> takenBy(const CapacityEstimate& estimate) {
    std::vector<std::pair<DeviceId, double>> taken;
    for (const DeviceEstimate& device : estimate.devices) {
        taken.emplace_back(device.device.id, static_cast<double>(device.needed()));
    }
    return taken;
}

}  // namespace

Result<void> PlanJudge::checkStop() const {
    return m_stop.stop_requested()
               ? Result<void>(fail(ErrorCode::Cancelled, say("Planning was stopped.")))
               : Result<void>();
}

Result<JudgedPlan> PlanJudge::judge(const DeviceMap& map, const OffloadedRun& run,
                                    EstimateInput::Window window) {
    STOWAGE_TRY(checkStop());
    EstimateInput input = m_input;
    const auto plan = place(requestOf(m_request, map, run), m_stop);
    STOWAGE_TRY(plan);
    input.plan = *plan;
    input.window = window;
    const auto estimate = estimateCapacity(input, m_stop);
    STOWAGE_TRY(estimate);
    ++m_explored;
    return judged(**estimate, input, run);
}

Result<JudgedPlan> PlanJudge::judged(const CapacityEstimate& estimate, const EstimateInput& input,
                                     const OffloadedRun& run) {
    JudgedPlan result;
    result.map = estimate.plan->map;
    result.run = run;
    result.run.prefetchWindow = estimate.prefetchWindow.value_or(run.prefetchWindow);
    result.taken = takenBy(estimate);
    result.positions = estimate.positions;
    result.doubt = doubtOf(estimate);
    result.seconds = estimate.time ? estimate.time->perToken : kForever;
    const bool isMostRoom =
        m_mostRoom && m_best && m_best->value >= static_cast<double>(*m_mostRoom);
    if (isMostRoom && result.seconds > m_best->seconds * (1 + kSameValue)) {
        return result;  // it can but be slower
    }
    const auto value = objectiveValue(estimate, input, m_request.objective, m_stop);
    STOWAGE_TRY(value);
    result.fits = value->has_value();
    const bool isMaximum = isMaximised(m_request.objective.kind);
    const bool isWithoutCaches = isMaximum && estimate.verdict == Verdict::Fits && !result.fits;
    m_hasNoCaches = m_hasNoCaches || isWithoutCaches;
    result.value = value->value_or(isMaximum ? 0 : kForever);
    return result;
}

Result<JudgedPlan> PlanJudge::judge(const PricedLayout& layout, Learn how) {
    if (m_kept.size() < kMostKept) {
        keep(layout);
    }
    auto judged = judge(mapOf(m_request, m_model.items, layout.layout.choices),
                        {layout.window, rulesOf(m_model.items, layout.layout.choices)});
    STOWAGE_TRY(judged);
    judged->layout = layout.layout;
    learn(layout, judged->taken, how);
    return judged;
}

Result<bool> PlanJudge::carriesContext(const PricedLayout& layout, std::uint64_t tokens) {
    if (m_request.objective.kind != Objective::Context || !m_model.memory.setRoom(tokens)) {
        return true;
    }
    STOWAGE_TRY(checkStop());
    EstimateInput input = m_input;
    const auto plan =
        place(requestOf(m_request, mapOf(m_request, m_model.items, layout.layout.choices),
                        {layout.window, rulesOf(m_model.items, layout.layout.choices)}),
              m_stop);
    STOWAGE_TRY(plan);
    input.plan = *plan;
    input.byFormula = true;
    input.workload.context = tokens;
    input.workload.generate =
        std::min(input.workload.generate, tokens - std::min(tokens, input.workload.prompt));
    ++m_explored;
    const auto estimate = estimateCapacity(input, m_stop);
    if (!estimate && estimate.error().code == ErrorCode::InvalidArgument) {
        return false;  // more than the model reads
    }
    STOWAGE_TRY(estimate);
    learn(layout, takenBy(**estimate), Learn::Gently);
    return (*estimate)->verdict != Verdict::DoesNotFit;
}

void PlanJudge::learn(const PricedLayout& layout,
                      const std::vector<std::pair<DeviceId, double>>& taken, Learn how) {
    ItemMemory& memory = m_model.memory;
    const double onTheirWay =
        SearchModel::InFlight(m_model.travelling(layout.layout)).most(layout.window);
    for (const auto& [device, bytes] : taken) {
        if (device == DeviceId::disk()) {
            continue;
        }
        const ItemMemory::Use use = memory.useOf(device, layout.layout);
        const double added =
            memory.need(device, use, device == layout.layout.main ? onTheirWay : 0) +
            memory.contextOn(device);
        if (use.weights > 0 || use.layers > 0) {
            const double room = memory.room(device) + memory.contextOn(device);
            memory.learnExcess(device, bytes - added, bytes - room, how);
        }
    }
}

bool PlanJudge::isBetter(double value, double than) const {
    return isMaximised(m_request.objective.kind) ? value > than * (1 + kSameValue)
                                                 : value < than * (1 - kSameValue);
}

/// Of as much room the faster one is better.
bool PlanJudge::isBetter(const JudgedPlan& judged, const JudgedPlan& than) const {
    const bool isWorse = isBetter(than.value, judged.value);
    return isBetter(judged.value, than.value) ||
           (isMaximised(m_request.objective.kind) && !isWorse &&
            judged.seconds < than.seconds * (1 - kSameValue));
}

void PlanJudge::take(JudgedPlan judged, Plan plan) {
    const bool isTaken = !m_best || isBetter(judged, *m_best) ||
                         (plan == Plan::Present && !isBetter(*m_best, judged));
    if (judged.fits && isTaken) {
        m_best = std::move(judged);
    }
}

bool PlanJudge::isNew(const PricedLayout& layout) {
    return m_tried.insert({layout.window, layout.layout.choices}).second;
}

}  // namespace stowage
