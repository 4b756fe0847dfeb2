// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/models/module_pass.h"
#include "engine/run/models/pipeline_stage.h"
#include "engine/run/models/run_config.h"
#include "engine/run/weights/weight_source.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// A part of a model that runs as a whole, a layer as a rule: what prefetching counts in.
struct RunStage {
    std::string name;                 ///< for people: "model.layers.3"
    std::vector<std::string> paths;   ///< of its modules; all tensors below belong to it
    bool onlyOnce = false;            ///< an encoder's: the first pass alone runs it
    std::vector<std::string> once{};  ///< modules of another one that the first pass alone runs

    /// Whether a module, or a tensor, belongs to it.
    [[nodiscard]] bool has(const std::string& module) const;
};

/// A token without which a model cannot tell where its prompt ends.
struct NeededToken {
    std::int64_t token = 0;
    std::int64_t orElse = 0;  ///< another one that does as well; `token` where there is none
    std::string name;         ///< its field in config.json
};

/// What a model is to whoever runs it.
struct RunTraits {
    std::string family;           ///< "llama"
    std::int64_t vocabulary = 0;  ///< tokens are 0 to vocabulary − 1
    std::int64_t context = 0;     ///< the most positions; 0: any number
    std::int64_t layers = 0;
    std::int64_t outputs = 0;  ///< numbers a token that come out
    bool givesLogits = true;   ///< false: an encoder without a head gives hidden states
    bool isGenerative = true;  ///< false: every position sees every other
    bool takesBatches = true;  ///< false: one sequence at a time
    bool takesChunks = true;   ///< false: tokens of a prompt see later ones, so it goes in whole
    bool cacheGrows = true;    ///< false: what is kept of tokens is as large after each
    bool capsScores = false;   ///< between queries and keys: fused attention does not
    /// Sequences of more tokens are turned by other angles from their first on (LongRoPE): one that
    /// grows beyond it goes in whole once more. 0: none are.
    std::int64_t shortContext = 0;
    /// Part of the names of tensors that only some tokens need: ".experts."; "": there are none.
    std::string onDemand{};
    bool attendsEncoded = false;  ///< to what an encoder gave, which is kept from the first pass on
    /// The token with which its decoder begins, of a model whose encoder reads the prompt.
    std::optional<std::int64_t> decoderStart{};
    std::vector<NeededToken> needed{};  ///< that every prompt has, in the order in which it ends
    bool takesTokens = true;            ///< false: the input alone
    std::optional<InputTrait> input{};  ///< the array that goes in, too; nothing: none does
    /// What the one row of numbers that a request comes to counts: "class", "text". "": there are
    /// rows of tokens or of patches.
    std::string counted{};
};

/// For which tokens of a pass numbers are wanted.
enum class Outputs { All, Last };

/// A model that can be run: its family's formulas over the shared blocks of ModulePass. Immutable;
/// knows names and sizes, holds no weights.
class RunModel {
public:
    using Next = ModulePass::Next;

    explicit RunModel(RunTraits traits) : m_traits(std::move(traits)) {}
    virtual ~RunModel() = default;
    [[nodiscard]] const RunTraits& traits() const { return m_traits; }
    /// Its parts in the order in which they run: what stands before the layers, each layer, and
    /// what stands after them.
    [[nodiscard]] virtual std::vector<RunStage> stages() const = 0;
    /// The tokens of the pass's sequences, one after another; each follow those of its cache. The
    /// first pass of a model with an encoder: those that it reads. Gives [tokens or sequences ×
    /// outputs]. The caller has checked the tokens.
    [[nodiscard]] virtual Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                                       Outputs outputs) const = 0;
    /// For each layer a number; layers of one number compute alike, each over its own weights and
    /// caches. Empty where that is not known.
    [[nodiscard]] virtual std::vector<std::size_t> layerKinds() const { return {}; }
    /// Numbers of tokens beyond which layers compute otherwise: lengths of sliding windows. Each
    /// once.
    [[nodiscard]] virtual std::vector<std::int64_t> tokenLimits() const { return {}; }
    /// Whether its layers can run in several processes: then forwardLayers() is there.
    [[nodiscard]] virtual bool dividesByLayers() const { return false; }
    /// The part of forward() that a stage has: its layers alone, of what the layer before them gave
    /// [tokens × any]. From layer 0 on it begins with the tokens, and `x` is passed over; up to the
    /// last one it gives what forward() does, else what the next layer takes. Default: Unsupported.
    [[nodiscard]] virtual Next forwardLayers(ModulePass& pass, std::span<const std::int64_t> tokens,
                                             Outputs outputs, LayerRange layers, Next x) const;

protected:
    /// Of x [rows × any] the rows that are wanted: all, or the last of each sequence.
    [[nodiscard]] static Next wantedRows(ModulePass& pass, const Next& x, Outputs outputs);

private:
    RunTraits m_traits;
};

/// A model whose layers follow one another and can run in several processes.
class LayeredModel : public RunModel {
public:
    using RunModel::RunModel;
    [[nodiscard]] Next forward(ModulePass& pass, std::span<const std::int64_t> tokens,
                               Outputs outputs) const final;
    [[nodiscard]] bool dividesByLayers() const final { return true; }
    [[nodiscard]] Next forwardLayers(ModulePass& pass, std::span<const std::int64_t> tokens,
                                     Outputs outputs, LayerRange layers, Next x) const final;

private:
    /// The input of the first layer.
    [[nodiscard]] virtual Next embed(ModulePass& pass,
                                     std::span<const std::int64_t> tokens) const = 0;
    [[nodiscard]] virtual Next block(ModulePass& pass, std::int64_t layer, Next x) const = 0;
    /// The result of forward(), from the output of the last layer.
    [[nodiscard]] virtual Next head(ModulePass& pass, Next x, Outputs outputs) const = 0;
};

