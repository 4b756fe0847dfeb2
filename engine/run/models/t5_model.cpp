// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stowage {
namespace {

constexpr const char* kCross = ".layer.1.EncDecAttention";

struct T5Shape {
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t headWidth = 0;
    std::int64_t inner = 0;
    std::int64_t encoderLayers = 0;
    std::int64_t decoderLayers = 0;  ///< 0: the encoder alone
    std::int64_t buckets = 0;        ///< of distances, and the distance from which on all share one
    std::int64_t farthest = 0;
    double epsilon = 0;
    ActivationFunction activation = ActivationFunction::Relu;
    bool isGated = false;        ///< T5 1.1's feed-forward layers
    bool sharesBuckets = true;   ///< a stack's first layer has the table for all of them
    bool scalesOutputs = false;  ///< before the head: the first T5
};

/// One of the two stacks of layers: "encoder" or "decoder".
struct T5Stack {
    const T5Shape& shape;
    std::string path;
    std::int64_t layers = 0;
    bool isDecoder = false;

    [[nodiscard]] std::string block(std::int64_t layer) const {
        return path + ".block." + std::to_string(layer);
    }
    [[nodiscard]] std::string feedForward(std::int64_t layer) const {
        return block(layer) + (isDecoder ? ".layer.2" : ".layer.1");
    }
    /// Whether the layer has a table of its own for distances.
    [[nodiscard]] bool hasTable(std::int64_t layer) const {
        return layer == 0 || !shape.sharesBuckets;
    }
    [[nodiscard]] std::string table(std::int64_t layer) const {
        return block(layer) + ".layer.0.SelfAttention.relative_attention_bias";
    }
};

class T5Model : public RunModel {
public:
    using Biases = ModulePass::Biases;

    T5Model(RunTraits traits, const T5Shape& shape) : RunModel(std::move(traits)), m_shape(shape) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        std::vector<RunStage> all = stagesOf(encoder());
        if (m_shape.decoderLayers > 0) {
            for (RunStage& stage : all) {
                stage.onlyOnce = true;
            }
            std::vector<RunStage> more = stagesOf(decoder());
            for (std::int64_t layer = 0; layer < m_shape.decoderLayers; ++layer) {
                const std::string cross = decoder().block(layer) + kCross;
                more[static_cast<std::size_t>(1 + layer)].once = {cross + ".k", cross + ".v"};
            }
            std::move(more.begin(), more.end(), std::back_inserter(all));
        }
        if (traits().givesLogits) {
            all.push_back({"lm_head", {"lm_head"}});
        }
        return all;
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        const bool encodes = m_shape.decoderLayers == 0 || pass.firstPosition() == 0;
        Next encoded = encodes ? run(pass, encoder(), tokens, ActivationPtr()) : ActivationPtr();
        if (m_shape.decoderLayers == 0) {
            return wantedRows(pass, encoded, outputs);
        }
        const std::vector<std::int64_t> first =
            encodes ? pass.startDecoder() : std::vector<std::int64_t>();
        Next x = run(pass, decoder(), encodes ? first : tokens, std::move(encoded));
        x = wantedRows(pass, x, outputs);
        if (!traits().givesLogits) {
            return x;
        }
        if (m_shape.scalesOutputs) {
            x = pass.scale(x, 1 / std::sqrt(static_cast<double>(m_shape.width)));
        }
        return pass.linear("lm_head", x);
    }

    [[nodiscard]] T5Stack encoder() const {
        return {m_shape, "encoder", m_shape.encoderLayers, false};
    }
    [[nodiscard]] T5Stack decoder() const {
        return {m_shape, "decoder", m_shape.decoderLayers, true};
    }

private:
    [[nodiscard]] static std::vector<RunStage> stagesOf(const T5Stack& stack) {
        return numberedStages({stack.path + ".embed_tokens"}, stack.path + ".block", stack.layers,
                              {stack.path + ".final_layer_norm"});
    }

