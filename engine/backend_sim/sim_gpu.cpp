// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/sim_gpu.h"

#include "engine/backend_sim/link_throttle.h"
#include "engine/backend_sim/page_pool.h"
#include "engine/base/byte_size.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

namespace stowage {

namespace {

std::uint64_t limitOf(const DeviceInfo& info) {
    return info.freeBytes().value_or(std::numeric_limits<std::uint64_t>::max());
}

class SimulatedGpu : public DeviceMemory, public std::enable_shared_from_this<SimulatedGpu> {
public:
    SimulatedGpu(DeviceInfo info, std::unique_ptr<PagePool> pages)
        : m_info(std::move(info)),
          m_link(m_info.linkBytesPerSecond),
          m_model(limitOf(m_info)),
          m_pages(std::move(pages)) {}

    const DeviceInfo& info() const override { return m_info; }
    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override;
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override;
    Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                            std::stop_token stop) override;
    AllocatorStatistics statistics() const override;
    void resetPeaks() override;
    void emptyCache() override;
    bool isHost() const override { return false; }

    void release(std::uint64_t blockId);

private:
    Result<void> applySegmentChanges();

    const DeviceInfo m_info;
    LinkThrottle m_link;
    mutable std::mutex m_mutex;  ///< guards the model and the pages
    AllocatorModel m_model;
    std::unique_ptr<PagePool> m_pages;
};

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
    /// Where it begins in the memory file.
    std::uint64_t fileOffset() const { return m_fileOffset; }

private:
    std::shared_ptr<SimulatedGpu> m_device;
    std::uint64_t m_blockId;
    std::byte* m_data;  ///< null for a request of 0 bytes, which took nothing
    std::uint64_t m_fileOffset;
    std::uint64_t m_size;
};

Result<std::shared_ptr<DeviceBuffer>> SimulatedGpu::allocate(std::uint64_t bytes) {
    if (bytes == 0) {
        return std::shared_ptr<DeviceBuffer>(
            std::make_shared<SimulatedBuffer>(shared_from_this(), 0, nullptr, 0, 0));
    }
    const std::scoped_lock lock(m_mutex);
    const Result<ModelBlock> block = m_model.allocate(bytes);
    // Also after a failure: the model may have released cached segments before it gave up.
    const Result<void> mapped = applySegmentChanges();
    if (!block) {
        Error error = block.error();
        error.message = deviceLabel(m_info.id) + ": " + error.message;
        return Unexpected{std::move(error)};
    }
    if (!mapped) {
        m_model.free(block->id);
        m_model.emptyCache();
        (void)applySegmentChanges();
        return mapped.unexpected();
    }
    std::byte* const data = m_pages->segmentData(block->segment) + block->offset;
    const std::uint64_t fileOffset = m_pages->segmentOffset(block->segment) + block->offset;
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

Result<void> SimulatedGpu::write(DeviceBuffer& target, std::uint64_t offset,
                                 std::span<const std::byte> source, std::stop_token stop) {
    assert(offset + source.size() <= target.size());
    // A device is only given its own buffers.
    const std::uint64_t fileOffset = static_cast<SimulatedBuffer&>(target).fileOffset();
    while (!source.empty()) {
        const std::size_t part = std::min<std::size_t>(source.size(), m_link.turnBytes());
        Result<void> copied =
            m_pages->copyIn(target.data() + offset, fileOffset + offset, source.first(part));
        if (!copied) {
            return copied;
        }
        if (Result<void> passed = m_link.pass(part, stop); !passed) {
            return passed;
        }
        offset += part;
        source = source.subspan(part);
    }
    return {};
}

Result<void> SimulatedGpu::copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                      std::stop_token stop) {
    assert(source.size() <= target.size());
    for (std::uint64_t at = 0; at < source.size(); at += kMiB) {
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

void SimulatedGpu::resetPeaks() {
    const std::scoped_lock lock(m_mutex);
    m_model.resetPeaks();
}

void SimulatedGpu::emptyCache() {
    const std::scoped_lock lock(m_mutex);
    m_model.emptyCache();
    (void)applySegmentChanges();
}

void SimulatedGpu::release(std::uint64_t blockId) {
    const std::scoped_lock lock(m_mutex);
    m_model.free(blockId);
}

}  // namespace

Result<std::shared_ptr<DeviceMemory>> makeSimulatedGpu(const DeviceInfo& info) {
    Result<std::unique_ptr<PagePool>> pages =
        PagePool::create("stowage-gpu" + std::to_string(info.id.index));
    if (!pages) {
        return pages.unexpected();
    }
    return std::shared_ptr<DeviceMemory>(
        std::make_shared<SimulatedGpu>(info, std::move(pages).value()));
}

Result<std::vector<std::shared_ptr<DeviceMemory>>> makeDevices(
    const std::vector<DeviceInfo>& devices) {
    std::vector<std::shared_ptr<DeviceMemory>> made;
    for (const DeviceInfo& info : devices) {
        if (info.id.kind == DeviceKind::Cpu) {
            made.push_back(makeHostDevice(info));
        } else if (info.id.isGpu()) {
            Result<std::shared_ptr<DeviceMemory>> gpu = makeSimulatedGpu(info);
            if (!gpu) {
                return gpu.unexpected();
            }
            made.push_back(std::move(gpu).value());
        }
    }
    return made;
}

}  // namespace stowage
