// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/run/models/logits.h"
#include "engine/run/weights/compute.h"
#include "engine/run/weights/weight_source.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

class ModulePass;
struct LoadBackends;

/// What a model keeps of the tokens that it has seen, layer by layer, each where its layer runs.
struct KvCache {
    /// Null where the layer has none of the kind.
    struct Layer {
        ActivationPtr keys;           ///< [tokens × key heads · width]
        ActivationPtr values;         ///< the same
        ActivationPtr crossKeys{};    ///< of what an encoder gave, for the decoder
        ActivationPtr crossValues{};  ///< the same
        ActivationPtr convolved{};    ///< the last rows that a causal convolution has seen
        ActivationPtr states{};       ///< of a selective scan
    };
    std::vector<Layer> layers;
    std::int64_t tokens = 0;  ///< advanced by whoever runs the passes, after each
    /// With which a decoder begins whose encoder reads the prompt; empty in other models.
    std::vector<std::int64_t> decoderTokens{};
    /// The tokens of the first pass, which tell some families where later ones stand. Empty where
    /// a pass is only counted.
    std::vector<std::int64_t> prompt{};
};

/// One sequence of a pass: which of the pass's rows are its tokens', and what it has kept. Rows of
/// sequences stand one after another, without padding.
struct SequenceRows {
    std::int64_t rows = 0;
    KvCache* cache = nullptr;  ///< of the tokens before these; null: there are none, and none kept
    std::int64_t encoded = 0;  ///< rows that this pass's encoder gave, once it has

    /// The position of its first row.
    [[nodiscard]] std::int64_t before() const { return cache != nullptr ? cache->tokens : 0; }
    /// How many tokens its prompt has, or that prompt and what followed it.
    [[nodiscard]] std::int64_t length() const {
        const std::size_t prompt = cache != nullptr ? cache->prompt.size() : 0;
        return std::max(before() + rows, static_cast<std::int64_t>(prompt));
    }
};

/// Weights of the module that runs, by the names that were asked for.
struct ModuleTensors {
    std::vector<WeightPtr> weights;  ///< null where the model has none of that name
    [[nodiscard]] const Weight& operator[](std::size_t index) const { return *weights[index]; }
    [[nodiscard]] const Weight* optional(std::size_t index) const { return weights[index].get(); }
};

/// What an attention module is asked, beside its queries, keys and values.
struct AttentionShape {
    std::int64_t heads = 1;
    std::int64_t keyHeads = 0;  ///< 0: as many
    AttentionMask attentionMask = AttentionMask::Causal;
    std::int64_t window = 0;  ///< 0: all earlier positions
    double scale = 0;         ///< 0: 1 / √(width of a head)
    double cap = 0;           ///< of the scores, softly; 0: none
    const AlibiBias* alibi = nullptr;
    std::span<const ActivationPtr> biases{};  ///< a sequence: ModulePass::relativeBias(); or none
    bool keeps = true;           ///< keys and values for later passes: false in an encoder
    std::int64_t seenByAll = 0;  ///< so many of the first keys are seen by every position
    const char* maskName =
        "mask";  ///< the module's own tensor that hides positions, if it is there
    MaskKind maskKind = MaskKind::Hides;
    /// All rows see each other, whatever the pass's sequences are, and nothing is kept of them:
    /// those of its input.
    bool isOfInput = false;
};

/// The operands of a selective scan that are no weights, as ScanInput has them.
struct ScanRows {
    Result<ActivationPtr> x;
    Result<ActivationPtr> timeSteps;
    Result<ActivationPtr> b;
    Result<ActivationPtr> c;
    Result<ActivationPtr> gate;
};

/// The steps of a pass are the embedding, the layers by number, and the head, whose number is that
/// of the layers.
inline constexpr std::int64_t kEmbedding = -1;

/// Passes over steps: given the next step and its input, returns the step that runs next, and sets
/// its input. It is also called after the last step.
using LayerSkip =
    std::function<std::int64_t(ModulePass& pass, std::int64_t step, ActivationPtr& x)>;

/// Who follows a pass, and what it computes in. All of it may be left out.
struct PassEnvironment {
    /// In whose memory modules compute; null: LibTorch's own, on the host.
    const LoadBackends* devices = nullptr;
    const PauseGate* gate = nullptr;                    ///< holds the pass between two modules
    std::function<void(const std::string&)> entering;   ///< the module that comes next
    std::function<void(const ForwardStep&)> stepped{};  ///< a module that ran
    AttentionKind attention = AttentionKind::Eager;
    const InputArray* input = nullptr;  ///< what goes in beside the tokens; null: nothing
    LayerSkip passOver{};               ///< for passes that compute nothing
};

/// One pass of some tokens through a model, module by module: weights are borrowed just before a
/// module runs and given back right after; activations follow them from device to device. The
/// blocks that architectures share. What goes in may be an error: it comes out again, and nothing
/// runs, so that an architecture reads like its formulas.
///
/// Blocks; one thread. Stops between two modules and while weights are brought in.
/// Errors of every function: Cancelled, those of borrowing and of the arithmetic.
class ModulePass {
public:
    using Next = Result<ActivationPtr>;
    using Work = std::function<Next(const ModuleTensors&)>;

