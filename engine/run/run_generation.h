// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/run/models/logits.h"
#include "engine/run/models/run_model.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

struct LoadBackends;

/// How the next token is chosen.
struct SamplingOptions {
    double temperature = 0;      ///< of the softmax that is drawn from; 0: the likeliest token
    std::int64_t likeliest = 0;  ///< draw from so many of the likeliest; 0: from all
    std::uint64_t seed = 0;      ///< the same seed and logits give the same tokens everywhere
};

/// What a run computes.
struct RunRequest {
    std::vector<std::int64_t> tokens;  ///< the prompt
    std::int64_t generate = 0;         ///< tokens to follow each prompt, one pass each over a cache
    SamplingOptions choice{};
    Outputs outputs = Outputs::All;  ///< of the prompts' own passes
    /// Prompts of further sequences, of any length, which run in the same passes.
    std::vector<std::vector<std::int64_t>> alongside{};
    /// With which a decoder begins whose encoder reads the prompts; empty: the model's own one.
    std::vector<std::int64_t> decoderTokens{};
    /// Tokens of each prompt that go in at once, over a cache; 0: all of them.
    std::int64_t prefillChunk = 0;
    /// Fused: no scores in memory. Needs a LibTorch that can: fusesAttention().
    AttentionKind attention = AttentionKind::Eager;
    /// For models that take one, beside the prompts or alone; null: none.
    std::shared_ptr<const InputArray> input{};
    /// In so many groups the sequences pass, one after another, so that the stages of a model
    /// overlap; of more than there are sequences each is one. Their sizes differ by one at most.
    /// Prompts that go in by chunks go in together.
    std::size_t microBatches = 1;

    [[nodiscard]] std::size_t sequences() const { return 1 + alongside.size(); }
    [[nodiscard]] const std::vector<std::int64_t>& prompt(std::size_t sequence) const {
        return sequence == 0 ? tokens : alongside[sequence - 1];
    }
    /// Empty for a model without an encoder beside its decoder.
    [[nodiscard]] std::vector<std::int64_t> decoderTokensFor(const RunTraits& traits) const;
    /// Sequences that pass together.
    struct MicroBatch {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] std::vector<MicroBatch> inMicroBatches() const;
    /// In so many passes the prompts go in: as many as the longest needs, or one a micro-batch.
    [[nodiscard]] std::uint64_t prefillPasses() const;
    /// These, and those of the tokens that follow.
    [[nodiscard]] std::uint64_t passes() const;
};

/// Who follows a run, and what it computes in. All of it may be left out.
struct RunEnvironment {
    const LoadBackends* devices = nullptr;  ///< as PassEnvironment has it
    const PauseGate* gate = nullptr;
    std::function<void(std::uint32_t pass, std::size_t tokens)> passBegins;
    std::function<void(const std::string& module)> entering{};
    /// Times since the pass began.
    std::function<void(const ForwardStep& step)> stepped{};
    /// The next token of each sequence, the first one's first.
    std::function<void(std::span<const std::int64_t> tokens)> chosen{};
    /// Tokens that were chosen of sequences that passed together; before these sequences pass again
    /// or the run ends, they are asked for: where another process chooses, it says which they are.
    std::function<Result<void>(std::span<const std::int64_t> tokens)> tellTokens{};
    std::function<Result<void>(std::span<std::int64_t> tokens)> askTokens{};
    /// A replay, which computes nothing: no numbers are taken out or kept, and token 0 follows.
    bool isReplay = false;
    LayerSkip passOver{};  ///< of a replay
};

/// One pass: of the prompts, of a chunk of them, or of one generated token. Seconds since the run
/// began.
struct RunPass {
    std::vector<std::int64_t> tokens;  ///< that went in, sequence after sequence
    double begin = 0;
    double end = 0;
    std::vector<ForwardStep> steps;  ///< their times since the run began
};

/// What came of a run.
struct RunOutcome {
    /// Of the prompts, one after another: logits, or hidden states.
    Logits numbers;
    std::vector<std::vector<std::int64_t>> generated;  ///< by sequence: the tokens after its prompt
    std::vector<RunPass> passes;                       ///< the prompts' first
    double seconds = 0;
    std::uint64_t bytesMoved = 0;  ///< of weights that lay elsewhere
};

/// Runs prompts through a model and lets tokens follow, with keys and values kept from pass to
/// pass. Blocks; run it in a worker. Stops between two modules and while weights are brought in.
/// Errors: InvalidArgument (see checkRequest()), Cancelled,
/// OutOfMemory, those of borrowing weights and of the arithmetic. Never throws.
[[nodiscard]] Result<RunOutcome> runModel(const RunModel& model, const RunRequest& request,
                                          WeightSource& source, Compute& compute,
                                          const std::stop_token& stop, const ProgressSink& progress,
                                          const RunEnvironment& environment = {});

/// InvalidArgument where no token follows those that such a model reads.
[[nodiscard]] Result<void> requireGenerative(const RunTraits& traits);

/// InvalidArgument where the tokens cannot go in (see checkTokens()), tokens are to follow those of
/// an encoder, several sequences are asked of a family that takes one, or chunks of one whose
/// prompts go in whole; and as checkInput().
[[nodiscard]] Result<void> checkRequest(const RunTraits& traits, const RunRequest& request);

}  // namespace stowage
