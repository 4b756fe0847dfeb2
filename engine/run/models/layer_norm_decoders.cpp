// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-NeoX, OPT, BLOOM and Falcon, which normalise with mean and shift, as values of a decoder.
#include "engine/run/models/decoder_model.h"
#include "engine/run/models/run_config.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

/// Slopes of so many heads, as transformers' build_alibi_tensor() has them: powers of one base for
/// as many heads as a power of two, of its root for those beyond it.
std::vector<float> alibiSlopes(std::int64_t heads) {
    const auto whole = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(heads)));
    const auto base = [](std::int64_t count) {
        return std::exp2(-std::exp2(3 - std::log2(static_cast<double>(count))));
    };
    std::vector<float> slopes;
    for (std::int64_t i = 0; i < heads; ++i) {
        const bool isBeyond = i >= whole;
        const std::int64_t power = isBeyond ? 2 * (i - whole) + 1 : i + 1;
        slopes.push_back(static_cast<float>(
            std::pow(base(isBeyond ? 2 * whole : whole), static_cast<double>(power))));
    }
    return slopes;
}

/// Slopes in the 8 bits that bfloat16 keeps.
std::vector<float> roundedSlopes(std::int64_t heads) {
    std::vector<float> slopes = alibiSlopes(heads);
    for (float& slope : slopes) {
        slope = roundedToBFloat16(slope);
    }
    return slopes;
}

/// Sizes that all of these have; `shape` names its fields' values before.
void readSizes(RunConfig& config, RunTraits& traits, DecoderShape& shape, std::string_view layers,
               std::int64_t usualLayers) {
    traits.family = config.modelType();
    traits.layers = config.whole(layers, usualLayers);
    traits.outputs = traits.vocabulary;
    shape.norm = NormKind::Layer;
    shape.keyHeads = shape.keyHeads > 0 ? shape.keyHeads : shape.heads;
    shape.headWidth = std::max<std::int64_t>(1, shape.width / shape.heads);
}

void requireWholeHeads(RunConfig& config, const DecoderShape& shape, std::string_view heads) {
    if (shape.width % shape.heads != 0) {
        config.refuse(heads, phrase("a divisor of \"hidden_size\""));
    }
}

/// Modules of BLOOM and Falcon, which are called alike.
void nameBloomModules(RunTensors& tensors, DecoderNames& names) {
    const std::string prefix = tensors.prefixOf({"transformer.", ""}, "word_embeddings.weight");
    names.words = prefix + "word_embeddings";
    names.layers = prefix + "h";
    names.finalNorm = prefix + "ln_f";
    names.head = tensors.has("lm_head.weight") ? "lm_head" : names.words;
    names.attention = ".self_attention";
    names.joined = ".self_attention.query_key_value";
    names.out = ".self_attention.dense";
    names.gate.clear();
    names.up = ".mlp.dense_h_to_4h";
    names.down = ".mlp.dense_4h_to_h";
}

Result<void> check(RunConfig& config, RunTensors& tensors, const RunTraits& traits,
                   const DecoderShape& shape) {
    config.keep(checkDecoderTensors(tensors, traits, shape));
    return config.check();
}

// What follows makes tables by layer and by head: only after check() it is known that there are as
// many.

MadeModel made(RunTraits traits, DecoderShape shape) {
    shape.windows.resize(static_cast<std::size_t>(traits.layers));
    return makeDecoder(std::move(traits), std::move(shape));
}

Result<void> readTable(RunConfig& config, const RotaryDefaults& usual, RunTraits& traits,
                       DecoderShape& shape) {
    auto table = readRotary(config, shape.headWidth, usual);
    STOWAGE_TRY(table);
    traits.shortContext = table->shortContext;
    shape.rotary.push_back(std::move(*table));
    return {};
}

}  // namespace

MadeModel makeGptNeoXModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    DecoderShape shape;
    traits.vocabulary = config.whole("vocab_size", 50432);
    shape.width = config.whole("hidden_size", 6144);
    shape.heads = config.whole("num_attention_heads", 64);
    shape.inner = config.whole("intermediate_size", 24576);
    shape.epsilon = config.number("layer_norm_eps", 1e-5);
    shape.activation = readActivationFunction(config, "hidden_act", "gelu");
    shape.joined = JoinedHeads::Groups;
    shape.residuals =
        config.flag("use_parallel_residual", true) ? Residuals::Parallel : Residuals::OneAfterOther;
    readSizes(config, traits, shape, "num_hidden_layers", 44);
    requireWholeHeads(config, shape, "num_attention_heads");
    const std::string prefix = tensors.prefixOf({"gpt_neox.", ""}, "embed_in.weight");
    DecoderNames& names = shape.names;
    nameBloomModules(tensors, names);
    names.words = prefix + "embed_in";
    names.layers = prefix + "layers";
    names.finalNorm = prefix + "final_layer_norm";
    names.head = tensors.has("lm_head.weight") ? "lm_head" : names.words;
    names.attention = ".attention";
    names.joined = ".attention.query_key_value";
    names.out = ".attention.dense";
    STOWAGE_TRY(check(config, tensors, traits, shape));
    STOWAGE_TRY(readTable(
        config, {.share = 0.25, .thetaField = "rotary_emb_base", .shareField = "rotary_pct"},
        traits, shape));
    return made(std::move(traits), std::move(shape));
}

