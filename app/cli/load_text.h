// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/load/load_report.h"

#include <string>

namespace stowage {

/// What a load did, for people: devices with their predicted and reached peaks, the host, phases,
/// digests if there are any, and a last sentence that says how it ended.
[[nodiscard]] std::string loadText(const LoadReport& report, const LoadSchedule& schedule);

}  // namespace stowage
