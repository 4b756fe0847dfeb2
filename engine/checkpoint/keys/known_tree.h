// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

namespace stowage {

/// Gives an opened checkpoint the module tree that is known of its model, and holds its keys
/// against it: the tree file of the options, else one that lies beside the weights, else that of
/// the config.json there (attachConfigTree()). A tree file beside a file is `NAME.tree.json`, with
/// or without the file's own ending, in a folder its only `*.tree.json`; which one was taken, or
/// why none was, becomes a warning of the checkpoint. Errors: those of reading a tree file that was
/// named (one found beside the weights that cannot be read is only warned of); InvalidArgument for
/// one beside a checkpoint that is a tree itself, and for a class and a tree file at once; those of
/// attachConfigTree().
[[nodiscard]] Result<void> attachKnownTree(Checkpoint& checkpoint, const OpenOptions& options);

}  // namespace stowage
