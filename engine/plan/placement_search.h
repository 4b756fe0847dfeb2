// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/plan/device_map.h"
#include "engine/plan/offload_rules.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct PlacementPlan;
struct PlacementRequest;

/// What the strategy `optimal` is to bring to its best.
enum class Objective {
    Decode,    ///< seconds a token of each sequence, as few as can be
    Prefill,   ///< seconds to the first token, as few as can be
    Mix,       ///< both, each with a weight
    Context,   ///< the longest context, as long as can be
    Pipeline,  ///< KV blocks of the stage that has room for the fewest, as many as can be
};
[[nodiscard]] std::string_view objectiveName(Objective objective);  ///< "decode", "prefill" …
/// Error: InvalidArgument, which names them all.
[[nodiscard]] Result<Objective> objectiveFromName(std::string_view name);
/// Whether more of it is better.
[[nodiscard]] bool isMaximised(Objective objective);

/// An objective, and the weights of Objective::Mix.
struct PlanObjective {
    Objective kind = Objective::Decode;
    double prefillWeight = 1;
    double decodeWeight = 1;
    bool operator==(const PlanObjective&) const = default;
};

/// How offloaded weights come to a run: what `optimal` chooses beside the map.
struct OffloadedRun {
    unsigned prefetchWindow = 2;
    std::vector<OffloadRule> offloaded{};
    bool operator==(const OffloadedRun&) const = default;
};

/// What is known of a plan of the strategy `optimal`.
struct OptimalProof {
    PlanObjective objective;
    /// In the objective's unit: seconds, tokens of a sequence, or KV blocks. Nothing: no plan was
    /// found that carries the work.
    std::optional<double> value;
    double bound = 0;                    ///< no plan comes to a better value
    std::optional<double> robustWithin;  ///< the share by which any one rate may be off before
                                         ///< another of the compared plans wins; nothing: by any
    Message text;                        ///< the bound and what it rests on: sentences
    std::uint64_t explored = 0;          ///< plans whose value was calculated
    double seconds = 0;                  ///< that the search took
    std::vector<std::string> options;    ///< words of `estimate` and `run` that the value needs

    /// By what share of it the value may be from the best: 0 where it is proven.
    [[nodiscard]] double gap() const;
    [[nodiscard]] bool isProven() const { return value && gap() < 1e-9; }
};

/// What a search came to.
struct FoundPlacement {
    DeviceMap map;
    OffloadedRun run;
    std::shared_ptr<const OptimalProof> proof;
};

/// Finds the plan of Strategy::Optimal. It needs times and peaks, of which plans know nothing:
/// engine/capacity has the search, and requests carry it. Immutable; safe from any thread.
class PlacementSearch {
public:
    PlacementSearch() = default;
    virtual ~PlacementSearch() = default;
    PlacementSearch(const PlacementSearch&) = delete;
    PlacementSearch& operator=(const PlacementSearch&) = delete;

    /// Blocks; call it in a worker. Errors: Unsupported (no times are known of this model, or not
    /// under this workload), those of estimates, Cancelled.
    [[nodiscard]] virtual Result<FoundPlacement> find(const PlacementRequest& request,
                                                      const std::stop_token& stop) const = 0;
    /// The value of any plan by the objective of its request, in the same unit and by the same
    /// estimate; nothing where it does not carry the work. Blocks. Errors: as find().
    [[nodiscard]] virtual Result<std::optional<double>> price(
        const std::shared_ptr<const PlacementPlan>& plan, const std::stop_token& stop) const = 0;
};

}  // namespace stowage
