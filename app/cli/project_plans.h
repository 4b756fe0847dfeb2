// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/options/inputs.h"
#include "app/cli/options/placement_options.h"
#include "engine/report/plan_report.h"

#include <string>
#include <vector>

namespace stowage {

/// Which plans of a project are meant.
enum class PlanChoice { Chosen, All };

/// The plans of a model or of a project, judged by their work: one of a model, of a project the
/// chosen one or all in their order. What is typed holds for each. Errors: those of makePlan, with
/// the plan's name; Cancelled.
[[nodiscard]] Result<std::vector<ReportedPlan>> reportedPlans(const OpenedModel& model,
                                                              const PlacementOptions& placement,
                                                              PlanChoice choice,
                                                              const CommandContext& context);

/// Plans beside each other, for people: what each holds at its peak, by device.
[[nodiscard]] std::string plansTable(const std::vector<ReportedPlan>& plans,
                                     const Translate& translate);
/// {"variants": [{"name", "verdict", "missing", "tokens_per_second", "vram": {"gpu:0": bytes},
/// "ram", "load_seconds", "why"}]}: bytes that are needed; null where not known, and then "why"
/// says it.
[[nodiscard]] std::string plansJson(const std::vector<ReportedPlan>& plans);
/// kExitDone where one of them carries its work.
[[nodiscard]] int exitStatusOf(const std::vector<ReportedPlan>& plans);

}  // namespace stowage
