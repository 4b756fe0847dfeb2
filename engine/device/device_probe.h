// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/device/nvml_library.h"

#include <cstdint>
#include <vector>

namespace stowage {

/// True where NVIDIA's driver is at work on this machine: one look at the file system.
[[nodiscard]] bool hasNvidiaDriver();

/// The cards that the driver shows, as GPU 0, 1, … in nvidia-smi's order, without opening a CUDA
/// context: what is not free counts as used by others, and `contextBytes`, an estimate, as what a
/// context will take. Errors: those of NvmlLibrary::cards().
[[nodiscard]] Result<std::vector<DeviceInfo>> describeCards(const NvmlLibrary& nvml,
                                                            std::uint64_t contextBytes);

}  // namespace stowage
