// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_device.h"

#include "engine/backend_torch/torch_support.h"
#include "engine/base/byte_size.h"
#include "engine/base/strings.h"
#include "engine/device/allocator_statistics.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <set>
#include <utility>

#include <cuda_runtime_api.h>
#include <unistd.h>

namespace stowage {

/// What PyTorch's caching allocator says of the device with CUDA's number `ordinal`: the figures
/// behind torch.cuda.memory_stats. Cheap: a lock and a copy. May throw c10::Error.
[[nodiscard]] AllocatorCounters cudaCounters(int ordinal);

/// The allocator's segments on that device, by address, from torch.cuda.memory_snapshot's source.
/// `owners`: a tensor's name by the address of its block. `ids`: the number of each segment by its
/// address, kept between calls; new segments get numbers here and those that are gone lose theirs.
/// May throw c10::Error.
[[nodiscard]] std::vector<SegmentSnapshot> cudaSegments(
    int ordinal, const std::map<std::uint64_t, std::string>& owners,
    std::map<std::uint64_t, std::uint64_t>& ids, std::uint64_t& nextId);

namespace {

/// The first line: the others tell programmers how to debug kernels.
std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

namespace caching = c10::cuda::CUDACachingAllocator;

// The order of StatType in every version: all, small pool, large pool.
constexpr std::size_t kAll = 0;

constexpr std::size_t kSmall = 1;

constexpr std::size_t kLarge = 2;

std::uint64_t positive(std::int64_t figure) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(figure, 0));
}

template <class Stat>
AllocatorCounter counterOf(const Stat& stat) {
    return {positive(stat.current), positive(stat.peak), positive(stat.allocated),
            positive(stat.freed)};
}

template <class Stats>
AllocatorPoolCounters countersOf(const Stats& stats) {
    return {counterOf(stats[kAll]), counterOf(stats[kSmall]), counterOf(stats[kLarge])};
}

/// Before 2.1 nobody counted what was asked for before rounding.
template <class DeviceStats>
AllocatorPoolCounters requestedOf(const DeviceStats& stats) {
    if constexpr (requires { stats.requested_bytes; }) {
        return countersOf(stats.requested_bytes);
    } else {
        return countersOf(stats.allocated_bytes);
    }
}

template <class Block>
std::uint64_t requestedOfBlock(const Block& block) {
    if constexpr (requires { block.requested_size; }) {
        return block.requested_size == 0 ? block.size : block.requested_size;
    } else {
        return block.size;
    }
}

template <class Segment>
SegmentSnapshot describe(const Segment& segment, const std::map<std::uint64_t, std::string>& owners,
                         std::uint64_t id) {
    SegmentSnapshot described;
    described.id = id;
    described.pool = segment.is_large ? AllocatorPool::Large : AllocatorPool::Small;
    described.size = segment.total_size;
    std::uint64_t offset = 0;
    for (const auto& block : segment.blocks) {
        BlockSnapshot shown;
        shown.offset = offset;
        shown.size = block.size;
        shown.active = block.active;
        shown.requested = block.active ? requestedOfBlock(block) : 0;
        const auto owner = owners.find(static_cast<std::uint64_t>(segment.address) + offset);
        if (block.active && owner != owners.end()) {
            shown.owner = owner->second;
        }
        described.blocks.push_back(std::move(shown));
        offset += block.size;
    }
    return described;
}

std::uint64_t minus(std::uint64_t from, std::uint64_t what) {
    return from - std::min(from, what);
}

/// "GPU-8-4-4-4-12" hexadecimal digits, as NVML and nvidia-smi write it.
std::string uuidText(const cudaUUID_t& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < sizeof uuid.bytes; ++i) {
        const bool startsGroup = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x",
                      static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
        text += (startsGroup ? "-" : "") + std::string(digits.data());
    }
    return text;
}

/// The driver takes some 0.1 ms to tell; a chart shows no more.
constexpr std::chrono::milliseconds kRefreshInterval{100};

c10::DeviceIndex indexOf(int ordinal) {
    return static_cast<c10::DeviceIndex>(ordinal);
}

std::uint64_t toWholeMiB(std::uint64_t bytes) {
    return bytes / kMiB * kMiB;
}

CopyLanes::Lease lane(CudaCard& card) {
    return card.lanes().take();
}

