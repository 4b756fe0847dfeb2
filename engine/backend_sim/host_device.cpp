// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/sim_gpu.h"
#include "engine/base/byte_size.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

namespace stowage {

namespace {

constexpr std::uint64_t kPage = 4 * kKiB;
constexpr std::uint64_t kHugePage = 2 * kMiB;
/// Tensors up to this size share a mapping: a model has hundreds of biases of a few KiB, and a
/// page each would waste more than they hold.
constexpr std::uint64_t kSharedLimit = 128 * kKiB;
constexpr std::uint64_t kSharedMapping = kMiB;
constexpr std::uint64_t kAlignment = 64;

std::uint64_t roundUp(std::uint64_t bytes, std::uint64_t to) {
    return (bytes + to - 1) / to * to;
}

/// One anonymous mapping, given back to the system when it goes. Never malloc, whose arenas
/// would keep the pages.
class Mapping {
public:
    /// Null where the system refuses.
    static std::shared_ptr<Mapping> make(std::uint64_t bytes) {
        const std::uint64_t size = roundUp(bytes, kPage);
        const bool huge = size >= kHugePage;
        const std::uint64_t span = huge ? size + kHugePage : size;
        void* raw =
            ::mmap(nullptr, span, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (raw == MAP_FAILED) {
            return nullptr;
        }
        auto* data = static_cast<std::byte*>(raw);
        if (huge) {
            data = trimToHugePages(data, span, size);
        }
        return std::shared_ptr<Mapping>(new Mapping(data, size));
    }
    ~Mapping() { ::munmap(m_data, m_size); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    std::byte* data() const { return m_data; }
    std::uint64_t size() const { return m_size; }

private:
    Mapping(std::byte* data, std::uint64_t size) : m_data(data), m_size(size) {}

    /// The kernel only gives huge pages on their own boundaries: cut the mapping to start there.
    static std::byte* trimToHugePages(std::byte* raw, std::uint64_t span, std::uint64_t size) {
        const auto address = reinterpret_cast<std::uintptr_t>(raw);
        const std::uint64_t head = roundUp(address, kHugePage) - address;
        if (head > 0) {
            ::munmap(raw, head);
        }
        if (span - head > size) {
            ::munmap(raw + head + size, span - head - size);
        }
        (void)::madvise(raw + head, size, MADV_HUGEPAGE);
        return raw + head;
    }

    std::byte* m_data;
    std::uint64_t m_size;
};

/// Counters that buffers and the device share.
struct HostCounters {
    std::mutex mutex;
    AllocatorStatistics statistics;
};

class HostBuffer : public DeviceBuffer {
public:
    HostBuffer(std::shared_ptr<Mapping> mapping, std::byte* data, std::uint64_t size,
               std::shared_ptr<HostCounters> counters)
        : m_mapping(std::move(mapping)),
          m_data(data),
          m_size(size),
          m_counters(std::move(counters)) {}
    ~HostBuffer() override {
        const std::scoped_lock lock(m_counters->mutex);
        m_counters->statistics.allocated -= m_size;
        m_counters->statistics.reserved -= m_size;
    }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;

    std::byte* data() const override { return m_data; }
    std::uint64_t size() const override { return m_size; }
    std::optional<DeviceId> device() const override { return DeviceId::cpu(); }

private:
    std::shared_ptr<Mapping> m_mapping;
    std::byte* m_data;
    std::uint64_t m_size;
    std::shared_ptr<HostCounters> m_counters;
};

class HostDevice : public DeviceMemory {
public:
    explicit HostDevice(DeviceInfo info) : m_info(std::move(info)) {}

    const DeviceInfo& info() const override { return m_info; }

    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override {
        const auto [mapping, data] = takePlace(bytes);
        if (bytes > 0 && mapping == nullptr) {
            return fail(ErrorCode::OutOfMemory,
                        "The system refused " + formatSize(static_cast<double>(bytes)) +
                            " of host memory: " + std::strerror(errno) +
                            ". Put fewer layers on the CPU or close other programs.");
        }
        {
            const std::scoped_lock lock(m_counters->mutex);
            AllocatorStatistics& statistics = m_counters->statistics;
            statistics.allocated += bytes;
            statistics.reserved += bytes;
            statistics.peakAllocated = std::max(statistics.peakAllocated, statistics.allocated);
            statistics.peakReserved = std::max(statistics.peakReserved, statistics.reserved);
        }
        return std::shared_ptr<DeviceBuffer>(
            std::make_shared<HostBuffer>(mapping, data, bytes, m_counters));
    }

    Result<void> write(DeviceBuffer& target, std::uint64_t offset,
                       std::span<const std::byte> source, std::stop_token stop) override {
        assert(offset + source.size() <= target.size());
        return copy(target.data() + offset, source, stop);
    }

    Result<void> copyWithin(DeviceBuffer& target, const DeviceBuffer& source,
                            std::stop_token stop) override {
        assert(source.size() <= target.size());
        return copy(target.data(), {source.data(), source.size()}, stop);
    }

    AllocatorStatistics statistics() const override {
        const std::scoped_lock lock(m_counters->mutex);
        return m_counters->statistics;
    }

    void resetPeaks() override {
        const std::scoped_lock lock(m_counters->mutex);
        m_counters->statistics.peakAllocated = m_counters->statistics.allocated;
        m_counters->statistics.peakReserved = m_counters->statistics.reserved;
    }

    /// Nothing is cached: a mapping goes with its last buffer.
    void emptyCache() override {}

    bool isHost() const override { return true; }

private:
    using Place = std::pair<std::shared_ptr<Mapping>, std::byte*>;

    Place takePlace(std::uint64_t bytes) {
        if (bytes == 0) {
            return {nullptr, nullptr};
        }
        if (bytes > kSharedLimit) {
            std::shared_ptr<Mapping> own = Mapping::make(bytes);
            std::byte* const data = own ? own->data() : nullptr;
            return {std::move(own), data};
        }
        const std::scoped_lock lock(m_mutex);
        std::shared_ptr<Mapping> shared = m_shared.lock();
        if (!shared || m_sharedUsed + bytes > shared->size()) {
            shared = Mapping::make(kSharedMapping);
            m_shared = shared;
            m_sharedUsed = 0;
        }
        if (!shared) {
            return {nullptr, nullptr};
        }
        std::byte* const data = shared->data() + m_sharedUsed;
        m_sharedUsed += roundUp(bytes, kAlignment);
        return {std::move(shared), data};
    }

    static Result<void> copy(std::byte* to, std::span<const std::byte> source,
                             const std::stop_token& stop) {
        while (!source.empty()) {
            if (stop.stop_requested()) {
                return fail(ErrorCode::Cancelled, "The copy in host memory was cancelled.");
            }
            const std::size_t part = std::min<std::size_t>(source.size(), kMiB);
            std::memcpy(to, source.data(), part);
            to += part;
            source = source.subspan(part);
        }
        return {};
    }

    const DeviceInfo m_info;
    std::shared_ptr<HostCounters> m_counters = std::make_shared<HostCounters>();
    std::mutex m_mutex;               ///< guards the two below
    std::weak_ptr<Mapping> m_shared;  ///< held by its buffers only, so it goes with the last
    std::uint64_t m_sharedUsed = 0;
};

}  // namespace

std::shared_ptr<DeviceMemory> makeHostDevice(const DeviceInfo& info) {
    return std::make_shared<HostDevice>(info);
}

}  // namespace stowage
