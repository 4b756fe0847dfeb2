// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/simulated_devices.h"

#include "engine/backend_sim/page_pool.h"
#include "engine/base/byte_size.h"
#include "engine/base/result.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>

namespace stowage {

namespace {

constexpr double kTurnSeconds = 0.004;
constexpr std::uint64_t kSmallestTurn = 4 * kKiB;
constexpr std::uint64_t kLargestTurn = kMiB;
/// A transfer that begins so soon after another one is its continuation; a thread that is woken up
/// later than this is not made up for.
constexpr std::chrono::microseconds kNoPause{200};
constexpr std::chrono::milliseconds kMostOverslept{1};
constexpr double kSmallestFactor = 1e-6;  ///< a link that stood still could not be waited for

}  // namespace

/// Keeps the host-to-device link of a simulated GPU at its speed: the only wait in the engine.
/// Transfers of several threads share the link one after another. Thread-safe.
class LinkThrottle {
public:
    using Clock = std::chrono::steady_clock;

    /// What a factor below 1 is taken of where the link has no limit: about PCIe 4.0 × 8.
    static constexpr double kReferenceRate = 16e9;

    /// Nothing: no limit.
    explicit LinkThrottle(std::optional<double> bytesPerSecond) : m_rate(bytesPerSecond) {}

    /// Bytes that should go in one turn, so that a turn lasts a few milliseconds at most.
    /// `factor`, as in pass(): the share of its rate that the link reaches at present.
    [[nodiscard]] std::uint64_t turnBytes(double factor) const {
        const std::optional<double> rate = rateAt(factor);
        if (!rate) {
            return kLargestTurn;
        }
        const double bytes = std::min(*rate * kTurnSeconds, static_cast<double>(kLargestTurn));
        return std::max(static_cast<std::uint64_t>(bytes), kSmallestTurn);
    }

    /// Returns when the link would have carried `bytes` more, from `begin` on or, where that is
    /// later, from when it was free: a copy that was begun then took place beside it. Error:
    /// Cancelled, at once.
    [[nodiscard]] Result<void> pass(std::uint64_t bytes, Clock::time_point begin,
                                    std::stop_token stop, double factor) {
        if (const std::optional<double> rate = rateAt(factor)) {
            std::unique_lock lock(m_mutex);
            const std::chrono::duration<double> cost(static_cast<double>(bytes) / *rate);
            // What comes right behind another one began when that was there, not when its thread
            // woke up.
            const bool isNext = begin >= m_woken && begin - m_woken < kNoPause;
            m_free = std::max(m_free, isNext ? begin - m_overslept : begin) +
                     std::chrono::ceil<Clock::duration>(cost);
            const Clock::time_point mine = m_free;
            m_wake.wait_until(lock, stop, mine, [mine] { return Clock::now() >= mine; });
            m_woken = Clock::now();
            m_overslept =
                std::clamp<Clock::duration>(m_woken - mine, Clock::duration(), kMostOverslept);
        }
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, say("The transfer to the device was cancelled."));
        }
        return {};
    }

private:
    /// Bytes per second; nothing: no limit.
    [[nodiscard]] std::optional<double> rateAt(double factor) const {
        const bool limited = m_rate && *m_rate > 0;
        if (!limited && factor >= 1) {
            return std::nullopt;
        }
        return (limited ? *m_rate : kReferenceRate) * std::max(factor, kSmallestFactor);
    }

    std::optional<double> m_rate;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    Clock::time_point m_free{};     ///< when the link has carried all that was given to it
    Clock::time_point m_woken{};    ///< the last transfer's thread
    Clock::duration m_overslept{};  ///< how long after its end that was
};

/// Counts what a simulated GPU does and says when an ordered fault comes. A device that is lost
/// stays lost. Thread-safe.
class FaultInjector {
public:
    enum class Verdict { Pass, OutOfMemory, Lost };
    /// How much of a transfer may go on, and how fast.
    struct Passage {
        std::uint64_t bytes = 0;  ///< 0: the device is lost
        double linkFactor = 1;
    };

