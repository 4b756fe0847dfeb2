// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <span>
#include <string_view>

namespace stowage {

/// How weights travel from the file to their devices (spec loading.md).
enum class LoadMethod {
    Naive,     ///< initial weights on the host, moved; state dict on the device; copied
    Streamed,  ///< file ranges through a small ring of buffers straight to their place
};

[[nodiscard]] std::string_view loadMethodName(LoadMethod method);
[[nodiscard]] Result<LoadMethod> loadMethodFromName(std::string_view name);
[[nodiscard]] std::span<const LoadMethod> allLoadMethods();

}  // namespace stowage
