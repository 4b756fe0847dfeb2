// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/model/module_tree.h"

#include <string>
#include <vector>

namespace stowage {

/// A part of a model whose weights a run brings in together: what stands before the layers, one
/// layer, or a module behind them. The same parts as RunModel::stages(), for every model of which
/// the tree is known.
struct StreamUnit {
    /// Modules that follow each other in preorder: a subtree, or one module's own weights.
    struct Range {
        ModuleId first;
        ModuleId end;  ///< the first one behind
    };
    std::vector<Range> ranges;
};

/// The units of a tree in the order of execution, those without tensors left out. Layers are the
/// outermost modules of the model's own no-split classes, and the elements of numbered lists; of
/// a model without either each module with weights is a unit.
[[nodiscard]] std::vector<StreamUnit> streamUnits(const ModuleTree& tree);

/// "model.layers.3", or "transformer.wte and transformer.wpe".
[[nodiscard]] std::string unitName(const ModuleTree& tree, const StreamUnit& unit);

/// True for a module of a single expert ("model.layers.3.mlp.experts.17.up_proj"), whose weights
/// are brought in alone, once tokens have chosen it.
[[nodiscard]] bool isSingleExpert(const std::string& path);

}  // namespace stowage
