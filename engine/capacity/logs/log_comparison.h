// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/capacity/answers.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/logs/engine_log.h"
#include "engine/model/model_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// A figure that a program printed, and what an estimate says of the same.
struct LogRow {
    std::string name;                 ///< of the figure: "kv_cache", LogFigure::name
    double printed = 0;               ///< bytes, or a count
    std::optional<double> predicted;  ///< nothing: no estimate is made of it
    std::optional<double> error;  ///< predicted ÷ printed − 1; nothing also beside 0 and below
};

/// A row for each name of the log, in the order in which they were printed first. PyTorch, vLLM and
/// SGLang tell of one card: beside them stands the one that their line names, else the fullest of
/// the plan. llama.cpp tells of all devices: theirs are added up. What vLLM and SGLang leave for
/// keys and values is predicted from their share of the card. Where a log tells both bytes and
/// tokens, "kv_bytes_per_token" is a row more.
[[nodiscard]] std::vector<LogRow> compareLog(const EngineLog& log,
                                             const CapacityEstimate& estimate);

/// "KV cache": a row's name for people.
[[nodiscard]] Message logRowTitle(const LogRow& row);
/// In what a row's figures count.
[[nodiscard]] LogUnit logRowUnit(const EngineLog& log, const LogRow& row);

/// What PyTorch's sentence means, a line each: what was asked for and which tensors of the plan are
/// of that size, on which device, what was held by whom, what would help. "" where the log has no
/// such sentence. `facts` may be null; `remedies` are those
/// of CapacityAnswers.
[[nodiscard]] Message outOfMemoryText(const EngineLog& log, const CapacityEstimate& estimate,
                                      const ModelFacts* facts,
                                      const std::vector<CapacityChange>& remedies);

}  // namespace stowage