    /// `encoded` is what the encoder gave; null in itself, and where the decoder has it kept.
    [[nodiscard]] Next run(ModulePass& pass, const T5Stack& stack,
                           std::span<const std::int64_t> tokens, Next encoded) const {
        Next x = pass.table(stack.path + ".embed_tokens", tokens);
        Biases biases = std::vector<ActivationPtr>();
        for (std::int64_t layer = 0; x && layer < stack.layers; ++layer) {
            if (stack.hasTable(layer)) {
                biases = std::vector<ActivationPtr>();
                biases =
                    pass.relativeBias(stack.table(layer), {.buckets = m_shape.buckets,
                                                           .farthest = m_shape.farthest,
                                                           .isBidirectional = !stack.isDecoder});
            }
            STOWAGE_TRY(biases);
            x = attend(pass, stack, layer, x, *biases);
            if (stack.isDecoder) {
                x = attendEncoded(pass, stack, layer, x, encoded);
            }
            x = feed(pass, stack.feedForward(layer), x);
        }
        encoded = ActivationPtr();
        biases = std::vector<ActivationPtr>();
        return norm(pass, stack.path + ".final_layer_norm", x);
    }

    [[nodiscard]] Next norm(ModulePass& pass, const std::string& path, const Next& x) const {
        return pass.rmsNorm(path, x, m_shape.epsilon);
    }

    [[nodiscard]] Next attend(ModulePass& pass, const T5Stack& stack, std::int64_t layer,
                              const Next& x, const std::vector<ActivationPtr>& biases) const {
        const std::string path = stack.block(layer) + ".layer.0";
        const std::string self = path + ".SelfAttention";
        Next normed = norm(pass, path + ".layer_norm", x);
        Next queries = pass.linear(self + ".q", normed);
        Next keys = pass.linear(self + ".k", normed);
        Next values = pass.linear(self + ".v", normed);
        normed = ActivationPtr();
        Next out = pass.attention(self, static_cast<std::size_t>(layer), queries, keys, values,
                                  {.heads = m_shape.heads,
                                   .attentionMask = stack.isDecoder ? AttentionMask::Causal
                                                                    : AttentionMask::Bidirectional,
                                   .scale = 1,
                                   .biases = biases,
                                   .keeps = stack.isDecoder});
        queries = keys = values = ActivationPtr();
        out = pass.linear(self + ".o", out);
        return pass.sum(out, x);
    }

    [[nodiscard]] Next attendEncoded(ModulePass& pass, const T5Stack& stack, std::int64_t layer,
                                     const Next& x, const Next& encoded) const {
        const std::string path = stack.block(layer) + ".layer.1";
        const std::string cross = stack.block(layer) + kCross;
        const bool isFirst = encoded && *encoded != nullptr;
        Next keys = isFirst ? pass.linear(cross + ".k", encoded) : encoded;
        Next values = isFirst ? pass.linear(cross + ".v", encoded) : encoded;
        // Queries come last in every pass, so that attention runs on their device in all of them.
        Next queries = pass.linear(cross + ".q", norm(pass, path + ".layer_norm", x));
        Next out = pass.crossAttention(cross, static_cast<std::size_t>(layer), queries, keys,
                                       values, {.heads = m_shape.heads, .scale = 1});
        queries = keys = values = ActivationPtr();
        out = pass.linear(cross + ".o", out);
        return pass.sum(out, x);
    }

    [[nodiscard]] Next feed(ModulePass& pass, const std::string& path, const Next& x) const {
        const std::string dense = path + ".DenseReluDense";
        Next normed = norm(pass, path + ".layer_norm", x);
        const std::string first = dense + (m_shape.isGated ? ".wi_0" : ".wi");
        Next inside = pass.linear(first, normed, m_shape.activation);
        if (m_shape.isGated) {
            inside = pass.product(inside, pass.linear(dense + ".wi_1", normed));
        }
        normed = ActivationPtr();
        inside = pass.linear(dense + ".wo", inside);
        return pass.sum(inside, x);
    }

    T5Shape m_shape;
};

void checkAttention(RunTensors& tensors, const std::string& path, const T5Shape& shape) {
    const std::int64_t all = shape.heads * shape.headWidth;
    for (const char* part : {".q", ".k", ".v"}) {
        tensors.requireLinear(path + part, shape.width, all);
    }
    tensors.requireLinear(path + ".o", all, shape.width);
}

