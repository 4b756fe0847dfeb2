// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_torch/cuda_device.h"

#include "engine/base/byte_size.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include <cuda_runtime_api.h>

namespace stowage {
namespace {

constexpr std::size_t kBufferBytes = 4 * kMiB;

/// Parts of a call that fits one buffer, so that filling and sending overlap there too.
constexpr std::size_t kSmallestPart = 512 * kKiB;

constexpr std::size_t kPartsPerCall = 4;

/// What a part of a load takes while several share the link.
constexpr std::chrono::microseconds kSoon{500};

/// A card copies at a terabyte a second: this takes it a fraction of a millisecond.
constexpr std::size_t kPartOnCard = 256 * kMiB;

std::size_t partFor(std::size_t bytes) {
    return std::clamp(bytes / kPartsPerCall, kSmallestPart, kBufferBytes);
}

bool isPageLocked(const void* memory) {
    cudaPointerAttributes attributes{};
    if (::cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
        (void)::cudaGetLastError();
        return false;
    }
    return attributes.type == cudaMemoryTypeHost;
}

Result<void> goOn(const std::stop_token& stop) {
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, say("The transfer was cancelled."));
    }
    return {};
}

constexpr std::uint64_t kBytes = 64 * kMiB;

constexpr int kRounds = 8;

constexpr float kMillisecond = 1e-3F;

template <auto Destroy>
struct Destroyer {
    template <class Handle>
    void operator()(Handle* handle) const {
        (void)Destroy(handle);
    }
};

using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroyer<&cudaStreamDestroy>>;

using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroyer<&cudaEventDestroy>>;

using PinnedMemory = std::unique_ptr<void, Destroyer<&cudaFreeHost>>;

using TargetMemory = std::unique_ptr<void, Destroyer<&c10::cuda::CUDACachingAllocator::raw_delete>>;

Event makeEvent() {
    cudaEvent_t event = nullptr;
    C10_CUDA_CHECK(cudaEventCreate(&event));
    return Event(event);
}

Stream makeStream() {
    cudaStream_t stream = nullptr;
    C10_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return Stream(stream);
}

PinnedMemory makePageLocked(std::size_t bytes) {
    void* memory = nullptr;
    C10_CUDA_CHECK(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable));
    return PinnedMemory(memory);
}

}  // namespace

CopyLane::CopyLane() {
    try {
        C10_CUDA_CHECK(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking));
        for (std::size_t slot = 0; slot < kBuffers; ++slot) {
            // Blocking: a waiting loader thread leaves its core to the one that reads.
            C10_CUDA_CHECK(cudaEventCreateWithFlags(
                &m_done[slot], cudaEventDisableTiming | cudaEventBlockingSync));
        }
    } catch (...) {
        release();
        throw;
    }
}

CopyLane::~CopyLane() {
    release();
}

void CopyLane::release() noexcept {
    drain();
    for (std::size_t slot = 0; slot < kBuffers; ++slot) {
        if (m_done[slot] != nullptr) {
            (void)::cudaEventDestroy(m_done[slot]);
        }
        if (m_pinned[slot] != nullptr) {
            (void)::cudaFreeHost(m_pinned[slot]);
        }
    }
    if (m_stream != nullptr) {
        (void)::cudaStreamDestroy(m_stream);
    }
}

void CopyLane::drain() noexcept {
    if (m_stream != nullptr && ::cudaStreamSynchronize(m_stream) != cudaSuccess) {
        (void)::cudaGetLastError();  // whoever caused it was told
    }
}

std::byte* CopyLane::pinned(std::size_t slot) {
    if (m_pinned[slot] == nullptr) {
        m_pinned[slot] = static_cast<std::byte*>(makePageLocked(kBufferBytes).release());
    }
    return m_pinned[slot];
}

void CopyLane::sendPart(std::size_t slot, std::byte* target, std::span<const std::byte> part,
                        std::span<std::byte> through) {
    // The slot's last part must have gone before its buffer is filled again; where the source is
    // page-locked this only bounds what is under way.
    C10_CUDA_CHECK(cudaEventSynchronize(m_done[slot]));
    const std::byte* from = part.data();
    if (!through.empty()) {
        std::memcpy(through.data(), part.data(), part.size());
        from = through.data();
    }
    C10_CUDA_CHECK(cudaMemcpyAsync(target, from, part.size(), cudaMemcpyHostToDevice, m_stream));
    C10_CUDA_CHECK(cudaEventRecord(m_done[slot], m_stream));
}

bool CopyLane::beginToCard(std::byte* target, std::span<const std::byte> source) {
    if (!isPageLocked(source.data())) {
        return false;
    }
    C10_CUDA_CHECK(
        cudaMemcpyAsync(target, source.data(), source.size(), cudaMemcpyHostToDevice, m_stream));
    return true;
}

