// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/bulk_read.h"

#include "engine/load/read_batches.h"
#include "engine/load/worker_pool.h"

#include <algorithm>
#include <atomic>

namespace stowage {

namespace {

/// Counts the reads that a tensor still waits for, to report whole tensors.
class PendingReads {
public:
    explicit PendingReads(const LoadWork& work) : m_left(work.schedule.tensors.size()) {
        for (const ReadStep& step : work.schedule.reads) {
            ++m_left[step.scheduled];
        }
        for (const std::atomic<std::uint32_t>& left : m_left) {
            if (left == 0) {  // empty tensors are there already
                work.monitor.itemDone();
            }
        }
    }
    void done(const LoadWork& work, std::uint32_t index) {
        if (m_left[index].fetch_sub(1) == 1) {
            work.monitor.itemDone();
            work.gate.arrive();
        }
    }

private:
    std::vector<std::atomic<std::uint32_t>> m_left;
};

Result<void> readDirect(const LoadWork& work, const ReadBatch& batch, const ReadStep& step,
                        const std::stop_token& stop) {
    DeviceBuffer& buffer = *work.model.buffer(step.scheduled);
    return readRange(work, batch.shard, batch.offset,
                     {buffer.data() + step.tensorOffset, step.length}, stop);
}

Result<void> processBatch(const LoadWork& work, const ReadBatch& batch,
                          std::span<std::byte> readSlot, std::span<std::byte> castSlot,
                          PendingReads& pending, const std::stop_token& stop) {
    if (!batch.isDirect) {
        Result<void> read =
            readRange(work, batch.shard, batch.offset, readSlot.first(batch.length), stop);
        if (!read) {
            return read;
        }
    }
    for (std::size_t i = 0; i < batch.readCount; ++i) {
        const ReadStep& step = work.schedule.reads[batch.firstRead + i];
        Result<void> placed =
            batch.isDirect ? readDirect(work, batch, step, stop)
                           : deliver(work, step.scheduled, step.tensorOffset,
                                     readSlot.subspan(step.offset - batch.offset, step.length),
                                     castSlot, stop);
        work.monitor.advance(placed ? step.length : 0, work.name(step.scheduled));
        if (!placed) {
            return placed;
        }
        pending.done(work, step.scheduled);
    }
    return {};
}

Result<void> readContiguous(const LoadWork& work, const StagingRing& ring) {
    const std::vector<ReadBatch> batches = makeReadBatches(work);
    // Each worker owns a slot to read into and one to cast into.
    constexpr unsigned kMostWorkers = kStagingSlots / 2;
    const unsigned workers = std::clamp(work.options.readThreads, 1U, kMostWorkers);
    std::atomic<std::size_t> next{0};
    PendingReads pending(work);
    return runWorkers(
        workers, work.stop,
        [&](unsigned index, const std::stop_token& stop) -> Result<void> {
            const std::span<std::byte> readSlot = ring.slot(2 * index);
            const std::span<std::byte> castSlot = ring.slot(2 * index + 1);
            for (std::size_t i = next++; i < batches.size(); i = next++) {
                Result<void> done =
                    processBatch(work, batches[i], readSlot, castSlot, pending, stop);
                if (!done) {
                    return done;
                }
            }
            return {};
        },
        [&] { work.monitor.tick(); });
}

Result<void> readStridedTensors(const LoadWork& work, const StagingRing& ring) {
    for (std::uint32_t index = 0; index < work.schedule.tensors.size(); ++index) {
        if (work.stored(index).strides.empty()) {
            continue;
        }
        Result<void> read = readTensor(
            work, index, ring.slot(0), [&](std::uint64_t offset, std::span<const std::byte> part) {
                return deliver(work, index, offset, part, ring.slot(1), work.stop);
            });
        if (!read) {
            return read;
        }
        work.monitor.advance(work.stored(index).location.length, work.name(index));
        work.monitor.itemDone();
        work.gate.arrive();
        work.monitor.tick();
    }
    return {};
}

}  // namespace

Result<void> readInBulk(const LoadWork& work, const StagingRing& ring) {
    if (Result<void> read = readContiguous(work, ring); !read) {
        return read;
    }
    return readStridedTensors(work, ring);
}

}  // namespace stowage