MadeModel makeOptModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    DecoderShape shape;
    traits.vocabulary = config.whole("vocab_size", 50272);
    traits.context = config.whole("max_position_embeddings", 2048);
    shape.width = config.whole("hidden_size", 768);
    shape.wordWidth = config.whole("word_embed_proj_dim", shape.width);
    shape.heads = config.whole("num_attention_heads", 12);
    shape.inner = config.whole("ffn_dim", 3072);
    shape.epsilon = 1e-5;  // torch.nn.LayerNorm's own
    shape.activation = readActivationFunction(config, "activation_function", "relu");
    shape.positionOffset = 2;
    readSizes(config, traits, shape, "num_hidden_layers", 12);
    requireWholeHeads(config, shape, "num_attention_heads");
    if (!config.flag("layer_norm_elementwise_affine", true)) {
        config.refuse("layer_norm_elementwise_affine", "true");
    }
    const std::string prefix =
        tensors.prefixOf({"model.decoder.", "decoder.", ""}, "embed_tokens.weight");
    const bool isBefore = config.flag("do_layer_norm_before", true);
    DecoderNames& names = shape.names;
    names.words = prefix + "embed_tokens";
    names.positions = prefix + "embed_positions";
    names.layers = prefix + "layers";
    names.head = tensors.has("lm_head.weight") ? "lm_head" : names.words;
    if (shape.wordWidth != shape.width) {
        names.projectIn = prefix + "project_in";
        names.projectOut = prefix + "project_out";
    }
    if (isBefore && !config.flag("_remove_final_layer_norm", false)) {
        names.finalNorm = prefix + "final_layer_norm";
    }
    names.out = ".self_attn.out_proj";
    names.gate.clear();
    names.up = ".fc1";
    names.down = ".fc2";
    names.attentionNorm.clear();
    names.feedForwardNorm.clear();
    (isBefore ? names.attentionNorm : names.attentionSum) = ".self_attn_layer_norm";
    (isBefore ? names.feedForwardNorm : names.feedForwardSum) = ".final_layer_norm";
    STOWAGE_TRY(check(config, tensors, traits, shape));
    return made(std::move(traits), std::move(shape));
}

MadeModel makeBloomModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    DecoderShape shape;
    const std::string_view heads = config.either("n_head", "num_attention_heads");
    traits.vocabulary = config.whole("vocab_size", 250880);
    shape.width = config.whole(config.either("n_embed", "hidden_size"), 64);
    shape.heads = config.whole(heads, 8);
    shape.inner = 4 * shape.width;
    shape.epsilon = config.number("layer_norm_epsilon", 1e-5);
    shape.activation = ActivationFunction::GeluTanh;
    shape.joined = JoinedHeads::Groups;
    if (config.flag("apply_residual_connection_post_layernorm", false)) {
        config.refuse("apply_residual_connection_post_layernorm", "false");
    }
    readSizes(config, traits, shape, config.either("n_layer", "num_hidden_layers"), 2);
    requireWholeHeads(config, shape, heads);
    nameBloomModules(tensors, shape.names);
    shape.names.wordsNorm = shape.names.words + "_layernorm";
    STOWAGE_TRY(check(config, tensors, traits, shape));
    shape.alibi = AlibiBias{.slopes = alibiSlopes(shape.heads)};
    return made(std::move(traits), std::move(shape));
}

MadeModel makeFalconModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    DecoderShape shape;
    const bool isNew = config.flag("new_decoder_architecture", false);
    const bool isParallel = config.flag("parallel_attn", true);
    traits.vocabulary = config.whole("vocab_size", 65024);
    shape.width = config.whole(config.either("n_embed", "hidden_size"), 4544);
    shape.heads = config.whole("num_attention_heads", 71);
    shape.inner = config.whole("ffn_hidden_size", 4 * shape.width);
    shape.epsilon = config.number("layer_norm_epsilon", 1e-5);
    shape.activation = readActivationFunction(config, "activation", "gelu");
    shape.joined = JoinedHeads::Groups;
    shape.keyHeads = isNew                              ? config.whole("num_kv_heads", shape.heads)
                     : config.flag("multi_query", true) ? 1
                                                        : shape.heads;
    shape.residuals = isParallel ? Residuals::Parallel : Residuals::OneAfterOther;
    readSizes(config, traits, shape, "num_hidden_layers", 32);
    requireWholeHeads(config, shape, "num_attention_heads");
    if (shape.heads % shape.keyHeads != 0) {
        config.refuse("num_kv_heads", phrase("a divisor of \"num_attention_heads\""));
    }
    if (isNew && !isParallel) {
        config.refuse("parallel_attn",
                      phrase("true (because \"new_decoder_architecture\" is true)"));
    }
    nameBloomModules(tensors, shape.names);
    if (isParallel) {
        const bool hasTwo = isNew && config.whole("num_ln_in_parallel_attn", 2) == 2;
        shape.names.attentionNorm = hasTwo ? ".ln_attn" : ".input_layernorm";
        shape.names.feedForwardNorm = hasTwo ? ".ln_mlp" : "";
    }
    STOWAGE_TRY(check(config, tensors, traits, shape));
    if (config.flag("alibi", false)) {
        shape.alibi = AlibiBias{.slopes = roundedSlopes(shape.heads),
                                .factor = 1 / std::sqrt(static_cast<double>(shape.headWidth)),
                                .isBFloat16 = true};
    } else {
        STOWAGE_TRY(readTable(config, {}, traits, shape));
    }
    return made(std::move(traits), std::move(shape));
}

}  // namespace stowage
