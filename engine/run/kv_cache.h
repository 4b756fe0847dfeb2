// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/run/compute.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// Keys and values of the tokens that a model has seen, layer by layer, each where its layer runs.
/// Both are [tokens × key heads · width].
struct KvCache {
    struct Layer {
        ActivationPtr keys;
        ActivationPtr values;
    };
    std::vector<Layer> layers;
    std::int64_t tokens = 0;  ///< advanced by whoever runs the passes, after each
    /// The tokens of the first pass, which tell some families where later ones stand. Empty where
    /// a pass is only counted.
    std::vector<std::int64_t> prompt{};
};

}  // namespace stowage
