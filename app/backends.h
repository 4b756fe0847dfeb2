// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/nvml_library.h"
#include "engine/device/this_machine.h"
#include "engine/load/tensor_backend.h"

#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// True where this build can drive real GPUs and the machine has NVIDIA's driver: then they are
/// the usual choice of `--gpus`. Opens nothing.
[[nodiscard]] bool mayHaveRealGpus();

/// The CUDA devices as LibTorch drives them, numbered as CUDA does. Opens LibTorch and a context on
/// each (about a second the first time). Error: BackendUnavailable with one sentence on what is
/// missing; never an empty list.
[[nodiscard]] Result<std::vector<DeviceInfo>> openRealGpus();

/// Restricts what CUDA shows this process, as CUDA_VISIBLE_DEVICES does, of which it takes the
/// place. To be called before LibTorch is opened and before other threads run. Returns what the
/// list hides against all expectation, a sentence each, as far as NVML tells which cards there are.
[[nodiscard]] std::vector<Message> showOnlyGpus(const std::string& list);

/// The cards that the driver shows and CUDA_VISIBLE_DEVICES lets this process see, for a window
/// that opens LibTorch only when it loads: the context is estimated. Empty where this build drives
/// none or nothing answers.
[[nodiscard]] std::vector<DeviceInfo> listRealGpus();

/// The programs on a real GPU; nothing where that is unknown, and for simulated ones.
[[nodiscard]] std::optional<std::vector<GpuProcess>> processesOn(const DeviceInfo& device);

/// Asks real GPUs what other programs hold; the driver's library is opened by the first call.
/// Copies share it: one call at a time.
[[nodiscard]] GpuReader makeGpuReader();

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

/// The same at once where no real GPU is among them: the load has LibTorch opened in a thread of
/// its own (TensorBackend::beginOpening), while it reads where it can.
[[nodiscard]] Result<LoadBackends> lateLoadBackends(const std::vector<DeviceInfo>& devices);

/// Small memory comes from one heap that grows by a MiB at a time. The C library would give each
/// thread a heap that grows page by page, and each growth waits until no other thread makes pages:
/// a load of 20,000 small tensors took half as long again. To be called first of all.
void useOneHeap();

}  // namespace stowage
