// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/machines.h"
#include "engine/capacity/pretrained_load.h"
#include "engine/capacity/tenants.h"

#include <string>
#include <vector>

namespace stowage {

/// The object of `estimate --json`: docs/spec/planning.md. With its "machines" where there are any
/// to tell of; `machines` may be null.
[[nodiscard]] std::string estimateToJson(const CapacityEstimate& estimate,
                                         const CapacityAnswers& answers,
                                         const std::vector<LoadPeaks>& loads = {},
                                         const std::vector<ServingMachine>* machines = nullptr);

/// The same of several models: {"verdict", "device_map", "devices" (all together), "tenants":
/// [{"name", "verdict", "engine", "workload", "devices" (as if alone), "kv_bytes_per_token",
/// "state_bytes_per_sequence", "time", "notes"}], "tightest"}.
[[nodiscard]] std::string tenantsToJson(const TenantsEstimate& estimate, const DeviceMap& map);

}  // namespace stowage
