// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace stowage {

/// Which file of a folder is its checkpoint. As Accelerate does, `pytorch_model.bin` wins over
/// `model.safetensors`; after them come `model.pth` and the only weights file that is there.
/// Errors: NoCheckpoint (nothing to open, or several candidates, which the message lists),
/// Unsupported (an index of shards, an offload folder), FileNotFound, PermissionDenied,
/// ReadFailed.
[[nodiscard]] Result<std::string> findCheckpointInFolder(const std::string& folder);

}  // namespace stowage
