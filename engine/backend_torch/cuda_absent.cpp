// SPDX-License-Identifier: GPL-3.0-or-later
// What cuda_support.h offers where LibTorch was built without CUDA.
#include "engine/backend_torch/cuda_support.h"

#include "engine/backend_torch/torch_support.h"

#include <torch/version.h>

namespace stowage {

namespace {

Unexpected absent() {
    constexpr std::string_view kVersion = TORCH_VERSION;
    return fail(
        ErrorCode::BackendUnavailable,
        say("LibTorch %1 was built without CUDA, so it cannot use GPUs; build Stowage with a "
            "LibTorch for CUDA (tests/gpu/README.md), or simulate GPUs, as in --gpus 24GiB.",
            kVersion));
}

class NoCudaDevices : public CudaDevices {
public:
    Result<std::vector<DeviceInfo>> describe() override { return absent(); }
    Result<std::shared_ptr<DeviceMemory>> open(const DeviceInfo& /*device*/) override {
        return absent();
    }
};

}  // namespace

std::unique_ptr<CudaDevices> makeCudaDevices() {
    return std::make_unique<NoCudaDevices>();
}

std::optional<int> cudaOrdinalOf(const DeviceBuffer& /*buffer*/) {
    return std::nullopt;
}

Error computeErrorOfCurrentException(const Message& what) {
    return errorOfCurrentException(what);
}

void waitForCuda(int /*ordinal*/) {}

void dropCudaWorkspaces() {}

}  // namespace stowage
