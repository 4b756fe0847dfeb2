// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/selftest/check_groups.h"
#include "engine/base/byte_size.h"
#include "engine/load/staging_ring.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace stowage {

namespace {

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
            if (Result<void> written = device.write(target, at, part, {}); !written) {
                return written.unexpected();
            }
        }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        best = std::max(best, static_cast<double>(kBytes) / passed.count());
    }
    return best;
}

std::string rateText(double bytesPerSecond) {
    return formatSize(bytesPerSecond) + "/s";
}

Result<std::string> checkRates(DeviceMemory& device) {
    const Result<StagingRing> ring = StagingRing::make();
    auto target = device.allocate(kBytes);
    if (!ring || !target) {
        return ring ? target.unexpected() : ring.unexpected();
    }
    const std::span<std::byte> source = ring->slot(0).first(kReadBytes);
    std::memset(source.data(), 1, source.size());
    const Result<double> plain = device.measureLink();
    const Result<double> pageable = writeRate(device, **target, source);
    const std::shared_ptr<void> pin = device.pinHost(ring->all());
    const Result<double> pinned = writeRate(device, **target, source);
    if (!plain || !pageable || !pinned) {
        return !plain ? plain.unexpected()
                      : (!pageable ? pageable.unexpected() : pinned.unexpected());
    }
    const double share = *pinned / *plain;
    const std::string figures = "plain page-locked copies " + rateText(*plain) +
                                "; a load's staging buffers " + rateText(*pinned) + " (" +
                                std::to_string(static_cast<int>(100 * share)) +
                                " %), from pageable memory " + rateText(*pageable);
    if (pin == nullptr) {
        return checkFailed("host memory could not be page-locked; " + figures);
    }
    return share >= kLeastShare ? Result<std::string>(figures) : checkFailed(figures);
}

}  // namespace

void checkLink(CheckList& checks, DeviceMemory& device, const std::string& label) {
    checks.run(label, "host to device", [&] { return checkRates(device); });
    device.emptyCache();
}

}  // namespace stowage
