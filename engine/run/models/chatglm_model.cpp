// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

/// What a layer's input is multiplied with before the layer's own answer is added: √(2 · 28), since
/// the published GLMBlock always counts on 28 layers, however many the model has.
const double kAlpha = std::sqrt(2.0 * 28.0);

struct ChatGlmShape {
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    std::int64_t begin = 0;        ///< bos_token_id: the context ends before it
    std::int64_t mask = 0;         ///< mask_token_id: the place that is written
    std::int64_t generalMask = 0;  ///< gmask_token_id: the same, at the end
    std::vector<float> frequencies;

    [[nodiscard]] std::int64_t headWidth() const { return width / heads; }
};

/// Where GLM's context ends and which place is filled in: what the positions of all tokens follow
/// from.
struct GlmContext {
    std::int64_t length = 0;
    std::int64_t place = 0;
};

/// ChatGLM-6B's modeling_chatglm.py: a context that every position sees, tokens after it that see
/// what came before them, and two positions for each token, which turn the halves of a head: the
/// place in the context, and how far behind it. A layer's residual is its normalised input, times
/// kAlpha.
class ChatGlmModel : public RunModel {
public:
    ChatGlmModel(RunTraits traits, ChatGlmShape shape)
        : RunModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({"transformer.word_embeddings"}, "transformer.layers",
                              traits().layers, {"transformer.final_layernorm", "lm_head"});
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        const GlmContext context = contextOf(pass.firstPosition() == 0 ? tokens : pass.prompt());
        const RotaryTable rotary = rotaryOf(context, pass.firstPosition(), tokens.size());
        Next x = pass.table("transformer.word_embeddings", tokens);
        for (std::int64_t layer = 0; x && layer < traits().layers; ++layer) {
            x = block(pass, layer, context, rotary, std::move(x));
        }
        x = pass.layerNorm("transformer.final_layernorm", x, m_shape.epsilon);
        x = wantedRows(pass, x, outputs);
        return pass.linear("lm_head", x);
    }

