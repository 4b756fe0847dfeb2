// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"

#include <string>
#include <vector>

namespace stowage {

/// `gpus`, then this machine's CPU and disk, named as people know them: "32.00 GiB RAM", the
/// folder of temporary files with its size and what is used of it.
[[nodiscard]] std::vector<DeviceInfo> makeWindowDevices(std::vector<DeviceInfo> gpus);

/// The GPUs of a first start: the real ones where this build drives any (LibTorch stays shut until
/// something is loaded), then two simulated cards of 2 GiB with the usual context overhead.
[[nodiscard]] std::vector<DeviceInfo> firstStartGpus();

/// Two simulated cards alone: for pictures, which must not depend on the machine.
[[nodiscard]] std::vector<DeviceInfo> simulatedStartGpus();

/// The value of `--gpus`: "real", "none" or simulated ones (parseSimulatedGpus).
/// Errors: InvalidArgument; for "real" also where there is no real one to be used.
[[nodiscard]] Result<std::vector<DeviceInfo>> parseWindowGpus(const std::string& spec);

}  // namespace stowage
