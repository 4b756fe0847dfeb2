// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <functional>
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

/// The same of a text that is in memory.
[[nodiscard]] Result<std::vector<OffloadEntry>> parseOffloadIndex(std::string_view text,
                                                                  const std::string& file);

}  // namespace stowage
