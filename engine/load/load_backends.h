// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/device_states.h"
#include "engine/load/tensor_backend.h"

#include <memory>
#include <vector>

namespace stowage {

/// The devices and LibTorch, as a load needs them. Made by app/ and tests.
struct LoadBackends {
    std::vector<std::shared_ptr<DeviceMemory>> devices;  ///< every GPU of the plan, and the CPU
    std::shared_ptr<TensorBackend> tensors;
    [[nodiscard]] DeviceMemory* find(DeviceId id) const;
    /// What the devices hold now, for ScheduleOptions::deviceStates, as far as they tell.
    [[nodiscard]] std::shared_ptr<const DeviceStates> states() const;
};

}  // namespace stowage
