// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// What a person may type about a device, a cell each.
enum class DeviceField { Capacity, UsedByOthers, Context, Link, Machine };

/// A device after an entry, and what should be said about the entry all the same.
struct DeviceEntry {
    DeviceInfo device;
    Message warning;  ///< "" for most
};

/// What a cell shows, which reads back as the same: "24GiB", "500MB", "12GB/s"; "" for what is not
/// known or not limited.
[[nodiscard]] std::string deviceFieldText(const DeviceInfo& device, DeviceField field);

/// The device with one cell filled in. Sizes are read by parseCapacity(); the capacity of a GPU may
/// also be a card of the catalogue; an empty link is no limit; an empty capacity of CPU and disk is
/// this machine's; an empty machine, or "this", is this one. Error: InvalidArgument with a sentence
/// about the cell alone.
[[nodiscard]] Result<DeviceEntry> withDeviceField(const DeviceInfo& device, DeviceField field,
                                                  std::string_view text);

/// A list of devices in which GPUs came, went or changed places.
struct DeviceListChange {
    std::vector<DeviceInfo> devices;
    /// Where each GPU of the earlier list is now; nothing: it is gone.
    std::map<DeviceId, std::optional<DeviceId>> places;
};

/// One more GPU behind the last: another of its kind, else of 2 GiB with the usual context.
[[nodiscard]] DeviceListChange withOneMoreGpu(const std::vector<DeviceInfo>& devices);
/// A copy of a GPU, right behind it. The list as it is where there is no such GPU, as below.
[[nodiscard]] DeviceListChange withDuplicate(const std::vector<DeviceInfo>& devices, DeviceId gpu);
[[nodiscard]] DeviceListChange withoutGpu(const std::vector<DeviceInfo>& devices, DeviceId gpu);
/// Two GPUs change places.
[[nodiscard]] DeviceListChange withSwapped(const std::vector<DeviceInfo>& devices, DeviceId one,
                                           DeviceId other);

}  // namespace stowage
