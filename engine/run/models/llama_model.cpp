// SPDX-License-Identifier: GPL-3.0-or-later
// Llama and its relatives, which normalise by root mean squares, as values of a decoder.
#include "engine/run/models/decoder_model.h"
#include "engine/run/models/run_config.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace stowage {

namespace {

/// Values of the library's configuration classes, for fields that a file leaves out.
struct Defaults {
    std::string_view family;
    std::int64_t vocabulary = 32000;
    std::int64_t layers = 32;
    std::int64_t width = 4096;
    std::int64_t heads = 32;
    std::int64_t keyHeads = 0;   ///< 0: as many as heads
    std::int64_t headWidth = 0;  ///< 0: width / heads
    std::int64_t inner = 11008;
    double epsilon = 1e-6;
    RotaryDefaults rotary{};
    const char* activationField = "hidden_act";
    const char* activation = "silu";
};

constexpr const char* kGemmaActivation = "gelu_pytorch_tanh";

constexpr Defaults kDefaults[] = {
    {.family = "gemma",
     .vocabulary = 256000,
     .layers = 28,
     .width = 3072,
     .heads = 16,
     .keyHeads = 16,
     .headWidth = 256,
     .inner = 24576,
     .activation = kGemmaActivation},
    {.family = "gemma2",
     .vocabulary = 256000,
     .layers = 26,
     .width = 2304,
     .heads = 8,
     .keyHeads = 4,
     .headWidth = 256,
     .inner = 9216,
     .activationField = "hidden_activation",
     .activation = kGemmaActivation},
    {.family = "gemma3_text",
     .vocabulary = 262208,
     .layers = 26,
     .width = 2304,
     .heads = 8,
     .keyHeads = 4,
     .headWidth = 256,
     .inner = 9216,
     .rotary = {.theta = 1e6},
     .activationField = "hidden_activation",
     .activation = kGemmaActivation},
    {.family = "glm",
     .vocabulary = 151552,
     .layers = 40,
     .keyHeads = 2,
     .headWidth = 128,
     .inner = 13696,
     .epsilon = 1.5625e-7,
     .rotary = {.share = 0.5}},
    {.family = "llama"},
    {.family = "mistral", .keyHeads = 8, .inner = 14336},
    {.family = "mixtral", .keyHeads = 8, .inner = 14336, .epsilon = 1e-5, .rotary = {.theta = 1e6}},
    {.family = "olmo2", .vocabulary = 50304, .epsilon = 1e-5},
    {.family = "phi3",
     .vocabulary = 32064,
     .width = 3072,
     .inner = 8192,
     .epsilon = 1e-5,
     .rotary = {.share = 1, .phiContext = 4096}},
    {.family = "qwen2", .vocabulary = 151936, .keyHeads = 32, .inner = 22016},
    {.family = "qwen3", .vocabulary = 151936, .keyHeads = 32, .headWidth = 128, .inner = 22016},
};

const Defaults& defaultsOf(const std::string& family) {
    const auto found =
        std::ranges::find(kDefaults, family == "glm4" ? "glm" : family, &Defaults::family);
    return found == std::end(kDefaults) ? kDefaults[0] : *found;
}

bool isGemma(const std::string& family) {
    return family.starts_with("gemma");
}

/// Which layers see only a window: Mistral's, Mixtral's and Phi-3's all, where there is one; Qwen's
/// those from "max_window_layers" on, where "use_sliding_window" says so; Gemma's all but each
/// second or sixth; "layer_types" names each.
std::vector<std::int64_t> readWindows(RunConfig& config, std::int64_t layers) {
    const std::string family = config.modelType();
    const bool isQwen = family == "qwen2" || family == "qwen3";
    const bool hasPattern = family == "gemma2" || family == "gemma3_text";
    const bool slides =
        isQwen ? config.flag("use_sliding_window", false)
               : hasPattern || family == "mistral" || family == "mixtral" || family == "phi3";
    const std::int64_t fallback = family == "mixtral" || family == "phi3" ? 0 : 4096;
    // Null means no window in every family; only a field that is missing has a default.
    const std::int64_t window =
        slides && !config.isNull("sliding_window") ? config.whole("sliding_window", fallback) : 0;
    std::vector<std::int64_t> windows(static_cast<std::size_t>(layers), window);
    const std::vector<std::string> kinds = config.texts("layer_types");
    const auto first = static_cast<std::size_t>(isQwen ? config.whole("max_window_layers", 28) : 0);
    const auto period =
        static_cast<std::size_t>(family == "gemma2" ? 2
                                 : hasPattern       ? config.whole("sliding_window_pattern", 6)
                                                    : 0);
    if (!kinds.empty() && kinds.size() != windows.size()) {
        config.refuse("layer_types", phrase("a list with one layer type for each layer"));
        return windows;
    }
    if (hasPattern && window == 0) {
        config.refuse("sliding_window", phrase("a whole number above 0"));
    }
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const bool seesAll = !kinds.empty() ? kinds[i] != "sliding_attention"
                             : period > 0   ? (i + 1) % period == 0
                                            : i < first;
        windows[i] = seesAll ? 0 : window;
    }
    return windows;
}

