// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"

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

}  // namespace stowage
