// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The GPUs that a CUDA_VISIBLE_DEVICES list shows, and what it hides against all expectation.
struct VisibleDevices {
    std::vector<std::uint32_t> indices;  ///< old numbers in their new order: the first is GPU 0
    std::vector<std::string> notes;      ///< a sentence each: a list cut short or emptied
};

/// Reads a list as the CUDA driver reads CUDA_VISIBLE_DEVICES, for `count` GPUs: "1,0" shows both,
/// the other way round. Blanks around a number are passed over, and what follows its digits too
/// ("1st" is 1). The first negative, unreadable or too high entry ends the list; a repeated one
/// hides every GPU; an empty list shows none. Simulated GPUs have no UUIDs, so those are refused.
/// (CUDA programming guide, "CUDA environment variables"; torch.cuda._parse_visible_devices.)
/// Error: InvalidArgument for a UUID.
[[nodiscard]] Result<VisibleDevices> parseVisibleDevices(std::string_view list, std::size_t count);

/// The shown GPUs under their new numbers, as a process with that variable sees them.
[[nodiscard]] std::vector<DeviceInfo> visibleOf(const std::vector<DeviceInfo>& gpus,
                                                const VisibleDevices& visible);

}  // namespace stowage
