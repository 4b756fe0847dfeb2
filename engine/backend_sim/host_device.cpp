// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/simulated_devices.h"
#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/page_cache.h"
#include "engine/device/allocator_statistics.h"
#include "engine/device/device_memory.h"
#include "engine/device/host_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace stowage {

namespace {

/// Given back in pieces, so that whoever reads this process's figures is let in between.
constexpr std::uint64_t kPiece = 64 * kMiB;

std::uint64_t roundUp(std::uint64_t bytes, std::uint64_t to) {
    return (bytes + to - 1) / to * to;
}

/// A pooled arena serves requests down to four fifths of it: more would waste memory in use.
constexpr std::uint64_t kFitTop = 5;

constexpr std::uint64_t kFitBottom = 4;

/// What the host device counts; its buffers and arenas share it and may outlive it. Thread-safe.
class HostMemoryCounters {
public:
    void allocate(std::uint64_t bytes) {
        const std::scoped_lock lock(m_mutex);
        m_statistics.allocated += bytes;
        m_statistics.peakAllocated = std::max(m_statistics.peakAllocated, m_statistics.allocated);
    }

    void free(std::uint64_t bytes) {
        const std::scoped_lock lock(m_mutex);
        m_statistics.allocated -= bytes;
    }

    void reserve(std::uint64_t bytes) {
        const std::scoped_lock lock(m_mutex);
        m_statistics.reserved += bytes;
        m_statistics.peakReserved = std::max(m_statistics.peakReserved, m_statistics.reserved);
    }

    void unreserve(std::uint64_t bytes) {
        const std::scoped_lock lock(m_mutex);
        m_statistics.reserved -= bytes;
    }

    void resetPeaks() {
        const std::scoped_lock lock(m_mutex);
        m_statistics.peakAllocated = m_statistics.allocated;
        m_statistics.peakReserved = m_statistics.reserved;
    }

    [[nodiscard]] AllocatorStatistics statistics() const {
        const std::scoped_lock lock(m_mutex);
        return m_statistics;
    }

private:
    mutable std::mutex m_mutex;
    AllocatorStatistics m_statistics;
};

/// One anonymous mapping, given back to the system when it goes. Never malloc, whose arenas would
/// keep the pages.
class HostMapping {
public:
    /// At least `bytes`, rounded up to whole pages. From 2 MiB on it begins on a boundary of huge
    /// pages and asks for them. Null where the system refuses; errno tells why.
    [[nodiscard]] static std::shared_ptr<HostMapping> make(std::uint64_t bytes) {
        constexpr std::uint64_t kPage = 4 * kKiB;
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
            data = trimToHugePages(data, size);
            (void)::madvise(data, size, MADV_HUGEPAGE);
        }
        return std::shared_ptr<HostMapping>(new HostMapping(data, size));
    }

    ~HostMapping() {
        for (std::uint64_t at = 0; at < m_size; at += kPiece) {
            ::munmap(m_data + at, std::min(kPiece, m_size - at));
        }
    }

    HostMapping(const HostMapping&) = delete;
    HostMapping& operator=(const HostMapping&) = delete;

    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    HostMapping(std::byte* data, std::uint64_t size) : m_data(data), m_size(size) {}

    std::byte* m_data;
    std::uint64_t m_size;
};

/// Arenas that nobody uses, kept with their pages for a load that asks for used ones. What it
/// holds is reserved in the counters. Thread-safe.
class ArenaPool {
public:
    /// `mostBytes`: what it may hold.
    ArenaPool(std::shared_ptr<HostMemoryCounters> counters, std::uint64_t mostBytes)
        : m_counters(std::move(counters)), m_mostBytes(mostBytes) {}
    ~ArenaPool() { clear(); }
    ArenaPool(const ArenaPool&) = delete;
    ArenaPool& operator=(const ArenaPool&) = delete;

    /// The smallest one of at least `bytes` that is not much larger; null where there is none. It
    /// stays reserved: the caller answers for it from here on.
    [[nodiscard]] std::shared_ptr<HostMapping> take(std::uint64_t bytes) {
        const std::scoped_lock lock(m_mutex);
        auto best = m_mappings.end();
        for (auto it = m_mappings.begin(); it != m_mappings.end(); ++it) {
            const std::uint64_t size = (*it)->size();
            const bool fits = size >= bytes && size / kFitTop * kFitBottom <= bytes;
            if (fits && (best == m_mappings.end() || size < (*best)->size())) {
                best = it;
            }
        }
        if (best == m_mappings.end()) {
            return nullptr;
        }
        std::shared_ptr<HostMapping> taken = std::move(*best);
        m_mappings.erase(best);
        m_bytes -= taken->size();
        return taken;
    }

