// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/device_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/resident_pages.h"
#include "engine/base/strings.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace stowage {

namespace rules = allocator_rules;

namespace {

std::string requestText(const AllocatorModel& allocator, std::uint64_t bytes,
                        std::string_view owner) {
    std::string text = owner.empty() ? "A request" : quotedForMessage(owner);
    text += " needs " + formatExactBytes(bytes);
    if (bytes <= rules::kLargestRequest) {
        const std::uint64_t rounded = rules::roundUp(bytes, rules::kRounding);
        text += allocator.kind() == AllocatorKind::Native
                    ? ", which takes a new segment of " + formatSize(rules::segmentSizeFor(rounded))
                    : ", for which a segment grows by " +
                          formatSize(rules::granuleOf(rules::isSmall(rounded))) + " at a time";
    }
    return text;
}

std::string roomText(const AllocatorModel& allocator) {
    const std::uint64_t reserved = allocator.statistics().reserved;
    if (reserved > allocator.limit()) {
        return "nothing is free (" + formatSize(reserved - allocator.limit()) +
               " more are reserved than the device now has room for)";
    }
    return formatSize(allocator.limit() - reserved) + " are free";
}

std::string holdersText(const DeviceInfo& device, const AllocatorModel& allocator) {
    const AllocatorStatistics& statistics = allocator.statistics();
    std::string text =
        device.capacity ? "Of its " + formatSize(*device.capacity) + ", " : "There, ";
    text += formatSize(statistics.reserved) + " are reserved here (" +
            formatSize(statistics.allocated) + " of them allocated), " +
            formatSize(device.context) + " are the context's and " +
            formatSize(device.usedByOthers) + " other programs'.";
    return text;
}

std::string piecesText(const SegmentMapFigures& figures, std::uint64_t bytes) {
    const std::uint64_t unused = figures.cached + figures.trapped;
    if (unused == 0) {
        return "Inside the segments nothing is unused.";
    }
    std::string text = "Inside the segments " + formatSize(unused) +
                       " are unused, the largest free block being " +
                       formatSize(figures.largestFree);
    return text + (unused >= bytes ? ": in one piece they would have sufficed." : ".");
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

Error outOfMemoryError(const DeviceInfo& device, const AllocatorModel& allocator,
                       std::uint64_t bytes, std::string_view owner) {
    const std::string message =
        deviceLabel(device.id) + " is out of memory. " + requestText(allocator, bytes, owner) +
        ", but " + roomText(allocator) + " even after emptying the cache. " +
        holdersText(device, allocator) + " " + piecesText(figuresOf(allocator.segments()), bytes) +
        " Free memory there, put fewer layers on it, or choose a smaller dtype.";
    return makeError(ErrorCode::DeviceOutOfMemory, message, {}, std::string(owner));
}

}  // namespace stowage
