// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"

#include <memory>

namespace stowage {

/// A checkpoint as the tree's own state dict would be saved: every persistent tensor, tied ones
/// once, contiguous in tree order in one file that does not exist. For dry runs only.
[[nodiscard]] std::shared_ptr<const Checkpoint> describedCheckpoint(const ModuleTree& tree);

}  // namespace stowage
