// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/module_tree.h"

#include <memory>
#include <span>
#include <string>

namespace stowage {

/// One of several models that are planned and loaded as one.
struct NamedCheckpoint {
    std::string name;  ///< of its module and before its tensors' names
    std::shared_ptr<const Checkpoint> checkpoint;
    std::shared_ptr<const ModuleTree> tree;
};

/// Puts the tensors and files of another checkpoint behind those of `joined`, storages of two never
/// being the same. The format becomes that of several files: PyTorch's as soon as one is.
void appendTensors(Checkpoint& joined, const Checkpoint& other);

/// Several checkpoints as one: the tensors and files of all, each tensor's name behind its model's,
/// over a tree with a child for each. Where one of them has weights, the tensors of those without
/// are missing; where the weights of one are elsewhere, none are read. A quantisation that one
/// without weights declares is warned of, and not planned.
/// `path` is what the person opened; `className` and `architecture` are the root's.
/// Errors: those of joinTrees().
[[nodiscard]] Result<Checkpoint> joinCheckpoints(std::span<const NamedCheckpoint> models,
                                                 const std::string& path,
                                                 const std::string& className,
                                                 const std::string& architecture);

}  // namespace stowage
