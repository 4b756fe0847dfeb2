// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <vector>

namespace stowage {

/// `gpus`, then this machine's CPU and disk, as a plan wants its devices.
/// The CPU's capacity is the machine's memory (or what its control group allows), and what other
/// programs use of it is everything but the host's budget, so that its free bytes are that budget.
/// The disk is the file system of temporary files. What the system does not tell stays unknown.
[[nodiscard]] std::vector<DeviceInfo> withHostDevices(std::vector<DeviceInfo> gpus);

/// The GPUs of a first start: two simulated cards of 2 GiB with the usual context overhead.
[[nodiscard]] std::vector<DeviceInfo> firstStartGpus();

}  // namespace stowage
