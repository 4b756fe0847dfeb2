// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace stowage {

/// Memory of the host in which offloaded weights lie while they are used. What one tensor has left
/// serves the next of its size, because new pages cost as much as the read that fills them. It
/// holds no more than was in use at once, and the largest tensor's beside; what is not in use goes
/// with it. Thread-safe.
class WeightMemory {
public:
    WeightMemory();
    ~WeightMemory();
    WeightMemory(const WeightMemory&) = delete;
    WeightMemory& operator=(const WeightMemory&) = delete;

    /// Memory of `host`, always the same device; of more than a few pages it begins on one. It may
    /// outlive this object. Error: OutOfMemory.
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> take(DeviceMemory& host,
                                                             std::uint64_t bytes,
                                                             std::string_view owner);

private:
    class Shelf;
    std::shared_ptr<Shelf> m_shelf;
};

}  // namespace stowage
