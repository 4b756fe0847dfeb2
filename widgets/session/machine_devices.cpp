// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/machine_devices.h"

#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"

#include <QDir>
#include <QStorageInfo>

#include <algorithm>

namespace stowage {
namespace {

DeviceInfo hostCpu() {
    const HostMemory memory = readHostMemory();
    DeviceInfo cpu;
    cpu.id = DeviceId::cpu();
    cpu.name = "RAM of this machine";
    cpu.capacity = memory.total;
    if (memory.cgroupLimit && (!cpu.capacity || *memory.cgroupLimit < *cpu.capacity)) {
        cpu.capacity = memory.cgroupLimit;
    }
    if (cpu.capacity) {
        cpu.name = formatSize(static_cast<double>(*cpu.capacity)) + " RAM";
        if (const auto budget = hostBudgetBytes(memory)) {
            cpu.usedByOthers = *cpu.capacity - std::min(*budget, *cpu.capacity);
        }
    }
    return cpu;
}

DeviceInfo hostDisk() {
    const QStorageInfo storage(QDir::tempPath());
    DeviceInfo disk;
    disk.id = DeviceId::disk();
    disk.name = QDir::tempPath().toStdString();
    if (storage.isValid() && storage.bytesTotal() > 0) {
        const auto total = static_cast<std::uint64_t>(storage.bytesTotal());
        disk.capacity = total;
        disk.usedByOthers =
            total - std::min(total, static_cast<std::uint64_t>(storage.bytesAvailable()));
    }
    return disk;
}

}  // namespace

std::vector<DeviceInfo> withHostDevices(std::vector<DeviceInfo> gpus) {
    gpus.push_back(hostCpu());
    gpus.push_back(hostDisk());
    return gpus;
}

std::vector<DeviceInfo> firstStartGpus() {
    std::vector<DeviceInfo> gpus;
    for (std::uint32_t index = 0; index < 2; ++index) {
        DeviceInfo gpu;
        gpu.id = DeviceId::gpu(index);
        gpu.name = "Simulated, 2 GiB";
        gpu.simulated = true;
        gpu.capacity = 2 * kGiB;
        gpu.context = 512 * kMiB;
        gpus.push_back(gpu);
    }
    return gpus;
}

}  // namespace stowage
