// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <utility>

namespace stowage {

namespace {

struct ChatGlm2Shape {
    std::string prefix;  ///< "transformer."
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t keyHeads = 0;
    std::int64_t headWidth = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    bool isGrouped = false;  ///< queries, keys and values beside each other; else head by head
    bool isRootMeanSquare = true;  ///< norms
    bool hasLastNorm = true;
    bool addsNormed = false;  ///< to what a part gives: its normalised input
    RotaryTable rotary;

    [[nodiscard]] std::int64_t joined() const { return (heads + 2 * keyHeads) * headWidth; }
};

/// ChatGLM2's and ChatGLM3's modeling_chatglm.py. Its rotary positions turn half of each head;
/// positions are those of all tokens, and there is no context that is read in both directions.
class ChatGlm2Model : public RunModel {
public:
    ChatGlm2Model(RunTraits traits, ChatGlm2Shape shape)
        : RunModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        const std::string& prefix = m_shape.prefix;
        std::vector<std::string> last{prefix + "output_layer"};
        if (m_shape.hasLastNorm) {
            last.insert(last.begin(), prefix + "encoder.final_layernorm");
        }
        return numberedStages({prefix + "embedding.word_embeddings", prefix + "rotary_pos_emb"},
                              prefix + "encoder.layers", traits().layers, std::move(last));
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        Next x = pass.table(m_shape.prefix + "embedding.word_embeddings", tokens);
        for (std::int64_t layer = 0; x && layer < traits().layers; ++layer) {
            x = block(pass, layer, std::move(x));
        }
        if (m_shape.hasLastNorm) {
            x = norm(pass, m_shape.prefix + "encoder.final_layernorm", x);
        }
        x = wantedRows(pass, x, outputs);
        return pass.linear(m_shape.prefix + "output_layer", x);
    }

private:
    [[nodiscard]] Next norm(ModulePass& pass, const std::string& path, const Next& x) const {
        return m_shape.isRootMeanSquare ? pass.rmsNorm(path, x, m_shape.epsilon)
                                        : pass.layerNorm(path, x, m_shape.epsilon);
    }

    /// Part 0, 1 or 2 of the joined product: queries, keys or values.
    [[nodiscard]] Next part(ModulePass& pass, const Next& joined, std::int64_t number) const {
        const std::int64_t width = m_shape.headWidth;
        if (!m_shape.isGrouped) {
            return pass.headColumns(joined, m_shape.heads, number * width, width);
        }
        const std::int64_t shared = m_shape.keyHeads * width;
        const std::int64_t first = number == 0 ? 0 : m_shape.heads * width + (number - 1) * shared;
        return pass.columns(joined, first, number == 0 ? m_shape.heads * width : shared);
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                              const Next& x) const {
        const Next joined = pass.linear(path + ".query_key_value", x);
        const Next queries = pass.rotate(part(pass, joined, 0), m_shape.heads, m_shape.rotary);
        const Next keys = pass.rotate(part(pass, joined, 1), m_shape.keyHeads, m_shape.rotary);
        return pass.attention(path + ".core_attention", static_cast<std::size_t>(layer), queries,
                              keys, part(pass, joined, 2),
                              {.heads = m_shape.heads, .keyHeads = m_shape.keyHeads});
    }

