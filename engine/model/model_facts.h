// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/dtype.h"
#include "engine/model/module_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct ConfigModel;

/// What a model keeps of each token that it has read: its keys and values. Numbers of elements; how
/// many bytes one has is chosen when the cache is made.
struct KvCacheFacts {
    std::uint64_t layers = 0;    ///< that keep anything; 0: the model keeps no cache
    std::uint64_t elements = 0;  ///< of a token in one layer: 2 × key/value heads × head width
    /// The same as transformers lays it out, where it spreads shared heads (new Falcon decoder);
    /// else equal to `elements`.
    std::uint64_t libraryElements = 0;
    /// Which of the layers attend to no more than the last `window` tokens, the newest included; as
    /// many as there are layers, or none where no layer does.
    /// They keep one token less than that (transformers' DynamicSlidingWindowLayer).
    std::vector<bool> slides;
    std::uint64_t window = 0;  ///< tokens; 0 where there are no such layers
    /// The layer whose keys and values each attending layer after those reads (Gemma 3n).
    std::vector<std::size_t> sharedFrom;
    /// Layers that also keep keys and values of an encoder's output or of images, and how many
    /// elements of one of its positions.
    std::uint64_t crossLayers = 0;
    std::uint64_t crossElements = 0;
    /// How many positions the encoder puts out, of an image too; nothing: as many as it was given.
    std::optional<std::uint64_t> crossPositions;
    /// What gives those positions.
    enum class CrossSource {
        Unknown,   ///< nothing says how many there are: a decoder alone, sound of any length
        Sequence,  ///< each sequence crossPositions, whatever goes in
        Prompt,    ///< the encoder reads the prompt, and the decoder has tokens of its own
        Images,    ///< each image crossPositions
    };
    CrossSource crossSource = CrossSource::Unknown;

    /// How many of the layers have a window.
    [[nodiscard]] std::uint64_t windowLayers() const {
        return static_cast<std::uint64_t>(std::ranges::count(slides, true));
    }
    friend bool operator==(const KvCacheFacts&, const KvCacheFacts&) = default;
};

/// What a model keeps of each sequence, however long it is: the last inputs of short convolutions,
/// and recurrent states. Numbers of elements of one layer.
struct StateFacts {
    std::vector<ModuleId> layers;    ///< the modules that keep it; empty: the model has none
    std::uint64_t channels = 0;      ///< of the convolution
    std::uint64_t steps = 0;         ///< inputs before the newest that it looks at
    std::uint64_t librarySteps = 0;  ///< those that transformers keeps
    std::uint64_t recurrent = 0;     ///< of the recurrent state
    /// Products by which a layer renews and reads the state, of each token of a prompt (in chunks,
    /// as Mamba 2 scans it) and of each after it.
    std::uint64_t scan = 0;
    std::uint64_t step = 0;
    bool isLibraryFloat32 = true;  ///< recurrent states of transformers, whatever it computes in
    bool asksFloat32 = false;      ///< the configuration says so for other engines
    friend bool operator==(const StateFacts&, const StateFacts&) = default;
};

/// The memory of llama.cpp for the model of a GGUF file, layer by layer. Numbers of elements.
struct LlamaCppFacts {
    /// For which tokens a cache has cells.
    enum class Cells {
        All,
        Window,      ///< the last `window` ones
        Compressed,  ///< one cell for `ratio` tokens
    };
    struct Cache {
        std::uint64_t layer = 0;  ///< "blk.N"
        std::uint64_t keys = 0;   ///< of a cell
        std::uint64_t values = 0;
        Cells cells = Cells::All;
        std::uint64_t ratio = 1;
        friend bool operator==(const Cache&, const Cache&) = default;
    };
    struct State {
        std::uint64_t layer = 0;
        std::uint64_t elements = 0;  ///< float32, of one sequence
    };
    std::vector<Cache> caches;  ///< a layer may have several
    std::vector<State> states;
    std::uint64_t window = 0;  ///< tokens
    /// Each sequence has as many cells as all of them together would.
    bool isOfEachSequence = false;
};

/// Whose figures of a cache are meant.
enum class KvLayout {
    Heads,    ///< what the architecture needs: each key/value head once
    Library,  ///< what transformers keeps
};

/// Bytes that one more token adds while it lies within every window.
[[nodiscard]] std::uint64_t kvBytesPerToken(const KvCacheFacts& cache, DType dtype,
                                            KvLayout layout = KvLayout::Heads);
/// Bytes that one more token adds once it lies beyond the window.
[[nodiscard]] std::uint64_t kvBytesPerTokenBeyond(const KvCacheFacts& cache, DType dtype,
                                                  KvLayout layout = KvLayout::Heads);
/// Bytes of one sequence's cache after `tokens` tokens, without what is kept of an encoder's
/// output; the largest number where 64 bits do not hold it.
[[nodiscard]] std::uint64_t kvBytes(const KvCacheFacts& cache, DType dtype, std::uint64_t tokens,
                                    KvLayout layout = KvLayout::Heads);
/// Bytes that each position of an encoder's output adds to a decoder's cache.
[[nodiscard]] std::uint64_t crossBytesPerPosition(const KvCacheFacts& cache, DType dtype);

/// What one image takes of a model that sees, a square one of `side` pixels: of those whose towers
/// take any size, and of those that cut images up, the family's file chooses it.
struct ImageFacts {
    std::uint64_t side = 0;       ///< pixels
    std::uint64_t tokens = 0;     ///< in the place of one image among those of the prompt
    std::uint64_t tiles = 1;      ///< that go through the tower, each by itself
    std::uint64_t positions = 0;  ///< of each tile, that see one another; 0: no attention
    std::uint64_t heads = 0;      ///< of the tower's attention
    std::string tower;            ///< the module's name: "vision_tower"
    /// Of a tower whose layers see a window each (Qwen2.5-VL): so many positions see one another.
    /// 0: all of a tile in every layer.
    std::uint64_t window = 0;
    std::vector<std::uint64_t> fullLayers{};  ///< beside windows: the layers that see the tile
};

