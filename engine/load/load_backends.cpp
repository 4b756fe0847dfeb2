// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/load_backends.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace stowage {

DeviceMemory* LoadBackends::find(DeviceId id) const {
    const auto found = std::find_if(
        devices.begin(), devices.end(),
        [id](const std::shared_ptr<DeviceMemory>& device) { return device->info().id == id; });
    return found == devices.end() ? nullptr : found->get();
}

std::shared_ptr<const DeviceStates> LoadBackends::states() const {
    auto states = std::make_shared<DeviceStates>();
    for (const std::shared_ptr<DeviceMemory>& device : devices) {
        if (std::optional<AllocatorModel> state = device->allocatorState()) {
            states->emplace(device->info().id, std::move(*state));
        }
    }
    return states;
}

}  // namespace stowage
