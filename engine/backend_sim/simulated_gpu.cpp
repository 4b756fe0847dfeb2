// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/simulated_gpu.h"

#include "engine/base/byte_size.h"
#include "engine/device/out_of_memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <utility>

namespace stowage {

namespace {

std::uint64_t limitOf(const DeviceInfo& info) {
    return info.freeBytes().value_or(std::numeric_limits<std::uint64_t>::max());
}

/// A live block; it keeps its device alive, so tensors may outlive everything else.
class SimulatedBuffer : public DeviceBuffer {
public:
    SimulatedBuffer(std::shared_ptr<SimulatedGpu> device, std::uint64_t blockId, std::byte* data,
                    std::uint64_t fileOffset, std::uint64_t size)
        : m_device(std::move(device)),
          m_blockId(blockId),
          m_data(data),
          m_fileOffset(fileOffset),
          m_size(size) {}
    ~SimulatedBuffer() override {
        if (m_data != nullptr) {
            m_device->release(m_blockId);
        }
    }
    SimulatedBuffer(const SimulatedBuffer&) = delete;
    SimulatedBuffer& operator=(const SimulatedBuffer&) = delete;

    std::byte* data() const override { return m_data; }
    std::uint64_t size() const override { return m_size; }
    std::optional<DeviceId> device() const override { return m_device->info().id; }
    /// Where it begins in the memory file.
    std::uint64_t fileOffset() const { return m_fileOffset; }

private:
    std::shared_ptr<SimulatedGpu> m_device;
    std::uint64_t m_blockId;
    std::byte* m_data;  ///< null for a request of 0 bytes, which took nothing
    std::uint64_t m_fileOffset;
    std::uint64_t m_size;
};

}  // namespace

SimulatedGpu::SimulatedGpu(const DeviceInfo& info, std::unique_ptr<PagePool> pages)
    : m_link(info.linkBytesPerSecond),
      m_model(limitOf(info)),
      m_pages(std::move(pages)),
      m_infos{{info.usedByOthers, info}},
      m_info(&m_infos.begin()->second) {}

Result<std::shared_ptr<DeviceBuffer>> SimulatedGpu::allocate(std::uint64_t bytes) {
    return allocateFor(bytes, {});
}

Result<std::shared_ptr<DeviceBuffer>> SimulatedGpu::allocateFor(std::uint64_t bytes,
                                                                std::string_view owner) {
    if (bytes == 0) {
        if (m_faults.isLost()) {
            return lost();
        }
        return std::shared_ptr<DeviceBuffer>(
            std::make_shared<SimulatedBuffer>(shared_from_this(), 0, nullptr, 0, 0));
    }
    const FaultWatch::Verdict verdict = m_faults.countAllocation();
    if (verdict == FaultWatch::Verdict::Lost) {
        emptyCache();
        return lost();
    }
    std::unique_lock lock(m_mutex);
    const Result<ModelBlock> block = [&]() -> Result<ModelBlock> {
        if (verdict == FaultWatch::Verdict::OutOfMemory) {
            m_model.failRequest();
            return fail(ErrorCode::DeviceOutOfMemory, "ordered");
        }
        return m_model.allocate(bytes, owner);
    }();
    // Also after a failure: the model may have released cached segments before it gave up.
    const Result<void> mapped = applySegmentChanges();
    if (!block) {
        Unexpected failure{outOfMemoryError(info(), m_model, bytes, owner)};
        lock.unlock();
        punchReleasedPages();
        return failure;
    }
    if (!mapped) {
        m_model.free(block->id);
        m_model.emptyCache();
        (void)applySegmentChanges();
        lock.unlock();
        punchReleasedPages();
        return mapped.unexpected();
    }
    std::byte* const data = m_pages->segmentData(block->segment) + block->offset;
    const std::uint64_t fileOffset = m_pages->segmentOffset(block->segment) + block->offset;
    lock.unlock();
    punchReleasedPages();
    return std::shared_ptr<DeviceBuffer>(
        std::make_shared<SimulatedBuffer>(shared_from_this(), block->id, data, fileOffset, bytes));
}

Result<void> SimulatedGpu::applySegmentChanges() {
    Result<void> outcome;
    for (const SegmentChange& change : m_model.takeSegmentChanges()) {
        if (change.kind == SegmentChange::Kind::Released) {
            m_pages->releaseSegment(change.segment);
        } else if (Result<void> added = m_pages->addSegment(change.segment, change.size); !added) {
            outcome = added;
        }
    }
    return outcome;
}

void SimulatedGpu::punchReleasedPages() {
    // The kernel gives back some 4 GB/s; in pieces, figures can be read meanwhile.
    for (bool more = true; more;) {
        const std::scoped_lock lock(m_mutex);
        more = m_pages->punchSome();
    }
}

Result<void> SimulatedGpu::write(DeviceBuffer& target, std::uint64_t offset,
                                 std::span<const std::byte> source, std::stop_token stop) {
    assert(offset + source.size() <= target.size());
    // A device is only given its own buffers.
    const std::uint64_t fileOffset = static_cast<SimulatedBuffer&>(target).fileOffset();
    if (m_faults.isLost()) {
        return lost();
    }
    // All turns are one transfer: what a turn overslept is not added to the next one's time.
    const LinkThrottle::Clock::time_point begin = LinkThrottle::Clock::now();
    while (!source.empty()) {
        const std::uint64_t turn = m_link.turnBytes(m_faults.linkFactor());
        const FaultWatch::Passage passage =
            m_faults.admit(std::min<std::uint64_t>(source.size(), turn));
        if (passage.bytes == 0) {
            emptyCache();
            return lost();
        }
        Result<void> copied = m_pages->copyIn(target.data() + offset, fileOffset + offset,
                                              source.first(passage.bytes));
        if (!copied) {
            return copied;
        }
        Result<void> passed = m_link.pass(passage.bytes, begin, stop, passage.linkFactor);
        if (!passed) {
            return passed;
        }
        offset += passage.bytes;
        source = source.subspan(passage.bytes);
    }
    return {};
}

Result<void> SimulatedGpu::copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                      std::stop_token stop) {
    assert(source.size() <= target.size());
    for (std::uint64_t at = 0; at < source.size(); at += kMiB) {
        if (m_faults.isLost()) {
            return lost();
        }
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "The copy on the device was cancelled.");
        }
        std::memcpy(target.data() + at, source.data() + at, std::min(kMiB, source.size() - at));
    }
    return {};
}

