// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_memory.h"
#include "engine/load/tensor_backend.h"
#include "engine/plan/workload.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// Where numbers are computed: the CPU, also for simulated GPUs, whose bytes lie in this machine's
/// memory, or a CUDA card under CUDA's number.
struct ComputePlace {
    std::optional<int> card;
    friend bool operator==(const ComputePlace&, const ComputePlace&) = default;
};

/// Numbers on their way through a model, in C order, never changed once made.
class Activation {
public:
    virtual ~Activation() = default;
    [[nodiscard]] virtual std::vector<std::int64_t> shape() const = 0;
    [[nodiscard]] virtual ComputePlace place() const = 0;
};
using ActivationPtr = std::shared_ptr<const Activation>;

/// A loaded tensor as an operand: the very tensor of a TensorSet, whose memory it keeps alive.
class Weight {
public:
    virtual ~Weight() = default;
    [[nodiscard]] virtual const std::string& name() const = 0;
    [[nodiscard]] virtual ComputePlace place() const = 0;
};
using WeightPtr = std::shared_ptr<const Weight>;

/// Which earlier and later positions a position sees.
enum class AttentionMask {
    Bidirectional,  ///< an encoder's
    Causal,         ///< itself and those before it
};

/// What a model's own mask says where it is not zero.
enum class MaskKind {
    Hides,  ///< the from-scratch GPT's: a later position is hidden
    Shows,  ///< minGPT's: an earlier one is seen
};

/// What scores are biased by in place of positions (Press et al., ALiBi): each key by its position
/// times the slope of the head that asks.
struct AlibiBias {
    std::vector<float> slopes;  ///< of each head
    double factor = 1;          ///< of all
    bool isBFloat16 = false;    ///< slopes, positions and their product are rounded: Falcon's
};

/// Into which of so many buckets a distance between two positions falls (Raffel et al., T5): half
/// of the buckets hold one distance each, the others ever more, up to `farthest` and beyond.
struct RelativeBuckets {
    std::int64_t buckets = 32;
    std::int64_t farthest = 128;
    bool isBidirectional = true;  ///< half are for later positions; else those share the first

    /// The bucket of a key at `distance` behind (above 0: after) the position that asks.
    [[nodiscard]] std::int64_t of(std::int64_t distance) const;
};

/// The operands of attention: queries [rows × heads · width], keys and values
/// [seen × key heads · width], and how they are divided.
struct AttentionInput {
    const Activation& queries;
    const Activation& keys;
    const Activation& values;
    std::int64_t heads = 1;
    std::int64_t keyHeads = 0;    ///< a divisor of `heads`; 0: as many
    std::int64_t firstQuery = 0;  ///< the position of the first query; the first key has 0
    AttentionMask attentionMask = AttentionMask::Causal;
    /// A position sees no more than so many, itself counted; 0: all.
    std::int64_t window = 0;
    /// So many of the first keys are seen by every position, before them or after: GLM's context.
    std::int64_t seenByAll = 0;
    /// Of queries · keysᵀ before softmax; 0: 1 / √(width of a head).
    double scale = 0;
    /// What is scaled is bounded: cap · tanh(score / cap), before anything is hidden; 0: it is not.
    double cap = 0;
    const AlibiBias* alibi = nullptr;  ///< null: none
    /// Added to the scores: [heads × rows · keys], as relativeBias() gives it. Null: none.
    const Activation* bias = nullptr;
    /// The model's own mask, at least [positions × positions], with dimensions of 1 before them or
    /// without. Any dtype. Null: `attentionMask`, `window` and `seenByAll` decide.
    const Weight* mask = nullptr;
    MaskKind maskKind = MaskKind::Hides;
    /// Fused: no scores lie in memory, and what is hidden only where isPlainlyCausal() does not say
    /// it all.
    AttentionKind kind = AttentionKind::Eager;

    /// True where all that is hidden is what comes later, of a prompt that goes in whole.
    [[nodiscard]] bool isPlainlyCausal(std::int64_t rows, std::int64_t seen) const {
        return mask == nullptr && alibi == nullptr && bias == nullptr &&
               attentionMask == AttentionMask::Causal && seenByAll == 0 && firstQuery == 0 &&
               rows == seen && (window == 0 || rows <= window);
    }
};

/// Activation functions: the library's names in ACT2FN.
enum class ActivationFunction {
    Gelu,      ///< x · Φ(x)
    GeluTanh,  ///< GPT-2's own: 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))
    Silu,      ///< x · sigmoid(x)
    Relu,
    Tanh,
    Softplus,   ///< log(1 + eˣ); x itself above 20
    QuickGelu,  ///< x · sigmoid(1.702 · x): CLIP's
};

