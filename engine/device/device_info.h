// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_id.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// What a device is and has. For GPUs: reserved + context + usedByOthers ≤ capacity.
struct DeviceInfo {
    DeviceId id;
    std::string name;                          ///< "Simulated, 2 GiB", or the card's name
    bool simulated = false;                    ///< always said on screen and in JSON
    std::optional<std::uint64_t> capacity;     ///< bytes; nothing: not known, not limited
    std::uint64_t usedByOthers = 0;            ///< bytes other programs hold
    std::uint64_t context = 0;                 ///< bytes the driver's context takes, GPUs only
    std::optional<double> linkBytesPerSecond;  ///< host to device; nothing: not limited
    std::string uuid;  ///< "GPU-…", as the driver names a real device for good; "" for others

    /// capacity − context − usedByOthers, never below 0; nothing where capacity is unknown.
    [[nodiscard]] std::optional<std::uint64_t> freeBytes() const;
};

/// Parses `--gpus`: "24GiB:used=13GiB,24GiB:link=12GB/s:name=left" → GPU 0, GPU 1, …; "none" → {}.
/// Keys: used, context, link (SIZE "/s"), name. At most 64 devices. Error: InvalidArgument.
[[nodiscard]] Result<std::vector<DeviceInfo>> parseSimulatedGpus(const std::string& spec);

}  // namespace stowage
