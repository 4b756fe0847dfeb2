// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/torch_move.h"

#include "engine/backend_torch/compute_memory.h"

#include <ATen/ATen.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace stowage {

namespace {

std::byte* bytesAt(const at::Tensor& tensor) {
    return static_cast<std::byte*>(tensor.data_ptr());
}

std::span<std::byte> bytesOf(const at::Tensor& tensor) {
    return {bytesAt(tensor), static_cast<std::size_t>(tensor.nbytes())};
}

/// A copy that it takes lies where the numbers lie.
at::Tensor denseWhereItLies(const at::Tensor& tensor, DeviceMemory* device) {
    const MemoryScope there(device);
    return tensor.contiguous();
}

/// How far into its block a tensor begins.
std::uint64_t offsetOf(const at::Tensor& tensor, const DeviceBuffer& buffer) {
    return static_cast<std::uint64_t>(bytesAt(tensor) - buffer.data());
}

}  // namespace

at::Tensor broughtHere(const at::Tensor& tensor) {
    DeviceMemory* const from = memoryOf(tensor).device;
    DeviceMemory* const to = computeDevice();
    if (from == to || tensor.numel() == 0) {
        return tensor;
    }
    const at::Tensor source = denseWhereItLies(tensor, from);
    at::Tensor target = at::empty(source.sizes(), source.options());
    const TensorMemory memory = memoryOf(to != nullptr ? target : source);
    const Result<void> moved =
        to != nullptr
            ? to->write(*memory.buffer, offsetOf(target, *memory.buffer), bytesOf(source), {})
            : from->readBack(*memory.buffer, offsetOf(source, *memory.buffer), bytesOf(target), {});
    if (!moved) {
        throw DeviceFailure(moved.error());
    }
    return target;
}

}  // namespace stowage
