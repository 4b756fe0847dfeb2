// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/bends.h"
#include "engine/run/expert_layer.h"
#include "engine/run/rotary.h"
#include "engine/run/run_families.h"
#include "engine/run/run_tensors.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

namespace {

struct LlamaShape {
    std::string prefix;  ///< "model.", or "" of a model without its head
    std::string head;    ///< the module whose weight makes logits
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t keyHeads = 0;
    std::int64_t headWidth = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    Bend bend = Bend::Silu;
    RotaryTable rotary;
    bool normalisesHeads = false;       ///< Qwen3: queries and keys, head by head
    bool joinsGate = false;             ///< GLM: gate and up are halves of one product
    bool normalisesParts = false;       ///< GLM-4: what attention and feed-forward give, too
    std::vector<std::int64_t> windows;  ///< a layer: positions that it sees; 0: all
    std::optional<ExpertLayer> experts;
};

class LlamaModel : public RunModel {
public:
    LlamaModel(RunTraits traits, LlamaShape shape)
        : m_traits(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] const RunTraits& traits() const override { return m_traits; }
    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({m_shape.prefix + "embed_tokens"}, m_shape.prefix + "layers",
                              m_traits.layers, {m_shape.prefix + "norm", m_shape.head});
    }

    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                                           Outputs outputs) const override {
        ModulePass::Next x = pass.table(m_shape.prefix + "embed_tokens", tokens);
        for (std::size_t layer = 0; x && layer < m_shape.windows.size(); ++layer) {
            x = block(pass, layer, std::move(x));
        }
        x = pass.rmsNorm(m_shape.prefix + "norm", x, m_shape.epsilon);
        if (outputs == Outputs::Last) {
            const std::int64_t last = static_cast<std::int64_t>(tokens.size()) - 1;
            x = pass.rows(x, {&last, 1});
        }
        return pass.linear(m_shape.head, x);
    }

private:
    using Next = ModulePass::Next;

    struct Heads {
        Next queries;
        Next keys;
        Next values;
    };

    [[nodiscard]] Heads project(ModulePass& pass, const std::string& path, const Next& x) const {
        Next queries = pass.linear(path + ".q_proj", x);
        Next keys = pass.linear(path + ".k_proj", x);
        Next values = pass.linear(path + ".v_proj", x);
        return {std::move(queries), std::move(keys), std::move(values)};
    }

    [[nodiscard]] Next attend(ModulePass& pass, std::size_t layer, const std::string& path,
                              Heads heads) const {
        if (m_shape.normalisesHeads) {
            heads.queries = pass.rmsNorm(path + ".q_norm", heads.queries, m_shape.epsilon);
            heads.keys = pass.rmsNorm(path + ".k_norm", heads.keys, m_shape.epsilon);
        }
        heads.queries = pass.rotate(heads.queries, m_shape.heads, m_shape.rotary);
        heads.keys = pass.rotate(heads.keys, m_shape.keyHeads, m_shape.rotary);
        return pass.attention(path, layer, heads.queries, heads.keys, heads.values,
                              {.heads = m_shape.heads,
                               .keyHeads = m_shape.keyHeads,
                               .window = m_shape.windows[layer]});
    }

    [[nodiscard]] Next feedForward(ModulePass& pass, const std::string& path, const Next& x) const {
        if (m_shape.experts) {
            return m_shape.experts->forward(pass, path + m_shape.experts->module(), x);
        }
        if (m_shape.joinsGate) {
            const Next both = pass.linear(path + ".mlp.gate_up_proj", x);
            const Next gate = pass.bend(pass.columns(both, 0, m_shape.inner), m_shape.bend);
            const Next gated = pass.product(pass.columns(both, m_shape.inner, m_shape.inner), gate);
            return pass.linear(path + ".mlp.down_proj", gated);
        }
        Next inside = pass.linear(path + ".mlp.gate_proj", x, m_shape.bend);
        inside = pass.product(inside, pass.linear(path + ".mlp.up_proj", x));
        return pass.linear(path + ".mlp.down_proj", inside);
    }

    [[nodiscard]] Next block(ModulePass& pass, std::size_t layer, Next x) const {
        const std::string path = m_shape.prefix + "layers." + std::to_string(layer);
        const std::string self = path + ".self_attn";
        Heads heads =
            project(pass, self, pass.rmsNorm(path + ".input_layernorm", x, m_shape.epsilon));
        x = pass.sum(
            partNorm(pass, path + ".post_self_attn_layernorm",
                     pass.linear(self + ".o_proj", attend(pass, layer, self, std::move(heads)))),
            x);
        const Next normed = pass.rmsNorm(path + ".post_attention_layernorm", x, m_shape.epsilon);
        return pass.sum(
            partNorm(pass, path + ".post_mlp_layernorm", feedForward(pass, path, normed)), x);
    }

    [[nodiscard]] Next partNorm(ModulePass& pass, const std::string& path, const Next& x) const {
        return m_shape.normalisesParts ? pass.rmsNorm(path, x, m_shape.epsilon) : x;
    }

    RunTraits m_traits;
    LlamaShape m_shape;
};

