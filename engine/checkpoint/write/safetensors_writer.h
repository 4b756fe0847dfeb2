// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/checkpoint/write/tensor_writing.h"

#include <string>
#include <utility>
#include <vector>

namespace stowage {

/// Key and value pairs for `__metadata__`, in their order.
using SafetensorsMetadata = std::vector<std::pair<std::string, std::string>>;

/// Writes one safetensors file byte for byte as the reference library does: tensors by dtype
/// (descending alignment) then name, the header padded with spaces to 8.
/// Errors: InvalidArgument (names, shapes, second names: the format has no shared tensors),
/// Unsupported (a dtype the format lacks), Cancelled, PermissionDenied, FileNotFound, DiskFull,
/// WriteFailed, and those of the source.
[[nodiscard]] Result<void> writeSafetensors(const CheckpointWriteJob& job,
                                            const SafetensorsMetadata& metadata = {
                                                {"format", "pt"}});

/// The same into a file that somebody else names and commits; returns the progress at its end.
/// Bytes depend on the job alone, so that what the file has kept can be passed over.
[[nodiscard]] Result<Progress> streamSafetensors(const CheckpointWriteJob& job,
                                                 const SafetensorsMetadata& metadata,
                                                 AppendFile& file);

}  // namespace stowage
