// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/models/run_config.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stowage {

namespace {

/// Where minGPT differs from the library's GPT-2.
enum class Gpt2Code { Library, MinGpt };

struct Gpt2Shape {
    Gpt2Code code = Gpt2Code::Library;
    std::string prefix;  ///< "transformer.", or "" of a model without its head
    std::string head;    ///< the module whose weight makes logits
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    ActivationFunction activation = ActivationFunction::GeluTanh;
    bool dividesByWidth = true;   ///< scores by √(width of a head)
    bool dividesByLayer = false;  ///< and by the number of the layer, from 1
};

class Gpt2Model : public LayeredModel {
public:
    Gpt2Model(RunTraits traits, Gpt2Shape shape)
        : LayeredModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        const std::string& prefix = m_shape.prefix;
        return numberedStages({prefix + "wte", prefix + "wpe"}, prefix + "h", traits().layers,
                              {prefix + "ln_f", m_shape.head});
    }
    [[nodiscard]] std::vector<std::size_t> layerKinds() const override {
        return std::vector<std::size_t>(static_cast<std::size_t>(traits().layers), 0);
    }

private:
    [[nodiscard]] Next head(ModulePass& pass, Next x, Outputs outputs) const override {
        x = pass.layerNorm(m_shape.prefix + "ln_f", x, m_shape.epsilon);
        x = wantedRows(pass, x, outputs);
        return pass.linear(m_shape.head, x);
    }

    /// minGPT keeps a weight as [out × in], the library as [in × out].
    [[nodiscard]] Next product(ModulePass& pass, const std::string& path, const Next& x) const {
        return m_shape.code == Gpt2Code::MinGpt ? pass.linear(path, x) : pass.conv1D(path, x);
    }

    [[nodiscard]] double scaleOf(std::int64_t layer) const {
        const double width = static_cast<double>(m_shape.width / m_shape.heads);
        const double byWidth = m_shape.dividesByWidth ? std::sqrt(width) : 1;
        return 1 / (byWidth * (m_shape.dividesByLayer ? static_cast<double>(layer + 1) : 1));
    }

    [[nodiscard]] Next embed(ModulePass& pass,
                             std::span<const std::int64_t> tokens) const override {
        const std::vector<std::int64_t> positions = pass.positions();
        const Next words = pass.table(m_shape.prefix + "wte", tokens);
        return pass.sum(pass.table(m_shape.prefix + "wpe", positions), words);
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                              const Next& x) const {
        const Next all = product(pass, path + ".attn.c_attn",
                                 pass.layerNorm(path + ".ln_1", x, m_shape.epsilon));
        const auto part = [&](std::int64_t number) {
            return pass.columns(all, number * m_shape.width, m_shape.width);
        };
        // The library registers no mask any more; minGPT's is the buffer "bias".
        const bool isMinGpt = m_shape.code == Gpt2Code::MinGpt;
        return pass.attention(path + ".attn", static_cast<std::size_t>(layer), part(0), part(1),
                              part(2),
                              {.heads = m_shape.heads,
                               .scale = scaleOf(layer),
                               .maskName = isMinGpt ? "bias" : "mask",
                               .maskKind = MaskKind::Shows});
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const override {
        const std::string path = m_shape.prefix + "h." + std::to_string(layer);
        x = pass.sum(product(pass, path + ".attn.c_proj", attend(pass, layer, path, x)), x);
        Next wide =
            product(pass, path + ".mlp.c_fc", pass.layerNorm(path + ".ln_2", x, m_shape.epsilon));
        wide = pass.activation(wide, m_shape.activation);
        wide = product(pass, path + ".mlp.c_proj", wide);
        return pass.sum(wide, x);
    }

    Gpt2Shape m_shape;
};

void requireProduct(RunTensors& tensors, const Gpt2Shape& shape, const std::string& path,
                    std::int64_t in, std::int64_t out) {
    if (shape.code == Gpt2Code::Library) {
        tensors.requireConv1D(path, in, out);
        return;
    }
    tensors.require(path + ".weight", {out, in});
    tensors.require(path + ".bias", {out});
}

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits, const Gpt2Shape& shape) {
    tensors.require(shape.prefix + "wte.weight", {traits.vocabulary, shape.width});
    tensors.require(shape.prefix + "wpe.weight", {traits.context, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = shape.prefix + "h." + std::to_string(layer);
        tensors.requireLayerNorm(path + ".ln_1", shape.width);
        requireProduct(tensors, shape, path + ".attn.c_attn", shape.width, 3 * shape.width);
        requireProduct(tensors, shape, path + ".attn.c_proj", shape.width, shape.width);
        if (shape.code == Gpt2Code::MinGpt) {
            tensors.check(path + ".attn.bias", {1, 1, traits.context, traits.context});
        }
        tensors.requireLayerNorm(path + ".ln_2", shape.width);
        requireProduct(tensors, shape, path + ".mlp.c_fc", shape.width, shape.inner);
        requireProduct(tensors, shape, path + ".mlp.c_proj", shape.inner, shape.width);
    }
    tensors.requireLayerNorm(shape.prefix + "ln_f", shape.width);
    tensors.require(shape.head + ".weight", {traits.vocabulary, shape.width});
    return tensors.result();
}

/// A size of a tensor; 1 where there is none, so that the check of the tensors says what is wrong.
std::int64_t sizeOf(const WeightSource& source, const std::string& name, std::size_t dimension) {
    const auto found = source.describe(name);
    const bool isThere = found && found->shape.size() > dimension && found->shape[dimension] > 0;
    return isThere ? found->shape[dimension] : 1;
}

/// The heads of a minGPT whose configuration does not say them: 64 numbers each, but for the sizes
/// in GPT.__init__() that are smaller than any GPT-2.
std::int64_t usualHeads(std::int64_t layers, std::int64_t width) {
    struct Small {
        std::int64_t layers, width, heads;
    };
    for (const Small& small :
         {Small{3, 48, 3}, Small{4, 128, 4}, Small{6, 192, 6}, Small{8, 512, 16}}) {
        if (small.layers == layers && small.width == width) {
            return small.heads;
        }
    }
    return std::max<std::int64_t>(width / 64, 1);
}

}  // namespace

