// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/write/safetensors_writer.h"
#include "engine/checkpoint/write/tensor_writing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a checkpoint can be converted to.
enum class ConvertTarget {
    Safetensors,    ///< model.safetensors, or its shards and their index
    TorchArchive,   ///< model.pth
    PerTensor,      ///< model_parameters/NAME.pt
    OffloadFolder,  ///< Accelerate's index.json and NAME.dat
};

/// "safetensors", "pth", "per-tensor", "offload".
[[nodiscard]] std::string_view convertTargetName(ConvertTarget target);
/// Error: InvalidArgument.
[[nodiscard]] Result<ConvertTarget> convertTargetFromName(std::string_view name);

/// The size of a shard as save_model takes it, bytes: "5GB" is 5 × 10^9, in whatever case ("gb" are
/// no bits here); GiB and bare bytes serve as well. Error: InvalidArgument.
[[nodiscard]] Result<std::uint64_t> shardBytesFromText(std::string_view text);

/// How a checkpoint is to be written again.
struct ConvertChoices {
    ConvertTarget target = ConvertTarget::Safetensors;
    std::optional<std::uint64_t> shardBytes{};  ///< of Safetensors: shards of at most that
    /// Floating-point tensors are cast to it, others stay what they are. Unset: as stored.
    std::optional<DType> dtype{};
};

/// One file of the result; tensors are indices into ConvertPlan::tensors.
struct ConvertFile {
    std::string name;  ///< relative to the folder: "model_parameters/a.weight.pt"
    std::vector<std::size_t> tensors;
    std::uint64_t tensorBytes = 0;
};

/// A second name that the target cannot say: it is left out, with a note.
struct LeftOutName {
    std::string name;
    std::string keptName;
};

/// All that a conversion will write, decided before anything is.
struct ConvertPlan {
    ConvertTarget target = ConvertTarget::Safetensors;
    std::vector<TensorToWrite> tensors;
    std::vector<std::size_t> stored;  ///< of each: its index in the checkpoint
    std::vector<ConvertFile> files;
    SafetensorsMetadata metadata;  ///< of each safetensors file
    std::string indexName;         ///< empty: there is none
    std::string indexText;
    std::string entry;  ///< what is to be opened, relative to the folder: a file, or "" for itself
    std::vector<LeftOutName> leftOut;
    std::uint64_t tensorBytes = 0;  ///< of all files
};

/// Decides files, names and dtypes. Tied names share a storage in a .pth; of safetensors only the
/// first in the checkpoint's order is written, as Accelerate's save_model does, and the others are
/// noted in the metadata, as safetensors' own save_model does; per-tensor and offload folders hold
/// each of them, as offload_state_dict does; the latter also those that the file left out.
/// Errors: Unsupported (a quantised, meta or otherwise unwritable tensor, a cast that is not
/// known), InvalidArgument (nothing to convert, a name that no file can have, an empty tensor in an
/// offload folder, a shard size of another target).
[[nodiscard]] Result<ConvertPlan> planConversion(const Checkpoint& checkpoint,
                                                 const ConvertChoices& choices);

}  // namespace stowage