bool isFromGguf(const RunTensors& tensors) {
    return tensors.has("token_embd.weight");
}

/// What llama.cpp calls them.
void nameGgufModules(const std::string& family, const RunTensors& tensors, DecoderNames& names) {
    names.words = "token_embd";
    names.layers = "blk";
    names.finalNorm = "output_norm";
    names.head = tensors.has("output.weight") ? "output" : names.words;
    names.attentionNorm = ".attn_norm";
    names.attention = ".attn";
    names.queries = ".attn_q";
    names.keys = ".attn_k";
    names.values = ".attn_v";
    names.out = ".attn_output";
    names.feedForwardNorm = ".ffn_norm";
    names.gate = ".ffn_gate";
    names.up = ".ffn_up";
    names.down = ".ffn_down";
    if (family == "qwen3") {
        names.queryNorm = ".attn_q_norm";
        names.keyNorm = ".attn_k_norm";
    }
}

void nameModules(const std::string& family, RunTensors& tensors, DecoderNames& names) {
    if (isFromGguf(tensors)) {
        nameGgufModules(family, tensors, names);
        return;
    }
    const std::string prefix = tensors.prefixOf({"model.", ""}, "embed_tokens.weight");
    names.words = prefix + "embed_tokens";
    names.layers = prefix + "layers";
    names.finalNorm = prefix + "norm";
    names.head = tensors.has("lm_head.weight") ? "lm_head" : names.words;
    if (family == "qwen3" || family == "olmo2" || family == "gemma3_text") {
        names.queryNorm = ".self_attn.q_norm";
        names.keyNorm = ".self_attn.k_norm";
    }
    if (family.starts_with("glm") || family == "phi3") {
        names.joinedGate = ".mlp.gate_up_proj";
        names.gate.clear();
        names.up.clear();
    }
    if (family == "phi3") {
        names.joined = ".self_attn.qkv_proj";
    }
    if (family == "glm4") {
        names.attended = ".post_self_attn_layernorm";
        names.fed = ".post_mlp_layernorm";
    }
    if (family == "olmo2" || family == "gemma2" || family == "gemma3_text") {
        const bool isOlmo = family == "olmo2";
        names.attended = ".post_attention_layernorm";
        names.fed = ".post_feedforward_layernorm";
        names.attentionNorm = isOlmo ? "" : ".input_layernorm";
        names.feedForwardNorm = isOlmo ? "" : ".pre_feedforward_layernorm";
    }
}

/// √width as the library has it: in the dtype of the table.
double wordScaleOf(const WeightSource& source, const DecoderShape& shape) {
    const auto table = source.describe(shape.names.words + ".weight");
    const auto scale = static_cast<float>(std::sqrt(static_cast<double>(shape.width)));
    return table && table->dtype == DType::BFloat16 ? roundedToBFloat16(scale) : scale;
}

void readGemma(RunConfig& config, const std::string& family, DecoderShape& shape) {
    shape.rmsScale = RmsScale::OnePlus;
    if (config.flag("use_bidirectional_attention", false)) {
        config.refuse("use_bidirectional_attention", "false");
    }
    if (family == "gemma") {
        // Its first files say "gelu", and mean the other one.
        shape.activation = shape.activation == ActivationFunction::Gelu
                               ? ActivationFunction::GeluTanh
                               : shape.activation;
        return;
    }
    shape.scoreScale = 1 / std::sqrt(config.number("query_pre_attn_scalar", 256));
    const auto cap = [&](const char* field, double fallback) {
        return config.isNull(field) ? 0 : config.number(field, fallback);
    };
    const bool isSecond = family == "gemma2";
    shape.logitCap = cap("final_logit_softcapping", isSecond ? 30 : 0);
    shape.scoreCap = cap("attn_logit_softcapping", isSecond ? 50 : 0);
    if (!isSecond && shape.scoreCap > 0) {  // the library has the field and computes without it
        config.refuse("attn_logit_softcapping", "null");
    }
}

