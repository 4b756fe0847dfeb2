// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checks/check_list.h"
#include "engine/base/byte_size.h"
#include "engine/device/allocator_model.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

namespace stowage {
namespace {

using Buffer = std::shared_ptr<DeviceBuffer>;

/// Around every border of the allocator's rules.
constexpr std::array<std::uint64_t, 10> kDeviceSizes{
    1, 511, 512, 513, kMiB, kMiB + 1, 5 * kMiB + 3, 10 * kMiB - 1, 10 * kMiB + 3, 33 * kMiB + 7};

constexpr std::uint64_t kLarge = 9 * kMiB + 13;  ///< more than two transfer buffers, and odd

std::vector<std::byte> someBytes(std::size_t count, std::uint32_t seed) {
    std::vector<std::byte> bytes(count);
    std::uint32_t state = seed;
    for (std::byte& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::byte>(state >> 24U);
    }
    return bytes;
}

Result<Message> expectEqual(const std::vector<std::byte>& wanted,
                            const std::vector<std::byte>& found, const Message& figures) {
    const auto [here, there] = std::ranges::mismatch(wanted, found);
    if (here != wanted.end()) {
        return checkFailed(say("byte %1 of %2 has a wrong value after it was read back",
                               here - wanted.begin(), wanted.size()));
    }
    return figures;
}

// The contract of DeviceMemory, each part a check of an empty device.

/// Error where anything is still held.
Result<void> requireEmpty(DeviceMemory& device) {
    device.emptyCache();
    const AllocatorStatistics left = device.statistics();
    if (left.allocated != 0 || left.reserved != 0) {
        return checkFailed(say("%1 is still allocated and %2 is still reserved",
                               formatSize(left.allocated), formatSize(left.reserved)));
    }
    return {};
}

Result<std::vector<Buffer>> allocateAll(DeviceMemory& device) {
    std::vector<Buffer> buffers;
    for (const std::uint64_t size : kDeviceSizes) {
        auto buffer = device.allocateFor(size, "request of " + std::to_string(size));
        STOWAGE_TRY(buffer);
        buffers.push_back(std::move(*buffer));
    }
    return buffers;
}

Result<Buffer> filled(DeviceMemory& device, const std::vector<std::byte>& bytes) {
    auto buffer = device.allocate(bytes.size());
    if (!buffer) {
        return buffer;
    }
    STOWAGE_TRY(device.write(**buffer, 0, bytes, {}));
    return buffer;
}

Result<Message> givesEverythingBack(DeviceMemory& device) {
    auto buffers = allocateAll(device);
    STOWAGE_TRY(buffers);
    const auto nothing = device.allocate(0);
    STOWAGE_TRY(nothing);
    const AllocatorStatistics held = device.statistics();
    buffers->clear();
    const AllocatorStatistics freed = device.statistics();
    if (freed.allocated != 0 || freed.reserved != held.reserved) {
        return checkFailed(say(
            "after all memory was freed, %1 is still allocated and %2 of %3 is cached",
            formatSize(freed.allocated), formatSize(freed.reserved), formatSize(held.reserved)));
    }
    STOWAGE_TRY(requireEmpty(device));
    return say("%1 (%2 reserved) was allocated and freed", formatSize(held.allocated),
               formatSize(held.reserved));
}

Result<Message> countsAsTheModel(DeviceMemory& device) {
    const auto buffers = allocateAll(device);
    STOWAGE_TRY(buffers);
    AllocatorModel model;
    for (const std::uint64_t size : kDeviceSizes) {
        STOWAGE_TRY(model.allocate(size));
    }
    const AllocatorStatistics found = device.statistics();
    const AllocatorStatistics& wanted = model.statistics();
    if (found.allocated != wanted.allocated || found.reserved != wanted.reserved) {
        return checkFailed(
            say("%1 bytes are allocated and %2 bytes are reserved instead of %3 and %4 bytes",
                found.allocated, found.reserved, wanted.allocated, wanted.reserved));
    }
    return say("%1 bytes are allocated, %2 bytes are reserved", found.allocated, found.reserved);
}

Result<Message> segmentsAddUp(DeviceMemory& device) {
    const auto buffers = allocateAll(device);
    STOWAGE_TRY(buffers);
    const std::vector<SegmentSnapshot> segments = device.segments();
    const SegmentMapFigures map = figuresOf(segments);
    const AllocatorStatistics told = device.statistics();
    const AllocatorCounters counters = device.counters();
    const bool agree = map.reserved == told.reserved && map.allocated == told.allocated &&
                       counters.reservedBytes.all.current == told.reserved &&
                       counters.allocatedBytes.all.current == told.allocated &&
                       counters.segment.all.current == segments.size();
    if (!agree) {
        return checkFailed(
            say("the segment map (%1 allocated, %2 reserved), the statistics (%3 allocated, %4 "
                "reserved) and the counters do not agree",
                formatSize(map.allocated), formatSize(map.reserved), formatSize(told.allocated),
                formatSize(told.reserved)));
    }
    const std::string waste = formatSize(map.waste);
    return segments.size() == 1 ? say("%1 segment, %2 lost to rounding", segments.size(), waste)
                                : say("%1 segments, %2 lost to rounding", segments.size(), waste);
}

Result<Message> bringsBytesBack(DeviceMemory& device) {
    std::vector<std::byte> wanted = someBytes(kLarge, 1);
    auto buffer = filled(device, wanted);
    STOWAGE_TRY(buffer);
    // A second write in the middle, at an odd place and of an odd length.
    constexpr std::uint64_t kOffset = 3 * kMiB + 5;
    const std::vector<std::byte> patch = someBytes(2 * kMiB + 7, 2);
    STOWAGE_TRY(device.write(**buffer, kOffset, patch, {}));
    std::ranges::copy(patch, wanted.begin() + static_cast<std::ptrdiff_t>(kOffset));
    std::vector<std::byte> found(wanted.size());
    // In two parts that meet at an odd place.
    const std::span<std::byte> all(found);
    for (const auto& [from, length] :
         {std::pair<std::uint64_t, std::uint64_t>{0, kOffset + 1},
          std::pair<std::uint64_t, std::uint64_t>{kOffset + 1, kLarge - kOffset - 1}}) {
        STOWAGE_TRY(device.readBack(**buffer, from, all.subspan(from, length), {}));
    }
    return expectEqual(wanted, found, say("%1 bytes", kLarge));
}

Result<Message> copiesWithin(DeviceMemory& device) {
    const std::vector<std::byte> wanted = someBytes(kLarge, 3);
    auto source = filled(device, wanted);
    auto target = device.allocate(kLarge + 100);
    STOWAGE_TRY(source);
    STOWAGE_TRY(target);
    STOWAGE_TRY(device.copyWithin(**target, **source, {}));
    std::vector<std::byte> found(wanted.size());
    STOWAGE_TRY(device.readBack(**target, 0, found, {}));
    return expectEqual(wanted, found, say("%1 bytes", kLarge));
}

Result<Message> recoversFromFull(DeviceMemory& device) {
    const std::uint64_t tooMuch = device.info().capacity.value_or(kGiB) + kGiB;
    const auto refused = device.allocateFor(tooMuch, "far.too.large");
    if (refused) {
        return checkFailed(
            say("a request for %1 must fail, but it succeeded", formatSize(tooMuch)));
    }
    const Error& error = refused.error();
    if (error.code != ErrorCode::DeviceOutOfMemory ||
        error.message.english().find("far.too.large") == std::string::npos) {
        return checkFailed(
            say("a request that is too large failed with the wrong error: %1", error.message));
    }
    const std::vector<std::byte> wanted = someBytes(kMiB + 1, 4);
    const auto buffer = filled(device, wanted);
    if (!buffer) {
        return checkFailed(say("the device does not work after running out of memory: %1",
                               buffer.error().message));
    }
    return say("the device refused a request for %1 and continued to work", formatSize(tooMuch));
}

Result<Message> stopsWhenAsked(DeviceMemory& device) {
    const std::vector<std::byte> bytes = someBytes(kLarge, 5);
    auto buffer = device.allocate(bytes.size());
    STOWAGE_TRY(buffer);
    std::stop_source source;
    source.request_stop();
    const Result<void> stopped = device.write(**buffer, 0, bytes, source.get_token());
    if (stopped || stopped.error().code != ErrorCode::Cancelled) {
        return checkFailed(stopped ? say("a transfer continued after it was stopped")
                                   : stopped.error().message);
    }
    return say("the transfer was cancelled");
}

constexpr std::uint64_t kBytes = 512 * kMiB;

/// Below this share of plain copies something is wrong; how much above is the benchmark's matter.
constexpr double kLeastShare = 0.5;

constexpr int kRounds = 3;

/// The best of a few rounds of `kBytes` in parts of one read, as a load sends them.
Result<double> writeRate(DeviceMemory& device, DeviceBuffer& target,
                         std::span<const std::byte> source) {
    double best = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto begin = std::chrono::steady_clock::now();
        for (std::uint64_t at = 0; at < kBytes; at += kReadBytes) {
            const auto part = source.subspan(at % source.size(), kReadBytes);
            STOWAGE_TRY(device.write(target, at, part, {}));
        }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        best = std::max(best, static_cast<double>(kBytes) / passed.count());
    }
    return best;
}

std::string rateText(double bytesPerSecond) {
    return formatSize(bytesPerSecond) + "/s";
}

Result<Message> checkRates(DeviceMemory& device) {
    const Result<StagingRing> ring = StagingRing::make();
    auto target = device.allocate(kBytes);
    STOWAGE_TRY(ring);
    STOWAGE_TRY(target);
    const std::span<std::byte> source = ring->slot(0).first(kReadBytes);
    std::memset(source.data(), 1, source.size());
    const Result<double> plain = device.measureLink();
    const Result<double> pageable = writeRate(device, **target, source);
    const std::shared_ptr<void> pin = device.pinHost(ring->all());
    const Result<double> pinned = writeRate(device, **target, source);
    STOWAGE_TRY(plain);
    STOWAGE_TRY(pageable);
    STOWAGE_TRY(pinned);
    const double share = *pinned / *plain;
    const Message figures = say(
        "copies from pinned memory: %1; from the staging buffers of a load: %2 (%3 % of the first "
        "rate); from pageable memory: %4",
        rateText(*plain), rateText(*pinned), static_cast<int>(100 * share), rateText(*pageable));
    if (pin == nullptr) {
        return checkFailed(say("host memory could not be pinned; %1", figures));
    }
    return share >= kLeastShare ? Result<Message>(figures) : checkFailed(figures);
}

}  // namespace

void checkDevice(CheckList& checks, DeviceMemory& device, const Message& label) {
    struct Named {
        Phrase what;
        Result<Message> (*check)(DeviceMemory& device);
    };
    constexpr std::array kChecks{
        Named{phrase("freed memory is returned to the device"), givesEverythingBack},
        Named{phrase("the memory statistics equal those of the allocator model"), countsAsTheModel},
        Named{phrase("the segment map is consistent"), segmentsAddUp},
        Named{phrase("written bytes are read back"), bringsBytesBack},
        Named{phrase("bytes are copied within the device"), copiesWithin},
        Named{phrase("the device recovers from running out of memory"), recoversFromFull},
        Named{phrase("a transfer stops on request"), stopsWhenAsked},
    };
    for (const Named& named : kChecks) {
        checks.run(label, named.what, [&] { return named.check(device); });
        device.emptyCache();
    }
}

void checkLink(CheckList& checks, DeviceMemory& device, const Message& label) {
    checks.run(label, phrase("host to device"), [&] { return checkRates(device); });
    device.emptyCache();
}

}  // namespace stowage