    /// Keeps a mapping that is reserved in the counters; for it the oldest ones go as far as need
    /// be. One beyond the pool's own limit is given back to the system.
    void put(std::shared_ptr<HostMapping> mapping) {
        std::list<std::shared_ptr<HostMapping>> gone;  // unmapped outside the lock
        {
            const std::scoped_lock lock(m_mutex);
            m_bytes += mapping->size();
            m_mappings.push_back(std::move(mapping));
            while (m_bytes > m_mostBytes) {
                m_bytes -= m_mappings.front()->size();
                gone.splice(gone.end(), m_mappings, m_mappings.begin());
            }
        }
        giveBack(std::move(gone));
    }

    /// Gives all of them back to the system.
    void clear() {
        std::list<std::shared_ptr<HostMapping>> gone;
        {
            const std::scoped_lock lock(m_mutex);
            gone.swap(m_mappings);
            m_bytes = 0;
        }
        giveBack(std::move(gone));
    }

private:
    void giveBack(std::list<std::shared_ptr<HostMapping>> gone) {
        for (std::shared_ptr<HostMapping>& each : gone) {
            const std::uint64_t size = each->size();
            each.reset();
            m_counters->unreserve(size);
        }
    }

    std::shared_ptr<HostMemoryCounters> m_counters;
    std::uint64_t m_mostBytes;
    std::mutex m_mutex;
    std::uint64_t m_bytes = 0;
    std::list<std::shared_ptr<HostMapping>> m_mappings;  ///< the oldest first
};

class HostArena : public MemoryArena, public std::enable_shared_from_this<HostArena> {
public:
    HostArena(std::shared_ptr<HostMapping> mapping, std::uint64_t bytes, std::uint64_t reused,
              std::shared_ptr<HostMemoryCounters> counters, const std::shared_ptr<ArenaPool>& pool)
        : m_mapping(std::move(mapping)),
          m_bytes(bytes),
          m_reused(reused),
          m_counters(std::move(counters)),
          m_isPooled(pool != nullptr),
          m_pool(pool) {}
    ~HostArena() override {
        if (const std::shared_ptr<ArenaPool> pool = m_isPooled ? m_pool.lock() : nullptr) {
            pool->put(std::move(m_mapping));
            return;
        }
        const std::uint64_t reserved = m_mapping->size();
        m_mapping.reset();
        m_counters->unreserve(reserved);
    }
    HostArena(const HostArena&) = delete;
    HostArena& operator=(const HostArena&) = delete;

    std::span<std::byte> bytes() const override { return {m_mapping->data(), m_bytes}; }
    std::uint64_t reusedBytes() const override { return m_reused; }
    Result<std::shared_ptr<DeviceBuffer>> take(std::uint64_t offset, std::uint64_t bytes,
                                               std::string_view owner) override;

    HostMemoryCounters& counters() const { return *m_counters; }

private:
    std::shared_ptr<HostMapping> m_mapping;
    std::uint64_t m_bytes;
    std::uint64_t m_reused;
    std::shared_ptr<HostMemoryCounters> m_counters;
    bool m_isPooled;
    std::weak_ptr<ArenaPool> m_pool;
};

/// A tensor's part of an arena.
class ArenaPart : public DeviceBuffer {
public:
    ArenaPart(std::shared_ptr<HostArena> arena, std::span<std::byte> bytes)
        : m_arena(std::move(arena)), m_bytes(bytes) {
        m_arena->counters().allocate(m_bytes.size());
    }
    ~ArenaPart() override { m_arena->counters().free(m_bytes.size()); }
    ArenaPart(const ArenaPart&) = delete;
    ArenaPart& operator=(const ArenaPart&) = delete;

    std::byte* data() const override { return m_bytes.data(); }
    std::uint64_t size() const override { return m_bytes.size(); }
    std::optional<DeviceId> device() const override { return DeviceId::cpu(); }

private:
    std::shared_ptr<HostArena> m_arena;
    std::span<std::byte> m_bytes;
};

Result<std::shared_ptr<DeviceBuffer>> HostArena::take(std::uint64_t offset, std::uint64_t bytes,
                                                      std::string_view /*owner*/) {
    assert(offset + bytes <= m_bytes);
    return std::shared_ptr<DeviceBuffer>(
        std::make_shared<ArenaPart>(shared_from_this(), this->bytes().subspan(offset, bytes)));
}

/// Makes an arena of the host. `pool`: where it comes from and goes to, null for a fresh one; an
/// arena that outlives the pool is given back to the system.
/// Error: OutOfMemory.
Result<std::shared_ptr<MemoryArena>> makeHostArena(std::uint64_t bytes,
                                                   std::shared_ptr<HostMemoryCounters> counters,
                                                   const std::shared_ptr<ArenaPool>& pool) {
    std::shared_ptr<HostMapping> mapping = pool ? pool->take(bytes) : nullptr;
    const std::uint64_t reused = mapping ? mapping->size() : 0;
    if (mapping == nullptr) {
        mapping = HostMapping::make(bytes);
        if (mapping == nullptr) {
            return fail(ErrorCode::OutOfMemory,
                        say("The system refused to allocate %1 of host memory in one block: %2. "
                            "Put fewer layers on the CPU or close other programs.",
                            formatSize(static_cast<double>(bytes)), systemErrorText(errno)));
        }
        counters->reserve(mapping->size());
    }
    return std::shared_ptr<MemoryArena>(
        std::make_shared<HostArena>(std::move(mapping), bytes, reused, std::move(counters), pool));
}

