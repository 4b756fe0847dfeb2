// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/run_arguments.h"

#include "app/cli/forward_pass.h"
#include "engine/base/random_access_file.h"
#include "engine/capacity/engine_profile.h"
#include "engine/model/config_tree.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace stowage {

namespace {

/// More than any model sees; what this one does is told once it is known.
constexpr std::int64_t kMostGenerated = 1 << 20;
constexpr std::int64_t kMostThreads = 1024;
constexpr std::int64_t kMostSequences = 4096;

Result<std::string> readConfig(const std::string& path) {
    auto text = readWholeFile(path, kMaxConfigBytes, [&path](std::uint64_t /*size*/) {
        return say("%1 is too large for a model's configuration; give a model's config.json.",
                   path);
    });
    return text && text->empty() ? fail(ErrorCode::Malformed,
                                        say("%1 is empty; give a model's config.json.", path), path)
                                 : std::move(text);
}

}  // namespace

void RunArguments::addTo(CLI::App& command) {
    CLI::Option* const tokens = command.add_option("--tokens", m_tokens)
                                    ->type_name("TOKENS")
                                    ->allow_extra_args(false)
                                    ->check(notEmpty());
    // An empty text is a prompt, too: many tokenizers begin each with a token of their own.
    m_textOption = addOption(command, "--prompt-text", "TEXT", m_promptText)->excludes(tokens);
    addTextOption(command, "--decoder-tokens", "TOKENS", m_decoderTokens);
    addTextOption(command, "--input", "FILE.npy", m_input);
    addTextOption(command, "--prompt", "N", m_prompt);
    takesNumber(command.add_option("--batch", m_batch));
    takesTokens(command.add_option("--prefill-chunk", m_prefillChunk));
    addTextOption(command, "--attention", "KIND", m_attention);
    takesTokens(command.add_option("--generate", m_generate));
    takesNumber(command.add_option("--temperature", m_temperature), "T");
    takesNumber(command.add_option("--top-k", m_topK));
    takesNumber(command.add_option("--seed", m_seed));
    takesNumber(command.add_option("--threads", m_threads));
    addTextOption(command, "--config", "FILE", m_config);
    addListOption(command, "--skip-keys", "KEY,...", m_skipKeys)->check(notEmpty());
    m_workload.addTo(command);
}

Result<SamplingOptions> RunArguments::makeChoice() const {
    SamplingOptions choice;
    if (!m_temperature) {
        for (const auto& [option, isGiven] :
             {std::pair("--seed", m_seed.has_value()), std::pair("--top-k", m_topK.has_value())}) {
            if (isGiven) {
                return wrongValue(option,
                                  say("without --temperature the most likely token is chosen and "
                                      "nothing is sampled; give --temperature as well."));
            }
        }
        return choice;
    }
    if (!std::isfinite(*m_temperature) || *m_temperature <= 0) {
        return wrongValue("--temperature", say("the temperature must be a number above 0; omit the "
                                               "option to choose the most likely tokens."));
    }
    if (m_generate == 0) {
        return wrongValue(
            "--temperature",
            say("without --generate N, no token is sampled; give --generate N as well."));
    }
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    STOWAGE_TRY(requireRange("--top-k", m_topK.value_or(1), 1, kLargest));
    STOWAGE_TRY(requireRange("--seed", m_seed.value_or(0), 0, kLargest));
    choice.temperature = *m_temperature;
    choice.likeliest = m_topK.value_or(0);
    choice.seed = static_cast<std::uint64_t>(m_seed.value_or(0));
    return choice;
}

