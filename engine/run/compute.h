// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/load/tensor_backend.h"

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

/// Numbers on their way through a model: float32, in C order, never changed once made.
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

/// What attention looks at: three times [positions × width], and how they are divided.
struct AttentionInput {
    const Activation& queries;
    const Activation& keys;
    const Activation& values;
    std::int64_t heads = 1;
    /// The model's own mask, at least [positions × positions]: what is not zero is hidden. Any
    /// dtype. Null: each position sees itself and those before it.
    const Weight* mask = nullptr;
};

/// The arithmetic of a forward pass, computed by LibTorch where the operands lie: another
/// architecture adds the operations that it lacks here. Operands of one operation lie in one place;
/// activations and weights are those of this Compute. Inference only, float32. Thread-safe.
///
/// Errors of every operation: Unsupported (a weight that is not float32), OutOfMemory,
/// DeviceOutOfMemory, Internal (shapes that do not fit: callers have checked them).
class Compute {
public:
    virtual ~Compute() = default;

    /// A tensor of a set that this LibTorch made; a name that is not there is InvalidArgument.
    [[nodiscard]] virtual Result<WeightPtr> weight(const TensorSet& set,
                                                   const std::string& name) = 0;
    /// The same numbers in another place; `x` itself where it lies there already.
    [[nodiscard]] virtual Result<ActivationPtr> move(const ActivationPtr& x,
                                                     ComputePlace place) = 0;
    /// All numbers of `x` into a span of exactly that length. Returns when they are there.
    [[nodiscard]] virtual Result<void> copyOut(const Activation& x, std::span<float> target) = 0;
    /// Returns when everything begun in that place is done: before weights are given back.
    [[nodiscard]] virtual Result<void> finish(ComputePlace place) = 0;

    /// [rows × width]: the named rows of a table [any × width]. Every row must exist.
    [[nodiscard]] virtual Result<ActivationPtr> embedding(std::span<const std::int64_t> rows,
                                                          const Weight& table) = 0;
    [[nodiscard]] virtual Result<ActivationPtr> add(const Activation& a, const Activation& b) = 0;
    /// x · weightᵀ + bias with weight [out × in] and bias [out]; null: no bias.
    [[nodiscard]] virtual Result<ActivationPtr> linear(const Activation& x, const Weight& weight,
                                                       const Weight* bias) = 0;
    /// (x − mean) / √(variance + epsilon) · scale + shift over the last dimension, where the
    /// variance is that of the numbers themselves (divided by their count).
    [[nodiscard]] virtual Result<ActivationPtr> layerNorm(const Activation& x, const Weight& scale,
                                                          const Weight& shift, double epsilon) = 0;
    /// GPT-2's own: 0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³))).
    [[nodiscard]] virtual Result<ActivationPtr> geluTanh(const Activation& x) = 0;
    /// softmax(queries · keysᵀ / √(width of a head)) · values for each head, hidden places left
    /// out; [positions × width], the heads beside each other.
    [[nodiscard]] virtual Result<ActivationPtr> attention(const AttentionInput& input) = 0;
};

/// Opens the arithmetic of `stowage_torch`, as openTensorBackend() opens its tensors: the same
/// module, the same rule for `folder`, one object in a process. Error: BackendUnavailable.
[[nodiscard]] Result<std::shared_ptr<Compute>> openCompute(const std::string& folder = {});

/// What the module exports for it: the symbol's name and its type. The caller owns the object.
inline constexpr const char* kComputeFactory = "stowageCreateCompute";
using ComputeFactory = Compute* (*)();

}  // namespace stowage