/// Has a lane of its own.
class CudaWriteQueue : public WriteQueue {
public:
    /// With the card selected; may throw c10::Error.
    CudaWriteQueue(CudaDevice& device, CudaCard& card)
        : m_device(device), m_lane(card.lanes().take()) {}

    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override {
        assert(offset + source.size() <= target.size());
        const auto begun = guarded(
            [&]() -> Result<bool> { return m_lane->beginToCard(target.data() + offset, source); });
        STOWAGE_TRY(begun);
        return *begun ? Result<void>() : m_device.write(target, offset, source, std::move(stop));
    }
    Result<void> finish() override {
        return guarded([&]() -> Result<void> {
            m_lane->finish();
            return {};
        });
    }

private:
    template <class Work>
    [[nodiscard]] std::invoke_result_t<Work> guarded(Work&& work) {
        return guardedOnCard(say("Copying to %1", deviceLabel(m_device.info().id)), [&] {
            const c10::cuda::CUDAGuard guard(indexOf(m_device.ordinal()));
            return work();
        });
    }

    CudaDevice& m_device;
    CopyLanes::Lease m_lane;  ///< goes back drained
};

}  // namespace

Error cudaErrorOfCurrentException(const Message& what) {
    try {
        throw;
    } catch (const c10::OutOfMemoryError& error) {
        return makeError(ErrorCode::DeviceOutOfMemory,
                         say("%1 failed: %2", what, firstLine(error.what_without_backtrace())));
    } catch (const c10::CUDAError& error) {
        const std::string reason = firstLine(error.what_without_backtrace());
        const bool memory = reason.find("out of memory") != std::string::npos;
        return makeError(memory ? ErrorCode::DeviceOutOfMemory : ErrorCode::DeviceLost,
                         memory ? say("%1 failed: %2", what, reason)
                                : say("%1 failed: %2. Restart the program to use the card again.",
                                      what, reason));
    } catch (...) {
        return errorOfCurrentException(what);
    }
}

AllocatorCounters cudaCounters(int ordinal) {
    const auto stats = caching::getDeviceStats(static_cast<c10::DeviceIndex>(ordinal));
    AllocatorCounters counters;
    counters.allocation = countersOf(stats.allocation);
    counters.segment = countersOf(stats.segment);
    counters.active = countersOf(stats.active);
    counters.inactiveSplit = countersOf(stats.inactive_split);
    counters.allocatedBytes = countersOf(stats.allocated_bytes);
    counters.reservedBytes = countersOf(stats.reserved_bytes);
    counters.activeBytes = countersOf(stats.active_bytes);
    counters.inactiveSplitBytes = countersOf(stats.inactive_split_bytes);
    counters.requestedBytes = requestedOf(stats);
    counters.allocRetries = positive(stats.num_alloc_retries);
    counters.outOfMemories = positive(stats.num_ooms);
    return counters;
}

std::vector<SegmentSnapshot> cudaSegments(int ordinal,
                                          const std::map<std::uint64_t, std::string>& owners,
                                          std::map<std::uint64_t, std::uint64_t>& ids,
                                          std::uint64_t& nextId) {
    const auto snapshot = caching::snapshot();
    std::vector<SegmentSnapshot> segments;
    std::set<std::uint64_t> present;
    for (const auto& segment : snapshot.segments) {
        if (static_cast<int>(segment.device) != ordinal) {
            continue;
        }
        const auto address = static_cast<std::uint64_t>(segment.address);
        present.insert(address);
        const auto [known, isNew] = ids.try_emplace(address, nextId);
        nextId += isNew ? 1U : 0U;
        segments.push_back(describe(segment, owners, known->second));
    }
    std::erase_if(ids, [&](const auto& entry) { return !present.contains(entry.first); });
    return segments;
}

CudaCard::CudaCard(int ordinal, std::shared_ptr<const NvmlLibrary> nvml)
    : m_ordinal(ordinal), m_nvml(std::move(nvml)) {
    cudaDeviceProp properties{};
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, ordinal));
    m_uuid = uuidText(properties.uuid);
    m_name = properties.name;
    openContext();
}

void CudaCard::openContext() {
    const auto before = m_nvml ? m_nvml->usedBytes(m_uuid) : std::nullopt;
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(m_ordinal));
    C10_CUDA_CHECK(cudaFree(nullptr));
    // Of PyTorch's own pool, so that it lasts as long as the allocator that knows blocks by it.
    m_weightStream = c10::cuda::getStreamFromPool(false, guard.current_device().index()).stream();
    const auto after = m_nvml ? m_nvml->usedBytes(m_uuid) : std::nullopt;
    if (before && after) {
        m_contextWhenOpened = minus(*after, *before);
    }
}

