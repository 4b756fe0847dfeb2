// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/page_cache.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace stowage {

namespace rules = allocator_rules;

namespace {

Message requestText(const AllocatorModel& allocator, std::uint64_t bytes, std::string_view owner) {
    const Message what =
        owner.empty() ? Message(phrase("A request")) : Message(quotedForMessage(owner));
    const std::string size = formatExactBytes(bytes);
    if (bytes > rules::kLargestRequest) {
        return say("%1 needs %2", what, size);
    }
    const std::uint64_t rounded = rules::roundUp(bytes, rules::kRounding);
    return allocator.kind() == AllocatorKind::Native
               ? say("%1 needs %2, which requires a new segment of %3", what, size,
                     formatSize(rules::segmentSizeFor(rounded)))
               : say("%1 needs %2 in a segment that grows in steps of %3", what, size,
                     formatSize(rules::granuleOf(rules::isSmall(rounded))));
}

Message roomText(const AllocatorModel& allocator) {
    const std::uint64_t reserved = allocator.statistics().reserved;
    if (reserved > allocator.limit()) {
        return say("no memory is free (%1 more is reserved than is available now)",
                   formatSize(reserved - allocator.limit()));
    }
    return say("only %1 is free", formatSize(allocator.limit() - reserved));
}

Message holdersText(const DeviceInfo& device, const AllocatorModel& allocator) {
    const AllocatorStatistics& statistics = allocator.statistics();
    const std::string reserved = formatSize(statistics.reserved);
    const std::string allocated = formatSize(statistics.allocated);
    const std::string context = formatSize(device.context);
    const std::string others = formatSize(device.usedByOthers);
    return device.capacity
               ? say("The device has %1 in total: %2 is reserved by this process (of which %3 is "
                     "allocated), %4 is used by the CUDA context and %5 by other programs.",
                     formatSize(*device.capacity), reserved, allocated, context, others)
               : say("On the device, %1 is reserved by this process (of which %2 is allocated), %3 "
                     "is used by the CUDA context and %4 by other programs.",
                     reserved, allocated, context, others);
}

Message piecesText(const SegmentMapFigures& figures, std::uint64_t bytes) {
    const std::uint64_t unused = figures.cached + figures.trapped;
    if (unused == 0) {
        return say("The segments contain no unused memory.");
    }
    const std::string largest = formatSize(figures.largestFree);
    return unused >= bytes
               ? say("The segments contain %1 of unused memory, and the largest free block is %2. "
                     "In a single block, the unused memory would have been enough.",
                     formatSize(unused), largest)
               : say("The segments contain %1 of unused memory, and the largest free block is %2.",
                     formatSize(unused), largest);
}

}  // namespace

void DeviceMemory::makePages(DeviceBuffer& target, std::uint64_t offset, std::uint64_t size) {
    if (isHostAddressable()) {
        (void)populatePages({target.data() + offset, size});
    }
}

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
    return fail(ErrorCode::Unsupported, say("The memory that other programs use on %1 is measured; "
                                            "it can be set only for simulated GPUs.",
                                            deviceLabel(info().id)));
}

Result<void> DeviceMemory::readBack(const DeviceBuffer& source, std::uint64_t offset,
                                    std::span<std::byte> target, std::stop_token stop) const {
    assert(isHostAddressable() && offset + target.size() <= source.size());
    constexpr std::size_t kPart = 1U << 20U;
    for (std::size_t at = 0; at < target.size(); at += kPart) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("The copy from the device was cancelled."));
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
    return fail(ErrorCode::Unsupported,
                say("The link to %1 cannot be measured: only links to real GPUs can be measured.",
                    deviceLabel(info().id)));
}

Error outOfMemoryError(const DeviceInfo& device, const AllocatorModel& allocator,
                       std::uint64_t bytes, std::string_view owner) {
    Message message =
        joined({say("%1 is out of memory.", deviceLabel(device.id)),
                say("%1, but %2 even after emptying the cache.",
                    requestText(allocator, bytes, owner), roomText(allocator)),
                holdersText(device, allocator), piecesText(figuresOf(allocator.segments()), bytes),
                say("Free some memory on this device, put fewer layers on it, or choose a smaller "
                    "dtype.")},
               " ");
    return makeError(ErrorCode::DeviceOutOfMemory, std::move(message), {}, std::string(owner));
}

}  // namespace stowage
