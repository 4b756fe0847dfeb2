// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/capacity/engine_profile.h"
#include "engine/device/device_info.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What goes through a layer.
enum class BlockInput {
    Tokens,  ///< the prompt, and each token after it
    Prompt,  ///< the prompt alone: an encoder beside a decoder
    Images,  ///< the prompt's images
};

/// The widths of one layer of a model, numbers a token: all that its activations depend on.
struct BlockShape {
    ModuleId module;
    std::string path;           ///< "model.layers.3"
    std::uint64_t hidden = 0;   ///< of what goes from layer to layer
    std::uint64_t heads = 0;    ///< of queries; 0: it does not attend
    std::uint64_t queries = 0;  ///< all of them together
    std::uint64_t keys = 0;     ///< of keys alone, and as many of values
    std::uint64_t values = 0;   ///< of what attention gives, all heads together
    std::uint64_t inner = 0;    ///< of the feed-forward part; 0: it has none but experts
    bool isGated = false;       ///< two products of that width are multiplied with each other
    std::uint64_t experts = 0;  ///< routed ones; 0: none
    std::uint64_t expertInner = 0;
    bool areStacked = false;  ///< a layer's experts lie in one tensor
    BlockInput input = BlockInput::Tokens;
    PartRows rows{{}, 0, 1};
    bool keepsTokens = false;   ///< it attends to the tokens before
    bool isCrossAlone = false;  ///< it attends to an encoder's output or images alone
    std::uint64_t window = 0;   ///< of images: positions that see one another; 0: all of a tile
    /// Which of the cache's layers it is (KvCacheFacts::slides); nothing: it keeps nothing.
    std::optional<std::size_t> cacheLayer{};
    /// The same of the layer whose keys and values it reads: itself, or one before.
    std::optional<std::size_t> readLayer{};
    bool isInDecoder = false;  ///< one of the layers some or all of which keep keys and values
};

/// Whether two layers take the same for the same pass, wherever they stand.
[[nodiscard]] bool hasWidthsOf(const BlockShape& a, const BlockShape& b);

/// The use of a parameter in a pass.
enum class TensorUse {
    Lookup,      ///< it takes a few rows of a table
    Read,        ///< a norm, a bias: one operation for each number that goes through
    Product,     ///< a matrix or a kernel, multiplied with each position
    Cross,       ///< what attention to an encoder's output or images takes for each token
    CrossInput,  ///< that makes keys and values of such positions, once for each
    Latent,      ///< that makes keys and values of latent vectors (DeepSeek's kv_b_proj)
};
/// The same of one tensor, and how many positions go through it, as PartRows has them.
struct TensorPass {
    TensorUse use = TensorUse::Read;
    PartRows rows{{}, 0, 1};
    [[nodiscard]] bool isIdle() const {
        return use == TensorUse::Lookup ||
               rows.fixed + rows.perToken + rows.once + rows.oncePerToken == 0;
    }
};

/// Where in a layer a tensor belongs, by its name inside it: "self_attn.q_proj.weight".
enum class BlockPart { Attention, Experts, FeedForward, State };
[[nodiscard]] BlockPart blockPartOf(std::string_view inside);
/// The same of a model some of whose layers keep a state instead of tokens: State, whatever its
/// name, is what belongs to that (StateFacts::layers).
[[nodiscard]] BlockPart blockPartOf(const ModuleTree& tree, const ModelFacts& facts, ModuleId block,
                                    const TensorSpec& tensor);

/// What stands after the layers.
struct HeadShape {
    ModuleId module;  ///< none where the model has no head
    std::uint64_t hidden = 0;
    std::uint64_t outputs = 0;  ///< numbers a token; 0: no head
};

/// The layers of a model in the order in which they run, and its head, from the tree's tensors and
/// what its configuration says. Layers are the elements of numbered lists of modules; of the list
/// in which as many attend as the cache has layers, those that do keep something.
struct ModelShape {
    std::vector<BlockShape> blocks;
    HeadShape head;
    /// All other modules with tensors of their own, without widths.
    std::vector<BlockShape> others;
    std::vector<TensorPass> tensors;  ///< of each of the tree's
};
[[nodiscard]] ModelShape modelShape(const ModuleTree& tree, const ModelFacts& facts);

/// One pass of some tokens through a model, as the formula sees it.
struct PassShape {
    std::uint64_t sequences = 1;
    std::uint64_t tokens = 1;  ///< of each, that go in
    std::uint64_t seen = 1;    ///< of each, that they attend to: themselves and those before
    std::uint64_t bytes = 4;   ///< of a number
    AttentionKind attention = AttentionKind::Eager;
    /// Scores of one sequence at a time, as this program's executor has them and image towers with
    /// windows; else of all at once.
    bool isRagged = false;
    /// A graph laid out before it runs: scores are normed in place, beside a mask in float32.
    bool isGraph = false;
};

/// The widest moment of a layer, and what it is made of.
struct ActivationPeak {
    std::uint64_t bytes = 0;
    Message explained;  ///< "residual + normed + 3 × 14,336 × 4,096 tokens × 2 B"
};

/// Tokens of all sequences together that the engine runs on this card before any comes, of a model
/// with an encoder no fewer than that has positions; 0: it runs none but what comes. `facts` may be
/// null: nothing is known.
[[nodiscard]] std::uint64_t startTokens(const EngineProfile& engine, const Workload& workload,
                                        const DeviceInfo& card, const ModelFacts* facts);

/// The largest set of a layer's numbers that live at once (docs/spec/memory.md §5): of its norm,
/// its projections, its rotary positions, its scores and its feed-forward part the widest moment.
/// A mixture sends all tokens to the same experts, the worst that can be.
[[nodiscard]] ActivationPeak blockActivations(const BlockShape& block, const PassShape& pass);

/// Logits of so many rows, in the dtype of compute.
[[nodiscard]] std::uint64_t logitBytes(const HeadShape& head, std::uint64_t rows,
                                       std::uint64_t bytes);

}  // namespace stowage
