// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/device/out_of_memory.h"

#include "engine/base/byte_size.h"
#include "engine/base/utf8.h"
#include "engine/device/allocator_rules.h"

namespace stowage {

namespace rules = allocator_rules;

namespace {

std::string sizeText(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

std::string requestText(std::uint64_t bytes, std::string_view owner) {
    std::string text = owner.empty() ? "A request" : quotedForMessage(owner);
    text += " needs " + formatExactBytes(static_cast<double>(bytes));
    if (bytes <= rules::kLargestRequest) {
        const std::uint64_t rounded = rules::roundUp(bytes, rules::kRounding);
        text += ", which takes a new segment of " + sizeText(rules::segmentSizeFor(rounded));
    }
    return text;
}

std::string roomText(const AllocatorModel& allocator) {
    const std::uint64_t reserved = allocator.statistics().reserved;
    if (reserved > allocator.limit()) {
        return "nothing is free (" + sizeText(reserved - allocator.limit()) +
               " more are reserved than the device now has room for)";
    }
    return sizeText(allocator.limit() - reserved) + " are free";
}

std::string holdersText(const DeviceInfo& device, const AllocatorModel& allocator) {
    const AllocatorStatistics& statistics = allocator.statistics();
    std::string text = device.capacity ? "Of its " + sizeText(*device.capacity) + ", " : "There, ";
    text += sizeText(statistics.reserved) + " are reserved here (" +
            sizeText(statistics.allocated) + " of them allocated), " + sizeText(device.context) +
            " are the context's and " + sizeText(device.usedByOthers) + " other programs'.";
    return text;
}

std::string piecesText(const SegmentMapFigures& figures, std::uint64_t bytes) {
    const std::uint64_t unused = figures.cached + figures.trapped;
    if (unused == 0) {
        return "Inside the segments nothing is unused.";
    }
    std::string text = "Inside the segments " + sizeText(unused) +
                       " are unused, the largest free block being " + sizeText(figures.largestFree);
    return text + (unused >= bytes ? ": in one piece they would have sufficed." : ".");
}

}  // namespace

Error outOfMemoryError(const DeviceInfo& device, const AllocatorModel& allocator,
                       std::uint64_t bytes, std::string_view owner) {
    const std::string message =
        deviceLabel(device.id) + " is out of memory. " + requestText(bytes, owner) + ", but " +
        roomText(allocator) + " even after emptying the cache. " + holdersText(device, allocator) +
        " " + piecesText(figuresOf(allocator.segments()), bytes) +
        " Free memory there, put fewer layers on it, or choose a smaller dtype.";
    return makeError(ErrorCode::DeviceOutOfMemory, message, {}, std::string(owner));
}

}  // namespace stowage
