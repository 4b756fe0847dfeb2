// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/quantization.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

struct PlacementPlan;

/// How an engine holds keys and values.
enum class KvPolicy {
    Dynamic,   ///< token by token; a sliding layer keeps its window
    Doubling,  ///< room that doubles when it is full; windows are not cut (this program)
    Static,    ///< all of the context from the start, a sliding layer its window
    Blocks,    ///< blocks of tokens from one pool for all kinds of layers (vLLM)
    Pool,      ///< one pool of tokens for full layers, a smaller one for sliding ones (SGLang)
    Cells,     ///< a padded number of tokens from the start (llama.cpp)
};

/// How long an engine's products with quantised weights take, as multiples of the time that the
/// same weights take in 16 bits.
struct KernelCost {
    std::uint64_t mostRows = 0;  ///< tokens of all sequences in a pass, at most; 0: any number
    double least = 1;
    double usual = 1;
    double most = 1;
};

/// What an engine does with memory: a file of resources/engines, with a version and sources.
/// A value. What nobody publishes is unknown, never 0.
struct EngineProfile {
    /// What a process takes on each card before any tensor: CUDA's context, communication.
    struct Context {
        std::uint64_t gpus = 0;     ///< cards that work together
        bool isOfParallel = false;  ///< they divide every layer; else each has layers of its own
        std::uint64_t bytes = 0;
        std::uint64_t afterSnapshot = 0;  ///< of these, after it has measured what is free
        std::string source;
        std::string note;
    };

    /// How it divides every layer among cards that work together.
    struct TensorParallel {
        std::string source;
        bool dividesEmbedding = false;         ///< by vocabulary; else each card has all of it
        bool dividesStates = false;            ///< of recurrent layers; else each card has all
        bool replicatesKvHeads = false;        ///< where there are fewer of them than cards
        std::uint64_t vocabularyMultiple = 1;  ///< to which the vocabulary is filled up
        /// Beginnings of the names of classes of which it leaves parts of layers undivided.
        std::vector<std::string> undividedClasses;
    };

    /// To which widths it fills up experts in MXFP4, whole tiles of its kernels.
    struct Mxfp4Tiles {
        std::uint64_t innerMultiple = 1;
        std::uint64_t hiddenMultiple = 1;
    };

    /// A number that depends on the card.
    struct ByCard {
        struct LargeCard {
            std::uint64_t bytes = 0;  ///< of memory, at least
            std::uint64_t value = 0;
            std::vector<std::string> except;  ///< parts of names of cards that do not count
        };
        std::uint64_t usual = 0;
        std::vector<LargeCard> largeCards{};  ///< the first that the card is counts

        [[nodiscard]] std::uint64_t on(std::uint64_t capacity, std::string_view cardName) const;
    };

    /// SGLang's --mem-fraction-static: of what is free of a card when it starts, for weights, keys,
    /// values and states.
    struct StaticShare {
        ByCard chunk;             ///< tokens of a prompt in one pass
        ByCard graphBatch;        ///< the largest batch of which a CUDA graph is captured
        ByCard graphBatchOfFour;  ///< of four cards and more that divide layers

        /// Everything that its own choice depends on.
        struct Setting {
            std::uint64_t total = 0;  ///< bytes of the card, as nvidia-smi counts them
            std::uint64_t tensorParallel = 1;
            std::uint64_t stages = 1;
            std::uint64_t prefillChunk = 0;  ///< 0: its own
            std::uint64_t sequences = 0;     ///< that run at once, at most; 0: no limit
            bool isLatent = false;           ///< keys and values are
        };
        /// That choice: arg_groups/memory_hook.py.
        [[nodiscard]] double usual(const Setting& setting) const;
    };

    /// In what each is kept.
    enum class StateType {
        Compute,  ///< the dtype of compute
        Config,   ///< the same, but where the model's configuration asks for float32
        Float32,
        Library,  ///< as transformers does (StateFacts::isLibraryFloat32)
    };
    /// What it keeps of what a decoder attends to beside its tokens: an encoder's output, images.
    enum class CrossRule {
        Unknown,
        Given,       ///< keys and values of the positions that there are
        Most,        ///< of as many positions as the encoder puts out at most
        Recomputed,  ///< no keys and values: each pass computes them again
    };
    struct StateRules {
        StateType convolution = StateType::Compute;
        StateType recurrent = StateType::Compute;
        bool hasLibrarySteps = false;  ///< StateFacts::librarySteps of a convolution, else `steps`
    };

    std::string name;     ///< "transformers-static": what --engine takes
    std::string title;    ///< for people
    std::string version;  ///< "" for this program itself
    /// "transformers 5.24.0, dynamic cache"; the title where there is no version.
    [[nodiscard]] std::string titleWithVersion() const;
    std::vector<std::string> sources;
    std::vector<std::string> notes;  ///< sentences

