// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/timeline.h"

#include <span>
#include <string>

namespace stowage {

/// Spans as a table (base/csv) with units in its head, by their begin, from the first one's on:
/// "begin [s],end [s],kind,device,layer,item,pass,bytes [B]".
[[nodiscard]] std::string timelineToCsv(std::span<const TimelineSpan> spans);

}  // namespace stowage
