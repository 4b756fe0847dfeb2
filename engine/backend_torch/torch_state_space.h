// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"

namespace at {
class Tensor;
}

namespace stowage {

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
