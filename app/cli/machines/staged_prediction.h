// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/machines/staged_processes.h"
#include "engine/base/message.h"
#include "engine/run/stage_prediction.h"

#include <string>
#include <vector>

namespace stowage {

/// What a stage tells before its run: how long each of its passes is predicted to take with so many
/// threads, and what its link to the next stage was measured to be.
[[nodiscard]] std::string stagePassesLine(const StagePasses& passes, const MachineLink& next,
                                          unsigned threads);

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