Result<void> checkTensors(RunTensors& tensors, const RunTraits& traits, const LlamaShape& shape) {
    tensors.require(shape.prefix + "embed_tokens.weight", {traits.vocabulary, shape.width});
    const std::int64_t all = shape.heads * shape.headWidth;
    const std::int64_t shared = shape.keyHeads * shape.headWidth;
    for (std::int64_t layer = 0; tensors.result() && layer < traits.layers; ++layer) {
        const std::string path = shape.prefix + "layers." + std::to_string(layer);
        tensors.requireScale(path + ".input_layernorm", shape.width);
        tensors.requireLinear(path + ".self_attn.q_proj", shape.width, all);
        tensors.requireLinear(path + ".self_attn.k_proj", shape.width, shared);
        tensors.requireLinear(path + ".self_attn.v_proj", shape.width, shared);
        tensors.requireLinear(path + ".self_attn.o_proj", all, shape.width);
        if (shape.normalisesHeads) {
            tensors.requireScale(path + ".self_attn.q_norm", shape.headWidth);
            tensors.requireScale(path + ".self_attn.k_norm", shape.headWidth);
        }
        tensors.requireScale(path + ".post_attention_layernorm", shape.width);
        if (shape.normalisesParts) {
            tensors.requireScale(path + ".post_self_attn_layernorm", shape.width);
            tensors.requireScale(path + ".post_mlp_layernorm", shape.width);
        }
        if (shape.experts) {
            shape.experts->check(tensors, path + shape.experts->module());
        } else if (shape.joinsGate) {
            tensors.requireLinear(path + ".mlp.gate_up_proj", shape.width, 2 * shape.inner);
            tensors.requireLinear(path + ".mlp.down_proj", shape.inner, shape.width);
        } else {
            tensors.requireLinear(path + ".mlp.gate_proj", shape.width, shape.inner);
            tensors.requireLinear(path + ".mlp.up_proj", shape.width, shape.inner);
            tensors.requireLinear(path + ".mlp.down_proj", shape.inner, shape.width);
        }
    }
    tensors.requireScale(shape.prefix + "norm", shape.width);
    tensors.require(shape.head + ".weight", {traits.vocabulary, shape.width});
    return tensors.result();
}

/// Which layers see only a window: Mistral's and Mixtral's all, where there is one; Qwen's those
/// from "max_window_layers" on, where "use_sliding_window" says so; "layer_types" names each.
std::vector<std::int64_t> readWindows(RunConfig& config, std::int64_t layers) {
    const std::string family = config.modelType();
    const bool isQwen = family == "qwen2" || family == "qwen3";
    const bool slides = isQwen ? config.flag("use_sliding_window", false)
                               : family == "mistral" || family == "mixtral";
    const std::int64_t fallback = family == "mixtral" ? 0 : 4096;
    // Null means no window in every family; only a field that is missing has a default.
    const std::int64_t window =
        slides && !config.isNull("sliding_window") ? config.whole("sliding_window", fallback) : 0;
    std::vector<std::int64_t> windows(static_cast<std::size_t>(layers), window);
    const std::vector<std::string> kinds = config.texts("layer_types");
    const auto first = static_cast<std::size_t>(isQwen ? config.whole("max_window_layers", 28) : 0);
    if (!kinds.empty() && kinds.size() != windows.size()) {
        config.refuse("layer_types", "a list of as many kinds as there are layers");
        return windows;
    }
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const bool sees = kinds.empty() ? i < first : kinds[i] != "sliding_attention";
        windows[i] = sees ? 0 : window;
    }
    return windows;
}

