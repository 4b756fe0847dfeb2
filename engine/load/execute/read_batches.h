// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_memory.h"
#include "engine/load/execute/load_steps.h"
#include "engine/load/program/host_layout.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stowage {

/// The arenas of a `streamed` load while it runs. Afterwards the tensors over them own them.
class HostArenas {
public:
    /// Nothing is allocated yet.
    HostArenas(const LoadSchedule& schedule, HostMemoryUse use)
        : m_layout(layOutHost(schedule)), m_use(use), m_arenas(m_layout.arenaBytes.size()) {}

    /// A tensor's place; its arena is made with its first tensor. Null where the tensor has none
    /// or `host` makes no arenas: then it is to be allocated alone. Error: OutOfMemory.
    [[nodiscard]] Result<std::shared_ptr<DeviceBuffer>> take(std::uint32_t scheduled,
                                                             DeviceMemory& host,
                                                             const std::string& owner);

    [[nodiscard]] const HostLayout& layout() const { return m_layout; }
    /// Where a run's first byte goes; null where its arena was not made.
    [[nodiscard]] std::byte* data(const HostRun& run) const;
    /// Those that were made.
    [[nodiscard]] std::vector<std::span<const std::byte>> memory() const;
    /// Bytes that came from the device's pool.
    [[nodiscard]] std::uint64_t reusedBytes() const;

private:
    HostLayout m_layout;
    HostMemoryUse m_use;
    std::vector<std::shared_ptr<MemoryArena>> m_arenas;
};

/// What a range is cut into, at multiples of it in the file; a read takes one or two neighbours.
inline constexpr std::uint64_t kGrainBytes = kMiB;

/// The bytes of one tensor inside a batch: whole elements where the tensor is cast.
struct ReadPart {
    std::uint32_t scheduled = 0;
    std::uint64_t tensorOffset = 0;  ///< in stored bytes of the tensor
    std::uint64_t offset = 0;        ///< in the file
    std::uint64_t length = 0;
};

/// What one read brings: bytes of one shard that follow one another.
struct ReadBatch {
    std::uint32_t shard = 0;
    std::uint32_t range = 0;  ///< batches of the same range may be read as one
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::byte* arena = nullptr;  ///< where it goes, congruent with `offset`; null: through staging
    std::size_t firstPart = 0;
    std::size_t partCount = 0;
    std::uint32_t turn = 0;     ///< highest of its tensors (turnsOf)
    std::size_t grains = 1;     ///< batches of the plan that it stands for
    bool throughCache = false;  ///< in the page cache already, or too small for a direct read
};

/// All reads of a `streamed` load: every contiguous tensor is in it once.
struct ReadPlan {
    std::vector<ReadBatch> batches;  ///< of at most kGrainBytes and an element, by their turns
    std::vector<ReadPart> parts;

    [[nodiscard]] std::span<const ReadPart> partsOf(const ReadBatch& batch) const {
        return std::span(parts).subspan(batch.firstPart, batch.partCount);
    }
    /// Up to `count` batches from `first` on that can be read as one, in one way.
    [[nodiscard]] ReadBatch merged(std::size_t first, std::size_t count) const;
};

[[nodiscard]] ReadPlan makeReadPlan(const LoadSchedule& schedule, const HostArenas& arenas);

}  // namespace stowage
