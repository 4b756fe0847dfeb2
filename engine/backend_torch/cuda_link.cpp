// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_link.h"

#include "engine/base/byte_size.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <memory>
#include <type_traits>

namespace stowage {

namespace {

constexpr std::uint64_t kBytes = 64 * kMiB;
constexpr int kRounds = 8;
constexpr float kMillisecond = 1e-3F;

template <auto Destroy>
struct Destroyer {
    template <class Handle>
    void operator()(Handle* handle) const {
        (void)Destroy(handle);
    }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroyer<&cudaStreamDestroy>>;
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroyer<&cudaEventDestroy>>;
using HostMemory = std::unique_ptr<void, Destroyer<&cudaFreeHost>>;
using CardMemory = std::unique_ptr<void, Destroyer<&c10::cuda::CUDACachingAllocator::raw_delete>>;

Event makeEvent() {
    cudaEvent_t event = nullptr;
    C10_CUDA_CHECK(cudaEventCreate(&event));
    return Event(event);
}

Stream makeStream() {
    cudaStream_t stream = nullptr;
    C10_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return Stream(stream);
}

HostMemory makePageLocked() {
    void* memory = nullptr;
    C10_CUDA_CHECK(cudaHostAlloc(&memory, kBytes, cudaHostAllocPortable));
    return HostMemory(memory);
}

}  // namespace

double plainCopyRate() {
    const HostMemory source = makePageLocked();
    const CardMemory target(c10::cuda::CUDACachingAllocator::raw_alloc(kBytes));
    const Stream stream = makeStream();
    const Event begin = makeEvent();
    const Event end = makeEvent();
    float fastest = 0;
    for (int round = 0; round < kRounds; ++round) {
        C10_CUDA_CHECK(cudaEventRecord(begin.get(), stream.get()));
        C10_CUDA_CHECK(cudaMemcpyAsync(target.get(), source.get(), kBytes, cudaMemcpyHostToDevice,
                                       stream.get()));
        C10_CUDA_CHECK(cudaEventRecord(end.get(), stream.get()));
        C10_CUDA_CHECK(cudaEventSynchronize(end.get()));
        float milliseconds = 0;
        C10_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()));
        // The first round may wake the link from its sleep.
        if (round > 0 && (fastest == 0 || milliseconds < fastest)) {
            fastest = milliseconds;
        }
    }
    return static_cast<double>(kBytes) / static_cast<double>(fastest * kMillisecond);
}

}  // namespace stowage
