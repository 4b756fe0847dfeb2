// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

struct CUevent_st;
struct CUstream_st;

namespace stowage {

/// One thread's way to a card and back: a stream for copies beside the one that computes, and, made
/// by the first call that needs them, two page-locked buffers of 4 MiB with an event each, so that
/// one is filled while the other travels. A source that is page-locked itself goes straight.
/// Everything has arrived when a call returns, but for beginToCard().
/// Used by one thread at a time, with the card selected. Functions may throw c10::Error.
class CopyLane {
public:
    CopyLane();
    ~CopyLane();
    CopyLane(const CopyLane&) = delete;
    CopyLane& operator=(const CopyLane&) = delete;

    /// Begins to send what is page-locked, all of it; false, and nothing begun, where it is not.
    /// `source` must stay as it is until finish() or drain() has returned.
    [[nodiscard]] bool beginToCard(std::byte* target, std::span<const std::byte> source);
    /// Waits for everything that was begun.
    void finish();
    /// Error: Cancelled, at most two buffers after the request.
    [[nodiscard]] Result<void> toCard(std::byte* target, std::span<const std::byte> source,
                                      const std::stop_token& stop);
    [[nodiscard]] Result<void> fromCard(std::span<std::byte> target, const std::byte* source,
                                        const std::stop_token& stop);
    [[nodiscard]] Result<void> withinCard(std::byte* target, std::span<const std::byte> source,
                                          const std::stop_token& stop);
    /// Waits for everything; never throws, so that a failed call leaves nothing under way.
    void drain() noexcept;

private:
    static constexpr std::size_t kBuffers = 2;

    void release() noexcept;
    /// The slot's buffer.
    [[nodiscard]] std::byte* pinned(std::size_t slot);
    void sendPart(std::size_t slot, std::byte* target, std::span<const std::byte> part,
                  std::span<std::byte> through);

    CUstream_st* m_stream = nullptr;
    std::array<std::byte*, kBuffers> m_pinned{};
    std::array<CUevent_st*, kBuffers> m_done{};
};

/// The lanes of one card: as many as threads ever copied at once. Thread-safe.
class CopyLanes {
public:
    /// A lane for one call; it comes back drained.
    class Lease {
    public:
        Lease(CopyLanes& lanes, std::unique_ptr<CopyLane> lane);
        ~Lease();
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        CopyLane* operator->() const { return m_lane.get(); }

    private:
        CopyLanes& m_lanes;
        std::unique_ptr<CopyLane> m_lane;
    };

    /// A lane that waits for no other stream: the memory of a DeviceBuffer is never that of
    /// activations (CudaCard::weightStream), and is given back when what read it is done. May throw
    /// c10::Error, where no lane is free and none can be made.
    [[nodiscard]] Lease take();
    /// Gives the free lanes' page-locked memory back.
    void clear();

private:
    std::mutex m_mutex;
    std::vector<std::unique_ptr<CopyLane>> m_free;
};

/// Bytes per second of plain asynchronous copies of page-locked memory to the selected card, by
/// CUDA's own events: what write() is held against. Takes 64 MiB on each side for some 20 ms, the
/// card's from the caching allocator. May throw c10::Error.
[[nodiscard]] double plainCopyRate();

}  // namespace stowage