CardMemory CudaCard::memory() const {
    const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(m_ordinal));
    std::size_t free = 0;
    std::size_t total = 0;
    C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    CardMemory memory;
    memory.total = total;
    memory.free = free;
    memory.reserved = cudaCounters(m_ordinal).reservedBytes.all.current;
    const auto ours = m_nvml
                          ? m_nvml->bytesOfProcess(m_uuid, static_cast<std::uint32_t>(::getpid()))
                          : std::nullopt;
    memory.context = ours ? minus(*ours, memory.reserved) : m_contextWhenOpened;
    const std::uint64_t used = minus(minus(memory.total, memory.free), memory.reserved);
    memory.context = std::min(memory.context, used);
    memory.usedByOthers = used - memory.context;
    return memory;
}

DeviceInfo CudaCard::describe() const {
    const CardMemory now = memory();
    DeviceInfo info;
    info.id = DeviceId::gpu(static_cast<std::uint32_t>(m_ordinal));
    info.name = m_name;
    info.uuid = m_uuid;
    info.capacity = now.total;
    info.context = now.context;
    info.usedByOthers = now.usedByOthers;
    return info;
}

CudaBuffer::~CudaBuffer() {
    if (m_data != nullptr) {
        m_device->release(m_data);
    }
}

CudaDevice::CudaDevice(std::shared_ptr<CudaCard> card, DeviceInfo info)
    : m_card(std::move(card)),
      m_infos{{{info.context, info.usedByOthers}, std::move(info)}},
      m_info(&m_infos.begin()->second) {}

Result<std::shared_ptr<DeviceBuffer>> CudaDevice::allocate(std::uint64_t bytes) {
    return allocateFor(bytes, {});
}

Result<std::shared_ptr<DeviceBuffer>> CudaDevice::allocateFor(std::uint64_t bytes,
                                                              std::string_view owner) {
    if (bytes == 0) {
        return std::shared_ptr<DeviceBuffer>(
            std::make_shared<CudaBuffer>(shared_from_this(), nullptr, 0));
    }
    auto made = guardedOnCard(
        say("Allocating on %1", label()), [&]() -> Result<std::shared_ptr<DeviceBuffer>> {
            const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
            auto* const data = static_cast<std::byte*>(
                caching::raw_alloc_with_stream(bytes, m_card->weightStream()));
            return std::shared_ptr<DeviceBuffer>(
                std::make_shared<CudaBuffer>(shared_from_this(), data, bytes));
        });
    if (!made) {
        return Unexpected{explained(made.error(), bytes, owner)};
    }
    if (!owner.empty()) {
        const std::scoped_lock lock(m_mutex);
        m_owners[reinterpret_cast<std::uintptr_t>((*made)->data())] = std::string(owner);
    }
    return made;
}

Error CudaDevice::explained(Error error, std::uint64_t bytes, std::string_view owner) const {
    if (error.code != ErrorCode::DeviceOutOfMemory) {
        return error;
    }
    const Message what =
        owner.empty() ? Message(phrase("A request")) : Message(quotedForMessage(owner));
    Message needs = say("%1 needs %2.", what, formatExactBytes(bytes));
    Message holders;
    const auto asked = guardedOnCard(say("Querying %1", label()),
                                     [&]() -> Result<CardMemory> { return m_card->memory(); });
    if (asked) {
        needs = say("%1 needs %2, but only %3 is free even after emptying the cache.", what,
                    formatExactBytes(bytes), formatSize(asked->free));
        holders =
            say("Of %1 in total, %2 is reserved by this process, %3 is used by the CUDA context, "
                "and %4 is used by other programs.",
                formatSize(asked->total), formatSize(asked->reserved), formatSize(asked->context),
                formatSize(asked->usedByOthers));
    }
    error.message = joined({say("%1 is out of memory.", label()), needs, holders,
                            say("Free some memory on this device, put fewer layers on it, or "
                                "choose a smaller dtype.")},
                           " ");
    error.key = std::string(owner);
    return error;
}

Result<void> CudaDevice::write(DeviceBuffer& target, std::uint64_t offset,
                               std::span<const std::byte> source, std::stop_token stop) {
    assert(offset + source.size() <= target.size());
    if (source.empty()) {
        return {};
    }
    return guardedOnCard(say("Copying to %1", label()), [&]() -> Result<void> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        return lane(*m_card)->toCard(target.data() + offset, source, stop);
    });
}