/// How many positions go through the modules of a path, where it is neither one for each token nor
/// what an image's tower takes: the convolutions before an encoder, a pooled head, patches.
struct PartRows {
    /// Parts that follow each other in a tensor's name: "encoder.conv1"; "*": all of them.
    std::string path;
    double fixed = 0;         ///< of each sequence; of each image where only images go through
    double perToken = 0;      ///< for each token of the prompt besides
    double seen = 0;          ///< positions that attend to one another; 0: all of them
    double seenPerToken = 0;  ///< besides; 0: `seen` is a window
    double once = 0;          ///< of a pass, whatever its sequences: DeBERTa's distances
    double oncePerToken = 0;
};

/// What a model's configuration says of it that no tensor does: numbers for a person. A value;
/// what a family has not stays empty.
struct ModelFacts {
    using Number = std::optional<std::uint64_t>;

    std::string family;          ///< the model_type: "llama"
    std::string className;       ///< the class that is built: "LlamaForCausalLM"
    std::string file;            ///< the config.json; "": worked out from the tensors
    bool isOfKeyValues = false;  ///< no config.json, but the key-values of a GGUF file say it
    bool isOfPython = false;     ///< a person's own transformers; other engines may not know it

    Number layers;         ///< of the only stack; of an encoder and a decoder those of the decoder
    Number encoderLayers;  ///< where there is a decoder too
    Number hiddenSize;
    Number attentionHeads;  ///< of queries
    Number keyValueHeads;   ///< nothing where keys and values are kept as one latent vector
    Number headWidth;       ///< of a query and a key
    Number valueWidth;      ///< of a value of one head
    Number latentWidth;     ///< DeepSeek: kv_lora_rank + qk_rope_head_dim, for all heads at once
    Number contextLength;   ///< tokens
    /// Factor of it in serving engines: linear or dynamic scaling of rotary embeddings.
    double contextScale = 1;
    Number vocabulary;  ///< tokens

    Number experts;                ///< routed experts of one layer; nothing: a dense model
    Number activeExperts;          ///< of these, those that a token passes through
    Number libraryActiveExperts;   ///< those that transformers computes, the others times 0
    Number sharedExperts;          ///< beside them, for every token
    std::size_t expertLayers = 0;  ///< layers that have experts

    std::uint64_t parameters = 0;  ///< tied tensors once
    /// Those that one token's forward pass uses: all but the routed experts that are not chosen,
    /// parameters − routed × (experts − active) ÷ experts. Embedding tables, routers, shared
    /// experts and dense layers count whole, as in the figures that Mistral, Qwen and DeepSeek
    /// publish (Mixtral of Experts, arXiv:2401.04088, section 2: "active parameters").
    std::uint64_t activeParameters = 0;
    std::uint64_t routedParameters = 0;  ///< of all routed experts
    /// Of tables that are looked up (classes named …Embedding or …Embeddings): tokens, positions,
    /// token types. A tied head is such a table.
    std::uint64_t embeddingParameters = 0;

    std::optional<KvCacheFacts> cache;               ///< nothing: not known
    std::optional<StateFacts> state = StateFacts();  ///< nothing: it keeps some, but not known what
    std::shared_ptr<const LlamaCppFacts> llamaCpp;   ///< of a GGUF file; null: not known
    std::string missingKey;  ///< of a GGUF file: the key without which `llamaCpp` is not known
    std::optional<ImageFacts> images;  ///< nothing: it takes none, or how is not known
    std::optional<DType> dtype;        ///< "dtype" or "torch_dtype"; nothing where it is not said
    std::vector<PartRows> rows;        ///< of a module the last one that its path has
    bool libraryJoinsInputs = false;   ///< transformers makes one sequence of all images (Pixtral)
    bool libraryAllLogits = false;     ///< of every position of a prompt, by transformers
    double layerRuns = 1;   ///< how often a pass goes through each layer: ALBERT shares them
    bool generates = true;  ///< false: no token follows what goes in, as of an encoder alone

    /// Tokens of a sequence that serving engines take at most.
    [[nodiscard]] Number servedContext() const {
        return contextLength ? Number(static_cast<std::uint64_t>(
                                   static_cast<double>(*contextLength) * contextScale))
                             : std::nullopt;
    }
    /// Whether an engine computes logits of the last position of each sequence alone.
    [[nodiscard]] bool hasLastLogits(bool isLibrary) const {
        return generates && !(isLibrary && libraryAllLogits);
    }
    [[nodiscard]] bool isMixture() const { return experts.has_value() && expertLayers > 0; }
};

/// Whether a module's class is that of a table of which a pass looks rows up.
[[nodiscard]] bool isLookedUp(std::string_view className);

/// The facts of the model that a `config.json` describes and that `tree` was made for. What cannot
/// be worked out stays empty: facts never keep a model from being opened.
[[nodiscard]] ModelFacts modelFacts(const ConfigModel& model, const ModuleTree& tree);

/// Counts a model's parameters by its tree, and those that a token uses by its numbers of experts.
/// `routed` is the name of the module that holds the routed experts of a layer.
void countParameters(const ModuleTree& tree, const std::string& routed, ModelFacts& facts);

/// The facts of a GPT that was recognised by its key names ("gpt2", "raschka-gpt2"): layers, sizes
/// and the cache follow from its tensors; the number of heads does not. Nothing for other trees.
[[nodiscard]] std::optional<ModelFacts> gptFacts(const ModuleTree& tree);

}  // namespace stowage
