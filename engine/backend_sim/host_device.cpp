// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/host_arena.h"
#include "engine/backend_sim/sim_gpu.h"
#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

namespace stowage {

namespace {

/// Tensors up to this size share a mapping: a model has hundreds of biases of a few KiB, and a
/// page each would waste more than they hold.
constexpr std::uint64_t kSharedLimit = 128 * kKiB;
constexpr std::uint64_t kSharedMapping = kMiB;
constexpr std::uint64_t kAlignment = 64;

std::uint64_t roundUp(std::uint64_t bytes, std::uint64_t to) {
    return (bytes + to - 1) / to * to;
}

/// What the pool of used arenas may hold: half of the machine.
std::uint64_t poolLimit() {
    return readHostMemory().total.value_or(0) / 2;
}

class HostBuffer : public DeviceBuffer {
public:
    HostBuffer(std::shared_ptr<HostMapping> mapping, std::byte* data, std::uint64_t size,
               std::shared_ptr<HostLedger> ledger)
        : m_mapping(std::move(mapping)), m_data(data), m_size(size), m_ledger(std::move(ledger)) {
        m_ledger->reserve(m_size);  // first: never is less reserved than allocated
        m_ledger->allocate(m_size);
    }
    ~HostBuffer() override {
        m_mapping.reset();
        m_ledger->free(m_size);
        m_ledger->unreserve(m_size);
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
    std::shared_ptr<HostLedger> m_ledger;
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
        return std::shared_ptr<DeviceBuffer>(
            std::make_shared<HostBuffer>(mapping, data, bytes, m_ledger));
    }

    Result<std::shared_ptr<MemoryArena>> makeArena(std::uint64_t bytes,
                                                   HostMemoryUse use) override {
        return makeHostArena(bytes, m_ledger, use == HostMemoryUse::Reused ? m_pool : nullptr);
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

    AllocatorStatistics statistics() const override { return m_ledger->statistics(); }

    void resetPeaks() override { m_ledger->resetPeaks(); }

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
    std::shared_ptr<HostLedger> m_ledger = std::make_shared<HostLedger>();
    std::shared_ptr<ArenaPool> m_pool = std::make_shared<ArenaPool>(m_ledger, poolLimit());
    std::mutex m_mutex;                   ///< guards the two below
    std::weak_ptr<HostMapping> m_shared;  ///< held by its buffers only, so it goes with the last
    std::uint64_t m_sharedUsed = 0;
};

}  // namespace

std::shared_ptr<DeviceMemory> makeHostDevice(const DeviceInfo& info) {
    return std::make_shared<HostDevice>(info);
}

}  // namespace stowage
