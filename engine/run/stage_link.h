// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/machine_link.h"
#include "engine/run/stage_channel.h"

#include <cstdint>

namespace stowage {

/// How much a link is measured with. As it stands: what a run can spend, some 50 ms.
struct LinkEffort {
    int pings = 16;  ///< at most, there and back; the median counts
    int pieces = 6;  ///< at most; the fastest counts
    std::int64_t firstBytes = std::int64_t{1} << 16;  ///< of a piece …
    std::int64_t mostBytes = std::int64_t{1} << 20;   ///< … four times as many where it is quick
    double seconds = 0.04;                            ///< after which no other piece is begun
};

/// How soon and how fast an activation is at another stage, which calls answerLink() meanwhile. Of
/// a ping half is the latency; a piece takes four latencies (its message, its being asked for, its
/// numbers, the answer) and its bytes / rate. Errors: those of StageChannel and of openCompute().
[[nodiscard]] Result<MachineLink> measureLink(StageChannel& channel, int to,
                                              const LinkEffort& effort = {});
/// The other end. Errors: those of StageChannel.
[[nodiscard]] Result<void> answerLink(StageChannel& channel, int from);

/// The link of a stage to the next one, of the last one to the first, which all stages must ask for
/// at once: no stage measures two links at a time. Errors: as measureLink().
[[nodiscard]] Result<MachineLink> measureNextLink(StageChannel& channel, int number, int count);

}  // namespace stowage
