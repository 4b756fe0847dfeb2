// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/bends.h"
#include "engine/run/run_families.h"
#include "engine/run/run_tensors.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace stowage {

namespace {

struct Gpt2Shape {
    std::string prefix;  ///< "transformer.", or "" of a model without its head
    std::string head;    ///< the module whose weight makes logits
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    Bend bend = Bend::GeluTanh;
    bool dividesByWidth = true;   ///< scores by √(width of a head)
    bool dividesByLayer = false;  ///< and by the number of the layer, from 1
};

class Gpt2Model : public RunModel {
public:
    Gpt2Model(RunTraits traits, Gpt2Shape shape)
        : m_traits(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] const RunTraits& traits() const override { return m_traits; }
    [[nodiscard]] std::vector<RunStage> stages() const override {
        const std::string& prefix = m_shape.prefix;
        return numberedStages({prefix + "wte", prefix + "wpe"}, prefix + "h", m_traits.layers,
                              {prefix + "ln_f", m_shape.head});
    }

    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                                           Outputs outputs) const override {
        const std::string& prefix = m_shape.prefix;
        Next x = embed(pass, tokens);
        for (std::int64_t layer = 0; x && layer < m_traits.layers; ++layer) {
            x = block(pass, layer, std::move(x));
        }
        x = pass.layerNorm(prefix + "ln_f", x, m_shape.epsilon);
        if (outputs == Outputs::Last) {
            const std::int64_t last = static_cast<std::int64_t>(tokens.size()) - 1;
            x = pass.rows(x, {&last, 1});
        }
        return pass.linear(m_shape.head, x);
    }

private:
    using Next = ModulePass::Next;

    [[nodiscard]] double scaleOf(std::int64_t layer) const {
        const double width = static_cast<double>(m_shape.width / m_shape.heads);
        const double byWidth = m_shape.dividesByWidth ? std::sqrt(width) : 1;
        return 1 / (byWidth * (m_shape.dividesByLayer ? static_cast<double>(layer + 1) : 1));
    }

    [[nodiscard]] Next embed(ModulePass& pass, std::span<const std::int64_t> tokens) const {
        std::vector<std::int64_t> positions(tokens.size());
        std::iota(positions.begin(), positions.end(), pass.firstPosition());
        const Next words = pass.table(m_shape.prefix + "wte", tokens);
        return pass.sum(pass.table(m_shape.prefix + "wpe", positions), words);
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::int64_t layer, const std::string& path,
                              const Next& x) const {
        const Next all =
            pass.conv1D(path + ".attn.c_attn", pass.layerNorm(path + ".ln_1", x, m_shape.epsilon));
        const auto part = [&](std::int64_t number) {
            return pass.columns(all, number * m_shape.width, m_shape.width);
        };
        return pass.attention(path + ".attn", static_cast<std::size_t>(layer), part(0), part(1),
                              part(2), {.heads = m_shape.heads, .scale = scaleOf(layer)});
    }

    [[nodiscard]] Next block(ModulePass& pass, std::int64_t layer, Next x) const {
        const std::string path = m_shape.prefix + "h." + std::to_string(layer);
        x = pass.sum(pass.conv1D(path + ".attn.c_proj", attend(pass, layer, path, x)), x);
        Next wide =
            pass.conv1D(path + ".mlp.c_fc", pass.layerNorm(path + ".ln_2", x, m_shape.epsilon));
        wide = pass.bend(wide, m_shape.bend);
        wide = pass.conv1D(path + ".mlp.c_proj", wide);
        return pass.sum(wide, x);
    }

    RunTraits m_traits;
    Gpt2Shape m_shape;
};

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits, const Gpt2Shape& shape) {
    tensors.require(shape.prefix + "wte.weight", {traits.vocabulary, shape.width});
    tensors.require(shape.prefix + "wpe.weight", {traits.context, shape.width});
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = shape.prefix + "h." + std::to_string(layer);
        tensors.requireLayerNorm(path + ".ln_1", shape.width);
        tensors.requireConv1D(path + ".attn.c_attn", shape.width, 3 * shape.width);
        tensors.requireConv1D(path + ".attn.c_proj", shape.width, shape.width);
        tensors.requireLayerNorm(path + ".ln_2", shape.width);
        tensors.requireConv1D(path + ".mlp.c_fc", shape.width, shape.inner);
        tensors.requireConv1D(path + ".mlp.c_proj", shape.inner, shape.width);
    }
    tensors.requireLayerNorm(shape.prefix + "ln_f", shape.width);
    tensors.require(shape.head + ".weight", {traits.vocabulary, shape.width});
    return tensors.result();
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
    shape.bend = readBend(config, "activation_function", "gelu_new");
    shape.dividesByWidth = config.flag("scale_attn_weights", true);
    shape.dividesByLayer = config.flag("scale_attn_by_inverse_layer_idx", false);
    if (shape.width % shape.heads != 0) {
        config.refuse("n_head", "a divisor of \"n_embd\"");
    }
    if (config.flag("add_cross_attention", false)) {
        config.refuse("add_cross_attention",
                      "false, because a decoder beside an encoder cannot "
                      "be run yet; it");
    }
    config.keep(checkTensors(tensors, traits, shape));
    if (const auto checked = config.check(); !checked) {
        return checked.unexpected();
    }
    return std::unique_ptr<RunModel>(
        std::make_unique<Gpt2Model>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
