// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>

namespace stowage {

/// The value of `--shard-size`, bytes: see shardBytesFromText(). Error: InvalidArgument.
[[nodiscard]] Result<std::uint64_t> parseShardSize(const std::string& text);

}  // namespace stowage
