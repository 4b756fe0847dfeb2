// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/error.h"
#include "engine/device/allocator_model.h"
#include "engine/device/device_info.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace stowage {

/// DeviceOutOfMemory for a request of `bytes` that `allocator` refused after emptying its cache:
/// what was asked for and for whom, what is free, who holds the rest, and whether free pieces
/// inside segments would have sufficed had they been in one. `key` is the owner.
[[nodiscard]] Error outOfMemoryError(const DeviceInfo& device, const AllocatorModel& allocator,
                                     std::uint64_t bytes, std::string_view owner);

}  // namespace stowage
