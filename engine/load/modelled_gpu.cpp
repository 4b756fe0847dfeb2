// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/modelled_gpu.h"

namespace stowage {

ModelledGpu modelOf(const LoadSchedule& schedule, const DeviceInfo& info) {
    const DeviceStates* const states = schedule.deviceStates.get();
    if (states != nullptr && states->contains(info.id)) {
        ModelledGpu gpu{info, states->at(info.id), {}, 0, 0};
        gpu.allocator.resetPeaks();
        gpu.held = gpu.allocator.statistics().reserved;
        return gpu;
    }
    ModelledGpu empty{info, AllocatorModel(), {}, 0, 0};
    if (const auto limit = info.freeBytes()) {
        empty.allocator.setLimit(*limit);
    }
    return empty;
}

}  // namespace stowage
