// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_model.h"

#include "engine/base/number_text.h"
#include "engine/base/strings.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/model_facts.h"
#include "engine/run/models/from_scratch_gpt.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace stowage {

namespace {

struct RunFamily {
    std::string_view modelType;
    MadeModel (*make)(const WeightSource&, RunConfig&);
};

/// A new family is a row, sorted by name.
constexpr RunFamily kFamilies[] = {
    {"bert", makeBertModel},
    {"bloom", makeBloomModel},
    {"chatglm", makeChatGlmModel},
    {"chatglm2", makeChatGlm2Model},
    {"clip", makeClipModel},
    {"clip_text_model", makeClipTextModel},
    {"clip_vision_model", makeClipVisionModel},
    {"falcon", makeFalconModel},
    {"falcon_mamba", makeMambaModel},
    {"gemma", makeLlamaModel},
    {"gemma2", makeLlamaModel},
    {"gemma3_text", makeLlamaModel},
    {"glm", makeLlamaModel},
    {"glm4", makeLlamaModel},
    {"gpt2", makeGpt2Model},
    {"gpt_neox", makeGptNeoXModel},
    {"llama", makeLlamaModel},
    {"mamba", makeMambaModel},
    {"mingpt", makeMinGptModel},
    {"mistral", makeLlamaModel},
    {"mixtral", makeLlamaModel},
    {"mt5", makeT5Model},
    {"olmo2", makeLlamaModel},
    {"opt", makeOptModel},
    {"phi3", makeLlamaModel},
    {"qwen2", makeLlamaModel},
    {"qwen3", makeLlamaModel},
    {"t5", makeT5Model},
    {"umt5", makeT5Model},
    {"vit", makeVitModel},
    {"whisper", makeWhisperModel},
};

/// Whether no class of these families is tied unless its config.json says so.
bool isUntiedByDefault(const std::string& family) {
    constexpr std::string_view kUntied[] = {"glm",     "glm4",  "gpt_neox", "llama", "mistral",
                                            "mixtral", "olmo2", "phi3",     "qwen2", "qwen3"};
    return std::ranges::find(kUntied, family) != std::end(kUntied);
}

/// Decoders of text give what their language-model head says, and would give it of the embeddings
/// where the model has another head, or none.
Result<void> checkHead(const WeightSource& source, RunConfig& config, const std::string& family) {
    constexpr std::string_view kOtherHeads[] = {"ForSequenceClassification",
                                                "ForTokenClassification", "ForQuestionAnswering",
                                                "ForMultipleChoice"};
    const std::string name = config.className();
    const auto endsSo = [&name](std::string_view end) { return name.ends_with(end); };
    const bool isDecoder = family != "bert" && family != "vit" && !family.starts_with("clip");
    if (isDecoder && std::ranges::any_of(kOtherHeads, endsSo)) {
        return fail(ErrorCode::Unsupported,
                    say("%1 describes a %2, whose head is not supported; Stowage runs models of "
                        "this family only as language models. The model can be planned and loaded.",
                        config.file(), name),
                    config.file(), "architectures");
    }
    const bool hasHead =
        RunTensors(source).has("lm_head.weight") || RunTensors(source).has("embed_out.weight");
    if (isUntiedByDefault(family) && name.ends_with("Model") && !hasHead &&
        !config.flag("tie_word_embeddings", false)) {
        return fail(ErrorCode::Unsupported,
                    say("%1 describes a %2, which has no language-model head, so a run cannot "
                        "return logits. The model can be planned and loaded.",
                        config.file(), name),
                    config.file(), "architectures");
    }
    return {};
}

Result<std::unique_ptr<RunModel>> makeFrom(const WeightSource& source, const std::string& text,
                                           const std::string& file) {
    Result<RunConfig> config = RunConfig::parse(text, file);
    return config ? makeRunModel(source, std::move(*config))
                  : Result<std::unique_ptr<RunModel>>(config.unexpected());
}

std::string familyNames() {
    return joinedText(runnableFamilies(), ", ");
}

}  // namespace

