// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/live_progress.h"

namespace stowage {

std::vector<ProgressSegment> progressSegments(const LoadSchedule& schedule) {
    std::vector<ProgressSegment> segments;
    for (const ReadStep& read : schedule.reads) {
        const DeviceId device = schedule.tensors[read.scheduled].device;
        if (segments.empty() || segments.back().device != device) {
            segments.push_back({device, 0});
        }
        segments.back().bytes += read.length;
    }
    return segments;
}

}  // namespace stowage
