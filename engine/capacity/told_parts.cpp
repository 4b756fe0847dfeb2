// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/told_parts.h"

#include "engine/base/byte_size.h"

namespace stowage {

Message ofPart(const Message& explained, std::uint64_t here, std::uint64_t all) {
    return here < all ? say("%1 in all, %2 here", explained, formatSize(here)) : explained;
}

void explainCaches(const KvCacheSize& size, std::vector<DeviceEstimate>& devices) {
    for (DeviceEstimate& device : devices) {
        if (device.kvCache > 0) {
            device.explained["kv_cache"] = ofPart(size.explained, device.kvCache, size.bytes);
        }
    }
}

}  // namespace stowage
