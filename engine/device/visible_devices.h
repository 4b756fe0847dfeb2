// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/device/device_info.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stowage {

/// The GPUs that a CUDA_VISIBLE_DEVICES list shows, and what it hides against all expectation.
struct VisibleDevices {
    std::vector<std::uint32_t> indices;  ///< old numbers in their new order: the first is GPU 0
    std::vector<Message> notes;          ///< a sentence each: a list cut short or emptied
};

/// Reads a list as the CUDA driver reads CUDA_VISIBLE_DEVICES, for `count` GPUs: "1,0" shows both,
/// the other way round. Blanks around a number are passed over, and what follows its digits too
/// ("1st" is 1). The first negative, unreadable or too high entry ends the list; a repeated one
/// hides every GPU; an empty list shows none. Simulated GPUs have no UUIDs, so those are refused.
/// (CUDA programming guide, "CUDA environment variables"; torch.cuda._parse_visible_devices.)
/// Error: InvalidArgument for a UUID.
[[nodiscard]] Result<VisibleDevices> parseVisibleDevices(std::string_view list, std::size_t count);

/// As parseVisibleDevices() for real GPUs, which have UUIDs, one each in `uuids`: a list whose
/// first entry begins with "GPU-" names them by those, each shortened as far as it stays unique.
/// As there, the first entry that names no GPU ends the list, a repeated one hides every GPU, and
/// so does one that fits several. The parts of a card that "MIG-" names are not told apart: such a
/// list shows none, with a note.
[[nodiscard]] VisibleDevices parseVisibleRealDevices(std::string_view list,
                                                     std::span<const std::string> uuids);

/// The shown GPUs under their new numbers, as a process with that variable sees them.
[[nodiscard]] std::vector<DeviceInfo> visibleOf(const std::vector<DeviceInfo>& gpus,
                                                const VisibleDevices& visible);

}  // namespace stowage
