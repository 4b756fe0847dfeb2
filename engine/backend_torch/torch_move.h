// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace at {
class Tensor;
}

namespace stowage {

/// The same numbers in the memory of this thread's scope; the tensor itself where it lies there
/// already. Into a simulated GPU they cross its link. Of tensors of the CPU.
/// Throws DeviceFailure, c10::Error.
[[nodiscard]] at::Tensor broughtHere(const at::Tensor& tensor);

}  // namespace stowage
