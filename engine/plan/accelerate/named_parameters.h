// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/types.h"

#include <vector>

namespace stowage {

/// The walks of torch.nn.Module that Accelerate uses (docs/spec/placement.md §0), over a
/// ModuleTree.

/// The module object behind a node: the first node of the same object.
[[nodiscard]] ModuleId moduleObject(const ModuleTree& tree, ModuleId module);

/// True where a tensor's own name, below its module, has a dot in it.
[[nodiscard]] bool hasDottedName(const ModuleTree& tree, TensorId tensor);

/// named_children(): each object once per parent.
[[nodiscard]] std::vector<ModuleId> visibleChildren(const ModuleTree& tree, ModuleId module);

/// What several names of one tensor are while planning goes on.
enum class TiedTensors {
    OneObject,  ///< tied already: seen once, under the first name
    Separate,   ///< declared as tied, yet objects of their own
};
[[nodiscard]] constexpr TiedTensors tiedTensorsOf(PlannerRules rules) {
    return rules == PlannerRules::Transformers ? TiedTensors::Separate : TiedTensors::OneObject;
}

/// named_parameters(recurse=False) or named_buffers(recurse=False): each object once.
[[nodiscard]] std::vector<TensorId> directTensors(const ModuleTree& tree, ModuleId module,
                                                  TensorKind kind,
                                                  TiedTensors tied = TiedTensors::OneObject);

/// named_parameters() or named_buffers(), relative to `top`: each module and each tensor object
/// once, under the first of its names.
[[nodiscard]] std::vector<TensorId> uniqueTensorsBelow(const ModuleTree& tree, ModuleId top,
                                                       TensorKind kind,
                                                       TiedTensors tied = TiedTensors::OneObject);

/// What replaces a module that Accelerate splits: direct parameters, then children.
[[nodiscard]] std::vector<TreeItem> splitItems(const ModuleTree& tree, ModuleId module,
                                               TiedTensors tied = TiedTensors::OneObject);

/// What planning starts from: direct parameters of the root, its children, its direct buffers.
[[nodiscard]] std::vector<TreeItem> rootItems(const ModuleTree& tree,
                                              TiedTensors tied = TiedTensors::OneObject);

}  // namespace stowage
