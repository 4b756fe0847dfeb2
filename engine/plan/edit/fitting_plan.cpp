// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/plan/edit/plan_edit.h"

#include "engine/plan/place/place.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stowage {

namespace {

using LimitByDevice = std::map<DeviceId, double>;
using PlanPtr = std::shared_ptr<const PlacementPlan>;

constexpr int kMostRounds = 64;     ///< each lowers at least one limit by what is too much
constexpr int kHalvings = 10;       ///< of the way back to a limit that is too large
constexpr double kLeastStep = 512;  ///< bytes: the allocator's own

/// By how much a device holds more than it can, in the harder of its measures.
double excessOn(const PlacementPlan& plan, const DevicePlacement& placement) {
    double excess = std::max(placement.overBudget(), static_cast<double>(placement.overCapacity()));
    for (const PlanIssue& issue : plan.issues) {
        const bool lacksRoom = issue.code == "offloaded_layer_does_not_fit" ||
                               issue.code == "offloaded_buffers_do_not_fit";
        if (lacksRoom && issue.device == placement.device.id) {
            excess = std::max(excess, issue.bytes);
        }
    }
    return placement.weights > 0 ? excess : 0;
}

bool holds(const PlacementPlan& plan) {
    return !plan.accelerateError && plan.verdict != Verdict::DoesNotFit;
}

/// Finds the limits; one object serves one plan.
class Fitter {
public:
    Fitter(const PlacementPlan& plan, std::stop_token stop)
        : m_request(plan.request), m_stop(std::move(stop)) {
        // What balancing made of the limits is what the strategy went by.
        m_request.strategy = Strategy::Sequential;
        m_request.budgetsAreDefaults = false;
        m_request.preset.reset();
        for (const MemoryBudget& budget : plan.effectiveBudgets) {
            m_limits[budget.device] = budget.bytes;
        }
        for (const MemoryBudget& budget : plan.request.budgets) {
            m_asked[budget.device] = budget.bytes;
        }
    }

    Result<PlanPtr> fit() {
        STOWAGE_TRY(undoScaling());
        const LimitByDevice first = m_limits;
        Result<PlanPtr> plan = placeWith(m_limits);
        for (int round = 0; plan && !holds(**plan) && round < kMostRounds; ++round) {
            if (!lower(**plan)) {
                break;
            }
            plan = placeWith(m_limits);
        }
        STOWAGE_TRY(plan);
        if (!holds(**plan)) {
            return fail(ErrorCode::InvalidPlan,
                        joined({say("Stowage found no plan that fits by lowering limits, which "
                                    "moves modules to other devices. The last plan tried:"),
                                asSentence((*plan)->verdictText),
                                say("Give the model more memory, or plan in a smaller dtype.")},
                               " "));
        }
        return nearest(std::move(*plan), first);
    }

private:
    Result<PlanPtr> strategysOwn(const LimitByDevice& limits) const {
        PlacementRequest request = m_request;
        request.budgets.clear();
        for (const auto& [device, bytes] : limits) {
            request.budgets.push_back({device, bytes, {}, true});
        }
        return place(request, m_stop);
    }

    /// transformers leaves a part of each limit to its quantizer, and would do so once more.
    Result<void> undoScaling() {
        const auto placed = strategysOwn(m_limits);
        STOWAGE_TRY(placed);
        for (const MemoryBudget& budget : (*placed)->effectiveBudgets) {
            double& limit = m_limits[budget.device];
            limit *= budget.bytes > 0 ? limit / budget.bytes : 1;
        }
        return {};
    }

    Result<PlanPtr> placeWith(const LimitByDevice& limits) const {
        const auto placed = strategysOwn(limits);
        return placed ? evaluated(**placed) : placed;
    }

    /// The map under the limits that were asked for: those lowered here are a means alone.
    Result<PlanPtr> evaluated(const PlacementPlan& plan) const {
        PlacementRequest request = m_request;
        request.strategy = Strategy::Manual;
        request.givenMap = plan.map;
        request.budgets.clear();
        for (const auto& [device, bytes] : m_asked) {
            request.budgets.push_back({device, bytes, {}, false});
        }
        return place(request, m_stop);
    }

    /// False where nothing can be lowered any more.
    bool lower(const PlacementPlan& plan) {
        bool any = false;
        for (const DevicePlacement& placement : plan.placements) {
            const auto limit = m_limits.find(placement.device.id);
            const double excess = excessOn(plan, placement);
            if (excess <= 0 || limit == m_limits.end() || limit->second <= 0) {
                continue;
            }
            const double room = std::min(limit->second, placement.weights);
            limit->second = std::max(0.0, room - std::max(excess, kLeastStep));
            any = true;
        }
        return any;
    }

    /// Raises one limit after the other again as far as the plan still holds.
    Result<PlanPtr> nearest(PlanPtr plan, const LimitByDevice& first) {
        for (const auto& [device, most] : first) {
            double tooLarge = most;
            for (int step = 0; step < kHalvings && tooLarge - m_limits[device] > kLeastStep;
                 ++step) {
                LimitByDevice tried = m_limits;
                tried[device] += (tooLarge - tried[device]) / 2;
                const auto next = placeWith(tried);
                STOWAGE_TRY(next);
                if (holds(**next)) {
                    m_limits = std::move(tried);
                    plan = *next;
                } else {
                    tooLarge = tried[device];
                }
            }
        }
        return plan;
    }

    PlacementRequest m_request;
    std::stop_token m_stop;
    LimitByDevice m_limits;  ///< those that the strategy is given
    LimitByDevice m_asked;
};

}  // namespace

bool mayBeFitted(const PlacementPlan& plan) {
    return plan.request.strategy != Strategy::Manual && plan.request.moves.empty() &&
           !plan.accelerateError && plan.verdict == Verdict::DoesNotFit &&
           std::ranges::any_of(plan.placements, [&plan](const DevicePlacement& placement) {
               return excessOn(plan, placement) > 0;
           });
}

Result<PlacementRequest> fittingRequest(const PlacementPlan& plan, std::stop_token stop) {
    if (!mayBeFitted(plan)) {
        return fail(ErrorCode::InvalidPlan,
                    phrase("Stowage can make a plan fit only if a strategy created the plan and "
                           "put too much on a device."));
    }
    const auto fitted = Fitter(plan, std::move(stop)).fit();
    STOWAGE_TRY(fitted);
    PlacementRequest request = plan.request;
    request.strategy = Strategy::Manual;
    request.preset.reset();
    request.givenMap = (*fitted)->map;
    request.doubledKeys.clear();
    request.isFitted = true;
    return request;
}

}  // namespace stowage
