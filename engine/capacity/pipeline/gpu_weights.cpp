// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/capacity/pipeline/gpu_weights.h"

#include "engine/plan/planned_tensors.h"

namespace stowage {

std::uint64_t GpuWeights::bytesOf(const TensorSpec& tensor) const {
    const auto& kept = m_kept[tensor.storage.index()];
    return plannedBytes(tensor, kept ? kept : m_dtype);
}

void GpuWeights::keepIn(std::span<const TensorSpec> tensors, DType dtype) {
    for (const TensorSpec& tensor : tensors) {
        m_kept[tensor.storage.index()] = dtype;
    }
}

std::vector<StorageId> GpuWeights::load(std::span<const TensorSpec> tensors, ModuleId of) {
    std::vector<StorageId> brought;
    for (const TensorSpec& tensor : tensors) {
        if (put(tensor, bytesOf(tensor), of)) {
            brought.push_back(tensor.storage);
        }
    }
    return brought;
}

void GpuWeights::unload(std::span<const StorageId> storages) {
    for (const StorageId storage : storages) {
        if (const auto block = m_blocks.extract(storage.value); !block.empty()) {
            m_allocator.free(block.mapped());
        }
    }
}

void GpuWeights::cast(const TensorSpec& tensor, DType dtype, ModuleId of) {
    const auto before = m_blocks.extract(tensor.storage.value);
    put(tensor, plannedBytes(tensor, dtype), of);
    if (!before.empty()) {
        m_allocator.free(before.mapped());
    }
}

bool GpuWeights::put(const TensorSpec& tensor, std::uint64_t bytes, ModuleId of) {
    if (m_blocks.contains(tensor.storage.value)) {
        return false;
    }
    const std::uint64_t before = m_allocator.statistics().peakAllocated;
    if (const auto block = m_allocator.allocate(bytes)) {  // there is no limit
        m_blocks.emplace(tensor.storage.value, block->id);
        m_moved += bytes;
    }
    if (m_allocator.statistics().peakAllocated > before) {
        m_peakModule = of;
    }
    return true;
}

}  // namespace stowage