void readShape(RunConfig& config, const RunTraits& traits, LlamaShape& shape) {
    const bool isMixtral = traits.family == "mixtral";
    const bool isGlm = traits.family.starts_with("glm");
    shape.width = config.whole("hidden_size", 4096);
    shape.heads = config.whole("num_attention_heads", 32);
    const bool hasOwnDefault = traits.family == "mistral" || isMixtral;
    shape.keyHeads = config.whole("num_key_value_heads", hasOwnDefault              ? 8
                                                         : isGlm                    ? 2
                                                         : traits.family == "llama" ? shape.heads
                                                                                    : 32);
    const std::int64_t headWidth = traits.family == "qwen3" || isGlm
                                       ? 128
                                       : std::max<std::int64_t>(1, shape.width / shape.heads);
    shape.headWidth = config.whole("head_dim", headWidth);
    shape.inner = config.whole("intermediate_size", traits.family == "llama" ? 11008
                                                    : hasOwnDefault          ? 14336
                                                    : isGlm                  ? 13696
                                                                             : 22016);
    shape.epsilon = config.number("rms_norm_eps", isMixtral ? 1e-5 : isGlm ? 1.5625e-7 : 1e-6);
    shape.bend = readBend(config, "hidden_act", "silu");
    shape.normalisesHeads = traits.family == "qwen3";
    if (shape.heads % shape.keyHeads != 0) {
        config.refuse("num_key_value_heads", "a divisor of \"num_attention_heads\"");
    }
    shape.joinsGate = isGlm;
    shape.normalisesParts = traits.family == "glm4";
    if (isMixtral) {
        shape.experts = ExpertLayer{.experts = config.whole("num_local_experts", 8),
                                    .chosen = config.whole("num_experts_per_tok", 2),
                                    .width = shape.width,
                                    .inner = shape.inner,
                                    .bend = shape.bend};
        if (shape.experts->chosen > shape.experts->experts) {
            config.refuse("num_experts_per_tok", "a number up to \"num_local_experts\"");
        }
    }
}

/// How many numbers of a head are turned: half of them, where nothing else is said.
std::int64_t glmRotaryWidth(RunConfig& config, const LlamaShape& shape) {
    double factor = config.number("partial_rotary_factor", 0.5);
    if (std::optional<RunConfig> rope = config.object("rope_parameters")) {
        factor = rope->number("partial_rotary_factor", factor);
    }
    if (factor > 1) {
        config.refuse("partial_rotary_factor", "a number up to 1");
        return shape.headWidth;
    }
    return static_cast<std::int64_t>(static_cast<double>(shape.headWidth) * factor);
}

}  // namespace

MadeModel makeLlamaModel(const WeightSource& source, RunConfig& config) {
    RunTensors tensors(source);
    RunTraits traits;
    traits.family = config.modelType();
    const bool isQwen = traits.family.starts_with("qwen");
    const bool isGlm = traits.family.starts_with("glm");
    traits.vocabulary = config.whole("vocab_size", isQwen ? 151936 : isGlm ? 151552 : 32000);
    traits.layers = config.whole("num_hidden_layers", isGlm ? 40 : 32);
    traits.outputs = traits.vocabulary;
    LlamaShape shape;
    shape.prefix = tensors.prefixOf({"model.", ""}, "embed_tokens.weight");
    shape.head = tensors.has("lm_head.weight") ? "lm_head" : shape.prefix + "embed_tokens";
    readShape(config, traits, shape);
    if (const auto checked = config.check(); !checked) {
        return checked.unexpected();
    }
    if (shape.experts) {
        const std::string stack = shape.prefix + "layers.0.mlp.experts.gate_up_proj";
        shape.experts->isStacked = tensors.has(stack);
    }
    traits.onDemand = shape.experts && !shape.experts->isStacked ? ".experts." : "";
    if (const auto checked = checkTensors(tensors, traits, shape); !checked) {
        return checked.unexpected();
    }
    // Tables by layer and head: only now is it known that there are as many.
    shape.windows = readWindows(config, traits.layers);
    auto rotary = readRotary(config, isGlm ? glmRotaryWidth(config, shape) : shape.headWidth,
                             traits.family == "mixtral" ? 1000000.0 : 10000.0);
    if (const auto checked = config.check(); !checked) {
        return checked.unexpected();
    }
    if (!rotary) {
        return rotary.unexpected();
    }
    shape.rotary = std::move(*rotary);
    shape.rotary.pairs = isGlm ? RotaryPairs::Neighbours : RotaryPairs::Halves;
    return std::unique_ptr<RunModel>(
        std::make_unique<LlamaModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
