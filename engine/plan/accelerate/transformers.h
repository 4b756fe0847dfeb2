// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/accelerate/module_sizes.h"
#include "engine/plan/accelerate/types.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What transformers' planner has of its own (integrations/accelerate.py of 5.x,
/// docs/spec/placement.md §10).

/// The ties a model declares (`all_tied_weights_keys`). A tensor under a second name of a shared
/// module is that very tensor and no tie.
struct DeclaredTies {
    /// Names sorted as byte strings, groups in the order of their sources in the walk.
    std::vector<std::vector<TensorId>> groups{};
    std::vector<bool> targets{};  ///< by TensorId: tied to an earlier one, so it counts nothing

    [[nodiscard]] bool isTarget(TensorId tensor) const {
        return tensor.index() < targets.size() && targets[tensor.index()];
    }
};
/// The source of a group is its first name in the walk.
[[nodiscard]] DeclaredTies declaredTies(const ModuleTree& tree);

/// element_size() of a tensor of a model that was built in `dtype`.
[[nodiscard]] PythonNumber transformersElementBytes(const TensorSpec& tensor,
                                                    const std::optional<PythonNumber>& dtype);

/// What a balanced strategy adds to each share: the largest of all modules of the no-split classes
/// and of the modules' own tensors. ValueError where no module is of such a class.
[[nodiscard]] PythonResult<PythonNumber> transformersLargestPart(
    const ModuleTree& tree, const ModuleSizes& sizes, const std::vector<std::string>& noSplit);

}  // namespace stowage
