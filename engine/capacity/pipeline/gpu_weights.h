// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/allocator_model.h"
#include "engine/model/dtype.h"
#include "engine/model/module_tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace stowage {

/// What lies on a GPU while weights come and go, in the model of its allocator without a limit.
/// Bytes. Not thread-safe.
class GpuWeights {
public:
    /// `dtype`: of floating tensors (nothing: as stored). `tree` need not outlive it.
    GpuWeights(const ModuleTree& tree, std::optional<DType> dtype, const DeviceInfo& device)
        : m_dtype(dtype), m_kept(tree.storageCount()), m_allocator(AllocatorModel::of(device)) {}

    /// The size of a tensor while it is kept there.
    [[nodiscard]] std::uint64_t bytesOf(const TensorSpec& tensor) const;
    /// Tensors that are kept in another dtype than the others.
    void keepIn(std::span<const TensorSpec> tensors, DType dtype);

    /// Brings tensors there and says which were not there before. `of`: what they are for.
    std::vector<StorageId> load(std::span<const TensorSpec> tensors, ModuleId of);
    void unload(std::span<const StorageId> storages);
    /// A tensor's copy in another dtype, made before the one that was there goes.
    void cast(const TensorSpec& tensor, DType dtype, ModuleId of);
    void emptyCache() { m_allocator.emptyCache(); }

    [[nodiscard]] const AllocatorStatistics& statistics() const { return m_allocator.statistics(); }
    /// What was brought when the most was allocated.
    [[nodiscard]] ModuleId peakModule() const { return m_peakModule; }
    /// Bytes that were brought since the last call.
    std::uint64_t takeMoved() { return std::exchange(m_moved, 0); }

private:
    bool put(const TensorSpec& tensor, std::uint64_t bytes, ModuleId of);

    std::optional<DType> m_dtype;
    std::vector<std::optional<DType>> m_kept;  ///< by StorageId; nothing: m_dtype
    AllocatorModel m_allocator;
    std::unordered_map<std::uint32_t, std::uint64_t> m_blocks;  ///< by StorageId: what it lies in
    ModuleId m_peakModule = ModuleTree::root();
    std::uint64_t m_moved = 0;
};

}  // namespace stowage
