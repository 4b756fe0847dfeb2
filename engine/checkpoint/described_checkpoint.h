// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>
#include <string>
#include <utility>

namespace stowage {

/// A model that is known without weights, as a checkpoint: its tree and no tensors. `path` is where
/// the description came from.
[[nodiscard]] inline Checkpoint describedCheckpoint(std::string path,
                                                    std::shared_ptr<const ModuleTree> tree) {
    Checkpoint checkpoint;
    checkpoint.path = std::move(path);
    checkpoint.format = CheckpointFormat::TreeJson;
    checkpoint.describedTree = std::move(tree);
    return checkpoint;
}

}  // namespace stowage