    void order(const SimulatedFaults& faults) {
        const std::scoped_lock lock(m_mutex);
        m_faults = faults;
        m_allocations = 0;
        m_bytes = 0;
        m_lost = m_lost || (faults.lostAfterBytes && *faults.lostAfterBytes == 0);
    }

    [[nodiscard]] bool isLost() const {
        const std::scoped_lock lock(m_mutex);
        return m_lost;
    }

    /// What becomes of the next allocation.
    [[nodiscard]] Verdict countAllocation() {
        const std::scoped_lock lock(m_mutex);
        m_allocations += 1;
        m_lost = m_lost || m_allocations == m_faults.lostAtAllocation;
        if (m_lost) {
            return Verdict::Lost;
        }
        return m_allocations == m_faults.outOfMemoryAt ? Verdict::OutOfMemory : Verdict::Pass;
    }

    /// Admits up to `wanted` bytes; fewer where a fault begins in between.
    [[nodiscard]] Passage admit(std::uint64_t wanted) {
        const std::scoped_lock lock(m_mutex);
        if (m_lost) {
            return {};
        }
        Passage passage{wanted, factorNow()};
        if (m_faults.slowLink && m_bytes < m_faults.slowLink->afterBytes) {
            passage.bytes = std::min(passage.bytes, m_faults.slowLink->afterBytes - m_bytes);
        }
        if (m_faults.lostAfterBytes) {
            const std::uint64_t left =
                *m_faults.lostAfterBytes - std::min(m_bytes, *m_faults.lostAfterBytes);
            m_lost = left == 0 && wanted > 0;
            passage.bytes = std::min(passage.bytes, left);
        }
        m_bytes += passage.bytes;
        return passage;
    }

    /// The factor of the link at present, to size turns by.
    [[nodiscard]] double linkFactor() const {
        const std::scoped_lock lock(m_mutex);
        return factorNow();
    }

private:
    [[nodiscard]] double factorNow() const {
        const bool slow = m_faults.slowLink && m_bytes >= m_faults.slowLink->afterBytes;
        return slow ? m_faults.slowLink->factor : 1.0;
    }

    mutable std::mutex m_mutex;
    SimulatedFaults m_faults;
    std::uint64_t m_allocations = 0;
    std::uint64_t m_bytes = 0;
    bool m_lost = false;
};

/// What makeSimulatedGpu() makes; others see it as DeviceMemory.
class SimulatedGpu : public DeviceMemory, public std::enable_shared_from_this<SimulatedGpu> {
public:
    SimulatedGpu(const DeviceInfo& info, std::unique_ptr<PagePool> pages);

    const DeviceInfo& info() const override { return *m_info.load(); }
    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override;
    Result<std::shared_ptr<DeviceBuffer>> allocateFor(std::uint64_t bytes,
                                                      std::string_view owner) override;
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override;
    void makePages(DeviceBuffer& target, std::uint64_t offset, std::uint64_t size) override {
        m_pages->makePages({target.data() + offset, size});
    }
    Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                            std::stop_token stop) override;
    AllocatorStatistics statistics() const override;
    AllocatorCounters counters() const override;
    std::vector<SegmentSnapshot> segments() const override;
    std::optional<AllocatorModel> allocatorState() const override;
    void resetPeaks() override;
    void emptyCache() override;
    Result<void> setUsedByOthers(std::uint64_t bytes) override;
    bool isHost() const override { return false; }

    /// Takes the place of faults ordered before.
    void injectFaults(const SimulatedFaults& faults);
    /// Called by a buffer that goes.
    void release(std::uint64_t blockId);

