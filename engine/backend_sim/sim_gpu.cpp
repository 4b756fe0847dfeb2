// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/sim_gpu.h"

#include "engine/backend_sim/simulated_gpu.h"

#include <utility>

namespace stowage {

Result<std::shared_ptr<DeviceMemory>> makeSimulatedGpu(const DeviceInfo& info,
                                                       const SimulatedFaults& faults) {
    Result<std::unique_ptr<PagePool>> pages =
        PagePool::create("stowage-gpu" + std::to_string(info.id.index));
    if (!pages) {
        return pages.unexpected();
    }
    const auto gpu = std::make_shared<SimulatedGpu>(info, std::move(pages).value());
    gpu->orderFaults(faults);
    return std::shared_ptr<DeviceMemory>(gpu);
}

Result<void> orderFaults(DeviceMemory& gpu, const SimulatedFaults& faults) {
    auto* const simulated = dynamic_cast<SimulatedGpu*>(&gpu);
    if (simulated == nullptr) {
        return fail(ErrorCode::InvalidArgument,
                    "Faults can be ordered for simulated GPUs only, and " +
                        deviceLabel(gpu.info().id) + " is none.");
    }
    simulated->orderFaults(faults);
    return {};
}

Result<std::vector<std::shared_ptr<DeviceMemory>>> makeDevices(
    const std::vector<DeviceInfo>& devices) {
    std::vector<std::shared_ptr<DeviceMemory>> made;
    for (const DeviceInfo& info : devices) {
        if (info.id.kind == DeviceKind::Cpu) {
            made.push_back(makeHostDevice(info));
        } else if (info.id.isGpu()) {
            Result<std::shared_ptr<DeviceMemory>> gpu = makeSimulatedGpu(info);
            if (!gpu) {
                return gpu.unexpected();
            }
            made.push_back(std::move(gpu).value());
        }
    }
    return made;
}

}  // namespace stowage