    /// All must outlive the pass. `sequences`: at least one.
    ModulePass(WeightSource& source, Compute& compute, std::vector<SequenceRows> sequences,
               std::stop_token stop, const ProgressSink& progress,
               PassEnvironment environment = {});

    /// How many modules will run and bytes of weights be used, for the progress.
    void expect(std::uint64_t modules, std::uint64_t bytes);
    /// The position of the first sequence's first token.
    [[nodiscard]] std::int64_t firstPosition() const { return m_sequences.front().before(); }
    /// The position of each row in its sequence.
    [[nodiscard]] std::vector<std::int64_t> positions() const;
    /// The last row of each sequence.
    [[nodiscard]] std::vector<std::int64_t> lastRows() const;
    /// The prompt of the first sequence's cache: the tokens of its first pass.
    [[nodiscard]] std::span<const std::int64_t> prompt() const {
        const KvCache* const cache = m_sequences.front().cache;
        return cache != nullptr ? std::span<const std::int64_t>(cache->prompt)
                                : std::span<const std::int64_t>();
    }

    /// Rows of the table `path`.weight, or of another tensor of the module.
    [[nodiscard]] Next table(const std::string& path, std::span<const std::int64_t> rows,
                             const char* tensor = "weight");
    /// A module that reads the pass's input: its numbers lie where the module runs, as long as
    /// `work` takes. `shape` is the one that the model reads them in. Without an input: Internal.
    [[nodiscard]] Next inputModule(
        const std::string& path, std::initializer_list<const char*> tensors,
        std::span<const std::int64_t> shape,
        const std::function<Next(const ActivationPtr& input, const ModuleTensors&)>& work);
    /// The input, [channels × steps], convolved along its steps: a row a step.
    [[nodiscard]] Next convolvedInput(const std::string& path, std::span<const std::int64_t> shape,
                                      RowConvolution how, ActivationFunction activation);
    [[nodiscard]] Next convolved(const std::string& path, const Next& x, const RowConvolution& how,
                                 ActivationFunction activation);
    /// The input, an image of that shape, cut into patches: see Compute::convolvePatches().
    [[nodiscard]] Next patches(const std::string& path, std::span<const std::int64_t> shape);
    /// x · weightᵀ + bias, where there is one.
    [[nodiscard]] Next linear(const std::string& path, const Next& x);
    /// The same, with the activation function applied before the weights are given back.
    [[nodiscard]] Next linear(const std::string& path, const Next& x,
                              ActivationFunction activation);
    /// GPT-2's x · weight + bias.
    [[nodiscard]] Next conv1D(const std::string& path, const Next& x);
    [[nodiscard]] Next layerNorm(const std::string& path, const Next& x, double epsilon,
                                 const char* scale = "weight", const char* shift = "bias");
    [[nodiscard]] Next rmsNorm(const std::string& path, const Next& x, double epsilon,
                               RmsScale how = RmsScale::Rounded);
    /// Attention of layer number `layer` over these and the cached keys and values, sequence by
    /// sequence; `path` names the module in the report.
    [[nodiscard]] Next attention(const std::string& path, std::size_t layer, const Next& queries,
                                 const Next& keys, const Next& values, const AttentionShape& shape);
    /// Attention of layer number `layer` over what the encoder gave: keys and values of its rows in
    /// the first pass, null in later ones, which find them kept.
    [[nodiscard]] Next crossAttention(const std::string& path, std::size_t layer,
                                      const Next& queries, const Next& keys, const Next& values,
                                      const AttentionShape& shape);
    using Biases = Result<std::vector<ActivationPtr>>;
    /// What attention adds to the scores, sequence by sequence, of the table `path`.weight.
    [[nodiscard]] Biases relativeBias(const std::string& path, const RelativeBuckets& buckets);
    /// The encoder is done: what follows is of the tokens with which the decoder begins. Gives
    /// those of all sequences.
    [[nodiscard]] std::vector<std::int64_t> startDecoder();
    /// The causal convolution of layer number `layer`, by `path`.weight and the bias where there is
    /// one, over each sequence's rows and what is kept of those before.
    [[nodiscard]] Next causalConvolution(const std::string& path, std::size_t layer, const Next& x);
    /// The selective scan of layer number `layer` by `path`.A_log and `path`.D, alike. It takes its
    /// operands from its caller.
    [[nodiscard]] Next selectiveScan(const std::string& path, std::size_t layer, ScanRows rows);
    /// Any other module with weights of its own. A tensor "" is `path` itself: a parameter of the
    /// model, which no module has.
    [[nodiscard]] Next module(
        const std::string& path, std::initializer_list<const char*> tensors, const Next& x,
        const std::function<Next(const ActivationPtr&, const ModuleTensors&)>& work);

    /// exp(logScale) · cosine of each row of a and each of b; `logScale` is a parameter of the
    /// model itself.
    [[nodiscard]] Next cosines(const std::string& logScale, const Next& a, const Next& b);

