// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace stowage {

/// What a folder's checkpoint is.
struct FolderCheckpoint {
    std::string path;  ///< a file (weights or an index), or a folder of per-tensor files
    std::vector<std::string> others;  ///< names that lie beside it and could be taken as well
};

/// Which checkpoint of a folder is taken. As Accelerate does, `pytorch_model.bin` wins over
/// `model.safetensors`; after them come `model.pth`, the only `*.index.json`, `model_parameters/`
/// (or the folder itself, if it is that or holds `.pt` files of one tensor each), an `index.json`
/// that is an index of shards (as Accelerate's guide names it), the only weights file or split GGUF
/// model that is there, the `index.json` of an offload folder, and
/// `.npy` files. Errors: NoCheckpoint (nothing to open, or several candidates, which the message
/// lists), Unsupported (several indexes), FileNotFound, PermissionDenied, ReadFailed.
[[nodiscard]] Result<FolderCheckpoint> findCheckpointInFolder(const std::string& folder);

/// The names of a folder's files and folders, in natural order.
/// Errors: FileNotFound, PermissionDenied, ReadFailed.
[[nodiscard]] Result<std::vector<std::string>> namesInFolder(const std::string& folder);

}  // namespace stowage
