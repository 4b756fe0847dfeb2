// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>

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

std::optional<AllocatorModel> DeviceMemory::allocatorState() const {
    return std::nullopt;
}

Result<void> DeviceMemory::setUsedByOthers(std::uint64_t /*bytes*/) {
    return fail(ErrorCode::Unsupported,
                "What other programs use of " + deviceLabel(info().id) +
                    " is measured, not chosen; it can be set for simulated GPUs only.");
}

Result<void> DeviceMemory::readBack(const DeviceBuffer& source, std::uint64_t offset,
                                    std::span<std::byte> target, std::stop_token stop) const {
    assert(isHostAddressable() && offset + target.size() <= source.size());
    constexpr std::size_t kPart = 1U << 20U;
    for (std::size_t at = 0; at < target.size(); at += kPart) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "The copy from the device was cancelled.");
        }
        std::memcpy(target.data() + at, source.data() + offset + at,
                    std::min(kPart, target.size() - at));
    }
    return {};
}

std::shared_ptr<void> DeviceMemory::pinHost(std::span<std::byte> /*memory*/) {
    return nullptr;
}

Result<double> DeviceMemory::measureLink() {
    return fail(ErrorCode::Unsupported, "The link to " + deviceLabel(info().id) +
                                            " is not measured: there is one for real GPUs only.");
}

}  // namespace stowage
