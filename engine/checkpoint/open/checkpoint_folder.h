// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>
#include <string>
#include <vector>

namespace stowage {

/// Which checkpoint load_checkpoint_in_model takes (docs/spec/placement.md §9).
struct CheckpointChoice {
    enum class Kind {
        WholeFile,  ///< one file with all tensors
        Index,      ///< JSON that names the shards
    };
    Kind kind = Kind::WholeFile;
    std::string name;
};

/// Accelerate's choice among the names that lie directly in a folder: `pytorch_model.bin`, else
/// `model.safetensors`, else the only `*.index.json`.
/// Errors, in Accelerate's own words about `folder`: NoCheckpoint where there is none,
/// Unsupported for more than one index.
[[nodiscard]] Result<CheckpointChoice> chooseCheckpoint(const std::vector<std::string>& names,
                                                        const std::string& folder);

/// The same for a file that was named itself: `*.json` is an index.
[[nodiscard]] CheckpointChoice chooseNamedFile(const std::string& name);

/// The shards that an index names, sorted as byte strings, each once, as they are written there:
/// the values of its "weight_map", or of the object itself.
/// Errors: Malformed for what is no JSON object of names; `file` is for the message.
[[nodiscard]] Result<std::vector<std::string>> shardsOfIndex(const std::string& text,
                                                             const std::string& file);

/// What a folder's checkpoint is.
struct FolderCheckpoint {
    std::string path;  ///< a file (weights or an index), or a folder of per-tensor files
    std::vector<std::string> others;  ///< names that lie beside it and could be taken as well
};

/// Which checkpoint of a folder is taken. As Accelerate does, `pytorch_model.bin` wins over
/// `model.safetensors`; after them come `model.pth`, the only `*.index.json`, of several the one
/// that from_pretrained takes, `model_parameters/` (or the folder itself, if it is that or holds
/// `.pt` files of one tensor each), an `index.json` that is an index of shards (as Accelerate's
/// guide names it), the only weights file or split GGUF model that is there, the `index.json` of an
/// offload folder, and
/// `.npy` files. Errors: NoCheckpoint (nothing to open, or several candidates, which the message
/// lists), Unsupported (several indexes without a usual name), FileNotFound, PermissionDenied,
/// ReadFailed.
[[nodiscard]] Result<FolderCheckpoint> findCheckpointInFolder(const std::string& folder);

/// The names of a folder's files and folders, in natural order.
/// Errors: FileNotFound, PermissionDenied, ReadFailed.
[[nodiscard]] Result<std::vector<std::string>> namesInFolder(const std::string& folder);

/// Whether a file's name is one of weights, and not that of an optimizer's state or the like.
[[nodiscard]] bool isWeightsFile(const std::string& name);

/// Reads a file of one tensor without a name: a `.pt`, new or old, or a `.npy`, told by content.
/// Errors: those of readTorchArchive, readLegacyTorchFile and readNpyTensor.
[[nodiscard]] Result<StoredTensor> readTensorFile(
    const std::shared_ptr<const RandomAccessFile>& file, const std::stop_token& stop);

/// Reads a folder of `.pt` files that hold one tensor each, or else of `.npy` files; a file's name
/// without its ending is the tensor's. Every tensor is a shard of its own, opened only while it is
/// read, so that thousands of them need no more than RandomAccessFile::kPooledDescriptors
/// descriptors. Other files of the folder are left alone. `progress` counts the files read out of
/// all. Errors: NoCheckpoint (neither in it),
/// Malformed (a file that holds no single tensor, a link out of the folder), NotARegularFile,
/// LimitExceeded, Cancelled, and those of readTensorFile.
[[nodiscard]] Result<Checkpoint> readPerTensorFolder(const std::string& folder,
                                                     const std::stop_token& stop,
                                                     const ProgressSink& progress = {});

}  // namespace stowage
