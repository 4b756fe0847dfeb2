// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/device_memory.h"
#include "engine/device/nvml_library.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
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

/// The exception that is being handled, as an Error: DeviceOutOfMemory where the card has no room,
/// DeviceLost for any other failure of CUDA, else as errorOfCurrentException(). Call it inside a
/// catch block only.
[[nodiscard]] Error cudaErrorOfCurrentException(const Message& what);

/// Runs `work` (which returns a Result) and turns what CUDA or LibTorch throws into an Error.
template <class What, class Work>
[[nodiscard]] std::invoke_result_t<Work> guardedOnCard(const What& what, Work&& work) {
    try {
        return work();
    } catch (...) {
        return Unexpected{cudaErrorOfCurrentException(what)};
    }
}

/// What one card has and who holds it, in bytes. free + reserved + context + usedByOthers is the
/// capacity, but for what changed while it was read.
struct CardMemory {
    std::uint64_t total = 0;
    std::uint64_t free = 0;
    std::uint64_t reserved = 0;  ///< by PyTorch's caching allocator in this process
    std::uint64_t context = 0;
    std::uint64_t usedByOthers = 0;
};

/// A CUDA device with the context of this process on it. One for each card and process.
class CudaCard {
public:
    /// Opens the context, and measures it by what became used meanwhile where NVML is there.
    /// `nvml` may be null. May throw c10::Error.
    CudaCard(int ordinal, std::shared_ptr<const NvmlLibrary> nvml);

    [[nodiscard]] int ordinal() const { return m_ordinal; }
    [[nodiscard]] const std::string& uuid() const { return m_uuid; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] CopyLanes& lanes() { return m_lanes; }
    /// The stream under which the allocator keeps memory for weights apart from that of
    /// activations; nothing is ever given to it. Were they of one pool, a block that a kernel still
    /// computes in could come next for weights, and every copy would have to wait for all that was
    /// begun before it: nothing would travel while a layer computes.
    [[nodiscard]] CUstream_st* weightStream() const { return m_weightStream; }
    /// cudaMemGetInfo, with what is in use told apart: the context is what NVML says of this
    /// process minus what is reserved. Where NVML does not tell (containers hide process ids), it
    /// is what was measured when it was opened; without NVML it counts as used by others.
    /// Thread-safe; may throw c10::Error.
    [[nodiscard]] CardMemory memory() const;
    /// As the plan sees it, under CUDA's number. May throw c10::Error.
    [[nodiscard]] DeviceInfo describe() const;

private:
    void openContext();

    int m_ordinal;
    std::string m_uuid;
    std::string m_name;
    std::shared_ptr<const NvmlLibrary> m_nvml;
    std::uint64_t m_contextWhenOpened = 0;
    CUstream_st* m_weightStream = nullptr;
    CopyLanes m_lanes;
};

/// A CUDA card as a device: memory from PyTorch's own caching allocator, so that its figures are
/// those that torch.cuda would tell, as one stream's; copies on streams of their own. What reads a
/// buffer must be done (Compute::finish) before the buffer goes: its memory is written to again at
/// once, whatever the computing stream still does.
class CudaDevice : public DeviceMemory, public std::enable_shared_from_this<CudaDevice> {
public:
    /// `info`: the card as the plan numbers it.
    CudaDevice(std::shared_ptr<CudaCard> card, DeviceInfo info);

    const DeviceInfo& info() const override { return *m_info.load(); }
    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override;
    Result<std::shared_ptr<DeviceBuffer>> allocateFor(std::uint64_t bytes,
                                                      std::string_view owner) override;
    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override;
    std::unique_ptr<WriteQueue> makeWriteQueue() override;
    Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                            std::stop_token stop) override;
    Result<void> readBack(const DeviceBuffer& source, std::uint64_t offset,
                          std::span<std::byte> target, std::stop_token stop) const override;
    AllocatorStatistics statistics() const override;
    AllocatorCounters counters() const override;
    std::vector<SegmentSnapshot> segments() const override;
    void resetPeaks() override;
    /// Empties the cache of every card: PyTorch's allocator knows no other way.
    void emptyCache() override;
    bool isHost() const override { return false; }
    bool isHostAddressable() const override { return false; }
    std::shared_ptr<void> pinHost(std::span<std::byte> memory) override;
    void refresh() override;
    Result<double> measureLink() override;

    [[nodiscard]] int ordinal() const { return m_card->ordinal(); }
    /// Called by a buffer that goes.
    void release(std::byte* memory) noexcept;

private:
    using Clock = std::chrono::steady_clock;

    void tell(const CardMemory& memory);
    [[nodiscard]] Error explained(Error error, std::uint64_t bytes, std::string_view owner) const;
    [[nodiscard]] Message label() const { return deviceLabel(info().id); }

    std::shared_ptr<CudaCard> m_card;
    mutable std::mutex m_mutex;  ///< guards all below but m_info
    Clock::time_point m_refreshed{};
    /// By context and memory of others. Kept as long as the device, because info() hands out
    /// references; the driver counts in MiB, so that there are only so many.
    std::map<std::pair<std::uint64_t, std::uint64_t>, DeviceInfo> m_infos;
    std::map<std::uint64_t, std::string> m_owners;              ///< by address
    mutable std::map<std::uint64_t, std::uint64_t> m_segments;  ///< numbers by address
    mutable std::uint64_t m_nextSegment = 1;
    std::atomic<const DeviceInfo*> m_info;
};

/// A live block of a card; it keeps its device alive.
class CudaBuffer : public DeviceBuffer {
public:
    CudaBuffer(std::shared_ptr<CudaDevice> device, std::byte* data, std::uint64_t size)
        : m_device(std::move(device)), m_data(data), m_size(size) {}
    ~CudaBuffer() override;
    CudaBuffer(const CudaBuffer&) = delete;
    CudaBuffer& operator=(const CudaBuffer&) = delete;

    std::byte* data() const override { return m_data; }
    std::uint64_t size() const override { return m_size; }
    [[nodiscard]] int ordinal() const { return m_device->ordinal(); }

private:
    std::shared_ptr<CudaDevice> m_device;
    std::byte* m_data;  ///< null for a request of 0 bytes
    std::uint64_t m_size;
};

}  // namespace stowage