    /// The rows of a, then those of b, where a lies.
    [[nodiscard]] Next joined(const Next& a, const Next& b);
    /// a + b and a · b, where a lies.
    [[nodiscard]] Next sum(const Next& a, const Next& b);
    [[nodiscard]] Next product(const Next& a, const Next& b);
    [[nodiscard]] Next activation(const Next& x, ActivationFunction how);
    [[nodiscard]] Next scale(const Next& x, double factor);
    /// x / √(mean of squares + epsilon), row by row.
    [[nodiscard]] Next normalize(const Next& x, double epsilon);
    /// x in float32.
    [[nodiscard]] Next widened(const Next& x);
    [[nodiscard]] Next rotate(const Next& x, std::int64_t heads, const RotaryTable& table);
    [[nodiscard]] Next columns(const Next& x, std::int64_t first, std::int64_t count);
    [[nodiscard]] Next headColumns(const Next& x, std::int64_t heads, std::int64_t first,
                                   std::int64_t count);
    [[nodiscard]] Next rows(const Next& x, std::span<const std::int64_t> rows);
    /// x with each row of `more`, times its share, added to the row of x that `rows` names.
    [[nodiscard]] Next addRows(const Next& x, std::span<const std::int64_t> rows, const Next& more,
                               std::span<const float> shares);

    /// The step that runs next, `step` or a later one; its input in x.
    [[nodiscard]] std::int64_t passOver(std::int64_t step, ActivationPtr& x) {
        return m_environment.passOver ? m_environment.passOver(*this, step, x) : step;
    }
    [[nodiscard]] std::span<const SequenceRows> sequences() const { return m_sequences; }
    /// Drops the copy of an activation that no longer exists, as the next module would. False if
    /// there is a copy that may still be needed.
    [[nodiscard]] bool forgetsCopy() {
        m_brought = m_brought.from.expired() ? Brought() : m_brought;
        return m_brought.copy == nullptr;
    }
    [[nodiscard]] Compute& compute() { return m_compute; }
    [[nodiscard]] bool has(const std::string& tensor) const {
        return m_source.describe(tensor).has_value();
    }
    /// The modules that ran, their times since the pass began.
    [[nodiscard]] std::vector<ForwardStep> takeSteps() { return std::move(m_steps); }
    [[nodiscard]] double seconds() const;
    /// Says that all is done.
    void reportEnd();

private:
    [[nodiscard]] Next run(const std::string& path, std::initializer_list<const char*> tensors,
                           const Work& work);
    [[nodiscard]] Result<ModuleWeights> borrow(const std::string& path,
                                               std::initializer_list<const char*> tensors,
                                               ModuleTensors& borrowed);
    /// Lets what follows compute in the memory of that device.
    [[nodiscard]] Result<void> settleOn(DeviceId device);
    /// x in the memory of the device that computes. The copy is kept as long as x is: what goes
    /// past a layer, to be added to what comes out of it, is asked for twice.
    [[nodiscard]] Next brought(const ActivationPtr& x, ComputePlace place);
    /// Another try where a device refuses and prefetched weights can make room.
    [[nodiscard]] Next withRoom(const std::function<Next()>& work);
    /// What `work` makes of each sequence, given its first row, one after another. What it goes on
    /// with is kept in that member of its cache's layer.
    using Carry = std::function<Result<Carried>(const SequenceRows& sequence, std::int64_t first,
                                                const Activation* state)>;
    [[nodiscard]] Next carrying(std::size_t layer, ActivationPtr KvCache::Layer::*kept,
                                const Carry& work);
    /// Attention of one sequence over what it has kept.
    [[nodiscard]] Next attend(const SequenceRows& sequence, std::size_t layer,
                              const ActivationPtr& queries, ActivationPtr keys,
                              ActivationPtr values, const AttentionShape& shape, const Weight* mask,
                              const Activation* bias);
    /// Keeps what the decoder's layers see of the encoder's rows.
    [[nodiscard]] Result<void> rememberEncoded(KvCache& cache, std::size_t layer,
                                               const ActivationPtr& keys,
                                               const ActivationPtr& values);
    /// Keys and values with the cached ones before them.
    [[nodiscard]] Result<void> remember(KvCache& cache, std::size_t layer, ActivationPtr& keys,
                                        ActivationPtr& values);

    WeightSource& m_source;
    Compute& m_compute;
    std::vector<SequenceRows> m_sequences;
    std::stop_token m_stop;
    ProgressThrottle m_throttle;
    Progress m_progress;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    PassEnvironment m_environment;
    DeviceId m_lastDevice;
    std::optional<DeviceId> m_scopeDevice{};
    std::unique_ptr<ComputeScope> m_scope;
    struct Brought {
        std::weak_ptr<const Activation> from;
        std::optional<DeviceId> device{};
        ActivationPtr copy;
    };
    Brought m_brought;
    std::vector<ForwardStep> m_steps;
};

}  // namespace stowage
