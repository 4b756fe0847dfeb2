// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"

#include <memory>
#include <optional>
#include <vector>

namespace stowage {

/// The CUDA devices of this process. Compiled twice: over CUDA where LibTorch was built with it
/// (cuda_support.cpp), else as one that has none (cuda_absent.cpp). Thread-safe.
class CudaDevices {
public:
    virtual ~CudaDevices() = default;
    /// As TensorBackend::cudaDevices().
    [[nodiscard]] virtual Result<std::vector<DeviceInfo>> describe() = 0;
    /// As TensorBackend::openCudaDevice().
    [[nodiscard]] virtual Result<std::shared_ptr<DeviceMemory>> open(const DeviceInfo& device) = 0;
};

/// Touches neither driver nor card before its first use.
[[nodiscard]] std::unique_ptr<CudaDevices> makeCudaDevices();

/// CUDA's number of the device on which `buffer` lies; nothing where it is host memory.
[[nodiscard]] std::optional<int> cudaOrdinalOf(const DeviceBuffer& buffer);

/// The exception that is being handled, with what CUDA says where it comes from there. Call it
/// inside a catch block only.
[[nodiscard]] Error computeErrorOfCurrentException(const Message& what);

/// Returns when everything that ATen began on the device is done. May throw c10::Error.
void waitForCuda(int ordinal);

/// Gives back the workspaces that cuBLAS has of PyTorch's allocator, which keeps them allocated.
void dropCudaWorkspaces();

}  // namespace stowage