/// By what a root mean square normalises, and where it rounds.
enum class RmsScale {
    Rounded,  ///< what is normalised is rounded, then times the scale: Llama's
    Wide,     ///< times the scale in float32, then rounded: OLMo 2's
    OnePlus,  ///< the same by 1 + scale: Gemma's
};

/// Which two numbers of a head are turned against each other.
enum class RotaryPairs {
    Halves,      ///< i and i + pairs: the library's "rotate_half" in most families
    Neighbours,  ///< 2i and 2i + 1: GLM's, ChatGLM2's
};

/// How rotary positions turn pairs of a head's numbers (Su et al., RoFormer).
struct RotaryTable {
    std::vector<float> frequencies;  ///< radians a position, one for each pair
    /// In their place in a sequence of more than `shortContext` tokens (LongRoPE); empty: none.
    /// ModulePass::rotate() chooses.
    std::vector<float> longFrequencies{};
    std::int64_t shortContext = 0;
    double factor = 1;  ///< of both cosine and sine
    RotaryPairs pairs = RotaryPairs::Halves;
    /// The position of each row, or several of them, row after row: then a head is cut into as many
    /// equal parts, each turned by its own, as ChatGLM-6B's two-dimensional positions do. Empty:
    /// rows follow each other.
    std::vector<std::int64_t> positions{};
};

/// What an operation over the rows of a sequence makes, and what it keeps for the rows that follow.
struct Carried {
    ActivationPtr made;
    ActivationPtr state;
};

/// The operands of a selective scan (Gu and Dao, Mamba) under the names that its authors gave them:
/// rows of a sequence, [rows × inner] but for B and C.
struct ScanInput {
    const Activation& x;
    const Activation& timeSteps;  ///< Δ, above 0
    const Activation& b;          ///< [rows × states]
    const Activation& c;          ///< [rows × states]
    const Activation& gate;       ///< z
    const Weight& aLog;           ///< [inner × states]: A is −exp of it
    const Weight* d = nullptr;    ///< [inner]; null: nothing of x goes past the states
    /// What the rows before left, [inner × states]; null: there were none.
    const Activation* state = nullptr;
};

/// How a convolution goes along rows.
struct RowConvolution {
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    bool areColumns = false;  ///< what it goes along lies beside each other

    /// Rows that it makes of so many, by a kernel of that size.
    [[nodiscard]] std::int64_t made(std::int64_t rows, std::int64_t kernel) const {
        return (rows + 2 * padding - kernel) / stride + 1;
    }
};

/// While it lives, what its thread computes is allocated in the memory of one device.
class ComputeScope {
public:
    virtual ~ComputeScope() = default;
};

/// The arithmetic of a forward pass, computed by LibTorch where the operands lie: another
/// architecture adds the operations that it lacks here. Operands of one operation lie in one place;
/// activations and weights are those of this Compute. Inference only. Thread-safe.
///
/// Numbers are float32, or bfloat16 where the weights are; float16 weights on the CPU are widened
/// to float32 for the moment of their use. What a library computes in float32 in any case
/// (normalisation, softmax, rotary angles) is computed so here.
///
/// Errors of every operation: Unsupported (a weight of another dtype), OutOfMemory,
/// DeviceOutOfMemory, Internal (shapes that do not fit: callers have checked them).
class Compute {
public:
    using Made = Result<ActivationPtr>;
    virtual ~Compute() = default;

    /// From now on, until the scope goes, what this thread computes lies in the memory of `device`:
    /// activations, caches and what an operation needs beside them. Scopes nest; the scope and all
    /// that was computed in it must go before the device does. A simulated GPU without room makes
    /// operations fail with DeviceOutOfMemory; real cards and the host have allocators of their
    /// own, and a scope of theirs only leaves the one around it. Default: no scope of any kind.
    [[nodiscard]] virtual Result<std::unique_ptr<ComputeScope>> enter(DeviceMemory& device);
    /// How many threads one operation on the CPU may use, in the whole process; at least 1.
    virtual void setThreads(unsigned threads);
    [[nodiscard]] virtual unsigned threads() const;

    /// A tensor of a set that this LibTorch made; a name that is not there is InvalidArgument.
    [[nodiscard]] virtual Result<WeightPtr> weight(const TensorSet& set,
                                                   const std::string& name) = 0;
    /// One of the equal parts of a weight along its first dimension, in its memory: an expert's of
    /// a stack of them. Default: Unsupported.
    [[nodiscard]] virtual Result<WeightPtr> part(const Weight& stack, std::int64_t index);
    /// The same numbers in another place, in the memory of this thread's scope; `x` itself where it
    /// lies there already. A simulated GPU's link takes its time.
    [[nodiscard]] virtual Made move(const ActivationPtr& x, ComputePlace place) = 0;
    /// All numbers of `x` into a span of exactly that length, as float32. Returns when they are
    /// there.
    [[nodiscard]] virtual Result<void> copyOut(const Activation& x, std::span<float> target) = 0;
    /// Returns when everything begun in that place is done: before weights are given back.
    [[nodiscard]] virtual Result<void> finish(ComputePlace place) = 0;

