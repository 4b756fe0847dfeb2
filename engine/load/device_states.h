// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <map>

namespace stowage {

class AllocatorModel;

/// What devices held when a load was predicted, by device: their allocators as they were. A device
/// that is not named is empty and as large as the plan says.
using DeviceStates = std::map<DeviceId, AllocatorModel>;

}  // namespace stowage
