// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_previews.h"

#include "engine/capacity/estimate.h"
#include "engine/plan/map/device_map_text.h"
#include "widgets/document/board_model.h"
#include "widgets/document/document.h"

#include <algorithm>

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
    if (plan.optimal != nullptr && !plan.optimal->isCompared) {
        const OptimalProof& proof = *plan.optimal;
        figures.priced = {proof.value, proof.value ? proof.doubt : proof.text};
    } else if (plan.request.search != nullptr && figures.trouble.empty()) {
        const auto value = plan.request.search->price(preview.plan, stop);
        figures.priced = value ? *value : PlanValue{std::nullopt, value.error().message};
    }
    figures.plan = std::move(preview.plan);
    return figures;
}

/// The edit that an imported placement stands for.
PlanEdit editOf(ImportedPlan imported, const ExportTarget* engine) {
    if (imported.map.strategy) {
        return SetStrategyEdit{*imported.map.strategy};
    }
    return SetMapEdit{
        std::move(imported.map.map), std::move(imported.map.doubledKeys),
        engine == nullptr ? std::string() : std::string(engine->title), imported.workload,
        imported.map.origin
            ? std::make_shared<const PlacementRequest>(*std::move(imported.map.origin))
            : nullptr};
}

/// The edit of a text that holds limits and no map.
std::optional<PlanEdit> limitsFrom(const std::string& text) {
    std::vector<Message> unheard;
    return holdsSeveralLimits(text) && parseLimitsText(text, unheard)
               ? std::optional<PlanEdit>(SetBudgetEdit{DeviceId::cpu(), text})
               : std::nullopt;
}

std::map<DeviceId, std::size_t> modulesByDevice(const PlacementPlan& plan) {
    std::map<DeviceId, std::size_t> counts;
    for (const ModuleNode& node : plan.request.tree->nodes()) {
        const auto device = node.ownTensorCount > 0 ? plan.deviceOf(node.id) : std::nullopt;
        if (device) {
            ++counts[*device];
        }
    }
    return counts;
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
        own.best = best == figures.end() ? std::nullopt : best->priced.value;
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

MapCheck checkMapText(const PlacementPlan& current, const MapText& given, std::stop_token stop) {
    MapCheck check;
    auto imported =
        importPlacement({current.request.tree, given.facts, current.request.devices,
                         current.request.constraints.dtype, given.text,
                         current.request.workload.value_or(usualWorkload(given.facts.get())),
                         given.source ? given.source() : PretrainedSource()},
                        given.from);
    const auto engines = exportTargets();
    const auto own =
        std::ranges::find(engines, imported ? imported->from : given.from, &ExportTarget::id);
    // Device maps are Accelerate's, whoever wrote them: only its name in the text tells of it.
    const bool isNamed = own != engines.end() && own != engines.begin();
    check.engine = isNamed || !given.from.empty() ? &*own : recognisedTarget(given.text);
    if (imported) {
        check.warnings = std::move(imported->warnings);
        check.notes = std::move(imported->notes);
        if (PlacementRequest kept = current.request; imported->map.origin) {
            if (Message lost = takeRunOptions(kept, *imported->map.origin); !lost.empty()) {
                check.warnings.push_back(std::move(lost));
            }
        }
        check.edit = editOf(*std::move(imported), isNamed ? check.engine : nullptr);
    } else if (auto limits = limitsFrom(given.text)) {
        check.edit = *std::move(limits);
    } else {
        check.error = imported.error();
        check.corrected = mendedMapText(given.text);
        return check;
    }
    auto plan = applyEdit(current, check.edit, stop);
    const auto* const map = std::get_if<SetMapEdit>(&check.edit);
    if (plan && map != nullptr && map->workload && given.checkpoint != nullptr) {
        const auto estimate = estimateCapacity({*plan, given.checkpoint, *map->workload}, stop);
        plan = estimate ? Result(judgedPlan(**estimate)) : estimate.unexpected();
    }
    if (!plan) {
        check.error = plan.error();
        return check;
    }
    check.plan = std::move(plan).value();
    check.modules = modulesByDevice(*check.plan);
    return check;
}

}  // namespace stowage