Result<RunOptions> RunArguments::makeOptions(const RequestOptions& typed) const {
    if (!m_prompt.empty()) {
        return wrongValue(
            "--prompt",
            say("a run reads the prompt from --tokens or --prompt-text, which also determines the "
                "prompt length; use --generate N for the number of tokens to generate."));
    }
    RunOptions options;
    if (m_textOption->empty()) {
        if (m_tokens.empty() && m_input.empty()) {
            return wrongValue("--tokens", say("a prompt is required, as in 15496,11,995; or give "
                                              "--prompt-text, or --input for an image model."));
        }
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            auto tokens = parsePrompt(m_tokens[i], "--tokens");
            STOWAGE_TRY(tokens);
            if (i == 0) {
                options.request.tokens = std::move(*tokens);
            } else {
                options.request.alongside.push_back(std::move(*tokens));
            }
        }
    }
    if (!m_decoderTokens.empty()) {
        auto tokens = parsePrompt(m_decoderTokens, "--decoder-tokens");
        STOWAGE_TRY(tokens);
        options.request.decoderTokens = std::move(*tokens);
    }
    if (!m_input.empty()) {
        auto input = readInputFile(m_input);
        STOWAGE_TRY(input);
        options.request.input = std::make_shared<const InputArray>(std::move(*input));
    }
    STOWAGE_TRY(requireRange("--batch", m_batch, 1, kMostSequences));
    if (m_batch > 1 && m_tokens.size() > 1) {
        return wrongValue("--batch",
                          say("the option repeats one prompt; give --tokens only once."));
    }
    STOWAGE_TRY(requireRange("--generate", m_generate, 0, kMostGenerated));
    STOWAGE_TRY(requireRange("--threads", m_threads, 0, kMostThreads));
    STOWAGE_TRY(requireRange("--prefill-chunk", m_prefillChunk, 0, kMostGenerated));
    options.request.prefillChunk = m_prefillChunk;
    if (!m_attention.empty()) {
        const auto kind = optionValue("--attention", attentionFromName(m_attention));
        STOWAGE_TRY(kind);
        options.request.attention = *kind;
    }
    STOWAGE_TRY(optionValue("--attention", requireAttention(options.request.attention)));
    options.request.generate = m_generate;
    const auto choice = makeChoice();
    STOWAGE_TRY(choice);
    options.request.choice = *choice;
    PlacementRequest run;
    STOWAGE_TRY(typed.putInto(run, RequestOption::Use::Map));
    options.executionDevice = run.executionDevice;
    options.hooks = std::move(run.hooks);
    options.hooks.skipKeys = m_skipKeys;
    options.window = run.prefetchWindow;
    options.threads = static_cast<unsigned>(m_threads);
    if (!m_config.empty()) {
        auto text = readConfig(m_config);
        STOWAGE_TRY(text);
        options.configText = std::move(*text);
    }
    return options;
}

Result<void> RunArguments::checkWorkload(const RunRequest& request,
                                         std::optional<DType> weights) const {
    const auto asked = m_workload.makeWorkload();
    STOWAGE_TRY(asked);
    const auto isOnly = [](const char* option, const Message& what) {
        return wrongValue(
            option,
            say("%1; omit the option, or use \"stowagectl estimate\" for another engine.", what));
    };
    if (!asked->engine.empty() && asked->engine != kOwnEngine) {
        return isOnly("--engine", phrase("a run always uses the engine of this program"));
    }
    if (asked->tensorParallel > 1) {
        return isOnly("--tensor-parallel", phrase("a run does not divide layers among GPUs"));
    }
    if (asked->images > 0) {
        return wrongValue("--images", say("a run reads an image from --input; omit --images."));
    }
    const bool isKept = asked->kvType == KvType::Float32 || asked->kvType == KvType::Float16 ||
                        asked->kvType == KvType::BFloat16;
    if (asked->kvType && (weights ? asked->kvType != kvTypeOf(*weights) : !isKept)) {
        return isOnly("--kv-dtype",
                      weights ? say("a run stores keys and values in the dtype of the weights, %1",
                                    dtypeName(*weights))
                              : say("a run stores keys and values in the dtype of the weights"));
    }
    if (weights && asked->computeType.value_or(*weights) != *weights) {
        return wrongValue("--compute-dtype", say("a run computes in the dtype of the weights, %1; "
                                                 "load the weights in another dtype with --dtype.",
                                                 dtypeName(*weights)));
    }
    if (!weights) {
        return {};
    }
    std::size_t longest = 0;
    for (std::size_t i = 0; i < request.sequences(); ++i) {
        longest = std::max(longest, request.prompt(i).size());
    }
    const std::uint64_t tokens = longest + static_cast<std::uint64_t>(request.generate);
    if (asked->context > tokens) {
        return wrongValue("--context",
                          say("a run uses a context length of prompt plus generated tokens, which "
                              "is %1; omit --context, or generate more tokens with --generate.",
                              tokens));
    }
    return {};
}

Result<std::shared_ptr<const Tokenizer>> RunArguments::readPromptText(
    const std::string& modelPath, RunOptions& options, const CommandContext& context) const {
    auto folder = findTokenizerFolder(modelPath);
    if (!folder && !m_config.empty()) {
        folder = findTokenizerFolder(m_config);
    }
    const bool isNeeded = !m_textOption->empty();
    if (!folder && !isNeeded) {
        return std::shared_ptr<const Tokenizer>();
    }
    auto tokenizer = openTokenizer(folder.value_or(modelPath));
    if (!tokenizer && !isNeeded) {
        context.warn(tokenizer.error().message);
        return std::shared_ptr<const Tokenizer>();
    }
    auto tokens =
        tokenizer && isNeeded ? (*tokenizer)->encode(m_promptText) : Result(options.request.tokens);
    if (!tokenizer || !tokens) {
        return tokenizer ? tokens.unexpected() : tokenizer;
    }
    if (tokens->empty()) {
        return wrongValue(
            "--prompt-text",
            say("the tokenizer produces no tokens from the text; give a longer text."));
    }
    options.request.tokens = std::move(*tokens);
    return tokenizer;
}

void RunArguments::repeatPrompt(RunOptions& options) const {
    if (m_batch > 1) {
        options.request.alongside.assign(static_cast<std::size_t>(m_batch - 1),
                                         options.request.tokens);
    }
}

}  // namespace stowage
