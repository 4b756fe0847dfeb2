// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// One of the models of a plan, as if it were alone on the devices.
struct TenantEstimate {
    std::string name;
    std::shared_ptr<const CapacityEstimate> estimate;
};

/// What several models of one plan take together, in one process that runs one of them at a time.
struct TenantsEstimate {
    std::vector<TenantEstimate> tenants;
    /// All together, in the order of the plan: weights, caches and states of all are there at once;
    /// what comes and goes (activations, logits, offloaded weights on their way) is that of the
    /// model with the most. The context of the process counts once.
    std::vector<DeviceEstimate> devices;
    Verdict verdict = Verdict::Undetermined;
    std::optional<TightestDevice> tightest{};
};

/// The plan of one model of a plan of several: its part of the map over its own tree, as a given
/// map. Errors: those of place().
[[nodiscard]] Result<std::shared_ptr<const PlacementPlan>> planOfTenant(
    const PlacementPlan& plan, const std::string& name, std::shared_ptr<const ModuleTree> tree,
    const std::stop_token& stop = {});

/// Of a plan of several models (Checkpoint::tenants). Each has the input's workload where
/// `isAsked`, as far as it can have it (an encoder generates nothing, and no model reads more
/// tokens than it has positions), else its usual one. Blocks, as estimateCapacity() does. Errors:
/// InvalidArgument (a plan of one model), those of estimateCapacity().
[[nodiscard]] Result<TenantsEstimate> estimateTenants(const EstimateInput& input, bool isAsked,
                                                      const std::stop_token& stop = {});

/// "Fits: 2 models together. Tightest is GPU 0: 3.2 GiB to the next failure."
[[nodiscard]] Message tenantsSentence(const TenantsEstimate& estimate);

}  // namespace stowage
