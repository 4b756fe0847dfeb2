// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/load/report/load_report.h"
#include "engine/run/run_prediction.h"
#include "engine/run/run_report.h"

#include <string>

namespace stowage {

/// Says of each GPU that is estimated to hold more than it has room for what would lie there and
/// what to change. No refusal: weights that find no room ahead of time are brought later.
void warnOfFullDevices(const RunModel& model, const RunSetting& setting, const RunRequest& request,
                       const CommandContext& context);

/// A time of a run: finer where it is less than a second.
[[nodiscard]] std::string runSecondsText(double seconds);

/// What a run came to, for people: its tokens, devices with what they held and how long they were
/// busy, the slowest layers, times, what was brought in, and how it ended.
[[nodiscard]] std::string runText(const RunReport& report, const LoadReport& load,
                                  const Translate& translate);

}  // namespace stowage