/// Tensors up to this size share a mapping: a model has hundreds of biases of a few KiB, and a
/// page each would waste more than they hold.
constexpr std::uint64_t kSharedLimit = 128 * kKiB;

constexpr std::uint64_t kSharedMapping = kMiB;

constexpr std::uint64_t kAlignment = 64;

/// What the pool of used arenas may hold: half of the machine.
std::uint64_t poolLimit() {
    return readHostMemory().total.value_or(0) / 2;
}

class HostBuffer : public DeviceBuffer {
public:
    HostBuffer(std::shared_ptr<HostMapping> mapping, std::byte* data, std::uint64_t size,
               std::shared_ptr<HostMemoryCounters> counters)
        : m_mapping(std::move(mapping)),
          m_data(data),
          m_size(size),
          m_counters(std::move(counters)) {
        m_counters->reserve(m_size);  // first: never is less reserved than allocated
        m_counters->allocate(m_size);
    }
    ~HostBuffer() override {
        m_mapping.reset();
        m_counters->free(m_size);
        m_counters->unreserve(m_size);
    }
    HostBuffer(const HostBuffer&) = delete;
    HostBuffer& operator=(const HostBuffer&) = delete;

    std::byte* data() const override { return m_data; }
    std::uint64_t size() const override { return m_size; }
    std::optional<DeviceId> device() const override { return DeviceId::cpu(); }

private:
    std::shared_ptr<HostMapping> m_mapping;
    std::byte* m_data;
    std::uint64_t m_size;
    std::shared_ptr<HostMemoryCounters> m_counters;
};

class HostDevice : public DeviceMemory {
public:
    explicit HostDevice(DeviceInfo info) : m_info(std::move(info)) {}

    const DeviceInfo& info() const override { return m_info; }

    Result<std::shared_ptr<DeviceBuffer>> allocate(std::uint64_t bytes) override {
        const auto [mapping, data] = takePlace(bytes);
        if (bytes > 0 && mapping == nullptr) {
            return fail(ErrorCode::OutOfMemory,
                        say("The system refused to allocate %1 of host memory: %2. Put fewer "
                            "layers on the CPU or close other programs.",
                            formatSize(static_cast<double>(bytes)), std::strerror(errno)));
        }
        return std::shared_ptr<DeviceBuffer>(
            std::make_shared<HostBuffer>(mapping, data, bytes, m_counters));
    }

    Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t bytes,
                                                   HostMemoryUse use) override {
        return makeHostArena(bytes, m_counters, use == HostMemoryUse::Reused ? m_pool : nullptr);
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

    AllocatorStatistics statistics() const override { return m_counters->statistics(); }

    void resetPeaks() override { m_counters->resetPeaks(); }

    /// Only used arenas are cached: any other mapping goes with its last buffer.
    void emptyCache() override { m_pool->clear(); }

    bool isHost() const override { return true; }

private:
    using Place = std::pair<std::shared_ptr<HostMapping>, std::byte*>;

    Place takePlace(std::uint64_t bytes) {
        if (bytes == 0) {
            return {nullptr, nullptr};
        }
        if (bytes > kSharedLimit) {
            std::shared_ptr<HostMapping> own = HostMapping::make(bytes);
            std::byte* const data = own ? own->data() : nullptr;
            return {std::move(own), data};
        }
        const std::scoped_lock lock(m_mutex);
        std::shared_ptr<HostMapping> shared = m_shared.lock();
        if (!shared || m_sharedUsed + bytes > shared->size()) {
            shared = HostMapping::make(kSharedMapping);
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
                return fail(ErrorCode::Cancelled, say("Copying in host memory was cancelled."));
            }
            const std::size_t part = std::min<std::size_t>(source.size(), kMiB);
            std::memcpy(to, source.data(), part);
            to += part;
            source = source.subspan(part);
        }
        return {};
    }

    const DeviceInfo m_info;
    std::shared_ptr<HostMemoryCounters> m_counters = std::make_shared<HostMemoryCounters>();
    std::shared_ptr<ArenaPool> m_pool = std::make_shared<ArenaPool>(m_counters, poolLimit());
    std::mutex m_mutex;                   ///< guards the two below
    std::weak_ptr<HostMapping> m_shared;  ///< held by its buffers only, so it goes with the last
    std::uint64_t m_sharedUsed = 0;
};

}  // namespace

std::shared_ptr<DeviceMemory> makeHostDevice(const DeviceInfo& info) {
    return std::make_shared<HostDevice>(info);
}

}  // namespace stowage
