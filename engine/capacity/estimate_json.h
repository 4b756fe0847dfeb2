// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/machines.h"
#include "engine/capacity/pretrained_load.h"

#include <string>
#include <vector>

namespace stowage {

/// The object of `estimate --json`: docs/spec/planning.md. With its "machines" where there are any
/// to tell of; `machines` may be null.
[[nodiscard]] std::string estimateToJson(const CapacityEstimate& estimate,
                                         const CapacityAnswers& answers,
                                         const std::vector<LoadPeaks>& loads = {},
                                         const std::vector<Machine>* machines = nullptr);

}  // namespace stowage
