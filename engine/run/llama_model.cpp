// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/module_pass.h"
#include "engine/run/run_config.h"
#include "engine/run/run_model.h"
#include "engine/run/weight_source.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// One expert and the tokens that a router sends to it.
struct ExpertShare {
    std::int64_t expert = 0;
    std::vector<std::int64_t> rows;  ///< ascending
    std::vector<float> shares;       ///< one a row: how much of the expert's answer counts
};

/// The `chosen` best experts of each row of scores [rows × experts] by softmax over all experts,
/// their shares made to sum up to 1; experts ascending, those without a row left out.
/// Of equal scores the lower number wins.
[[nodiscard]] std::vector<ExpertShare> routed(std::span<const float> scores, std::int64_t experts,
                                              std::int64_t chosen);

/// The sparse feed-forward layer of Mixtral: `path`.gate, and its experts as its files hold them,
/// `path`.experts.N.w1, w2, w3, or as transformers 5 holds them while it runs (and what is saved of
/// that: Accelerate's offload folders), `path`.experts.gate_up_proj [experts × 2 · inner × width]
/// with w1 above w3, and down_proj [experts × width × inner].
struct ExpertLayer {
    std::int64_t experts = 8;
    std::int64_t chosen = 2;
    std::int64_t width = 0;
    std::int64_t inner = 0;
    ActivationFunction activation = ActivationFunction::Silu;

    bool isStacked = false;  ///< one tensor holds all experts

    /// Its name in a layer.
    [[nodiscard]] const char* module() const { return isStacked ? ".mlp" : ".block_sparse_moe"; }

    void check(RunTensors& tensors, const std::string& path) const;
    [[nodiscard]] ModulePass::Next forward(ModulePass& pass, const std::string& path,
                                           const ModulePass::Next& x) const;

private:
    [[nodiscard]] ModulePass::Next one(ModulePass& pass, const std::string& expert,
                                       const ModulePass::Next& x) const;
    [[nodiscard]] ModulePass::Next stacked(ModulePass& pass, const std::string& path,
                                           const ModulePass::Next& x,
                                           std::span<const ExpertShare> shares) const;
    [[nodiscard]] ModulePass::Next oneOfStack(Compute& compute, const ModuleTensors& own,
                                              std::int64_t expert, const ModulePass::Next& x) const;
};

namespace {

struct Choice {
    std::int64_t expert = 0;
    float share = 0;
};

/// The best experts of one row, shares summing up to 1.
std::vector<Choice> bestOf(std::span<const float> scores, std::int64_t chosen) {
    std::vector<std::int64_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::int64_t a, std::int64_t b) {
        return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    // The rest of the softmax's sum cancels out when the shares are made to sum up to 1.
    const float largest = scores[static_cast<std::size_t>(order.front())];
    std::vector<Choice> best;
    float sum = 0;
    for (std::int64_t i = 0; i < chosen; ++i) {
        const std::int64_t expert = order[static_cast<std::size_t>(i)];
        const float share = std::exp(scores[static_cast<std::size_t>(expert)] - largest);
        best.push_back({expert, share});
        sum += share;
    }
    for (Choice& choice : best) {
        choice.share /= sum;
    }
    return best;
}

struct LlamaShape {
    std::string prefix;  ///< "model.", or "" of a model without its head
    std::string head;    ///< the module whose weight makes logits
    std::int64_t width = 0;
    std::int64_t heads = 0;
    std::int64_t keyHeads = 0;
    std::int64_t headWidth = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    ActivationFunction activation = ActivationFunction::Silu;
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
        : RunModel(std::move(traits)), m_shape(std::move(shape)) {}

    [[nodiscard]] std::vector<RunStage> stages() const override {
        return numberedStages({m_shape.prefix + "embed_tokens"}, m_shape.prefix + "layers",
                              traits().layers, {m_shape.prefix + "norm", m_shape.head});
    }

    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const override {
        Next x = pass.table(m_shape.prefix + "embed_tokens", tokens);
        for (std::size_t layer = 0; x && layer < m_shape.windows.size(); ++layer) {
            x = block(pass, layer, std::move(x));
        }
        x = pass.rmsNorm(m_shape.prefix + "norm", x, m_shape.epsilon);
        x = wantedRows(pass, x, outputs);
        return pass.linear(m_shape.head, x);
    }

private:
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
            const Next gate =
                pass.activation(pass.columns(both, 0, m_shape.inner), m_shape.activation);
            const Next gated = pass.product(pass.columns(both, m_shape.inner, m_shape.inner), gate);
            return pass.linear(path + ".mlp.down_proj", gated);
        }
        Next inside = pass.linear(path + ".mlp.gate_proj", x, m_shape.activation);
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
    shape.activation = readActivationFunction(config, "hidden_act", "silu");
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
                                    .activation = shape.activation};
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

