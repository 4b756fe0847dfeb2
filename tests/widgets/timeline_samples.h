// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"
#include "engine/telemetry/timeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stowage::test {

/// `count` simulated GPUs with links of 12 GB/s, and the CPU.
inline std::vector<DeviceInfo> timelineDevices(std::uint32_t count) {
    std::vector<DeviceInfo> devices;
    for (std::uint32_t i = 0; i < count; ++i) {
        DeviceInfo device;
        device.id = DeviceId::gpu(i);
        device.simulated = true;
        device.linkBytesPerSecond = 12e9;
        devices.push_back(device);
    }
    devices.push_back({});
    return devices;
}

/// Twelve layers of two modules, three on each of four GPUs, one after the other: 10 ms a module.
/// Modules of the last layer of each GPU come from disk: 1 ms read, 2 ms over the link, waited for.
/// The prompt's pass and `decodes` more, 0.264 s each.
inline std::vector<TimelineSpan> pipelineSpans(std::uint32_t decodes) {
    constexpr double kModule = 0.010;
    constexpr std::uint64_t kBytes = 24000000;
    std::vector<TimelineSpan> spans;
    double at = 0;
    for (std::uint32_t pass = 0; pass <= decodes; ++pass) {
        for (std::uint32_t layer = 0; layer < 12; ++layer) {
            const DeviceId gpu = DeviceId::gpu(layer / 3);
            const std::string stage = "transformer.h." + std::to_string(layer);
            for (const char* module : {".attn.c_attn", ".mlp.c_fc"}) {
                const std::string item = stage + module;
                if (layer % 3 == 2) {
                    const std::string tensor = item + ".weight";
                    const double read = at;
                    spans.push_back(
                        {SpanKind::Disk, gpu, stage, tensor, pass, kBytes, read, read + 0.001});
                    spans.push_back({SpanKind::HostToDevice, gpu, stage, tensor, pass, kBytes,
                                     read + 0.001, read + 0.003});
                    spans.push_back(
                        {SpanKind::Wait, gpu, stage, item, pass, kBytes, at, at + 0.003});
                    at += 0.003;
                }
                spans.push_back({SpanKind::Compute, gpu, stage, item, pass, 0, at, at + kModule});
                at += kModule;
            }
        }
    }
    return spans;
}

}  // namespace stowage::test