void checkStack(RunTensors& tensors, const T5Stack& stack, std::int64_t vocabulary) {
    const T5Shape& shape = stack.shape;
    tensors.require(stack.path + ".embed_tokens.weight", {vocabulary, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < stack.layers; ++layer) {
        tensors.requireScale(stack.block(layer) + ".layer.0.layer_norm", shape.width);
        checkAttention(tensors, stack.block(layer) + ".layer.0.SelfAttention", shape);
        if (stack.hasTable(layer)) {
            tensors.require(stack.table(layer) + ".weight", {shape.buckets, shape.heads});
        }
        if (stack.isDecoder) {
            tensors.requireScale(stack.block(layer) + ".layer.1.layer_norm", shape.width);
            checkAttention(tensors, stack.block(layer) + kCross, shape);
        }
        const std::string dense = stack.feedForward(layer) + ".DenseReluDense";
        tensors.requireScale(stack.feedForward(layer) + ".layer_norm", shape.width);
        tensors.requireLinear(dense + (shape.isGated ? ".wi_0" : ".wi"), shape.width, shape.inner);
        if (shape.isGated) {
            tensors.requireLinear(dense + ".wi_1", shape.width, shape.inner);
        }
        tensors.requireLinear(dense + ".wo", shape.inner, shape.width);
    }
    tensors.requireScale(stack.path + ".final_layer_norm", shape.width);
}

/// "relu", "gated-gelu" …; the library takes GPT-2's GELU where "gated-gelu" is said.
void readFeedForward(RunConfig& config, bool isGatedByDefault, T5Shape& shape) {
    const std::string name =
        config.text("feed_forward_proj", isGatedByDefault ? "gated-gelu" : "relu");
    constexpr std::string_view kGated = "gated-";
    shape.isGated = name.starts_with(kGated);
    const std::string function = name == "gated-gelu" ? "gelu_new"
                                 : shape.isGated      ? name.substr(kGated.size())
                                                      : name;
    shape.activation = readActivationFunction(config, "dense_act_fn", function);
}

}  // namespace

MadeModel makeT5Model(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    const std::string family = config.family();
    T5Shape shape;
    shape.width = config.whole("d_model", 512);
    shape.heads = config.whole("num_heads", family == "t5" ? 8 : 6);
    shape.headWidth = config.whole("d_kv", 64);
    shape.inner = config.whole("d_ff", family == "t5" ? 2048 : 1024);
    shape.encoderLayers = config.whole("num_layers", family == "t5" ? 6 : 8);
    const bool hasDecoder = tensors.has("decoder.final_layer_norm.weight");
    shape.decoderLayers = hasDecoder ? config.whole("num_decoder_layers", shape.encoderLayers) : 0;
    shape.buckets = config.whole("relative_attention_num_buckets", 32);
    shape.farthest = config.whole("relative_attention_max_distance", 128);
    shape.epsilon = config.number("layer_norm_epsilon", 1e-6);
    shape.sharesBuckets = family != "umt5";
    readFeedForward(config, family != "t5", shape);
    // The library keeps by another name what an older file says by tied words.
    shape.scalesOutputs = family != "mt5" && config.flag("scale_decoder_outputs",
                                                         config.flag("tie_word_embeddings", true));

    RunTraits traits;
    traits.family = family;
    traits.vocabulary = config.whole("vocab_size", family == "t5" ? 32128 : 250112);
    traits.layers = shape.encoderLayers + shape.decoderLayers;
    traits.givesLogits = hasDecoder && tensors.has("lm_head.weight");
    traits.outputs = traits.givesLogits ? traits.vocabulary : shape.width;
    traits.isGenerative = traits.givesLogits;
    traits.takesChunks = false;
    traits.attendsEncoded = hasDecoder;
    if (hasDecoder) {
        traits.decoderStart =
            config.token("decoder_start_token_id", config.token("pad_token_id", 0));
    }
    // Half of them for each direction, half of those for one distance each, the others for more.
    if (shape.buckets % 4 != 0 || shape.farthest <= shape.buckets / 2) {
        config.refuse(
            "relative_attention_num_buckets",
            phrase("a multiple of 4 that is less than 2 × relative_attention_max_distance"));
    }
    if (config.flag("is_decoder", false)) {
        config.refuse("is_decoder", "false", phrase("the first stack is an encoder"));
    }
    const std::int64_t vocabulary = traits.vocabulary;
    auto model = std::make_unique<T5Model>(std::move(traits), shape);
    checkStack(tensors, model->encoder(), vocabulary);
    if (hasDecoder) {
        checkStack(tensors, model->decoder(), vocabulary);
    }
    if (model->traits().givesLogits) {
        tensors.requireLinear("lm_head", shape.width, vocabulary);
    }
    config.keep(tensors.result());
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(std::move(model));
}

}  // namespace stowage
