// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/checkpoint/checkpoint.h"

#include <stop_token>
#include <string>

namespace stowage {

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