void CopyLane::finish() {
    C10_CUDA_CHECK(cudaEventRecord(m_done.front(), m_stream));
    // To be woken takes as long as a small copy, longer still in a virtual machine.
    const auto soon = std::chrono::steady_clock::now() + kSoon;
    while (std::chrono::steady_clock::now() < soon) {
        const cudaError_t state = ::cudaEventQuery(m_done.front());
        if (state != cudaErrorNotReady) {
            C10_CUDA_CHECK(state);
            return;
        }
        (void)::cudaGetLastError();  // that it is not ready is no error
        std::this_thread::yield();
    }
    C10_CUDA_CHECK(cudaEventSynchronize(m_done.front()));
}

Result<void> CopyLane::toCard(std::byte* target, std::span<const std::byte> source,
                              const std::stop_token& stop) {
    const bool straight = isPageLocked(source.data());
    const std::size_t step = straight ? kBufferBytes : partFor(source.size());
    std::size_t slot = 0;
    for (std::size_t at = 0; at < source.size(); at += step) {
        STOWAGE_TRY(goOn(stop));
        const auto part = source.subspan(at, std::min(step, source.size() - at));
        const std::span<std::byte> through =
            straight ? std::span<std::byte>() : std::span(pinned(slot), kBufferBytes);
        sendPart(slot, target + at, part, through);
        slot = (slot + 1) % kBuffers;
    }
    C10_CUDA_CHECK(cudaStreamSynchronize(m_stream));
    return {};
}

Result<void> CopyLane::fromCard(std::span<std::byte> target, const std::byte* source,
                                const std::stop_token& stop) {
    const std::size_t step = partFor(target.size());
    const std::size_t parts = (target.size() + step - 1) / step;
    const auto lengthOf = [&](std::size_t part) {
        return std::min(step, target.size() - part * step);
    };
    // One part ahead: the next one travels while the last is copied out of its buffer.
    for (std::size_t part = 0; part <= parts; ++part) {
        STOWAGE_TRY(goOn(stop));
        if (part < parts) {
            const std::size_t slot = part % kBuffers;
            C10_CUDA_CHECK(cudaMemcpyAsync(pinned(slot), source + part * step, lengthOf(part),
                                           cudaMemcpyDeviceToHost, m_stream));
            C10_CUDA_CHECK(cudaEventRecord(m_done[slot], m_stream));
        }
        if (part > 0) {
            const std::size_t slot = (part - 1) % kBuffers;
            C10_CUDA_CHECK(cudaEventSynchronize(m_done[slot]));
            std::memcpy(target.data() + (part - 1) * step, m_pinned[slot], lengthOf(part - 1));
        }
    }
    return {};
}

Result<void> CopyLane::withinCard(std::byte* target, std::span<const std::byte> source,
                                  const std::stop_token& stop) {
    for (std::size_t at = 0; at < source.size(); at += kPartOnCard) {
        STOWAGE_TRY(goOn(stop));
        C10_CUDA_CHECK(cudaMemcpyAsync(target + at, source.data() + at,
                                       std::min(kPartOnCard, source.size() - at),
                                       cudaMemcpyDeviceToDevice, m_stream));
        C10_CUDA_CHECK(cudaStreamSynchronize(m_stream));
    }
    return {};
}

CopyLanes::Lease::Lease(CopyLanes& lanes, std::unique_ptr<CopyLane> lane)
    : m_lanes(lanes), m_lane(std::move(lane)) {}

CopyLanes::Lease::~Lease() {
    m_lane->drain();
    const std::scoped_lock lock(m_lanes.m_mutex);
    m_lanes.m_free.push_back(std::move(m_lane));
}

CopyLanes::Lease CopyLanes::take() {
    std::unique_ptr<CopyLane> lane;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_free.empty()) {
            lane = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    if (lane == nullptr) {
        lane = std::make_unique<CopyLane>();
    }
    return {*this, std::move(lane)};
}

void CopyLanes::clear() {
    std::vector<std::unique_ptr<CopyLane>> gone;
    const std::scoped_lock lock(m_mutex);
    gone.swap(m_free);
}

double plainCopyRate() {
    const PinnedMemory source = makePageLocked(kBytes);
    const TargetMemory target(c10::cuda::CUDACachingAllocator::raw_alloc(kBytes));
    const Stream stream = makeStream();
    const Event begin = makeEvent();
    const Event end = makeEvent();
    float fastest = 0;
    for (int round = 0; round < kRounds; ++round) {
        C10_CUDA_CHECK(cudaEventRecord(begin.get(), stream.get()));
        C10_CUDA_CHECK(cudaMemcpyAsync(target.get(), source.get(), kBytes, cudaMemcpyHostToDevice,
                                       stream.get()));
        C10_CUDA_CHECK(cudaEventRecord(end.get(), stream.get()));
        C10_CUDA_CHECK(cudaEventSynchronize(end.get()));
        float milliseconds = 0;
        C10_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()));
        // The first round may wake the link from its sleep.
        if (round > 0 && (fastest == 0 || milliseconds < fastest)) {
            fastest = milliseconds;
        }
    }
    return static_cast<double>(kBytes) / static_cast<double>(fastest * kMillisecond);
}

}  // namespace stowage
