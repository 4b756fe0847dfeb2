// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_previews.h"

#include "engine/plan/map/device_map_text.h"
#include "engine/plan/map/limits_text.h"
#include "widgets/document/board_model.h"
#include "widgets/document/document.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stowage {
namespace {

StrategyFigures figuresOf(StrategyPreview preview, const std::stop_token& stop) {
    StrategyFigures figures;
    figures.strategy = preview.strategy;
    figures.trouble = std::move(preview.refusal);
    if (preview.plan == nullptr) {
        return figures;
    }
    const PlacementPlan& plan = *preview.plan;
    figures.trouble = plan.accelerateError.value_or("");
    figures.keys = plan.map.entries().size();
    for (const DevicePlacement& placement : plan.placements) {
        figures.offloadedBytes += placement.device.id.isGpu() ? 0 : placement.weights;
    }
    for (const PlanIssue& issue : plan.issues) {
        figures.errors += issue.severity == Severity::Error ? 1 : 0;
        figures.warnings += issue.severity == Severity::Warning ? 1 : 0;
    }
    figures.hops = countHops(makeBoardModel(preview.plan), nullptr);
    if (plan.optimal != nullptr) {
        figures.value = plan.optimal->value;
    } else if (plan.request.search != nullptr && figures.trouble.empty()) {
        const auto value = plan.request.search->price(preview.plan, stop);
        figures.value = value ? *value : std::nullopt;
    }
    figures.plan = std::move(preview.plan);
    return figures;
}

/// The edit that a text stands for: of limits where it holds them and no map.
Result<PlanEdit> editFrom(const std::string& text) {
    auto parsed = parseDeviceMapText(text);
    if (parsed) {
        return parsed->strategy
                   ? PlanEdit(SetStrategyEdit{*parsed->strategy})
                   : PlanEdit(SetMapEdit{std::move(parsed->map), std::move(parsed->doubledKeys)});
    }
    std::vector<std::string> unheard;
    if (holdsSeveralLimits(text) && parseLimitsText(text, unheard)) {
        return PlanEdit(SetBudgetEdit{DeviceId::cpu(), text});
    }
    return parsed.unexpected();
}

}  // namespace

std::vector<StrategyFigures> strategyFigures(const PlacementPlan& current, std::stop_token stop) {
    std::vector<StrategyFigures> figures;
    for (StrategyPreview& preview : previewStrategies(current.request, stop)) {
        if (stop.stop_requested()) {
            break;
        }
        figures.push_back(figuresOf(std::move(preview), stop));
    }
    const auto best = std::ranges::find(figures, Strategy::Optimal, &StrategyFigures::strategy);
    for (StrategyFigures& own : figures) {
        own.best = best == figures.end() ? std::nullopt : best->value;
    }
    return figures;
}

PlanFollower::PlanFollower(Document* document, QObject* parent)
    : QObject(parent), m_document(document) {
    connect(document, &Document::modelChanged, this, [this] { clear(); });
    connect(document, &Document::planChanged, this, &PlanFollower::compute);
}

void PlanFollower::setWatched(bool watched) {
    m_watched = watched;
    compute();
}

void PlanFollower::compute() {
    const auto plan = m_document->plan();
    if (!m_watched || plan == nullptr || plan == m_planned) {
        return;
    }
    m_stale = true;
    start(plan);
    Q_EMIT changed();
}

void PlanFollower::finish(const std::shared_ptr<const PlacementPlan>& plan) {
    m_planned = plan;
    m_stale = false;
    Q_EMIT changed();
}

MapCheck checkMapText(const PlacementPlan& current, const std::string& text, std::stop_token stop) {
    MapCheck check;
    auto edit = editFrom(text);
    if (!edit) {
        check.error = edit.error();
        check.corrected = mendedMapText(text);
        return check;
    }
    check.edit = *std::move(edit);
    auto plan = applyEdit(current, check.edit, stop);
    if (!plan) {
        check.error = plan.error();
        return check;
    }
    check.plan = std::move(plan).value();
    return check;
}

}  // namespace stowage
