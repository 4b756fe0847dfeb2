// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/message.h"
#include "engine/device/nvml_library.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stowage {

/// The programs on a GPU as `devices --json` lists them: [{"pid", "name", "bytes"}], bytes null
/// where the driver does not say; null where nothing is known. A simulated GPU has none: [].
[[nodiscard]] nlohmann::ordered_json processesToJson(
    const std::optional<std::vector<GpuProcess>>& processes);

/// "Programs on GPU 0 (measured): python3 (pid 4711) 5.00 GiB, Xorg (pid 7) unknown." and a line
/// end; what holds most comes first, programs beyond the eighth are counted.
[[nodiscard]] std::string processesText(const Message& device,
                                        const std::optional<std::vector<GpuProcess>>& processes,
                                        const Translate& translate);

}  // namespace stowage
