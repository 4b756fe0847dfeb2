// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/this_machine.h"
#include "engine/load/load_job.h"

#include <string>
#include <vector>

namespace stowage {

/// The GPUs, then the host, then the disk: the order in which Accelerate fills devices. The disk is
/// the file system of `offloadFolder`; "": that of the folder for temporary files.
[[nodiscard]] std::vector<DeviceInfo> withHostAndDisk(std::vector<DeviceInfo> gpus,
                                                      const HostMemory& memory,
                                                      const std::string& offloadFolder = {});

/// What a load needs: the memory of every GPU of `devices` and of the host, and LibTorch, which
/// is opened with the first call (0.3 s, 150 MB; a second more where a real GPU is among them).
/// Blocks. Disk is skipped. Errors: OutOfMemory (a simulated GPU cannot be made),
/// BackendUnavailable (LibTorch, or CUDA for a real GPU), InvalidArgument (no such real GPU).
[[nodiscard]] Result<LoadBackends> makeLoadBackends(const std::vector<DeviceInfo>& devices);

}  // namespace stowage
