// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/tensor_writing.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// One file of a checkpoint of several: which of the job's tensors it holds.
struct PartFile {
    std::string name;
    std::vector<std::size_t> tensors;
};

/// Writes the files one after another into `folder`, each by `writeOne` with a job of its own
/// tensors. Progress is that of the whole. Errors: InvalidArgument, those of `writeOne`.
[[nodiscard]] Result<void> writeParts(
    const CheckpointWriteJob& job, const std::string& folder, const std::vector<PartFile>& parts,
    const std::function<Result<void>(const CheckpointWriteJob&)>& writeOne);

/// How huggingface_hub splits a state dict: in its order, a new shard where the next tensor would
/// pass `shardBytes`; a tensor larger than that gets a shard of its own. Names as save_pretrained
/// gives them: "model-00001-of-00002.safetensors", "model.safetensors" where one is enough.
[[nodiscard]] std::vector<PartFile> splitIntoShards(std::span<const std::uint64_t> tensorBytes,
                                                    std::uint64_t shardBytes);

/// The text of `model.safetensors.index.json`: names sorted, "total_size" the bytes of all tensors;
/// `notes` stand beside it, as huggingface_hub notes names that were left out.
[[nodiscard]] std::string shardIndexText(std::span<const TensorToWrite> tensors,
                                         const std::vector<PartFile>& parts,
                                         const SafetensorsMetadata& notes = {});

/// InvalidArgument where no file of a per-tensor folder can have the tensor's name.
[[nodiscard]] Result<void> checkPerTensorName(const std::string& name);

/// Writes safetensors shards of at most `shardBytes` and `model.safetensors.index.json` into the
/// folder `job.path`, which must be there. They appear together, the index last; stopped or
/// failed, nothing is left. Returns the path of what is to be opened: the index, or the only file.
/// Errors: those of writeSafetensors; InvalidArgument for a size of 0.
[[nodiscard]] Result<std::string> writeSafetensorsShards(const CheckpointWriteJob& job,
                                                         std::uint64_t shardBytes);

/// Writes `NAME.pt` for every tensor into the folder `job.path`, as `torch.save(parameter, …)`
/// does; its parent must be there. They appear together; `.pt` files of an earlier run go.
/// Errors: those of writeTorchTensor; InvalidArgument for a name with '/', one that is too long
/// for a file or a second name, which such folders cannot say.
[[nodiscard]] Result<void> writePerTensorFolder(const CheckpointWriteJob& job);

}  // namespace stowage
