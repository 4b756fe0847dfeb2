// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/staged_processes.h"
#include "engine/base/message.h"
#include "engine/run/stage_prediction.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What a stage tells before its run: how long each of its passes is predicted to take with so many
/// threads, and what its link to the next stage was measured to be.
[[nodiscard]] std::string stagePassesLine(const StagePasses& passes, const MachineLink& next,
                                          unsigned threads);

/// What a run in stages is predicted to take from what they told; nothing where one does not know.
[[nodiscard]] std::optional<PipelinePrediction> stagedPrediction(
    const std::vector<StageAnswer>& answers);
/// What it took: from the last stage's object, whose run began so many seconds after the first's.
[[nodiscard]] RunTimes stagedTimes(const nlohmann::ordered_json& last, double began);

/// {"seconds", "to_first_token", "per_token", "tokens_per_second"}; what is not known is null.
[[nodiscard]] nlohmann::ordered_json stagedTimesJson(double seconds, const RunTimes& times);
/// The same of what was predicted, with "assumptions"; null where nothing was.
[[nodiscard]] nlohmann::ordered_json stagedPredictionJson(
    const std::optional<PipelinePrediction>& prediction);
/// Sentences: what was predicted beside what was measured, or why nothing was predicted.
[[nodiscard]] std::vector<Message> predictionLines(
    const std::optional<PipelinePrediction>& prediction, const RunTimes& measured,
    const std::vector<StageAnswer>& answers);

/// "0-11"
[[nodiscard]] std::string layersText(const LayerRange& layers);

// What the stages of a run found, where none failed. Times are those since the first stage began,
// on the clock of this machine.

/// The object of `run --stages --json` (docs/spec/command-line.md).
[[nodiscard]] std::string answersToJson(const std::vector<StageAnswer>& answers);
/// Tokens and likeliest ones, and a row a stage.
[[nodiscard]] std::string answersToText(const std::vector<StageAnswer>& answers,
                                        const Translate& translate);
/// When each layer ran: "begin [s],end [s],stage,machine,device,layer,pass".
[[nodiscard]] std::string answersToCsv(const std::vector<StageAnswer>& answers);

}  // namespace stowage
