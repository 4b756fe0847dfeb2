// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/write/tensor_writing.h"

namespace stowage {

/// Writes a state dict as torch.save does: a zip of stored records aligned to 64 bytes, an
/// OrderedDict of tensors in the given order; a second name shares its tensor's storage. Read by
/// torch 1.6 and later, `torch.load(weights_only=True)` included; dtypes that older versions have
/// no storage class for (uint16, float8 …) need torch 2.1, float4_e2m1fn_x2 needs 2.8.
/// Errors: InvalidArgument, Unsupported (a dtype torch cannot store), Cancelled, PermissionDenied,
/// FileNotFound, DiskFull, WriteFailed, and those of the source.
[[nodiscard]] Result<void> writeTorchArchive(const CheckpointWriteJob& job);

/// Writes the only tensor of a job as torch.save writes a tensor that is no dict's: what a file of
/// a per-tensor folder is. Errors: as above; InvalidArgument also for more tensors or none.
[[nodiscard]] Result<void> writeTorchTensor(const CheckpointWriteJob& job);

/// The same into a file that somebody else names and commits; each returns the progress at its end.
/// Bytes depend on the job alone, so that what the file has kept can be passed over.
[[nodiscard]] Result<Progress> streamTorchArchive(const CheckpointWriteJob& job, AppendFile& file);
[[nodiscard]] Result<Progress> streamTorchTensor(const CheckpointWriteJob& job, AppendFile& file);

/// Whether torch.save can store tensors of this dtype and shape.
[[nodiscard]] bool isTorchSavable(DType dtype, std::span<const std::int64_t> shape);

}  // namespace stowage
