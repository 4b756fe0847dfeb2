// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/model/model_facts.h"
#include "engine/model/module_tree.h"

#include <cstddef>
#include <string>
#include <vector>

namespace stowage {

/// A decoder as engines count it: what stands before its layers, the layers in the order in which
/// they run, and what stands after (final norm and head).
struct LayerChain {
    /// Where a tensor belongs.
    static constexpr std::size_t kBefore = static_cast<std::size_t>(-1);
    static constexpr std::size_t kAfter = static_cast<std::size_t>(-2);

    std::vector<ModuleId> layers;
    std::vector<std::size_t> places;  ///< by TensorId: the index of its layer, kBefore or kAfter

    [[nodiscard]] bool isInLayer(TensorId tensor) const {
        return places[tensor.index()] < layers.size();
    }
};

/// The chain of a tree: its layers are the elements of the numbered list with the most bytes. What
/// stands before the list is before it, but for final norms that are registered there, and what
/// stands behind it after. Of a GGUF file's own names "output…" is after, the rest before.
/// Error: Unsupported, for a tree without such a list and for an encoder with a decoder.
[[nodiscard]] Result<LayerChain> layerChain(const ModuleTree& tree, const ModelFacts* facts);

/// Whether the tree is made of a GGUF file's own names: "blk.0.attn_q.weight".
[[nodiscard]] bool hasGgufNames(const ModuleTree& tree);

}  // namespace stowage
