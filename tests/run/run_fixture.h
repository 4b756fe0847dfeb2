// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/run/models/logits.h"
#include "engine/run/models/run_config.h"
#include "engine/run/run_generation.h"
#include "engine/run/run_job.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace stowage::test {

/// A prompt and what the transformers library makes of it.
struct RunPrompt {
    std::vector<std::int64_t> tokens;                    ///< none where an image goes in alone
    std::vector<std::vector<std::int64_t>> alongside{};  ///< further prompts of the same request
    std::vector<std::int64_t>
        decoderTokens{};  ///< that a decoder begins with; empty: there is none
    std::optional<InputArray> input{};
    Logits numbers;  ///< of all positions, or of the last
    bool allPositions = false;

    /// What asks for these numbers.
    [[nodiscard]] RunRequest request() const;
};

/// A prompt and the tokens that follow it where the likeliest is taken each time.
struct RunContinuation {
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> follow;
    std::optional<InputArray> input{};

    /// What asks for these tokens.
    [[nodiscard]] RunRequest request() const;
};

/// A folder that tests/reference/make_run_models.py wrote.
struct RunFixture {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
    RunConfig config;
    std::vector<RunPrompt> prompts;
    std::vector<RunContinuation> continuations;
};

/// Numbers from -1 to 1 of that shape, as pixels() of make_run_models.py gives them.
[[nodiscard]] InputArray pixels(std::vector<std::int64_t> shape, std::int64_t seed);
/// As a request holds it; null: none.
[[nodiscard]] std::shared_ptr<const InputArray> shared(const std::optional<InputArray>& input);
/// False of families that let no token follow.
[[nodiscard]] bool letsTokensFollow(const QString& name);

/// Whether the model can be run with these options, without loading it.
/// Errors: as runModelOf() and checkRequest().
[[nodiscard]] Result<void> checkRun(const RunFixture& fixture, const LoadBackends& backends,
                                    const RunOptions& options);

/// The names of all such folders in `root`.
[[nodiscard]] std::vector<QString> runFixtureNames(const QString& root);
/// Aborts where it cannot be opened.
[[nodiscard]] RunFixture openRunFixture(const QString& folder);

}  // namespace stowage::test
