// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/memory_budget.h"

#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// Limits as a person gives them: `0=10GiB,1=10GiB,cpu=30GiB` as parseMaxMemory() reads it, or
/// max_memory as Python and JSON write it, {0: "10GiB", "cpu": "30GiB"}, alone or in a script: of
/// its dicts the last that is given to a name ending in "max_memory", else the last of devices and
/// sizes. A number is bytes, as there; of a device that comes twice the last value holds. Ordered
/// like Accelerate: GPUs ascending, cpu, disk. Bits ("10gb") are noted in `warnings`.
/// Error: InvalidArgument, for a dict with the offset; a typographic sign is named.
[[nodiscard]] Result<std::vector<MemoryBudget>> parseLimitsText(std::string_view text,
                                                                std::vector<Message>& warnings);

/// Whether a text for one limit is those of several devices: a dict, or DEVICE=SIZE.
[[nodiscard]] bool holdsSeveralLimits(std::string_view text);

}  // namespace stowage
