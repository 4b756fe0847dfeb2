// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command_context.h"
#include "app/cli/options/common_options.h"
#include "app/cli/options/placement_options.h"
#include "engine/run/run_job.h"
#include "engine/text/tokenizer.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What a run computes and how, as it was typed: `--tokens`, `--generate` …
class RunArguments {
public:
    /// Adds the options to a command; they bind to this object, which must outlive the parse.
    void addTo(CLI::App& command);
    /// The options that follow, with all that needs no model. Reads the files of `--config` and
    /// `--input`.
    /// A prompt given as text has no tokens yet: see readPromptText().
    /// Errors: InvalidArgument that names the option; those of reading the file.
    [[nodiscard]] Result<RunOptions> makeOptions(const RequestOptions& typed) const;
    [[nodiscard]] const std::string& configFile() const { return m_config; }
    /// The tokenizer beside a model, or beside the file of `--config`, and with it the tokens of
    /// `--prompt-text`. Null where there is none and none is needed; one that cannot be read is
    /// then a warning. Errors: those of openTokenizer() and of encoding, InvalidArgument (no
    /// token).
    [[nodiscard]] Result<std::shared_ptr<const Tokenizer>> readPromptText(
        const std::string& modelPath, RunOptions& options, const CommandContext& context) const;

    /// Whether words of a workload were typed that are not a run's own.
    [[nodiscard]] bool hasWorkload() const { return m_workload.isGiven(); }
    [[nodiscard]] bool hasInput() const { return !m_input.empty(); }
    /// Whether a run does what the words of a workload ask of it, for weights of that dtype;
    /// nothing: as far as that can be said of any. Error: InvalidArgument that names the option.
    [[nodiscard]] Result<void> checkWorkload(const RunRequest& request,
                                             std::optional<DType> weights) const;
    /// Gives the prompt, once its tokens are known, to as many sequences as `--batch` says.
    void repeatPrompt(RunOptions& options) const;

private:
    [[nodiscard]] Result<SamplingOptions> makeChoice() const;

    std::vector<std::string> m_tokens;
    std::int64_t m_batch = 1;
    std::string m_promptText;
    const CLI::Option* m_textOption = nullptr;  ///< tells whether it was given; of the command
    std::string m_decoderTokens;
    std::string m_input;
    std::string m_prompt;  ///< an option of other verbs, answered in a sentence
    std::int64_t m_prefillChunk = 0;
    std::string m_attention;
    std::int64_t m_generate = 0;
    std::optional<double> m_temperature;
    std::optional<std::int64_t> m_topK;
    std::optional<std::int64_t> m_seed;
    std::int64_t m_threads = 0;
    std::string m_config;
    std::vector<std::string> m_skipKeys;
    WorkloadOptions m_workload;  ///< what `estimate` takes and a run does in one way only
};

}  // namespace stowage
