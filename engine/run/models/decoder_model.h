// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/models/module_pass.h"
#include "engine/run/models/run_model.h"
#include "engine/run/weights/weight_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

struct ExpertShare;

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

/// Names of a decoder's modules; "": the family has none of the kind. Those of the model are whole
/// paths, those of a layer stand after the layer's.
struct DecoderNames {
    std::string words;       ///< the table of tokens
    std::string positions;   ///< the table of positions
    std::string wordsNorm;   ///< of what the tables give
    std::string projectIn;   ///< from the width of the table to that of the layers
    std::string projectOut;  ///< and back, before the head
    std::string layers;
    std::string finalNorm;
    std::string head;

    // Of a layer, in the order in which they run.
    std::string attentionNorm = ".input_layernorm";
    std::string attention = ".self_attn";
    std::string joined;  ///< queries, keys and values in one product, as DecoderShape::joined says
    std::string queries = ".self_attn.q_proj";
    std::string keys = ".self_attn.k_proj";
    std::string values = ".self_attn.v_proj";
    std::string queryNorm;
    std::string keyNorm;
    std::string out = ".self_attn.o_proj";
    std::string attended;      ///< a norm of what attention gives
    std::string attentionSum;  ///< a norm of the sum of that and what goes past it
    std::string feedForwardNorm = ".post_attention_layernorm";
    std::string joinedGate;               ///< gate above up in one product
    std::string gate = ".mlp.gate_proj";  ///< "": `up` alone, with the activation function after it
    std::string up = ".mlp.up_proj";
    std::string down = ".mlp.down_proj";
    std::string fed;             ///< a norm of what the feed-forward layer gives
    std::string feedForwardSum;  ///< a norm of the sum of that and what goes past it
};

/// How one product holds queries, keys and values.
enum class JoinedHeads {
    Parts,   ///< all queries, all keys, all values: Phi-3
    Groups,  ///< for each head of keys: its heads of queries, it, its values: GPT-NeoX, Falcon
};

/// By what layers normalise.
enum class NormKind { RootMeanSquare, Layer };

/// Which norms see whole projections of queries and keys, and which each head of them.
enum class HeadNorms { Heads, All };

/// What goes past attention and feed-forward.
enum class Residuals {
    OneAfterOther,  ///< attention, then feed-forward over their sum
    Parallel,       ///< both see the same x, and both are added to it
};

/// A decoder as a value: all in which the families differ that are computed alike. Families fill it
/// from their configurations.
struct DecoderShape {
    DecoderNames names;
    std::int64_t width = 0;
    std::int64_t wordWidth = 0;  ///< of the table of tokens; 0: `width`
    std::int64_t heads = 0;
    std::int64_t keyHeads = 0;
    std::int64_t headWidth = 0;
    std::int64_t inner = 0;
    double epsilon = 0;
    NormKind norm = NormKind::RootMeanSquare;
    RmsScale rmsScale = RmsScale::Rounded;
    HeadNorms headNorms = HeadNorms::Heads;
    Residuals residuals = Residuals::OneAfterOther;
    JoinedHeads joined = JoinedHeads::Parts;
    ActivationFunction activation = ActivationFunction::Silu;
    double wordScale = 1;             ///< of the tables' numbers
    std::int64_t positionOffset = 0;  ///< the row of position 0: OPT's
    double scoreScale = 0;            ///< 0: 1 / √(width of a head)
    double scoreCap = 0;              ///< Gemma 2's soft bounds; 0: none
    double logitCap = 0;
    std::vector<RotaryTable> rotary;    ///< by kind of layer; empty: nothing is turned
    std::vector<std::size_t> rotaryOf;  ///< a layer: which of them; empty: the first
    std::optional<AlibiBias> alibi;
    std::vector<std::int64_t> windows;  ///< a layer: positions that it sees; 0: all
    std::optional<ExpertLayer> experts;
};

/// The nearest number of bfloat16, of two the even one.
[[nodiscard]] float roundedToBFloat16(float number);

/// The error of a tensor that is missing or has another shape than the decoder needs.
[[nodiscard]] Result<void> checkDecoderTensors(RunTensors& tensors, const RunTraits& traits,
                                               const DecoderShape& shape);

/// The model of that shape. `windows` has an entry a layer.
[[nodiscard]] std::unique_ptr<RunModel> makeDecoder(RunTraits traits, DecoderShape shape);

}  // namespace stowage
