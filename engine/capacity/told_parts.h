// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/capacity/estimate.h"
#include "engine/capacity/kv_cache_size.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// What is said of a device that has a part of something.
[[nodiscard]] Message ofPart(const Message& explained, std::uint64_t here, std::uint64_t all);

/// Says of each device that keeps some of these keys and values what they come of.
void explainCaches(const KvCacheSize& size, std::vector<DeviceEstimate>& devices);

}  // namespace stowage