std::vector<ExpertShare> routed(std::span<const float> scores, std::int64_t experts,
                                std::int64_t chosen) {
    std::vector<ExpertShare> all(static_cast<std::size_t>(experts));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].expert = static_cast<std::int64_t>(i);
    }
    const auto width = static_cast<std::size_t>(experts);
    for (std::size_t row = 0; row * width < scores.size(); ++row) {
        for (const Choice& choice : bestOf(scores.subspan(row * width, width), chosen)) {
            ExpertShare& share = all[static_cast<std::size_t>(choice.expert)];
            share.rows.push_back(static_cast<std::int64_t>(row));
            share.shares.push_back(choice.share);
        }
    }
    std::erase_if(all, [](const ExpertShare& share) { return share.rows.empty(); });
    return all;
}

void ExpertLayer::check(RunTensors& tensors, const std::string& path) const {
    tensors.require(path + ".gate.weight", {experts, width});
    if (isStacked) {
        tensors.require(path + ".experts.gate_up_proj", {experts, 2 * inner, width});
        tensors.require(path + ".experts.down_proj", {experts, width, inner});
        return;
    }
    for (std::int64_t i = 0; tensors.result() && i < experts; ++i) {
        const std::string expert = path + ".experts." + std::to_string(i);
        tensors.requireLinear(expert + ".w1", width, inner);
        tensors.requireLinear(expert + ".w2", inner, width);
        tensors.requireLinear(expert + ".w3", width, inner);
    }
}

ModulePass::Next ExpertLayer::one(ModulePass& pass, const std::string& expert,
                                  const ModulePass::Next& x) const {
    const auto gate = pass.linear(expert + ".w1", x, activation);
    const auto inside = pass.product(gate, pass.linear(expert + ".w3", x));
    return pass.linear(expert + ".w2", inside);
}

ModulePass::Next ExpertLayer::oneOfStack(Compute& compute, const ModuleTensors& own,
                                         std::int64_t expert, const ModulePass::Next& x) const {
    const auto outOf = [&](const Result<WeightPtr>& weight, const ModulePass::Next& in) {
        return !in       ? in
               : !weight ? ModulePass::Next(weight.unexpected())
                         : compute.linear(**in, **weight, nullptr);
    };
    const auto both = outOf(compute.part(own[0], expert), x);
    const auto gate = both ? compute.columns(**both, 0, inner) : both;
    const auto bent = gate ? compute.activation(**gate, activation) : gate;
    const auto up = bent ? compute.columns(**both, inner, inner) : bent;
    const auto inside = up ? compute.multiply(**bent, **up) : up;
    return outOf(compute.part(own[1], expert), inside);
}

/// All experts in one module, because their weights come as one.
ModulePass::Next ExpertLayer::stacked(ModulePass& pass, const std::string& path,
                                      const ModulePass::Next& x,
                                      std::span<const ExpertShare> shares) const {
    const auto work = [&](const ActivationPtr& here, const ModuleTensors& own) {
        Compute& compute = pass.compute();
        ModulePass::Next sum = compute.zerosLike(*here);
        for (const ExpertShare& share : shares) {
            const auto mine = compute.rows(*here, share.rows);
            const auto answer = oneOfStack(compute, own, share.expert, mine);
            if (!sum || !answer) {
                return sum ? answer : sum;
            }
            sum = compute.addRows(**sum, share.rows, **answer, share.shares);
        }
        return sum;
    };
    return pass.module(path + ".experts", {"gate_up_proj", "down_proj"}, x, work);
}

ModulePass::Next ExpertLayer::forward(ModulePass& pass, const std::string& path,
                                      const ModulePass::Next& x) const {
    const auto scores = pass.linear(path + ".gate", x);
    STOWAGE_TRY(scores);
    std::vector<float> numbers(static_cast<std::size_t>((*scores)->shape().front() * experts));
    STOWAGE_TRY(pass.compute().copyOut(**scores, numbers));
    const std::vector<ExpertShare> shares = routed(numbers, experts, chosen);
    if (isStacked) {
        return stacked(pass, path, x, shares);
    }
    ModulePass::Next sum = pass.compute().zerosLike(**x);
    for (const ExpertShare& share : shares) {
        const auto mine = pass.rows(x, share.rows);
        const auto answer = one(pass, path + ".experts." + std::to_string(share.expert), mine);
        sum = pass.addRows(sum, share.rows, answer, share.shares);
    }
    return sum;
}

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
    STOWAGE_TRY(config.check());
    if (shape.experts) {
        const std::string stack = shape.prefix + "layers.0.mlp.experts.gate_up_proj";
        shape.experts->isStacked = tensors.has(stack);
    }
    traits.onDemand = shape.experts && !shape.experts->isStacked ? ".experts." : "";
    STOWAGE_TRY(checkTensors(tensors, traits, shape));
    // Tables by layer and head: only now is it known that there are as many.
    shape.windows = readWindows(config, traits.layers);
    auto rotary = readRotary(config, isGlm ? glmRotaryWidth(config, shape) : shape.headWidth,
                             traits.family == "mixtral" ? 1000000.0 : 10000.0);
    STOWAGE_TRY(config.check());
    STOWAGE_TRY(rotary);
    shape.rotary = std::move(*rotary);
    shape.rotary.pairs = isGlm ? RotaryPairs::Neighbours : RotaryPairs::Halves;
    return std::unique_ptr<RunModel>(
        std::make_unique<LlamaModel>(std::move(traits), std::move(shape)));
}

}  // namespace stowage