    /// Gives back what the libraries of LibTorch keep on cards from one operation to the next, as
    /// cuBLAS does its workspaces (32 MiB and more on an H100), which would count as allocated.
    /// Where nothing is being computed. Default: there is none.
    virtual void dropWorkspaces();

    /// [rows × width]: the named rows of a table [any × width]. Every row must exist. A table of
    /// more or fewer dimensions is read as if all but the last were one.
    [[nodiscard]] virtual Made embedding(std::span<const std::int64_t> rows,
                                         const Weight& table) = 0;
    [[nodiscard]] virtual Made add(const Activation& a, const Activation& b) = 0;
    [[nodiscard]] virtual Made multiply(const Activation& a, const Activation& b) = 0;
    /// x · weightᵀ + bias with weight [out × in] and bias [out]; null: no bias.
    [[nodiscard]] virtual Made linear(const Activation& x, const Weight& weight,
                                      const Weight* bias) = 0;
    /// x · weight + bias with weight [in × out], as GPT-2 keeps it.
    [[nodiscard]] virtual Made conv1D(const Activation& x, const Weight& weight,
                                      const Weight* bias) = 0;
    /// (x − mean) / √(variance + epsilon) · scale + shift over the last dimension, where the
    /// variance is that of the numbers themselves (divided by their count).
    [[nodiscard]] virtual Made layerNorm(const Activation& x, const Weight& scale,
                                         const Weight& shift, double epsilon) = 0;
    /// x / √(mean of squares + epsilon) · scale over runs of as many numbers as `scale` has.
    [[nodiscard]] virtual Made rmsNorm(const Activation& x, const Weight& scale, double epsilon,
                                       RmsScale how) = 0;
    /// x / √(mean of squares + epsilon) of each row [rows × width]. Default: Unsupported.
    [[nodiscard]] virtual Made normalize(const Activation& x, double epsilon);
    /// x in the dtype of numbers that `like` is computed with, in float32 where that is null; `x`
    /// itself where it is in that already. Default: Unsupported.
    [[nodiscard]] virtual Made convert(const ActivationPtr& x, const Weight* like);
    [[nodiscard]] virtual Made activation(const Activation& x, ActivationFunction how) = 0;
    /// x · factor
    [[nodiscard]] virtual Made scale(const Activation& x, double factor) = 0;
    /// Turns each head of x [rows × heads · width] by its row's position, the first of which is
    /// `firstPosition` unless the table has positions of its own.
    [[nodiscard]] virtual Made rotate(const Activation& x, std::int64_t heads,
                                      const RotaryTable& table, std::int64_t firstPosition) = 0;
    /// softmax(queries · keysᵀ · scale) · values for each head, hidden places left out;
    /// [rows × heads · width], the heads beside each other.
    [[nodiscard]] virtual Made attention(const AttentionInput& input) = 0;
    /// Each column of x [rows × inner] folded with its own row of `weight` [inner × 1 × kernel],
    /// plus its number of `bias` [inner], unless that is null: what is made of a row comes of it
    /// and of kernel − 1 rows before it. `state` has the rows before x, zeros where it is null; the
    /// last kernel − 1 of all become the new one. Default: Unsupported.
    [[nodiscard]] virtual Result<Carried> causalConvolution(const Activation& x,
                                                            const Weight& weight,
                                                            const Weight* bias,
                                                            const Activation* state);
    /// (C · h + D · x) · SiLU(z) of each row, with states h = exp(Δ · A) · h + Δ · B · x, which are
    /// kept in float32. `input.state` stays as it is. Default: Unsupported.
    [[nodiscard]] virtual Result<Carried> selectiveScan(const ScanInput& input);