private:
    /// A prompt without these tokens, which is only counted, is all context.
    [[nodiscard]] GlmContext contextOf(std::span<const std::int64_t> prompt) const {
        const auto indexOf = [&prompt](std::int64_t token) {
            return static_cast<std::int64_t>(std::ranges::find(prompt, token) - prompt.begin());
        };
        const auto count = static_cast<std::int64_t>(prompt.size());
        const std::int64_t general = indexOf(m_shape.generalMask);
        const std::int64_t place = general < count ? general : indexOf(m_shape.mask);
        return {indexOf(m_shape.begin), place < count ? place : 0};
    }

    [[nodiscard]] RotaryTable rotaryOf(const GlmContext& context, std::int64_t first,
                                       std::size_t rows) const {
        RotaryTable rotary{.frequencies = m_shape.frequencies};
        for (std::size_t i = 0; i < rows; ++i) {
            const std::int64_t at = first + static_cast<std::int64_t>(i);
            const bool isInContext = at < context.length;
            rotary.positions.push_back(isInContext ? at : context.place);
            rotary.positions.push_back(isInContext ? 0 : at - context.length + 1);
        }
        return rotary;
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                              const GlmContext& context, const RotaryTable& rotary,
                              const Next& x) const {
        const Next joined = pass.linear(path + ".query_key_value", x);
        const std::int64_t width = m_shape.headWidth();
        const auto part = [&](std::int64_t number) {
            return pass.headColumns(joined, m_shape.heads, number * width, width);
        };
        const Next queries = pass.rotate(part(0), m_shape.heads, rotary);
        const Next keys = pass.rotate(part(1), m_shape.heads, rotary);
        return pass.attention(path, static_cast<std::size_t>(layer), queries, keys, part(2),
                              {.heads = m_shape.heads, .seenByAll = context.length});
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, const GlmContext& context,
                             const RotaryTable& rotary, Next x) const {
        const std::string path = "transformer.layers." + std::to_string(layer);
        const std::string self = path + ".attention";
        x = pass.layerNorm(path + ".input_layernorm", x, m_shape.epsilon);
        Next seen = attend(pass, layer, self, context, rotary, x);
        seen = pass.linear(self + ".dense", seen);
        x = pass.scale(x, kAlpha);
        x = pass.sum(seen, x);
        seen = ActivationPtr();
        x = pass.layerNorm(path + ".post_attention_layernorm", x, m_shape.epsilon);
        Next inside = pass.linear(path + ".mlp.dense_h_to_4h", x, ActivationFunction::GeluTanh);
        inside = pass.linear(path + ".mlp.dense_4h_to_h", inside);
        x = pass.scale(x, kAlpha);
        return pass.sum(inside, x);
    }

    ChatGlmShape m_shape;
};

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits, const ChatGlmShape& shape) {
    tensors.require("transformer.word_embeddings.weight", {traits.vocabulary, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = "transformer.layers." + std::to_string(layer);
        tensors.requireLayerNorm(path + ".input_layernorm", shape.width);
        tensors.requireLinear(path + ".attention.query_key_value", shape.width, 3 * shape.width);
        tensors.requireLinear(path + ".attention.dense", shape.width, shape.width);
        tensors.requireLayerNorm(path + ".post_attention_layernorm", shape.width);
        tensors.requireLinear(path + ".mlp.dense_h_to_4h", shape.width, shape.inner);
        tensors.requireLinear(path + ".mlp.dense_4h_to_h", shape.inner, shape.width);
    }
    tensors.requireLayerNorm("transformer.final_layernorm", shape.width);
    tensors.require("lm_head.weight", {traits.vocabulary, shape.width});
    return tensors.result();
}

/// The nearest float16, as the published RotaryEmbedding keeps its frequencies.
float roundedToHalf(double frequency) {
    // Between 2^-14 and 2 a float16 has 11 significant bits; below it steps are 2^-24.
    const int exponent = std::max(std::ilogb(frequency), -14);
    const double step = std::ldexp(1.0, exponent - 10);
    return static_cast<float>(std::nearbyint(frequency / step) * step);
}

void readShape(RunConfig& config, ChatGlmShape& shape) {
    shape.width = config.whole("hidden_size", 4096);
    shape.heads = config.whole("num_attention_heads", 32);
    shape.inner = config.whole("inner_hidden_size", 16384);
    shape.epsilon = config.number("layernorm_epsilon", 1e-5);
    shape.begin = config.whole("bos_token_id", 150004);
    shape.mask = config.whole("mask_token_id", 150000);
    shape.generalMask = config.whole("gmask_token_id", 150001);
    if (shape.width % shape.heads != 0 || shape.headWidth() % 4 != 0) {
        config.refuse(
            "num_attention_heads",
            phrase("a divisor of \"hidden_size\" with a quotient that is a multiple of 4"));
    }
    if (!config.flag("position_encoding_2d", true)) {
        config.refuse("position_encoding_2d", phrase("true, as published,"));
    }
    if (config.has("pre_seq_len")) {
        config.refuse("pre_seq_len", "null", phrase("a learned prefix cannot be run yet"));
    }
}

}  // namespace

MadeModel makeChatGlmModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    traits.family = "chatglm";
    traits.takesBatches = false;  // how much of its context all positions see differs by prompt
    traits.takesChunks = false;
    traits.vocabulary = config.whole("vocab_size", 150528);
    traits.layers = config.whole("num_layers", 28);
    traits.outputs = traits.vocabulary;
    ChatGlmShape shape;
    readShape(config, shape);
    STOWAGE_TRY(config.check());
    STOWAGE_TRY(checkTensors(tensors, traits, shape));
    traits.needed = {{shape.generalMask, shape.mask, "gmask_token_id"},
                     {shape.begin, shape.begin, "bos_token_id"}};
    const std::int64_t turned = shape.headWidth() / 2;
    for (std::int64_t i = 0; i < turned / 2; ++i) {
        const double exponent = static_cast<double>(2 * i) / static_cast<double>(turned);
        shape.frequencies.push_back(roundedToHalf(1 / std::pow(10000.0, exponent)));
    }
    return std::unique_ptr<RunModel>(
        std::make_unique<ChatGlmModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
