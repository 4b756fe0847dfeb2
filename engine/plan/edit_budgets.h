// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/plan/placement_request.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// Types a limit ("10GiB") for one device, or clears it (""). Accelerate does not use devices
/// that max_memory leaves out, so all other devices' limits become explicit at their present
/// size; once the last typed limit is cleared, the budgets are the defaults again. A text of
/// several limits ({0: "10GiB", "cpu": "30GiB"}) takes the place of all, as max_memory does.
/// Error: InvalidArgument with what to type, and for limits of a GPU that is not there.
[[nodiscard]] Result<void> editBudget(PlacementRequest& request, DeviceId device,
                                      const std::string& text);

/// Where each GPU went, as SetDevicesEdit tells it.
using DevicePlaces = std::map<DeviceId, std::optional<DeviceId>>;

/// Puts other devices in place: typed limits, pins, moves and a given map go with the devices that
/// stay, all other limits follow the free bytes; pins and moves to devices that went are dropped.
void changeDevices(PlacementRequest& request, const std::vector<DeviceInfo>& devices,
                   const DevicePlaces& places = {});

}  // namespace stowage