    /// Columns `first` to `first + count` of x [rows × width].
    [[nodiscard]] virtual Made columns(const Activation& x, std::int64_t first,
                                       std::int64_t count) = 0;
    /// Numbers `first` to `first + count` of each head of x [rows × heads · width], beside each
    /// other: queries out of a product that keeps each head's queries, keys and values together.
    [[nodiscard]] virtual Made headColumns(const Activation& x, std::int64_t heads,
                                           std::int64_t first, std::int64_t count) = 0;
    /// Some rows of x, in the order asked for; a row may come twice.
    [[nodiscard]] virtual Made rows(const Activation& x, std::span<const std::int64_t> rows) = 0;
    /// Rows `first` to `first + count` of x, where they lie.
    [[nodiscard]] virtual Made rowRange(const Activation& x, std::int64_t first,
                                        std::int64_t count) = 0;
    /// The rows of all, one after another; as wide and of the same dtype. At least one.
    [[nodiscard]] virtual Made join(std::span<const ActivationPtr> parts) = 0;
    /// `earlier` with the rows of `more` after its own. The memory grows in steps, so that a cache
    /// which grows by a row is not copied each time; `earlier` must not be used afterwards. Null:
    /// `more` alone.
    [[nodiscard]] virtual Made append(const ActivationPtr& earlier, const Activation& more) = 0;
    /// `x` with each row of `more`, times its share, added to the row of x that `rows` names.
    [[nodiscard]] virtual Made addRows(const Activation& x, std::span<const std::int64_t> rows,
                                       const Activation& more, std::span<const float> shares) = 0;
    /// As x, all zero.
    [[nodiscard]] virtual Made zerosLike(const Activation& x) = 0;
    /// What attention adds to the scores of `rows` positions, the first of which is `firstQuery`,
    /// with each of `seen` keys: [heads × rows · seen], of a table [buckets × heads].
    [[nodiscard]] virtual Made relativeBias(const Weight& table, const RelativeBuckets& buckets,
                                            std::int64_t firstQuery, std::int64_t rows,
                                            std::int64_t seen) = 0;

    /// Numbers of the host, which are copied, in that place and in the memory of this thread's
    /// scope; float32, of that shape. Default: Unsupported.
    [[nodiscard]] virtual Made input(std::span<const float> values,
                                     std::span<const std::int64_t> shape, ComputePlace place);
    /// A convolution over patches that lie beside each other: an image [channels × height × width]
    /// is cut into pieces as large as the kernel [out × channels × height × width], what is left
    /// at the lower and the right edge is dropped, and each piece times the kernel + bias is a row:
    /// [patches × out], line after line, in the dtype of the kernel. Null: no bias. Default:
    /// Unsupported.
    [[nodiscard]] virtual Made convolvePatches(const Activation& image, const Weight& kernel,
                                               const Weight* bias);
    /// A convolution along rows: each row made is of `kernel` rows of x, the first of which begins
    /// `padding` rows before x's own and the next ones `stride` further on, times the weight
    /// [out × in × kernel] + bias; rows outside are zero. [made × out], in the dtype of the weight.
    /// x is [rows × in], or [in × rows] where `areColumns`. Null: no bias. Default: Unsupported.
    [[nodiscard]] virtual Made convolveRows(const Activation& x, const Weight& weight,
                                            const Weight* bias, const RowConvolution& how);
    /// exp(logScale) · cosine of each row of a and each of b: [rows of a × rows of b]; `logScale`
    /// is one number. Default: Unsupported.
    [[nodiscard]] virtual Made cosines(const Activation& a, const Activation& b,
                                       const Weight& logScale);
};

/// Sets how many threads compute for as long as it lives.
class ComputeThreads {
public:
    ComputeThreads(Compute& compute, unsigned threads)
        : m_compute(compute), m_before(compute.threads()) {
        m_compute.setThreads(threads);
    }
    ~ComputeThreads() { m_compute.setThreads(m_before); }
    ComputeThreads(const ComputeThreads&) = delete;
    ComputeThreads& operator=(const ComputeThreads&) = delete;

private:
    Compute& m_compute;
    unsigned m_before;
};

/// At its end cards hold nothing of what was computed while it lived (dropWorkspaces()).
class ComputeSession {
public:
    explicit ComputeSession(Compute& compute) : m_compute(compute) {}
    ~ComputeSession() { m_compute.dropWorkspaces(); }
    ComputeSession(const ComputeSession&) = delete;
    ComputeSession& operator=(const ComputeSession&) = delete;

private:
    Compute& m_compute;
};

/// True where this build's LibTorch computes attention without its scores in memory: from 2 on.
[[nodiscard]] bool fusesAttention();
/// Error: Unsupported, where it does not.
[[nodiscard]] Result<void> requireAttention(AttentionKind kind);

/// Opens the arithmetic of `stowage_torch`, as openTensorBackend() opens its tensors: the same
/// module, the same rule for `folder`, one object in a process. Error: BackendUnavailable.
[[nodiscard]] Result<std::shared_ptr<Compute>> openCompute(const std::string& folder = {});

/// What the module exports for it: the symbol's name and its type. The caller owns the object.
inline constexpr const char* kComputeFactory = "stowageCreateCompute";
using ComputeFactory = Compute* (*)();

}  // namespace stowage
