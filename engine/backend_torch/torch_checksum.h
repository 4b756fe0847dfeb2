// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace at {
class Tensor;
}

namespace stowage {

/// ByteChecksum's figure of a one-dimensional uint8 tensor, computed by ATen on the tensor's own
/// device, part after part: at most some 3 MiB are needed beside it. May throw c10::Error.
[[nodiscard]] std::uint64_t checksumOnDevice(const at::Tensor& bytes);

}  // namespace stowage
