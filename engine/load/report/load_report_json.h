// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_fields.h"
#include "engine/device/host_memory.h"
#include "engine/load/report/load_figures.h"
#include "engine/plan/device_map.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <tuple>

namespace stowage {

/// What "predicted" and "measured" of `run --json` have beside memory.
inline constexpr auto kRunTimeFields =
    std::tuple{JsonField{"to_first_token", &RunTimes::toFirstToken},
               JsonField{"per_token", &RunTimes::perToken},
               JsonField{"tokens_per_second", &RunTimes::tokensPerSecond},
               JsonField{"load_seconds", &RunTimes::loadSeconds}};

/// What each of "passes" of `run --json` has.
inline constexpr auto kPassFields =
    std::tuple{JsonField{"tokens", &RunPassFigures::tokens},
               JsonField{"begin", &RunPassFigures::begin}, JsonField{"end", &RunPassFigures::end}};

/// What each of "chain" of `run --chain --json` has beside its prompt and its tokens.
inline constexpr auto kTurnFields =
    std::tuple{JsonField{"model", &ChainTurn::model},
               JsonField{"times", &ChainTurn::times},
               JsonField{"bytes_moved", &ChainTurn::bytesMoved},
               JsonField{"transfer_seconds", &ChainTurn::transferSeconds},
               JsonField{"seconds", &ChainTurn::seconds},
               JsonField{"allocated", &ChainTurn::allocated}};

/// The object of `load --json`.
[[nodiscard]] nlohmann::ordered_json loadReportJson(const LoadReport& report,
                                                    const LoadSchedule& schedule);

/// {"rss", "anon", "file", "shmem"}, bytes; what is not known is null.
[[nodiscard]] nlohmann::ordered_json processMemoryJson(const ProcessMemory& memory);

/// {"baseline", "peak"}: what a process held before, and the most above it; below it is 0.
[[nodiscard]] nlohmann::ordered_json hostMemoryJson(const ProcessMemory& baseline,
                                                    const ProcessMemory& peak);

/// {"tokens", "sha256", "max_logit", "next_token", "max_difference", "agrees", "seconds",
/// "bytes_moved", "why"?}: what "forward" is in the object of `load --json`. What is not known is
/// null.
[[nodiscard]] nlohmann::ordered_json forwardJson(const ForwardFigures& forward);

/// {"devices": {"gpu:0": {"peak_allocated", "peak_reserved"}}, "host_anon", "seconds"}; null where
/// there was nothing to compare.
[[nodiscard]] nlohmann::ordered_json predictionErrorsJson(
    const std::optional<PredictionErrors>& errors);

/// {"gpu:0": bytes, "cpu": bytes}: what unaccountedBytes() says; null where nothing was compared.
[[nodiscard]] nlohmann::ordered_json unaccountedJson(const std::optional<PredictionErrors>& errors);

/// Reads the object of `load --json`, also with what `compare` adds to it, or that of `run --json`,
/// of a chain, too.
/// Parts that are not there stay unknown. `file` is for messages.
/// Errors: Malformed (no such object, or a figure of the wrong kind, which it names).
[[nodiscard]] Result<LoadFigures> readLoadFigures(const nlohmann::ordered_json& loadObject,
                                                  const std::string& file = {});

}  // namespace stowage
