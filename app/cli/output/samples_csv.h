// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/memory_series.h"

#include <string>
#include <vector>

namespace stowage {

/// Memory samples as CSV: a head with units, then one line a sample. Seconds are those
/// since `origin` (below zero before it); what is not known is an empty cell. The last two columns
/// name the phase that ran and the tensors completed since the line before; `events`: those, in the
/// order of time.
///
///     time [s],gpu:0 allocated [B],gpu:0 reserved [B],gpu:0 used by others [B],rss [B],…
///     0.010231,524288,2097152,0,91750400,20447232,71303168,0,24696061952,,,,copy,h.0.weight
[[nodiscard]] std::string samplesToCsv(const std::vector<MemorySample>& samples,
                                       const std::vector<DeviceId>& devices,
                                       const std::vector<PhaseMark>& phases,
                                       const std::vector<EventMark>& events, double origin = 0);

}  // namespace stowage
