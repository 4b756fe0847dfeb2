// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace stowage {

/// The most that a load or run will have of a GPU, bytes, as PyTorch counts them.
struct PredictedPeak {
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
};

}  // namespace stowage
