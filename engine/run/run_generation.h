// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/pause_gate.h"
#include "engine/base/progress.h"
#include "engine/load/load_job.h"
#include "engine/run/forward_report.h"
#include "engine/run/run_model.h"
#include "engine/run/token_choice.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// What a run computes.
struct RunRequest {
    std::vector<std::int64_t> tokens;  ///< the prompt
    std::int64_t generate = 0;         ///< tokens to follow it, one pass each over a cache
    TokenChoice choice{};
    Outputs outputs = Outputs::All;  ///< of the prompt's own pass
};

/// Who follows a run, and what it computes in. All of it may be left out.
struct RunSurroundings {
    const LoadBackends* devices = nullptr;  ///< as PassSurroundings has it
    const PauseGate* gate = nullptr;
    std::function<void(std::uint32_t pass, std::size_t tokens)> passBegins;
    std::function<void(const std::string& module)> entering{};
    /// Times since the pass began.
    std::function<void(const ForwardStep& step)> stepped{};
    std::function<void(std::int64_t token)> chosen{};  ///< the next token
};

/// One pass: the prompt's, or that of one generated token. Seconds since the run began.
struct RunPass {
    std::vector<std::int64_t> tokens;  ///< that went in
    double begin = 0;
    double end = 0;
    std::vector<ForwardStep> steps;  ///< their times since the run began
};

/// What came of a run.
struct RunOutcome {
    Logits numbers;                       ///< of the prompt: logits, or hidden states
    std::vector<std::int64_t> generated;  ///< the tokens after the prompt
    std::vector<RunPass> passes;          ///< the prompt's first
    double seconds = 0;
    std::uint64_t bytesMoved = 0;  ///< of weights that lay elsewhere
};

/// Runs a prompt through a model and lets tokens follow, with keys and values kept from pass to
/// pass. Blocks; run it in a worker. Stops between two modules and while weights are brought in.
/// Errors: InvalidArgument (the tokens, see checkTokens(); generating with an encoder), Cancelled,
/// OutOfMemory, those of borrowing weights and of the arithmetic. Never throws.
[[nodiscard]] Result<RunOutcome> runModel(const RunModel& model, const RunRequest& request,
                                          WeightSource& source, Compute& compute,
                                          const std::stop_token& stop, const ProgressSink& progress,
                                          const RunSurroundings& surroundings = {});

/// InvalidArgument where the tokens cannot go in (see checkTokens()), or tokens are to follow
/// those of an encoder.
[[nodiscard]] Result<void> checkRequest(const RunTraits& traits, const RunRequest& request);

}  // namespace stowage
