// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"

#include <string>

namespace stowage {

/// Types a limit ("10GiB") for one device, or clears it (""). Accelerate does not use devices
/// that max_memory leaves out, so all other devices' limits become explicit at their present
/// size; once the last typed limit is cleared, the budgets are the defaults again.
/// Error: InvalidArgument with what to type.
[[nodiscard]] Result<void> editBudget(PlacementRequest& request, DeviceId device,
                                      const std::string& text);

/// Puts other devices in place: typed limits of devices that stay are kept, all others follow the
/// free bytes; pins and moves to devices that went are dropped.
void changeDevices(PlacementRequest& request, const std::vector<DeviceInfo>& devices);

}  // namespace stowage
