// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/document/board_model.h"
#include "widgets/document/plan_figures.h"
#include "widgets/document/problem_fixes.h"

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

struct Checkpoint;

/// A problem as the list shows it.
struct PlanProblem {
    PlanIssue issue;
    std::vector<ProblemFix> fixes;
};

/// Whatever takes a walk over the model to be shown, worked out once in the worker that made the
/// plan, so that views of 100,000 modules only read. Immutable and shared; undo steps keep it.
struct PlanView {
    /// More rows than this tell a person nothing new; the rest is counted.
    static constexpr std::size_t kMaxProblems = 40;

    std::shared_ptr<const PlacementPlan> plan;
    std::shared_ptr<const PlanFigures> figures;
    std::shared_ptr<const BoardModel> board;
    std::vector<PlanProblem> problems;  ///< errors first, kMaxProblems at most
    std::size_t problemCount = 0;
    int errors = 0;
    int warnings = 0;
    /// Why the weights of the file cannot become this model, whatever the plan; it is among the
    /// problems, too. An error: the file is at fault; a warning: it can be planned alone.
    std::optional<PlanIssue> loadIssue;
    int hops = 0;             ///< changes of the running device in one forward pass
    double plannedBytes = 0;  ///< of the whole model, as the plan's dtypes make it
    double movedBytes = 0;    ///< of offloaded weights, to where they run, in one forward pass
};

/// Takes tens of milliseconds for 100,000 modules. `plan` may not be null. `loadIssue`: see
/// PlanView.
[[nodiscard]] std::shared_ptr<const PlanView> makePlanView(
    std::shared_ptr<const PlacementPlan> plan, std::optional<PlanIssue> loadIssue = std::nullopt);

/// PlanView::loadIssue of a plan, of a checkpoint with weights. Walks over all tensors.
[[nodiscard]] std::optional<PlanIssue> findLoadIssue(const PlacementPlan& plan,
                                                     const Checkpoint& checkpoint);

}  // namespace stowage
