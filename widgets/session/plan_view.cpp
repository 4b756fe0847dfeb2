// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/plan_view.h"

#include <algorithm>
#include <utility>

namespace stowage {

std::shared_ptr<const PlanView> makePlanView(std::shared_ptr<const PlacementPlan> plan) {
    auto view = std::make_shared<PlanView>();
    view->figures = std::make_shared<const PlanFigures>(planFigures(*plan));
    view->board = std::make_shared<const BoardModel>(makeBoardModel(plan));
    view->hops = countHops(*view->board, nullptr);
    std::vector<const PlanIssue*> issues;
    issues.reserve(plan->issues.size());
    for (const PlanIssue& issue : plan->issues) {
        view->errors += issue.severity == Severity::Error ? 1 : 0;
        view->warnings += issue.severity == Severity::Warning ? 1 : 0;
        issues.push_back(&issue);
    }
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
