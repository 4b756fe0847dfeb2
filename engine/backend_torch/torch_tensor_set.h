// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/tensor_backend.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

namespace at {
class Tensor;
}

namespace stowage {

/// An empty set of at::Tensors made by from_blob over our buffers, each holding a share of its
/// buffer. `live` counts tensors over our memory, down again when ATen lets go of the last handle.
[[nodiscard]] std::unique_ptr<TensorSet> makeTorchTensorSet(
    std::shared_ptr<std::atomic<std::size_t>> live);

/// The named tensor of a set that makeTorchTensorSet() made; it keeps its memory alive.
/// Error: InvalidArgument (no such tensor, or a set made elsewhere).
[[nodiscard]] Result<at::Tensor> torchTensorOf(const TensorSet& set, const std::string& name);

}  // namespace stowage
