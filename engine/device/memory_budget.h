// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/byte_size.h"
#include "engine/device/device_info.h"

#include <span>
#include <string>
#include <vector>

namespace stowage {

/// What Accelerate calls max_memory: weight bytes that placement may put on a device.
struct MemoryBudget {
    DeviceId device;
    double bytes = 0;
    std::string text;      ///< as typed ("1.6GB"); "" for a default
    bool isFloat = false;  ///< Accelerate would hold a Python float here (0.9 × free)
    friend bool operator==(const MemoryBudget&, const MemoryBudget&) = default;
};

/// Accelerate's budgets for `max_memory=None`: free bytes of each GPU, `ramBytes` for the CPU.
[[nodiscard]] std::vector<MemoryBudget> defaultBudgets(std::span<const DeviceInfo> devices,
                                                       double ramBytes);

/// A limit as a person types it: parseSize(), up to what a capacity may be (4 EiB).
/// Error: InvalidArgument.
[[nodiscard]] Result<ParsedSize> parseLimit(std::string_view text);

/// A capacity, a rate or another amount of memory as a person types it: a size as above, also in
/// TiB and TB, or whole bytes as "1234567B". A bare number is bytes, but one below 1 MiB, save 0,
/// lacks its unit. Error: InvalidArgument.
[[nodiscard]] Result<ParsedSize> parseCapacity(std::string_view text);

/// One device's limit, of the words for both; bits ("10gb") are noted in `warnings`.
/// Error: InvalidArgument (no such device, no size).
[[nodiscard]] Result<MemoryBudget> readBudget(std::string_view device, std::string_view size,
                                              std::vector<Message>& warnings);

/// Parses `0=10GiB,1=10GiB,cpu=30GiB` (a bare number is bytes). Ordered like Accelerate:
/// GPUs ascending, cpu, disk. Bits ("10gb") are noted in `warnings`. Error: InvalidArgument
/// that names the part at fault.
[[nodiscard]] Result<std::vector<MemoryBudget>> parseMaxMemory(std::string_view text,
                                                               std::vector<Message>& warnings);

}  // namespace stowage
