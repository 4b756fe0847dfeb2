// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/load/execute/load_job.h"
#include "engine/run/logits.h"
#include "engine/run/run_model.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// How the next token is chosen.
struct SamplingOptions {
    double temperature = 0;      ///< of the softmax that is drawn from; 0: the likeliest token
    std::int64_t likeliest = 0;  ///< draw from so many of the likeliest; 0: from all
    std::uint64_t seed = 0;      ///< the same seed and logits give the same tokens everywhere
};

/// Chooses token after token. Of equal logits the lower token wins; what is not finite is never
/// chosen, unless nothing is.
class TokenSampler {
public:
    explicit TokenSampler(const SamplingOptions& choice)
        : m_choice(choice), m_random(choice.seed) {}
    /// One number a token; not empty.
    [[nodiscard]] std::int64_t choose(std::span<const float> logits);

private:
    [[nodiscard]] double uniform();

    SamplingOptions m_choice;
    std::mt19937_64 m_random;
};

/// What a run computes.
struct RunRequest {
    std::vector<std::int64_t> tokens;  ///< the prompt
    std::int64_t generate = 0;         ///< tokens to follow it, one pass each over a cache
    SamplingOptions choice{};
    Outputs outputs = Outputs::All;  ///< of the prompt's own pass
};

/// Who follows a run, and what it computes in. All of it may be left out.
struct RunEnvironment {
    const LoadBackends* devices = nullptr;  ///< as PassEnvironment has it
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
                                          const RunEnvironment& environment = {});

/// InvalidArgument where the tokens cannot go in (see checkTokens()), or tokens are to follow
/// those of an encoder.
[[nodiscard]] Result<void> checkRequest(const RunTraits& traits, const RunRequest& request);

}  // namespace stowage