Result<std::unique_ptr<RunModel>> makeRunModel(const WeightSource& source, RunConfig config) {
    const std::string modelType = config.modelType();
    const std::string own = config.family();
    const auto found = std::ranges::find(kFamilies, own, &RunFamily::modelType);
    if (found != std::end(kFamilies)) {
        STOWAGE_TRY(checkHead(source, config, own));
        return found->make(source, config);
    }
    return fail(ErrorCode::Unsupported,
                say("%1 describes a model of the family %2, which Stowage cannot run. Stowage can "
                    "run the families %3. The model can be planned and loaded.",
                    config.file(), quotedForMessage(modelType), familyNames()),
                config.file(), "model_type");
}

std::vector<std::string> runnableFamilies() {
    std::vector<std::string> names;
    for (const RunFamily& family : kFamilies) {
        names.emplace_back(family.modelType);
    }
    return names;
}

ModulePass::Next RunModel::forwardLayers(ModulePass& /*pass*/,
                                         std::span<const std::int64_t> /*tokens*/,
                                         Outputs /*outputs*/, LayerRange /*layers*/,
                                         Next /*x*/) const {
    return fail(
        ErrorCode::Unsupported,
        say("Models of the family %1 cannot be divided into stages; only text decoders can.",
            m_traits.family));
}

ModulePass::Next LayeredModel::forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                                       Outputs outputs) const {
    return forwardLayers(pass, tokens, outputs, {0, traits().layers - 1}, ActivationPtr());
}

ModulePass::Next LayeredModel::forwardLayers(ModulePass& pass, std::span<const std::int64_t> tokens,
                                             Outputs outputs, LayerRange layers, Next x) const {
    const std::int64_t count = traits().layers;
    const std::int64_t last = layers.last + 1 == count ? count : layers.last;
    for (std::int64_t step = layers.first == 0 ? kEmbedding : layers.first; x; ++step) {
        step = pass.passOver(step, *x);
        if (step > last) {
            break;
        }
        x = step == kEmbedding ? embed(pass, tokens)
            : step == count    ? head(pass, std::move(x), outputs)
                               : block(pass, step, std::move(x));
    }
    return x;
}

ModulePass::Next RunModel::wantedRows(ModulePass& pass, const Next& x, Outputs outputs) {
    return outputs == Outputs::Last ? pass.rows(x, pass.lastRows()) : x;
}

std::vector<RunStage> numberedStages(std::vector<std::string> first, const std::string& layers,
                                     std::int64_t count, std::vector<std::string> last) {
    std::vector<RunStage> stages;
    stages.push_back({first.front(), std::move(first)});
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string path = layers + "." + std::to_string(i);
        stages.push_back({path, {path}});
    }
    for (std::string& path : last) {  // a head can be as large as several layers
        stages.push_back({path, {path}});
    }
    return stages;
}

bool RunStage::has(const std::string& module) const {
    return std::ranges::any_of(paths, [&](const std::string& path) {
        return module.starts_with(path) &&
               (module.size() == path.size() || module[path.size()] == '.');
    });
}

std::optional<std::size_t> stageWith(const std::vector<RunStage>& stages,
                                     const std::string& module) {
    const auto found =
        std::ranges::find_if(stages, [&](const RunStage& stage) { return stage.has(module); });
    return found == stages.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - stages.begin()));
}

Result<void> checkToken(const RunTraits& traits, std::int64_t token) {
    return token >= 0 && token < traits.vocabulary
               ? Result<void>()
               : fail(ErrorCode::InvalidArgument,
                      say("The token %1 is not in this model's vocabulary, which contains the "
                          "tokens 0 to %2.",
                          token, traits.vocabulary - 1),
                      {}, "tokens");
}

Result<void> checkLength(const RunTraits& traits, std::uint64_t prompt, std::uint64_t following) {
    const auto seen = static_cast<std::uint64_t>(traits.context);
    if (seen == 0 || prompt + following <= seen) {
        return {};
    }
    return fail(ErrorCode::InvalidArgument,
                prompt > seen
                    ? say("The prompt has %1 tokens, but this model reads at most %2 tokens; "
                          "shorten the prompt.",
                          groupedText(prompt), groupedText(seen))
                    : say("The prompt and the generated tokens are %1 tokens in total. All tokens "
                          "except the last are inputs, and this model supports at most %2 inputs. "
                          "Shorten the prompt, or generate fewer tokens.",
                          groupedText(prompt + following + 1), groupedText(seen)),
                {}, "tokens");
}

