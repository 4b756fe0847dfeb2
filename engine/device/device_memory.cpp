// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_memory.h"

namespace stowage {

Result<std::shared_ptr<DeviceBuffer>> DeviceMemory::allocateFor(std::uint64_t bytes,
                                                                std::string_view /*owner*/) {
    return allocate(bytes);
}

Result<std::shared_ptr<MemoryArena>> DeviceMemory::makeArena(std::uint64_t /*bytes*/,
                                                             HostMemoryUse /*use*/) {
    return std::shared_ptr<MemoryArena>();
}

AllocatorCounters DeviceMemory::counters() const {
    const AllocatorStatistics known = statistics();
    AllocatorCounters counters;
    counters.allocatedBytes.all.current = known.allocated;
    counters.allocatedBytes.all.peak = known.peakAllocated;
    counters.reservedBytes.all.current = known.reserved;
    counters.reservedBytes.all.peak = known.peakReserved;
    return counters;
}

std::vector<SegmentSnapshot> DeviceMemory::segments() const {
    return {};
}

Result<void> DeviceMemory::setUsedByOthers(std::uint64_t /*bytes*/) {
    return fail(ErrorCode::Unsupported,
                "What other programs use of " + deviceLabel(info().id) +
                    " is measured, not chosen; it can be set for simulated GPUs only.");
}

}  // namespace stowage
