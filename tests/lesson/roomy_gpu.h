// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

namespace stowage {

/// A simulated GPU without a limit.
inline DeviceInfo roomyGpu() {
    DeviceInfo gpu;
    gpu.simulated = true;
    return gpu;
}

}  // namespace stowage
