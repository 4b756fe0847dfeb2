// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <utility>

namespace stowage {

namespace {

struct BertShape {
    std::string prefix;  ///< "bert.", or "" of a model without a head
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t inner = 0;
    std::int64_t kinds = 0;  ///< of sentences: rows of token_type_embeddings
    double epsilon = 0;
    ActivationFunction activation = ActivationFunction::Gelu;
};

/// Gives the last hidden states, or scores of each word where the head for masked words is there.
/// The pooler, which only heads for whole sentences use, is not run.
class BertModel : public RunModel {
public:
    BertModel(RunTraits traits, BertShape shape)
        : RunModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        std::vector<std::string> last;
        if (traits().givesLogits) {
            last = {"cls.predictions"};
        }
        return numberedStages({m_shape.prefix + "embeddings"}, m_shape.prefix + "encoder.layer",
                              traits().layers, std::move(last));
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        Next x = embed(pass, tokens);
        for (std::int64_t layer = 0; x && layer < traits().layers; ++layer) {
            x = block(pass, layer, std::move(x));
        }
        x = wantedRows(pass, x, outputs);
        if (!traits().givesLogits) {
            return x;
        }
        const std::string head = "cls.predictions";
        x = pass.linear(head + ".transform.dense", x, m_shape.activation);
        x = pass.layerNorm(head + ".transform.LayerNorm", x, m_shape.epsilon);
        return pass.linear(head + ".decoder", x);
    }

private:
    /// Words, kinds of sentences (all the first) and positions.
    [[nodiscard]] Next embed(ModulePass& pass, std::span<const std::int64_t> tokens) const {
        const std::string path = m_shape.prefix + "embeddings";
        const std::vector<std::int64_t> positions = pass.positions();
        const std::vector<std::int64_t> kinds(tokens.size(), 0);
        // One after the other: the order of arguments is the compiler's.
        const Next words = pass.table(path + ".word_embeddings", tokens);
        const Next meant = pass.sum(pass.table(path + ".token_type_embeddings", kinds), words);
        const Next placed = pass.sum(pass.table(path + ".position_embeddings", positions), meant);
        return pass.layerNorm(path + ".LayerNorm", placed, m_shape.epsilon);
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& self,
                              const Next& x) const {
        const Next queries = pass.linear(self + ".query", x);
        const Next keys = pass.linear(self + ".key", x);
        const Next values = pass.linear(self + ".value", x);
        return pass.attention(
            self, static_cast<std::size_t>(layer), queries, keys, values,
            {.heads = m_shape.heads, .attentionMask = AttentionMask::Bidirectional});
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const {
        const std::string path = m_shape.prefix + "encoder.layer." + std::to_string(layer);
        const std::string output = path + ".attention.output";
        const std::string self = path + ".attention.self";
        x = pass.sum(pass.linear(output + ".dense", attend(pass, layer, self, x)), x);
        x = pass.layerNorm(output + ".LayerNorm", x, m_shape.epsilon);
        Next wide = pass.linear(path + ".intermediate.dense", x, m_shape.activation);
        wide = pass.linear(path + ".output.dense", wide);
        x = pass.sum(wide, x);
        return pass.layerNorm(path + ".output.LayerNorm", x, m_shape.epsilon);
    }

    BertShape m_shape;
};

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits, const BertShape& shape) {
    const std::string embeddings = shape.prefix + "embeddings";
    tensors.require(embeddings + ".word_embeddings.weight", {traits.vocabulary, shape.width});
    tensors.require(embeddings + ".position_embeddings.weight", {traits.context, shape.width});
    tensors.require(embeddings + ".token_type_embeddings.weight", {shape.kinds, shape.width});
    tensors.requireLayerNorm(embeddings + ".LayerNorm", shape.width);
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = shape.prefix + "encoder.layer." + std::to_string(layer);
        for (const char* part : {"query", "key", "value"}) {
            tensors.requireLinear(path + ".attention.self." + part, shape.width, shape.width);
        }
        tensors.requireLinear(path + ".attention.output.dense", shape.width, shape.width);
        tensors.requireLayerNorm(path + ".attention.output.LayerNorm", shape.width);
        tensors.requireLinear(path + ".intermediate.dense", shape.width, shape.inner);
        tensors.requireLinear(path + ".output.dense", shape.inner, shape.width);
        tensors.requireLayerNorm(path + ".output.LayerNorm", shape.width);
    }
    if (traits.givesLogits) {
        tensors.requireLinear("cls.predictions.transform.dense", shape.width, shape.width);
        tensors.requireLayerNorm("cls.predictions.transform.LayerNorm", shape.width);
        tensors.requireLinear("cls.predictions.decoder", shape.width, traits.vocabulary);
    }
    return tensors.result();
}

}  // namespace

MadeModel makeBertModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    BertShape shape;
    shape.prefix = tensors.prefixOf({"bert.", ""}, "embeddings.word_embeddings.weight");
    shape.width = config.whole("hidden_size", 768);
    shape.heads = config.whole("num_attention_heads", 12);
    shape.inner = config.whole("intermediate_size", 3072);
    shape.kinds = config.whole("type_vocab_size", 2);
    shape.epsilon = config.number("layer_norm_eps", 1e-12);
    shape.activation = readActivationFunction(config, "hidden_act", "gelu");
    RunTraits traits;
    traits.family = "bert";
    traits.vocabulary = config.whole("vocab_size", 30522);
    traits.context = config.whole("max_position_embeddings", 512);
    traits.layers = config.whole("num_hidden_layers", 12);
    traits.givesLogits = tensors.has("cls.predictions.decoder.weight");
    traits.outputs = traits.givesLogits ? traits.vocabulary : shape.width;
    traits.isGenerative = false;
    traits.takesChunks = false;
    if (shape.width % shape.heads != 0) {
        config.refuse("num_attention_heads", phrase("a divisor of \"hidden_size\""));
    }
    if (config.text("position_embedding_type", "absolute") != "absolute") {
        config.refuse("position_embedding_type", "\"absolute\"");
    }
    if (config.flag("is_decoder", false)) {
        config.refuse("is_decoder", "false", phrase("only encoders of this family can be run"));
    }
    config.keep(checkTensors(tensors, traits, shape));
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<BertModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
