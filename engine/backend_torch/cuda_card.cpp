// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_card.h"

#include "engine/backend_torch/cuda_statistics.h"

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace stowage {

namespace {

std::uint64_t minus(std::uint64_t from, std::uint64_t what) {
    return from - std::min(from, what);
}

/// "GPU-8-4-4-4-12" hexadecimal digits, as NVML and nvidia-smi write it.
std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        const bool startsGroup = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x",
                      static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
        text += (startsGroup ? "-" : "") + std::string(digits.data());
    }
    return text;
}

}  // namespace

CudaCard::CudaCard(int ordinal, std::shared_ptr<const NvmlLibrary> nvml)
    : m_ordinal(ordinal), m_nvml(std::move(nvml)) {
    cudaDeviceProp properties{};
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, ordinal));
    m_uuid = uuidText(properties.uuid);
    m_name = properties.name;
    openContext();
}

void CudaCard::openContext() {
    const auto before = m_nvml ? m_nvml->usedBytes(m_uuid) : std::nullopt;
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(m_ordinal));
    C10_CUDA_CHECK(cudaFree(nullptr));
    // Of PyTorch's own pool, so that it lasts as long as the allocator that knows blocks by it.
    m_weightStream = c10::cuda::getStreamFromPool(false, guard.current_device().index()).stream();
    const auto after = m_nvml ? m_nvml->usedBytes(m_uuid) : std::nullopt;
    if (before && after) {
        m_contextWhenOpened = minus(*after, *before);
    }
}

CardMemory CudaCard::memory() const {
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(m_ordinal));
    std::size_t free = 0;
    std::size_t total = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    CardMemory memory;
    memory.total = total;
    memory.free = free;
    memory.reserved = cudaCounters(m_ordinal).reservedBytes.all.current;
    const auto ours = m_nvml
                          ? m_nvml->bytesOfProcess(m_uuid, static_cast<std::uint32_t>(::getpid()))
                          : std::nullopt;
    memory.context = ours ? minus(*ours, memory.reserved) : m_contextWhenOpened;
    const std::uint64_t used = minus(minus(memory.total, memory.free), memory.reserved);
    memory.context = std::min(memory.context, used);
    memory.usedByOthers = used - memory.context;
    return memory;
}

DeviceInfo CudaCard::describe() const {
    const CardMemory now = memory();
    DeviceInfo info;
    info.id = DeviceId::gpu(static_cast<std::uint32_t>(m_ordinal));
    info.name = m_name;
    info.uuid = m_uuid;
    info.capacity = now.total;
    info.context = now.context;
    info.usedByOthers = now.usedByOthers;
    return info;
}

}  // namespace stowage
