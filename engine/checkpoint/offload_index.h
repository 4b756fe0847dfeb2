// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/json_scanner.h"
#include "engine/base/result.h"
#include "engine/model/dtype.h"

#include <cstdint>
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

/// Parses Accelerate's index.json by SAX events: {name: {"dtype", "shape"}} or {name:
/// {"safetensors_file", "weight_name", "dtype"}}; other members of an entry are left alone.
/// Errors: Malformed (no such index, a key twice), LimitExceeded.
[[nodiscard]] Result<std::vector<OffloadEntry>> parseOffloadIndex(JsonScanner& json,
                                                                  const std::string& file);
[[nodiscard]] Result<std::vector<OffloadEntry>> parseOffloadIndex(std::string_view text,
                                                                  const std::string& file);

}  // namespace stowage
