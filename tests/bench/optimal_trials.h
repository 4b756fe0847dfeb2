// SPDX-License-Identifier: GPL-3.0-or-later
// What optimal_bench and tst_optimal_search share: random tiny models on random devices, the plan
// that `optimal` finds, and the best of all plans that there are, each priced by the estimate.
#pragma once

#include "engine/base/result.h"
#include "engine/capacity/estimate.h"
#include "engine/plan/placement_request.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage::bench {

/// A model, devices and work to plan.
struct OptimalCase {
    std::string config;
    PlacementRequest request;  ///< with its search
    std::shared_ptr<const Checkpoint> checkpoint;
    std::size_t items = 0;  ///< modules that are placed as a whole
    std::string text;       ///< for people
};
/// A handful of items, or a dozen, on one or two GPUs; or up to 60 on up to three. Cluster: a
/// handful on two GPUs, the second of which is in another machine.
enum class CaseSize : std::uint8_t { Small, Dozen, Large, Cluster };
/// Errors: those of opening the model.
[[nodiscard]] Result<OptimalCase> optimalCase(std::uint64_t seed, const std::string& folder,
                                              CaseSize size = CaseSize::Small);
/// One plan of a case, as `stowagectl estimate --device-map` estimates it.
[[nodiscard]] Result<std::shared_ptr<const CapacityEstimate>> estimateOf(
    const OptimalCase& of, const DeviceMap& map, unsigned window, std::vector<OffloadRule> rules);
/// Nothing where it does not fit. Seconds.
[[nodiscard]] std::optional<double> valueIn(const CapacityEstimate& estimate,
                                            const PlanObjective& objective);

/// What came of a case.
struct OptimalTrial {
    std::string what;
    std::optional<double> value;  ///< of the plan that was found; nothing: none carries the work
    double bound = 0;             ///< as the proof says
    bool isProven = false;
    std::optional<double> bruteForce;  ///< of all plans; nothing: none carries the work
    /// The value of the best strategy of Accelerate, or of the best random map, that fits.
    std::optional<double> strategies;
    std::uint64_t plans = 0;  ///< that were compared
    double seconds = 0;       ///< that the search took
    std::vector<std::string> failures;
};

/// What the strategy says, and as a failure where the estimate says something else.
[[nodiscard]] Result<OptimalTrial> findOptimal(const OptimalCase& of);

/// How many plans there are of a case. Errors: as optimalCase().
[[nodiscard]] Result<double> countPlans(std::uint64_t seed, const std::string& folder,
                                        CaseSize size = CaseSize::Small);

/// Compares with every map of items to devices, every choice of what the CPU computes and every
/// window. Nothing where there are more than `mostPlans`.
[[nodiscard]] Result<std::optional<OptimalTrial>> tryBruteForce(std::uint64_t seed,
                                                                const std::string& folder,
                                                                std::uint64_t mostPlans,
                                                                CaseSize size = CaseSize::Small);
/// A model of up to twelve items, beside every plan in which each GPU has one run of them, priced
/// by the tables of times and held by addition: those that are faster are estimated, and none may
/// fit. Nothing where there are more than `mostPlans`.
[[nodiscard]] Result<std::optional<OptimalTrial>> tryByAddition(std::uint64_t seed,
                                                                const std::string& folder,
                                                                std::uint64_t mostPlans);
/// Compares with Accelerate's strategies and with so many random maps: half of them choose a device
/// for each item, half for runs of items.
[[nodiscard]] Result<OptimalTrial> tryStrategies(std::uint64_t seed, const std::string& folder,
                                                 std::uint64_t randomMaps = 0,
                                                 CaseSize size = CaseSize::Small);

}  // namespace stowage::bench
