// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/telemetry/memory_sample.h"

#include <string>
#include <vector>

namespace stowage {

/// Memory samples as CSV: a head, then one line a sample. Bytes, and seconds on the samples' own
/// clock; what is not known is an empty cell.
///
///     seconds,gpu:0 allocated,gpu:0 reserved,rss,anon,file,shmem
///     0.010231,524288,2097152,91750400,20447232,71303168,0
[[nodiscard]] std::string samplesToCsv(const std::vector<MemorySample>& samples,
                                       const std::vector<DeviceId>& devices);

}  // namespace stowage