std::unique_ptr<WriteQueue> CudaDevice::makeWriteQueue() {
    auto made =
        guardedOnCard(say("Copying to %1", label()), [&]() -> Result<std::unique_ptr<WriteQueue>> {
            const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
            return std::unique_ptr<WriteQueue>(std::make_unique<CudaWriteQueue>(*this, *m_card));
        });
    return made ? std::move(made).value() : nullptr;  // write() tells what is wrong
}

Result<void> CudaDevice::copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                    std::stop_token stop) {
    assert(source.size() <= target.size());
    return guardedOnCard(say("Copying on %1", label()), [&]() -> Result<void> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        return lane(*m_card)->withinCard(target.data(), {source.data(), source.size()}, stop);
    });
}

Result<void> CudaDevice::readBack(const DeviceBuffer& source, std::uint64_t offset,
                                  std::span<std::byte> target, std::stop_token stop) const {
    assert(offset + target.size() <= source.size());
    if (target.empty()) {
        return {};
    }
    return guardedOnCard(say("Reading back from %1", label()), [&]() -> Result<void> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        return lane(*m_card)->fromCard(target, source.data() + offset, stop);
    });
}

AllocatorStatistics CudaDevice::statistics() const {
    const AllocatorCounters now = counters();
    return {now.allocatedBytes.all.current, now.reservedBytes.all.current,
            now.allocatedBytes.all.peak, now.reservedBytes.all.peak};
}

AllocatorCounters CudaDevice::counters() const {
    const auto asked =
        guardedOnCard(say("Querying %1", label()),
                      [&]() -> Result<AllocatorCounters> { return cudaCounters(ordinal()); });
    return asked ? *asked : AllocatorCounters();
}

std::vector<SegmentSnapshot> CudaDevice::segments() const {
    const auto asked =
        guardedOnCard(say("Querying %1", label()), [&]() -> Result<std::vector<SegmentSnapshot>> {
            const std::scoped_lock lock(m_mutex);
            return cudaSegments(ordinal(), m_owners, m_segments, m_nextSegment);
        });
    return asked ? *asked : std::vector<SegmentSnapshot>();
}

void CudaDevice::resetPeaks() {
    (void)guardedOnCard(say("Resetting the peak memory figures of %1", label()),
                        [&]() -> Result<void> {
                            caching::resetPeakStats(indexOf(ordinal()));
                            return {};
                        });
}

void CudaDevice::emptyCache() {
    (void)guardedOnCard(say("Emptying the cache of %1", label()), [&]() -> Result<void> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        caching::emptyCache();
        m_card->lanes().clear();
        return {};
    });
    const std::scoped_lock lock(m_mutex);
    m_refreshed = {};
}

std::shared_ptr<void> CudaDevice::pinHost(std::span<std::byte> memory) {
    const cudaError_t outcome =
        ::cudaHostRegister(memory.data(), memory.size(), cudaHostRegisterPortable);
    if (outcome != cudaSuccess) {
        (void)::cudaGetLastError();  // registered already, or refused: copies go another way
        return nullptr;
    }
    return {memory.data(), [](void* data) { (void)::cudaHostUnregister(data); }};
}

void CudaDevice::refresh() {
    {
        const std::scoped_lock lock(m_mutex);
        const Clock::time_point now = Clock::now();
        if (now - m_refreshed < kRefreshInterval) {
            return;
        }
        m_refreshed = now;
    }
    const auto asked = guardedOnCard(say("Querying %1", label()),
                                     [&]() -> Result<CardMemory> { return m_card->memory(); });
    if (asked) {
        tell(*asked);
    }
}

void CudaDevice::tell(const CardMemory& memory) {
    const std::scoped_lock lock(m_mutex);
    DeviceInfo changed = info();
    changed.context = toWholeMiB(memory.context);
    changed.usedByOthers = toWholeMiB(memory.usedByOthers);
    const std::pair key{changed.context, changed.usedByOthers};
    m_info = &m_infos.try_emplace(key, std::move(changed)).first->second;
}

Result<double> CudaDevice::measureLink() {
    return guardedOnCard(say("Measuring the link to %1", label()), [&]() -> Result<double> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        return plainCopyRate();
    });
}

void CudaDevice::release(std::byte* memory) noexcept {
    const auto freed = guardedOnCard(phrase("Freeing memory on the card"), [&]() -> Result<void> {
        {
            const std::scoped_lock lock(m_mutex);
            m_owners.erase(reinterpret_cast<std::uintptr_t>(memory));
        }
        caching::raw_delete(memory);
        return {};
    });
    (void)freed;  // a card that is lost has nothing to give back
}

}  // namespace stowage
