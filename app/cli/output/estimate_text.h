// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/capacity/machines.h"
#include "engine/capacity/pretrained_load.h"
#include "engine/capacity/tenants.h"
#include "engine/plan/placement_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// The answer that comes first, in at most four lines: the plan's verdict, the tightest device,
/// unless the verdict names it, tokens a second and the most that fits (nothing: not known). Of
/// what is not known it says what is missing.
[[nodiscard]] std::string answerText(const Message& verdict, const CapacityEstimate& estimate,
                                     const std::optional<CapacityLimits>& largest,
                                     const Translate& translate);
/// The same, in at most three lines, of a plan that was given no work.
[[nodiscard]] std::string answerText(const PlacementPlan& plan, const Translate& translate);

/// The line of an estimate below its answer: engine and work. `isAssumed`: the person named no
/// work.
[[nodiscard]] Message workLine(const CapacityEstimate& estimate, bool isAssumed);

/// The details below: what would help, notes, tables of devices and of loads, formulas.
[[nodiscard]] std::string estimateText(const CapacityEstimate& estimate,
                                       const CapacityAnswers& answers,
                                       const std::vector<LoadPeaks>& loads,
                                       const Translate& translate);

/// The same of several models of a plan: each as if it were alone, then all together.
[[nodiscard]] std::string tenantsText(const TenantsEstimate& estimate, const Translate& translate);

/// A log beside the estimate: a table of its figures, what an out-of-memory sentence means, and the
/// lines that nothing was read of. `text` is the log's; `facts` of the model may be null.
[[nodiscard]] std::string logText(const EngineLog& log, const std::string& text,
                                  const CapacityEstimate& estimate, const ModelFacts* facts,
                                  const CapacityAnswers& answers, const Translate& translate);

/// The object of `estimate --json` with its "log".
[[nodiscard]] std::string withLog(const std::string& object, const EngineLog& log,
                                  const std::string& text, const CapacityEstimate& estimate);

/// A table of card sets, or that none serves.
[[nodiscard]] std::string machinesText(const std::vector<ServingMachine>& machines,
                                       const Translate& translate);

}  // namespace stowage