    [[nodiscard]] Next feedForward(ModulePass& pass, const std::string& path, const Next& x) const {
        const Next both = pass.linear(path + ".dense_h_to_4h", x);
        const Next gate =
            pass.activation(pass.columns(both, 0, m_shape.inner), ActivationFunction::Silu);
        const Next gated = pass.product(gate, pass.columns(both, m_shape.inner, m_shape.inner));
        return pass.linear(path + ".dense_4h_to_h", gated);
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const {
        const std::string path = m_shape.prefix + "encoder.layers." + std::to_string(layer);
        const std::string self = path + ".self_attention";
        Next normed = norm(pass, path + ".input_layernorm", x);
        x = m_shape.addsNormed ? normed : x;
        x = pass.sum(pass.linear(self + ".dense", attend(pass, layer, self, normed)), x);
        normed = norm(pass, path + ".post_attention_layernorm", x);
        x = m_shape.addsNormed ? normed : x;
        return pass.sum(feedForward(pass, path + ".mlp", normed), x);
    }

    ChatGlm2Shape m_shape;
};

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits,
                          const ChatGlm2Shape& shape) {
    const auto requireNorm = [&](const std::string& path) {
        tensors.requireScale(path, shape.width);
        if (!shape.isRootMeanSquare) {
            tensors.requireLayerNorm(path, shape.width);
        }
    };
    const std::string& prefix = shape.prefix;
    tensors.require(prefix + "embedding.word_embeddings.weight", {traits.vocabulary, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = prefix + "encoder.layers." + std::to_string(layer);
        requireNorm(path + ".input_layernorm");
        tensors.requireLinear(path + ".self_attention.query_key_value", shape.width,
                              shape.joined());
        tensors.requireLinear(path + ".self_attention.dense", shape.heads * shape.headWidth,
                              shape.width);
        requireNorm(path + ".post_attention_layernorm");
        tensors.requireLinear(path + ".mlp.dense_h_to_4h", shape.width, 2 * shape.inner);
        tensors.requireLinear(path + ".mlp.dense_4h_to_h", shape.inner, shape.width);
    }
    if (shape.hasLastNorm) {
        requireNorm(prefix + "encoder.final_layernorm");
    }
    tensors.require(prefix + "output_layer.weight", {traits.vocabulary, shape.width});
    return tensors.result();
}

ChatGlm2Shape readShape(RunConfig& config) {
    ChatGlm2Shape shape;
    shape.prefix = "transformer.";
    shape.width = config.whole("hidden_size", 4096);
    shape.heads = config.whole("num_attention_heads", 32);
    shape.headWidth = config.whole("kv_channels", 128);
    shape.inner = config.whole("ffn_hidden_size", 13696);
    shape.epsilon = config.number("layernorm_epsilon", 1e-5);
    shape.isGrouped = config.flag("multi_query_attention", false);
    shape.keyHeads = shape.isGrouped ? config.whole("multi_query_group_num", 1) : shape.heads;
    shape.isRootMeanSquare = config.flag("rmsnorm", true);
    shape.hasLastNorm = config.flag("post_layer_norm", true);
    shape.addsNormed = config.flag("apply_residual_connection_post_layernorm", false);
    constexpr std::int64_t kWidest = std::int64_t{1} << 40;  // so that sums of sizes fit
    if (shape.heads * shape.headWidth > kWidest) {
        config.refuse("kv_channels", phrase("a number that matches the tensors"));
    }
    if (shape.heads % shape.keyHeads != 0) {
        config.refuse("multi_query_group_num", phrase("a divisor of \"num_attention_heads\""));
    }
    // Published long-context models stretch rotary positions by it, one generation their base and
    // another the positions themselves, and nothing in the configuration tells which.
    if (config.number("rope_ratio", 1) != 1) {
        config.refuse("rope_ratio", "1", phrase("longer contexts cannot be run yet"));
    }
    if (config.has("pre_seq_len")) {
        config.refuse("pre_seq_len", "null", phrase("a learned prefix cannot be run yet"));
    }
    return shape;
}

}  // namespace

MadeModel makeChatGlm2Model(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    traits.family = "chatglm2";
    traits.vocabulary = config.whole("padded_vocab_size", 65024);
    traits.context = config.whole("seq_length", 2048);
    traits.layers = config.whole("num_layers", 28);
    traits.outputs = traits.vocabulary;
    ChatGlm2Shape shape = readShape(config);
    STOWAGE_TRY(config.check());
    STOWAGE_TRY(checkTensors(tensors, traits, shape));
    shape.rotary.frequencies = rotaryFrequencies(shape.headWidth / 2, 10000.0);
    shape.rotary.pairs = RotaryPairs::Neighbours;
    return std::unique_ptr<RunModel>(
        std::make_unique<ChatGlm2Model>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