    /// Which weights it loads: "gguf", and names of quantisations ("bitsandbytes" for its three).
    /// Kinds that are absent are loaded like any others.
    enum class Loads { Yes, ByPlugin, No };
    std::map<std::string, Loads, std::less<>> weights;
    /// How it computes with weights of a method (quantizationName()): a source, and the costs of
    /// its kernels, the one for the fewest rows first. Without costs the kernels read the weights
    /// as they are stored, which takes their bytes ÷ the bandwidth.
    struct Kernels {
        std::string source;
        std::vector<KernelCost> costs;
    };
    std::map<std::string, Kernels, std::less<>> kernels;
    /// The dtype that it computes GGUF files in, which name none; nothing: that of their tensors
    /// that are not quantised.
    std::optional<DType> ggufCompute;

    KvPolicy policy = KvPolicy::Dynamic;
    bool keepsLibraryHeads = false;  ///< KvLayout::Library
    std::uint64_t blockTokens = 1;
    std::uint64_t microBatch = 0;  ///< tokens of a sequence beside its window (Cells)
    double slidingShare = 0;       ///< of a pool's tokens (Pool)
    /// Beginnings of the names of classes that have such a smaller pool.
    std::vector<std::string> slidingClasses;
    /// Bits of a number, with all that belongs to it; nothing: the engine has no such cache.
    std::map<KvType, std::optional<double>> bits;
    std::optional<KvType> usualKvType;  ///< nothing: the dtype of compute
    CrossRule cross = CrossRule::Unknown;

    /// How recurrent and convolution layers are kept; nothing: not known.
    std::optional<StateRules> state;

    AttentionKind attention = AttentionKind::Eager;
    std::vector<std::string> eagerClasses;  ///< beginnings of names, whatever `attention` is
    bool logitsOnHost = false;
    bool copiesLogits = false;  ///< each sequence's last row once more in float32
    /// Its buffers for activations are laid out once for a micro batch of so many tokens, in
    /// float32 and with the logits of all of them; 0: they are taken as needed.
    std::uint64_t graphTokens = 0;
    /// Each card keeps the cosines and sines of every position of the context.
    bool keepsRotaryTable = false;
    /// Offloaded parameters lie in pinned memory, each in a block of torch's pinned allocator.
    bool pinsOffloaded = false;
    /// Tokens of all sequences that it takes into one pass, as its options have it. It runs that
    /// many before it serves, whatever comes. 0: what is asked for goes in.
    ByCard batchedTokens;
    /// The share of a card's memory that it takes, whatever it needs: what weights, activations and
    /// so on leave of it is for keys and values. Nothing: it takes what it needs.
    std::optional<double> memoryShare;
    /// The variable that makes it take a longer context than the model has positions, and their
    /// scaling, which it refuses otherwise; "": it does not.
    std::string longerContext;
    ByCard cudaGraphs;                         ///< bytes: an upper estimate
    std::optional<StaticShare> staticShare{};  ///< nothing: the engine has no such share
    std::vector<Context> contexts;
    std::optional<TensorParallel> tensorParallel;  ///< nothing: it does not
    bool dividesByItself = false;  ///< it has no device map, and divides layers where it can
    std::optional<Mxfp4Tiles> mxfp4Tiles;  ///< nothing: they are as wide as in the file

    /// Beginnings of the names of classes that its planner treats apart, by what it does with them
    /// (vllm_plan.h).
    std::map<std::string, std::vector<std::string>, std::less<>> plannedApart;

    /// The dtype that it computes a plan in unless the workload names one; otherwise as
    /// computedDtype() of planned_tensors.h.
    [[nodiscard]] DType computedDtype(const PlacementPlan& plan, std::optional<DType> declared,
                                      bool isGguf) const;
    [[nodiscard]] AttentionKind attentionOf(std::string_view className) const;
    /// Why it does not load such weights as it is: a sentence; nothing: it does.
    [[nodiscard]] std::optional<Message> whyNotLoaded(
        bool isGguf, const std::optional<Quantization>& quantization) const;
    /// The kernels for a plan's quantisation; null: none are known, or there is none.
    [[nodiscard]] const Kernels* kernelsOf(const std::optional<Quantization>& quantization) const;
    /// Whether `plannedApart` has the class under this name.
    [[nodiscard]] bool isPlannedAs(std::string_view rule, std::string_view className) const;
    /// Of so many cards that work together: the entry for just as many; null where none is
    /// published. `isParallel`: they divide every layer.
    [[nodiscard]] const Context* contextOf(std::uint64_t gpus, bool isParallel) const;
};

/// This program's own executor, whose runs are replayed.
inline constexpr std::string_view kOwnEngine = "stowage";
/// The engine of plans and estimates that name none: few planners will run in this program.
inline constexpr std::string_view kUsualEngine = "transformers";
/// Whether classes of transformers compute, with whichever of its caches.
[[nodiscard]] inline bool isOfTransformers(std::string_view engine) {
    return engine.starts_with(kUsualEngine);
}

/// All of them, this program's first. Compiled in. Error: Internal (the data is wrong).
[[nodiscard]] const Result<std::vector<EngineProfile>>& engineProfiles();
/// Error: InvalidArgument that names those there are.
[[nodiscard]] Result<EngineProfile> findEngine(std::string_view name);

}  // namespace stowage