MadeModel makeGpt2Model(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    Gpt2Shape shape;
    RunTraits traits;
    traits.family = "gpt2";
    traits.vocabulary = config.whole("vocab_size", 50257);
    traits.context = config.whole("n_positions", 1024);
    traits.layers = config.whole("n_layer", 12);
    traits.outputs = traits.vocabulary;
    shape.prefix = tensors.prefixOf({"transformer.", ""}, "wte.weight");
    shape.head = tensors.has("lm_head.weight") ? "lm_head" : shape.prefix + "wte";
    shape.width = config.whole("n_embd", 768);
    shape.heads = config.whole("n_head", 12);
    shape.inner = config.whole("n_inner", 4 * shape.width);
    shape.epsilon = config.number("layer_norm_epsilon", 1e-5);
    shape.activation = readActivationFunction(config, "activation_function", "gelu_new");
    shape.dividesByWidth = config.flag("scale_attn_weights", true);
    shape.dividesByLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
    if (shape.width % shape.heads != 0) {
        config.refuse("n_head", phrase("a divisor of \"n_embd\""));
    }
    if (config.flag("add_cross_attention", false)) {
        config.refuse("add_cross_attention", "false",
                      phrase("a decoder with an encoder cannot be run yet"));
    }
    config.keep(checkTensors(tensors, traits, shape));
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<Gpt2Model>(std::move(traits), std::move(shape)));
}

bool holdsMinGpt(const WeightSource& source) {
    const auto joined = source.describe("transformer.h.0.attn.c_attn.weight");
    const auto mask = source.describe("transformer.h.0.attn.bias");
    const std::int64_t width = sizeOf(source, "transformer.wte.weight", 1);
    return joined && mask && mask->shape.size() == 4 && joined->shape.size() == 2 &&
           joined->shape[1] == width && joined->shape[0] / 3 == width;
}

MadeModel makeMinGptModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    Gpt2Shape shape;
    shape.code = Gpt2Code::MinGpt;
    shape.prefix = "transformer.";
    shape.head = "lm_head";
    traits.family = "mingpt";
    traits.vocabulary = config.whole("vocab_size", sizeOf(source, "transformer.wte.weight", 0));
    traits.context = config.whole("block_size", sizeOf(source, "transformer.wpe.weight", 0));
    std::int64_t layers = 0;
    while (tensors.has(shape.prefix + "h." + std::to_string(layers) + ".ln_1.weight")) {
        ++layers;
    }
    traits.layers = config.whole("n_layer", std::max<std::int64_t>(layers, 1));
    traits.outputs = traits.vocabulary;
    shape.width = config.whole("n_embd", sizeOf(source, "transformer.wte.weight", 1));
    shape.heads = config.whole("n_head", usualHeads(traits.layers, shape.width));
    shape.inner = 4 * shape.width;
    shape.epsilon = 1e-5;  // torch.nn.LayerNorm's own
    if (shape.width % shape.heads != 0) {
        config.refuse("n_head", phrase("a divisor of \"n_embd\""));
    }
    config.keep(checkTensors(tensors, traits, shape));
    STOWAGE_TRY(config.check());
    return std::unique_ptr<RunModel>(
        std::make_unique<Gpt2Model>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
