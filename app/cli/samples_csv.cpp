// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/samples_csv.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stowage {

namespace {

std::string cell(const std::optional<std::uint64_t>& bytes) {
    return "," + (bytes ? std::to_string(*bytes) : std::string());
}

std::string secondsText(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6f", seconds);
    return text.data();
}

std::string deviceCells(const MemorySample& sample, DeviceId id) {
    const auto found =
        std::find_if(sample.devices.begin(), sample.devices.end(),
                     [id](const DeviceSample& device) { return device.device == id; });
    if (found == sample.devices.end()) {
        return id.isGpu() ? ",,," : ",,";
    }
    const std::string own = cell(found->allocated) + cell(found->reserved);
    return id.isGpu() ? own + cell(found->usedByOthers) : own;
}

}  // namespace

std::string samplesToCsv(const std::vector<MemorySample>& samples,
                         const std::vector<DeviceId>& devices) {
    std::string text = "time [s]";
    for (const DeviceId device : devices) {
        const std::string name = "," + deviceName(device);
        text += name + " allocated [B]" + name + " reserved [B]";
        text += device.isGpu() ? name + " used by others [B]" : std::string();
    }
    text +=
        ",rss [B],anon [B],file (evictable cache) [B],shmem [B],available [B],cgroup limit [B]\n";
    for (const MemorySample& sample : samples) {
        text += secondsText(sample.seconds);
        for (const DeviceId device : devices) {
            text += deviceCells(sample, device);
        }
        text += cell(sample.process.rss) + cell(sample.process.anon) + cell(sample.process.file) +
                cell(sample.process.shmem) + cell(sample.available) + cell(sample.cgroupLimit) +
                "\n";
    }
    return text;
}

}  // namespace stowage
