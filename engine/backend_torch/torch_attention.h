// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/weights/compute.h"

#include <cstdint>
#include <memory>

namespace at {
class Tensor;
}

namespace stowage {

/// Compute::rotate() over tensors. What every layer of a pass turns a token by is kept on cards:
/// there a dozen kernels for a few hundred numbers, twice a layer, take longer than the layer's
/// products. Thread-safe.
class RotaryTurner {
public:
    RotaryTurner();
    ~RotaryTurner();
    RotaryTurner(const RotaryTurner&) = delete;
    RotaryTurner& operator=(const RotaryTurner&) = delete;

    /// Throws c10::Error.
    [[nodiscard]] at::Tensor rotate(const at::Tensor& x, std::int64_t heads,
                                    const RotaryTable& table, std::int64_t firstPosition);
    /// Gives what is kept back.
    void clear();

private:
    class Kept;
    std::unique_ptr<Kept> m_kept;
};

/// Compute::attention() over tensors, in the memory of this thread's scope: with all scores in it,
/// or by LibTorch's fused kernel, whose own memory is the host's, so that a simulated GPU holds
/// what a GPU's kernel would. Fused wants LibTorch 2 (requireAttention()). Throws c10::Error.
[[nodiscard]] at::Tensor attend(const AttentionInput& input);
/// Compute::relativeBias() over tensors. Throws c10::Error.
[[nodiscard]] at::Tensor relativeBias(const Weight& table, const RelativeBuckets& buckets,
                                      std::int64_t firstQuery, std::int64_t rows,
                                      std::int64_t seen);

// On the CPU both are loops over the numbers as they lie: in the memory of this thread's scope they
// take what they make and the new state, in that order, and nothing else. What they widen of
// weights is this machine's need. All throw c10::Error where shapes do not fit.

/// Compute::causalConvolution().
[[nodiscard]] Carried convolved(const Activation& x, const Weight& weight, const Weight* bias,
                                const Activation* state);
/// Compute::selectiveScan().
[[nodiscard]] Carried scanned(const ScanInput& input);
/// Compute::normalize().
[[nodiscard]] at::Tensor normalized(const at::Tensor& x, double epsilon);

}  // namespace stowage