/// The model that a source's tensors are of, by its configuration's model_type. Names, shapes and
/// dtypes of all tensors that it will use are checked, so that passes need not.
/// Errors: Unsupported (a family that cannot be run, naming those that can), KeyMismatch (a tensor
/// is missing or has another shape), Malformed (the configuration).
[[nodiscard]] Result<std::unique_ptr<RunModel>> makeRunModel(const WeightSource& source,
                                                             RunConfig config);

/// The model types that makeRunModel() takes, sorted.
[[nodiscard]] std::vector<std::string> runnableFamilies();

/// The stages of a model whose layers are numbered: all of `first`, `layers`.0 and so on, each of
/// `last`.
[[nodiscard]] std::vector<RunStage> numberedStages(std::vector<std::string> first,
                                                   const std::string& layers, std::int64_t count,
                                                   std::vector<std::string> last);

/// The stage that a module or tensor belongs to; nothing where none has it.
[[nodiscard]] std::optional<std::size_t> stageWith(const std::vector<RunStage>& stages,
                                                   const std::string& module);

/// InvalidArgument where a token is not in the vocabulary.
[[nodiscard]] Result<void> checkToken(const RunTraits& traits, std::int64_t token);

/// InvalidArgument where a prompt of so many tokens is more than the model sees, or is with so many
/// generated ones that go in after it: all but the last.
[[nodiscard]] Result<void> checkLength(const RunTraits& traits, std::uint64_t prompt,
                                       std::uint64_t following);

/// InvalidArgument where a prompt is empty, has a token outside of the vocabulary, lacks one that
/// the model needs, or is too long (see checkLength()); or where there is one and the model takes
/// none.
[[nodiscard]] Result<void> checkTokens(const RunTraits& traits,
                                       std::span<const std::int64_t> tokens,
                                       std::int64_t following);

// One file a family. Each reads its configuration, checks its tensors and gives its formulas; see
// makeRunModel() for the errors.
using MadeModel = Result<std::unique_ptr<RunModel>>;

/// GPT-2 under Hugging Face's names.
[[nodiscard]] MadeModel makeGpt2Model(const WeightSource& source, RunConfig& config);
/// Karpathy's minGPT: GPT-2 with Linear weights and a causal mask in each block. Sizes that the
/// configuration leaves out are those of the tensors; heads are 64 wide, or as minGPT's own table
/// of sizes has them.
[[nodiscard]] MadeModel makeMinGptModel(const WeightSource& source, RunConfig& config);
/// Whether these are minGPT's tensors, which come without a config.json.
[[nodiscard]] bool holdsMinGpt(const WeightSource& source);
/// ChatGLM-6B: two-dimensional rotary positions over a context that is read in both directions.
[[nodiscard]] MadeModel makeChatGlmModel(const WeightSource& source, RunConfig& config);
/// ChatGLM2-6B and ChatGLM3-6B.
[[nodiscard]] MadeModel makeChatGlm2Model(const WeightSource& source, RunConfig& config);
/// Llama 1 to 3.x and its relatives: Gemma 1 to 3 (text), Mistral, OLMo 2, Phi-3 and 4, Qwen2,
/// Qwen3, GLM-4 under the library's names, and Mixtral with its experts.
[[nodiscard]] MadeModel makeLlamaModel(const WeightSource& source, RunConfig& config);
// Decoders that normalise with mean and shift.
[[nodiscard]] MadeModel makeBloomModel(const WeightSource& source, RunConfig& config);
/// Falcon 1: of 7B and the RW models, and of 40B and 180B.
[[nodiscard]] MadeModel makeFalconModel(const WeightSource& source, RunConfig& config);
[[nodiscard]] MadeModel makeGptNeoXModel(const WeightSource& source, RunConfig& config);
[[nodiscard]] MadeModel makeOptModel(const WeightSource& source, RunConfig& config);
/// T5, T5 1.1, Flan-T5, mT5 and umT5: an encoder and a decoder, or the encoder alone.
[[nodiscard]] MadeModel makeT5Model(const WeightSource& source, RunConfig& config);
/// Whisper: an encoder of sound, whose log-mel features go in beside the decoder's tokens.
[[nodiscard]] MadeModel makeWhisperModel(const WeightSource& source, RunConfig& config);
/// Mamba 1 and Falcon Mamba: selective state spaces.
[[nodiscard]] MadeModel makeMambaModel(const WeightSource& source, RunConfig& config);
/// BERT encoders, with the head for masked words or without one.
[[nodiscard]] MadeModel makeBertModel(const WeightSource& source, RunConfig& config);
/// Vision Transformers: classes of an image, or hidden states of its patches.
[[nodiscard]] MadeModel makeVitModel(const WeightSource& source, RunConfig& config);
/// CLIP: how well an image goes with each of the request's texts.
[[nodiscard]] MadeModel makeClipModel(const WeightSource& source, RunConfig& config);
// Its towers alone: hidden states, or what they are projected to.
[[nodiscard]] MadeModel makeClipTextModel(const WeightSource& source, RunConfig& config);
[[nodiscard]] MadeModel makeClipVisionModel(const WeightSource& source, RunConfig& config);

}  // namespace stowage