private:
    Result<void> applySegmentChanges();
    void punchReleasedPages();
    [[nodiscard]] Unexpected lost() const;

    LinkThrottle m_link;
    FaultInjector m_faults;
    mutable std::mutex m_mutex;  ///< guards the model, the pages and m_infos
    AllocatorModel m_model;
    std::unique_ptr<PagePool> m_pages;
    /// By memory used by others. Kept as long as the device, because info() hands out references.
    std::map<std::uint64_t, DeviceInfo> m_infos;
    std::atomic<const DeviceInfo*> m_info;
};

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
      m_model(AllocatorModel::of(info)),
      m_pages(std::move(pages)),
      m_infos{{info.usedByOthers, info}},
      m_info(&m_infos.begin()->second) {
    m_model.setLimit(limitOf(info));
}

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
    const FaultInjector::Verdict verdict = m_faults.countAllocation();
    if (verdict == FaultInjector::Verdict::Lost) {
        emptyCache();
        return lost();
    }
    std::unique_lock lock(m_mutex);
    const Result<ModelBlock> block = [&]() -> Result<ModelBlock> {
        if (verdict == FaultInjector::Verdict::OutOfMemory) {
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
        switch (change.kind) {
            case SegmentChange::Kind::Created:
                if (Result<void> added = m_pages->addSegment(change.segment, change.size); !added) {
                    outcome = added;
                }
                break;
            case SegmentChange::Kind::Released:
                m_pages->releaseSegment(change.segment);
                break;
            case SegmentChange::Kind::Mapped:
                m_pages->usePart(change.segment, change.offset, change.size);
                break;
            case SegmentChange::Kind::Unmapped:
                m_pages->releasePart(change.segment, change.offset, change.size);
                break;
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
        const FaultInjector::Passage passage =
            m_faults.admit(std::min<std::uint64_t>(source.size(), turn));
        if (passage.bytes == 0) {
            emptyCache();
            return lost();
        }
        STOWAGE_TRY(m_pages->copyIn(target.data() + offset, fileOffset + offset,
                                    source.first(passage.bytes)));
        STOWAGE_TRY(m_link.pass(passage.bytes, begin, stop, passage.linkFactor));
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
            return fail(ErrorCode::Cancelled, say("Copying on the device was cancelled."));
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
                    say("%1 for other programs is more than the capacity of %2, which is %3; "
                        "choose a size up to this capacity.",
                        formatSize(static_cast<double>(bytes)), deviceLabel(changed.id),
                        formatSize(static_cast<double>(*changed.capacity))));
    }
    changed.usedByOthers = bytes;
    m_model.setLimit(limitOf(changed));
    m_info = &m_infos.try_emplace(bytes, std::move(changed)).first->second;
    return {};
}

void SimulatedGpu::injectFaults(const SimulatedFaults& faults) {
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
    return fail(ErrorCode::DeviceLost,
                say("%1 stopped responding (a fault configured for this simulated device). Its "
                    "contents are lost; load the model again on other devices.",
                    deviceLabel(info().id)),
                {}, deviceName(info().id));
}

Result<std::shared_ptr<DeviceMemory>> makeSimulatedGpu(const DeviceInfo& info,
                                                       const SimulatedFaults& faults) {
    Result<std::unique_ptr<PagePool>> pages =
        PagePool::create("stowage-gpu" + std::to_string(info.id.index));
    STOWAGE_TRY(pages);
    const auto gpu = std::make_shared<SimulatedGpu>(info, std::move(pages).value());
    gpu->injectFaults(faults);
    return std::shared_ptr<DeviceMemory>(gpu);
}

Result<void> injectFaults(DeviceMemory& gpu, const SimulatedFaults& faults) {
    auto* const simulated = dynamic_cast<SimulatedGpu*>(&gpu);
    if (simulated == nullptr) {
        return fail(
            ErrorCode::InvalidArgument,
            say("Faults can be injected only into simulated GPUs, but %1 is not a simulated GPU.",
                deviceLabel(gpu.info().id)));
    }
    simulated->injectFaults(faults);
    return {};
}

Result<std::vector<std::shared_ptr<DeviceMemory>>> makeDevices(
    const std::vector<DeviceInfo>& devices) {
    std::vector<std::shared_ptr<DeviceMemory>> made;
    for (const DeviceInfo& info : devices) {
        if (info.id.kind == DeviceKind::Cpu) {
            made.push_back(makeHostDevice(info));
        } else if (info.id.isGpu()) {
            Result<std::shared_ptr<DeviceMemory>> gpu = makeSimulatedGpu(info);
            STOWAGE_TRY(gpu);
            made.push_back(std::move(gpu).value());
        }
    }
    return made;
}

}  // namespace stowage
