// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <span>
#include <string_view>

namespace stowage {

/// How weights travel from the file to their devices (spec loading.md).
enum class LoadMethod {
    Naive,       ///< initial weights on the host, moved; state dict on the device; copied
    Sequential,  ///< initial weights moved; state dict on the host; a temporary for each tensor
    Meta,        ///< allocated uninitialised on the device; state dict beside it; copied
    Mmap,        ///< the file is mapped; CPU tensors are views of it, others copied from it
    PerTensor,   ///< one file a tensor: read whole to the host, copied, freed
    Sharded,     ///< shard after shard: safetensors mapped, others whole in host memory
    Streamed,    ///< file ranges through a small ring of buffers straight to their place
};

[[nodiscard]] std::string_view loadMethodName(LoadMethod method);
[[nodiscard]] Result<LoadMethod> loadMethodFromName(std::string_view name);
/// In the order of the lesson, which is also that of the table in spec loading.md.
[[nodiscard]] std::span<const LoadMethod> allLoadMethods();

}  // namespace stowage
