// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_device.h"

#include "engine/backend_torch/cuda_guard.h"
#include "engine/backend_torch/cuda_link.h"
#include "engine/backend_torch/cuda_statistics.h"
#include "engine/base/byte_size.h"
#include "engine/base/utf8.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include <cassert>
#include <utility>

namespace stowage {

namespace {

namespace caching = c10::cuda::CUDACachingAllocator;

/// The driver takes some 0.1 ms to tell; a chart shows no more.
constexpr std::chrono::milliseconds kRefreshInterval{100};

c10::DeviceIndex indexOf(int ordinal) {
    return static_cast<c10::DeviceIndex>(ordinal);
}

std::uint64_t toWholeMiB(std::uint64_t bytes) {
    return bytes / kMiB * kMiB;
}

std::string sizeText(std::uint64_t bytes) {
    return formatSize(static_cast<double>(bytes));
}

CopyLanes::Lease lane(CudaCard& card) {
    return card.lanes().take();
}

}  // namespace

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
    auto made =
        guardedOnCard("Allocating on " + label(), [&]() -> Result<std::shared_ptr<DeviceBuffer>> {
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
    std::string text = label() + " is out of memory. " +
                       (owner.empty() ? "A request" : quotedForMessage(owner)) + " needs " +
                       formatExactBytes(static_cast<double>(bytes));
    const auto asked = guardedOnCard("Asking " + label(),
                                     [&]() -> Result<CardMemory> { return m_card->memory(); });
    if (asked) {
        text += ", but " + sizeText(asked->free) +
                " are free even after emptying the cache. Of its " + sizeText(asked->total) + ", " +
                sizeText(asked->reserved) + " are reserved here, " + sizeText(asked->context) +
                " are the context's and " + sizeText(asked->usedByOthers) + " other programs'";
    }
    error.message =
        text + ". Free memory there, put fewer layers on it, or choose a smaller dtype.";
    error.key = std::string(owner);
    return error;
}

Result<void> CudaDevice::write(DeviceBuffer& target, std::uint64_t offset,
                               std::span<const std::byte> source, std::stop_token stop) {
    assert(offset + source.size() <= target.size());
    if (source.empty()) {
        return {};
    }
    return guardedOnCard("Copying to " + label(), [&]() -> Result<void> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        return lane(*m_card)->toCard(target.data() + offset, source, stop);
    });
}

Result<void> CudaDevice::copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                                    std::stop_token stop) {
    assert(source.size() <= target.size());
    return guardedOnCard("Copying on " + label(), [&]() -> Result<void> {
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
    return guardedOnCard("Reading back from " + label(), [&]() -> Result<void> {
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
    const auto asked = guardedOnCard("Asking " + label(), [&]() -> Result<AllocatorCounters> {
        return cudaCounters(ordinal());
    });
    return asked ? *asked : AllocatorCounters();
}

std::vector<SegmentSnapshot> CudaDevice::segments() const {
    const auto asked =
        guardedOnCard("Asking " + label(), [&]() -> Result<std::vector<SegmentSnapshot>> {
            const std::scoped_lock lock(m_mutex);
            return cudaSegments(ordinal(), m_owners, m_segments, m_nextSegment);
        });
    return asked ? *asked : std::vector<SegmentSnapshot>();
}

void CudaDevice::resetPeaks() {
    (void)guardedOnCard("Resetting the peaks of " + label(), [&]() -> Result<void> {
        caching::resetPeakStats(indexOf(ordinal()));
        return {};
    });
}

void CudaDevice::emptyCache() {
    (void)guardedOnCard("Emptying the cache of " + label(), [&]() -> Result<void> {
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
    const auto asked = guardedOnCard("Asking " + label(),
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
    return guardedOnCard("Measuring the link to " + label(), [&]() -> Result<double> {
        const c10::cuda::CUDAGuard guard(indexOf(ordinal()));
        return plainCopyRate();
    });
}

void CudaDevice::release(std::byte* memory) noexcept {
    const auto freed = guardedOnCard("Freeing on the card", [&]() -> Result<void> {
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
