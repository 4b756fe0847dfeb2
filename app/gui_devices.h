// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <vector>

namespace stowage {

/// `gpus`, then this machine's CPU and disk, named as people know them: "32.00 GiB RAM", the
/// folder of temporary files with its size and what is used of it.
[[nodiscard]] std::vector<DeviceInfo> makeWindowDevices(std::vector<DeviceInfo> gpus);

/// The GPUs of a first start: two simulated cards of 2 GiB with the usual context overhead.
[[nodiscard]] std::vector<DeviceInfo> firstStartGpus();

}  // namespace stowage
