// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_curves.h"
#include "widgets/charts/chart_heads.h"
#include "widgets/charts/live_figures.h"
#include "widgets/run/run_controller.h"

#include <vector>

namespace stowage {

/// "Run 2: 3 tokens, 16 generated".
[[nodiscard]] QString modelRunTitle(const FinishedRun& run);
/// How a run ended, in a sentence: "Generated 16 tokens in 1.20 s".
[[nodiscard]] QString runOutcomeText(const RunReport& report);
/// The times, rates, bytes and peaks of a run.
[[nodiscard]] std::vector<LiveFigureRow> modelRunRows(const FinishedRun& run);

/// The words, marks and buttons above the charts while a run goes on, and after it.
[[nodiscard]] LiveHeaderContent runHeaderContent(const RunController& controller);
/// How far the run that goes on is, 0…1.
[[nodiscard]] double runFraction(const RunController& controller);
/// "Decode, token 4 of 16"; "Cancelling".
[[nodiscard]] QString runStepText(const RunController& controller);

}  // namespace stowage
