// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "engine/run/run_prediction.h"

namespace stowage {

/// Says of each GPU that is estimated to hold more than it has room for what would lie there and
/// what to change. No refusal: weights that find no room ahead of time are brought later.
void warnOfFullDevices(const RunModel& model, const RunSetting& setting, const RunRequest& request,
                       const CommandContext& context);

}  // namespace stowage
