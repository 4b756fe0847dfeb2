// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/json_stream.h"
#include "engine/base/result.h"
#include "engine/checkpoint/checkpoint.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// One tensor of an offload folder's index.
struct OffloadEntry {
    std::string name;
    std::string dtype;  ///< as it stands there: "float32", "torch.float16"
    std::vector<std::int64_t> shape;
    bool hasShape = false;
    /// Not empty: the tensor lies in this safetensors file instead of `name.dat`.
    std::string safetensorsFile;
    std::string weightName;
};

/// Takes an entry; what it returns ends the reading.
using OffloadSink = std::function<Result<void>(const OffloadEntry&)>;

/// Reads Accelerate's index.json event by event: {name: {"dtype", "shape"}} or {name:
/// {"safetensors_file", "weight_name", "dtype"}}; other members of an entry are left alone. Nothing
/// is kept but the names.
/// Errors: Malformed (no such index, a key twice), LimitExceeded, and those of the sink.
[[nodiscard]] Result<void> scanOffloadIndex(JsonScanner& json, const std::string& file,
                                            const OffloadSink& sink);

/// Reads Accelerate's offload folder by its index: `json` walks the content of `indexPath`. A
/// tensor is `NAME.dat` beside it, raw in C order and of exactly the size that dtype and shape say
/// (0-d: one element), or lies in a safetensors file that the entry names. Such a file may be
/// anywhere, as Accelerate writes the place of the original model; a relative name counts from the
/// folder, and a warning says what was read from outside. Files are opened only while they are
/// read. `progress` counts the files so far; how many there are is not known. Errors: Malformed
/// (an index that is none, sizes that differ, a name with '/'), FileNotFound, Unsupported (an
/// unknown dtype), NotARegularFile, Cancelled, those of readSafetensors.
[[nodiscard]] Result<Checkpoint> readOffloadFolder(const std::string& indexPath, JsonScanner& json,
                                                   const std::stop_token& stop,
                                                   const ProgressSink& progress = {});

}  // namespace stowage
