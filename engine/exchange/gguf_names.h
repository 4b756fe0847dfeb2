// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/exchange/layer_chain.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a GGUF file of the model calls the tensors of a tree, by TensorId: full names such as
/// "blk.3.ffn_gate_exps.weight". Several tensors (a layer's experts) may become one, and one may
/// become several (gate and up projection in one matrix); none: such a file has no place for it.
using GgufNames = std::vector<std::vector<std::string>>;

/// The names by resources/exchange/gguf_names.json; a tree of a GGUF file's own names has them
/// already. `facts` may be null.
/// Error: Unsupported, for a family that is not in the list.
[[nodiscard]] Result<GgufNames> ggufNames(const ModuleTree& tree, const LayerChain& chain,
                                          const ModelFacts* facts);

/// The number of the layer that a tensor of a GGUF file belongs to, and its name there: {3,
/// "ffn_down"} of "blk.3.ffn_down.weight". `layer` is -1 outside of layers.
struct GgufPart {
    int layer = -1;
    std::string name;

    /// "blk.3.ffn_down": what weight and bias have in common.
    [[nodiscard]] std::string stem() const;
};
[[nodiscard]] GgufPart ggufPart(std::string_view name);

}  // namespace stowage
