// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/strong_id.h"
#include "engine/model/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stowage {

using ModuleId = StrongId<struct ModuleIdTag>;
using TensorId = StrongId<struct TensorIdTag>;
/// One tensor object; tied names share it.
using StorageId = StrongId<struct StorageIdTag>;

enum class TensorKind : std::uint8_t { Parameter, Buffer };

/// One named tensor of a model: a value without data.
struct TensorSpec {
    std::string name;  ///< full dotted name, as in the state dict
    DType dtype = DType::Float32;
    std::vector<std::int64_t> shape;  ///< [] is a scalar
    std::uint64_t byteSize = 0;       ///< elements × bits / 8, rounded up
    TensorKind kind = TensorKind::Parameter;
    bool persistent = true;  ///< buffers only: part of the state dict
    StorageId storage;       ///< the same for tied names
    ModuleId module;         ///< the module that owns it
};

/// Product of `shape`; 1 for a scalar.
[[nodiscard]] std::uint64_t elementCount(std::span<const std::int64_t> shape);

}  // namespace stowage
