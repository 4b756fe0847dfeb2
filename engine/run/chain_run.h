// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/progress.h"
#include "engine/load/load_job.h"
#include "engine/run/model_chain.h"
#include "engine/run/run_job.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// A model's place in a chain, as "b" or "b*50" says it.
struct ChainTurn {
    std::string path;
    std::uint64_t times = 1;  ///< that it runs before the next one is called
};

/// "a,b*50,c", spaces around a name ignored. What exists under a whole name with its commas, its
/// asterisk or its spaces is that. Asks the file system.
/// Errors: InvalidArgument (no name, or no number of times from 1 to 100000).
[[nodiscard]] Result<std::vector<ChainTurn>> chainTurnsOf(const std::string& line);

/// A model of a chain and what came of its turn.
struct ChainLink {
    std::string path;
    std::uint64_t times = 1;
    std::shared_ptr<const LoadSchedule> schedule;
    std::shared_ptr<const LoadedModel> model;  ///< null until it is loaded
    RunReport report;             ///< numbers, generated tokens, seconds and bytes of its calls
    double transferSeconds = 0;   ///< of these seconds, its weights travelled
    std::uint64_t allocated = 0;  ///< on the device once it had run, bytes
};

/// An error with the model's path in front, where its message does not name it.
[[nodiscard]] Unexpected ofLink(const ChainLink& link, Error error);

/// Before anything is loaded: whether the model of a link, with its schedule, can be run so.
/// Errors: those of runModelOf() and checkRequest(), as ofLink() tells them.
[[nodiscard]] Result<void> checkLink(const ChainLink& link, const RunOptions& options);

/// Where the models of a chain run: as the options say, else the first GPU, else the CPU.
[[nodiscard]] DeviceId chainDevice(const RunOptions& options, const LoadBackends& backends);

/// What a call of a chain's model needs beside the model.
struct ChainCall {
    const ChainStage& stage;
    const RunOptions& options;  ///< whose request is asked of each model as it can take it
    /// Of the call before, whose prompt and tokens go in where the model takes them; null: the
    /// request's own.
    const RunReport* before = nullptr;
    const PauseGate* gate = nullptr;  ///< null: no pauses
};

/// One call of a link's model, which comes to the device first unless it is there; its figures are
/// added to the link. Blocks; run it in a worker. Errors: those of runModelOf() and runModel(), as
/// ofLink() tells them.
[[nodiscard]] Result<void> callLink(ChainLink& link, ChainedModel& source, const ChainCall& call,
                                    const std::stop_token& stop, const ProgressSink& progress);

/// The tokens that a link's model gave last: those that followed, else the likeliest one; "" of an
/// encoder. "7,12".
[[nodiscard]] std::string chainTokensText(const RunReport& report);

}  // namespace stowage