void readShape(RunConfig& config, const std::string& family, DecoderShape& shape) {
    const Defaults& usual = defaultsOf(family);
    shape.width = config.whole("hidden_size", usual.width);
    shape.heads = config.whole("num_attention_heads", usual.heads);
    shape.keyHeads =
        config.whole("num_key_value_heads", usual.keyHeads > 0 ? usual.keyHeads : shape.heads);
    const std::int64_t headWidth = std::max<std::int64_t>(1, shape.width / shape.heads);
    shape.headWidth = config.whole("head_dim", usual.headWidth > 0 ? usual.headWidth : headWidth);
    shape.inner = config.whole("intermediate_size", usual.inner);
    shape.epsilon = config.number("rms_norm_eps", usual.epsilon);
    shape.activation = readActivationFunction(config, usual.activationField, usual.activation);
    if (shape.heads % shape.keyHeads != 0) {
        config.refuse("num_key_value_heads", phrase("a divisor of \"num_attention_heads\""));
    }
    if (family == "olmo2") {
        shape.rmsScale = RmsScale::Wide;
        shape.headNorms = HeadNorms::All;
    }
    if (isGemma(family)) {
        readGemma(config, family, shape);
    }
    if (family == "mixtral") {
        shape.experts = ExpertLayer{.experts = config.whole("num_local_experts", 8),
                                    .chosen = config.whole("num_experts_per_tok", 2),
                                    .width = shape.width,
                                    .inner = shape.inner,
                                    .activation = shape.activation};
        if (shape.experts->chosen > shape.experts->experts) {
            config.refuse("num_experts_per_tok", phrase("a number up to \"num_local_experts\""));
        }
    }
}

/// Gemma 3's layers with a window turn by a table of their own.
Result<void> readTables(RunConfig& config, const std::string& family, bool isGguf,
                        DecoderShape& shape) {
    const RotaryDefaults& usual = defaultsOf(family).rotary;
    const bool hasTwo = family == "gemma3_text";
    auto rotary = readRotary(config, shape.headWidth, usual, hasTwo ? "full_attention" : "");
    STOWAGE_TRY(rotary);
    // llama.cpp's converter puts the rows of Llama's queries and keys in another order for this.
    if (family.starts_with("glm") || (isGguf && (family == "llama" || family == "mistral"))) {
        rotary->pairs = RotaryPairs::Neighbours;
    }
    const std::vector<double> divisors = config.numbers("rope_freqs");
    if (!divisors.empty() && divisors.size() != rotary->frequencies.size()) {
        config.refuse("rope_freqs", say("a list of %1 numbers", rotary->frequencies.size()));
        return config.check();
    }
    for (std::size_t i = 0; i < divisors.size(); ++i) {
        rotary->frequencies[i] /= static_cast<float>(divisors[i]);
    }
    shape.rotary.push_back(std::move(*rotary));
    if (hasTwo) {
        auto local = readRotary(config, shape.headWidth, {.thetaField = "rope_local_base_freq"},
                                "sliding_attention");
        STOWAGE_TRY(local);
        shape.rotary.push_back(std::move(*local));
        for (const std::int64_t window : shape.windows) {
            shape.rotaryOf.push_back(window > 0 ? 1 : 0);
        }
    }
    return {};
}

}  // namespace

MadeModel makeLlamaModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source, {.takesBlocks = true});
    RunTraits traits;
    traits.family = config.modelType();
    const Defaults& usual = defaultsOf(traits.family);
    traits.vocabulary = config.whole("vocab_size", usual.vocabulary);
    traits.layers = config.whole("num_hidden_layers", usual.layers);
    traits.outputs = traits.vocabulary;
    DecoderShape shape;
    nameModules(traits.family, tensors, shape.names);
    readShape(config, traits.family, shape);
    STOWAGE_TRY(config.check());
    traits.capsScores = shape.scoreCap > 0;
    if (isGemma(traits.family)) {
        shape.wordScale = wordScaleOf(source, shape);
    }
    if (shape.experts) {
        shape.experts->isStacked = tensors.has(shape.names.layers + ".0.mlp.experts.gate_up_proj");
    }
    traits.onDemand = shape.experts && !shape.experts->isStacked ? ".experts." : "";
    STOWAGE_TRY(checkDecoderTensors(tensors, traits, shape));
    // Tables by layer and head: only now is it known that there are as many.
    shape.windows = readWindows(config, traits.layers);
    STOWAGE_TRY(readTables(config, traits.family, isFromGguf(tensors), shape));
    STOWAGE_TRY(config.check());
    traits.shortContext = shape.rotary.front().shortContext;
    return makeDecoder(std::move(traits), std::move(shape));
}

}  // namespace stowage
