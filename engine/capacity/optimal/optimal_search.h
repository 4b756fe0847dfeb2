// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/device/machine_rates.h"
#include "engine/plan/placement_request.h"
#include "engine/plan/workload.h"

#include <memory>

namespace stowage {

/// The search of Strategy::Optimal for plans of one checkpoint, by the estimates that all plans are
/// priced with (estimateCapacity()) under the request's workload, else under `usual`. `rates` may
/// be null. Where several plans are best, one with fewer changes of device is taken, and the
/// request's given map where it is one of them. `progress` hears how many plans were compared.
[[nodiscard]] std::shared_ptr<const PlacementSearch> makePlacementSearch(
    std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const MachineRates> rates,
    const Workload& usual = {}, ProgressSink progress = {});

}  // namespace stowage