Result<void> checkTokens(const RunTraits& traits, std::span<const std::int64_t> tokens,
                         std::int64_t following) {
    if (!traits.takesTokens) {
        return tokens.empty()
                   ? Result<void>()
                   : fail(
                         ErrorCode::InvalidArgument,
                         say("A model of the family %1 takes %2, not tokens; leave the prompt out.",
                             traits.family,
                             traits.input ? Message(traits.input->name)
                                          : Message(phrase("an array"))),
                         {}, "tokens");
    }
    if (tokens.empty()) {
        return fail(ErrorCode::InvalidArgument,
                    say("The prompt has no token; give at least one token."), {}, "tokens");
    }
    STOWAGE_TRY(checkLength(traits, tokens.size(), static_cast<std::uint64_t>(following)));
    for (const std::int64_t token : tokens) {
        STOWAGE_TRY(checkToken(traits, token));
    }
    for (const NeededToken& needed : traits.needed) {
        if (std::ranges::find(tokens, needed.token) == tokens.end() &&
            std::ranges::find(tokens, needed.orElse) == tokens.end()) {
            return fail(
                ErrorCode::InvalidArgument,
                say("The prompt does not contain the token %1 (%2), which this model needs; end "
                    "the prompt with %3, as the tokenizer of the model does.",
                    needed.token, needed.name, joinedText(traits.needed, ",", &NeededToken::token)),
                {}, "tokens");
        }
    }
    return {};
}

Result<std::unique_ptr<RunModel>> runModelOf(const Checkpoint& checkpoint,
                                             const WeightSource& source,
                                             const std::string& configText,
                                             const std::string& configFile) {
    if (checkpoint.tenants != nullptr || checkpoint.pipeline != nullptr) {
        return fail(ErrorCode::Unsupported,
                    say("%1 is opened as several models, but a run uses only one model; open one "
                        "of these models alone.",
                        checkpoint.path),
                    checkpoint.path);
    }
    if (checkpoint.adapters != nullptr) {
        return fail(ErrorCode::Unsupported,
                    say("A LoRA adapter is applied to %1, but Stowage runs models only without "
                        "adapters. Merge the adapter with PEFT's merge_and_unload() and run the "
                        "merged model, or run the model without the adapter.",
                        checkpoint.path),
                    checkpoint.path);
    }
    if (!configText.empty()) {
        return makeFrom(source, configText,
                        configFile.empty() ? "The given configuration" : configFile);
    }
    if (checkpoint.format == CheckpointFormat::Gguf && !checkpoint.shards.empty()) {
        auto config = ggufRunConfig(checkpoint);
        return config ? makeRunModel(source, std::move(*config))
                      : Result<std::unique_ptr<RunModel>>(config.unexpected());
    }
    if (source.describe("tok_emb.weight")) {
        const Result<GptShape> shape = readGptShape(source, checkpoint.path);
        return shape ? Result<std::unique_ptr<RunModel>>(makeFromScratchGpt(*shape))
                     : Result<std::unique_ptr<RunModel>>(shape.unexpected());
    }
    const bool hasConfig = checkpoint.modelFacts != nullptr && !checkpoint.modelFacts->file.empty();
    if (!hasConfig && holdsMinGpt(source)) {
        return makeFrom(source, "{\"model_type\": \"mingpt\"}", checkpoint.path);
    }
    if (!hasConfig) {
        return fail(
            ErrorCode::Unsupported,
            say("The architecture of %1 is unknown: no config.json is next to the weights. Put the "
                "model's config.json there. Stowage can run %2, and the from-scratch GPT.",
                checkpoint.path, familyNames()),
            checkpoint.path, kMissingConfigKey);
    }
    const std::string& file = checkpoint.modelFacts->file;
    const Result<std::string> text = readConfigFile(file);
    return text ? makeFrom(source, *text, file)
                : Result<std::unique_ptr<RunModel>>(text.unexpected());
}

}  // namespace stowage
