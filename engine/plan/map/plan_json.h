// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/compare/plan_diff.h"
#include "engine/plan/placement_plan.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace stowage {

enum class TraceOutput { Omit, Include };

/// What loading by each method would take, for "predicted": names of methods in their order.
struct PlannedLoad {
    std::string method;
    std::uint64_t peakHostBytes = 0;
    std::optional<double> seconds;  ///< nothing: null
};

/// What a workload takes of a device beside its weights, and leaves of it. Bytes.
struct PlannedUse {
    DeviceId device;
    std::uint64_t kvCache = 0;
    std::uint64_t activations = 0;  ///< of prompts or of tokens, whichever are more
    std::uint64_t context = 0;
    std::optional<std::int64_t> free{};  ///< below 0: so much is lacking; nothing: not known
    std::uint64_t state = 0;             ///< of recurrent and convolution layers
};

/// The object of `plan --json` (docs/spec/command-line.md). "request" keeps what was asked for, so
/// that the plan can be compared later; trace and "no_split_effects" are there with `--explain`
/// only, "predicted" where there are `loads`. Devices are told with what `uses` say of them, else
/// with weights alone.
[[nodiscard]] std::string planToJson(const PlacementPlan& plan, TraceOutput trace,
                                     std::span<const NoSplitEffect> effects = {},
                                     std::span<const PlannedLoad> loads = {},
                                     std::span<const PlannedUse> uses = {});

/// [{"what", "remedy"}], in English.
[[nodiscard]] nlohmann::ordered_json missingJson(std::span<const MissingFact> missing);

/// What `check` says of a map: whether it can be loaded, and whether something speaks against it.
enum class MapValidity { Valid, ValidWithWarnings, Invalid };
[[nodiscard]] MapValidity validityOf(const PlacementPlan& plan);

/// The object of `check --json`: {"valid", "problems", "devices"}.
[[nodiscard]] std::string checkToJson(const PlacementPlan& plan);

}  // namespace stowage
