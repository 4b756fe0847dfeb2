// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>

namespace stowage {

/// The value of `--shard-size`, bytes. As save_model takes it: "5GB" is 5 × 10^9, in whatever case
/// ("gb" are no bits here); GiB and bare bytes serve as well. Error: InvalidArgument.
[[nodiscard]] Result<std::uint64_t> parseShardSize(const std::string& text);

}  // namespace stowage
