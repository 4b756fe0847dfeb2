// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/read_batches.h"

#include <algorithm>

namespace stowage {

namespace {

/// Reading over a gap of this size is cheaper than a second read.
constexpr std::uint64_t kMergedGap = 64 * kKiB;
/// Smaller reads into host memory are better merged with their neighbours than made one by one.
constexpr std::uint64_t kSmallestDirectRead = 256 * kKiB;

bool goesDirect(const LoadWork& work, const ReadStep& step) {
    return step.length >= kSmallestDirectRead && !work.isCast(step.scheduled) &&
           !work.isOnDisk(step.scheduled) && work.device(step.scheduled).isHost();
}

bool joins(const ReadBatch& batch, const ReadStep& step) {
    const std::uint64_t end = batch.offset + batch.length;
    return !batch.isDirect && step.shard == batch.shard && step.offset <= end + kMergedGap &&
           step.offset + step.length - batch.offset <= kReadBytes;
}

}  // namespace

std::vector<ReadBatch> makeReadBatches(const LoadWork& work) {
    std::vector<ReadBatch> batches;
    bool mayJoin = false;
    for (std::size_t i = 0; i < work.schedule.reads.size(); ++i) {
        const ReadStep& step = work.schedule.reads[i];
        if (!work.stored(step.scheduled).strides.empty()) {
            mayJoin = false;
            continue;
        }
        const bool direct = goesDirect(work, step);
        if (mayJoin && !direct && joins(batches.back(), step)) {
            ReadBatch& batch = batches.back();
            const std::uint64_t end = step.offset + step.length - batch.offset;
            batch.length = std::max(batch.length, end);
            ++batch.readCount;
        } else {
            batches.push_back(ReadBatch{step.shard, step.offset, step.length, i, 1, direct});
        }
        mayJoin = true;
    }
    return batches;
}

}  // namespace stowage
