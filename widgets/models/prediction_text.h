// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/load_controller.h"

#include <QString>

namespace stowage {

/// How far a finished load was from its prediction, in one line: "Predicted peaks exact · host
/// +3.1 MiB · time −8 %". "" for a load that was stopped, which has no peaks to compare. The time
/// of a load that was paused says nothing and stays away; so does one that was not predicted.
[[nodiscard]] QString predictionText(const FinishedLoad& load);

}  // namespace stowage