AllocatorStatistics SimulatedGpu::statistics() const {
    const std::scoped_lock lock(m_mutex);
    return m_model.statistics();
}

AllocatorCounters SimulatedGpu::counters() const {
    const std::scoped_lock lock(m_mutex);
    return m_model.counters();
}

std::vector<SegmentSnapshot> SimulatedGpu::segments() const {
    const std::scoped_lock lock(m_mutex);
    return m_model.segments();
}

std::optional<AllocatorModel> SimulatedGpu::allocatorState() const {
    const std::scoped_lock lock(m_mutex);
    return m_model;
}

void SimulatedGpu::resetPeaks() {
    const std::scoped_lock lock(m_mutex);
    m_model.resetPeaks();
}

void SimulatedGpu::emptyCache() {
    {
        const std::scoped_lock lock(m_mutex);
        m_model.emptyCache();
        (void)applySegmentChanges();
    }
    punchReleasedPages();
}

Result<void> SimulatedGpu::setUsedByOthers(std::uint64_t bytes) {
    if (m_faults.isLost()) {
        return lost();
    }
    const std::scoped_lock lock(m_mutex);
    DeviceInfo changed = info();
    if (changed.capacity && bytes > *changed.capacity) {
        return fail(ErrorCode::InvalidArgument,
                    "Other programs cannot use " + formatSize(static_cast<double>(bytes)) + " of " +
                        deviceLabel(changed.id) + ", which has " +
                        formatSize(static_cast<double>(*changed.capacity)) +
                        "; choose at most that.");
    }
    changed.usedByOthers = bytes;
    m_model.setLimit(limitOf(changed));
    m_info = &m_infos.try_emplace(bytes, std::move(changed)).first->second;
    return {};
}

void SimulatedGpu::orderFaults(const SimulatedFaults& faults) {
    m_faults.order(faults);
    if (m_faults.isLost()) {
        emptyCache();
    }
}

void SimulatedGpu::release(std::uint64_t blockId) {
    {
        const std::scoped_lock lock(m_mutex);
        m_model.free(blockId);
    }
    if (m_faults.isLost()) {
        emptyCache();  // nobody will ask a lost device to give its pages back
    }
}

Unexpected SimulatedGpu::lost() const {
    const std::string label = deviceLabel(info().id);
    return fail(ErrorCode::DeviceLost,
                label +
                    " is lost: it stopped answering (a fault ordered for "
                    "this simulated device). What lay on it is gone; load "
                    "again, on other devices.",
                {}, deviceName(info().id));
}

}  // namespace stowage
