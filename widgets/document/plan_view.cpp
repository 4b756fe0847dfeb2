// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/plan_view.h"

#include "engine/load/program/load_schedule.h"
#include "engine/plan/planned_tensors.h"

#include <algorithm>
#include <utility>

namespace stowage {

std::optional<PlanIssue> findLoadIssue(const PlacementPlan& plan, const Checkpoint& checkpoint) {
    PlanIssue issue;
    if (const auto can = requireLoadable(plan, checkpoint); !can) {
        const bool isFault = can.error().code == ErrorCode::KeyMismatch;
        issue.severity = isFault ? Severity::Error : Severity::Warning;
        issue.code = isFault ? "keys_differ" : "not_loadable";
        const auto tensor = plan.request.tree->findTensor(can.error().key);
        issue.module = tensor ? plan.request.tree->path(plan.request.tree->tensor(*tensor).module)
                              : std::string();
        issue.text = can.error().message;
        return issue;
    }
    return std::nullopt;
}

std::shared_ptr<const PlanView> makePlanView(std::shared_ptr<const PlacementPlan> plan,
                                             std::optional<PlanIssue> loadIssue) {
    auto view = std::make_shared<PlanView>();
    view->loadIssue = std::move(loadIssue);
    view->figures = std::make_shared<const PlanFigures>(planFigures(*plan));
    view->board = std::make_shared<const BoardModel>(makeBoardModel(plan));
    view->hops = countHops(*view->board, nullptr);
    for (std::size_t i = 0; i < plan->storageOwners.size(); ++i) {
        const TensorSpec& owner = plan->request.tree->tensor(plan->storageOwners[i]);
        view->plannedBytes += static_cast<double>(plannedBytes(*plan, owner));
    }
    std::vector<const PlanIssue*> issues;
    issues.reserve(plan->issues.size() + 1);
    const auto add = [&](const PlanIssue& issue) {
        view->errors += issue.severity == Severity::Error ? 1 : 0;
        view->warnings += issue.severity == Severity::Warning ? 1 : 0;
        view->movedBytes += issue.code == "offload_cost" ? issue.bytes : 0;
        issues.push_back(&issue);
    };
    if (view->loadIssue) {
        add(*view->loadIssue);
    }
    std::ranges::for_each(plan->issues, add);
    std::ranges::stable_sort(issues, {}, [](const PlanIssue* issue) { return issue->severity; });
    view->problemCount = issues.size();
    issues.resize(std::min(issues.size(), PlanView::kMaxProblems));
    for (const PlanIssue* issue : issues) {
        view->problems.push_back({*issue, problemFixes(*plan, *issue)});
    }
    view->plan = std::move(plan);
    return view;
}

}  // namespace stowage
