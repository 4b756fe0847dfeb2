// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/backend_sim/host_arena.h"

#include "engine/base/byte_size.h"
#include "engine/base/system_error.h"
#include "engine/device/device_memory.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <utility>

namespace stowage {

namespace {

/// A pooled arena serves requests down to four fifths of it: more would waste memory in use.
constexpr std::uint64_t kFitTop = 5;
constexpr std::uint64_t kFitBottom = 4;

class HostArena : public MemoryArena, public std::enable_shared_from_this<HostArena> {
public:
    HostArena(std::shared_ptr<HostMapping> mapping, std::uint64_t bytes, std::uint64_t reused,
              std::shared_ptr<HostLedger> ledger, const std::shared_ptr<ArenaPool>& pool)
        : m_mapping(std::move(mapping)),
          m_bytes(bytes),
          m_reused(reused),
          m_ledger(std::move(ledger)),
          m_isPooled(pool != nullptr),
          m_pool(pool) {}
    ~HostArena() override {
        if (const std::shared_ptr<ArenaPool> pool = m_isPooled ? m_pool.lock() : nullptr) {
            pool->put(std::move(m_mapping));
            return;
        }
        const std::uint64_t reserved = m_mapping->size();
        m_mapping.reset();
        m_ledger->unreserve(reserved);
    }
    HostArena(const HostArena&) = delete;
    HostArena& operator=(const HostArena&) = delete;

    std::span<std::byte> bytes() const override { return {m_mapping->data(), m_bytes}; }
    std::uint64_t reusedBytes() const override { return m_reused; }
    Result<std::shared_ptr<DeviceBuffer>> take(std::uint64_t offset, std::uint64_t bytes,
                                               std::string_view owner) override;

    HostLedger& ledger() const { return *m_ledger; }

private:
    std::shared_ptr<HostMapping> m_mapping;
    std::uint64_t m_bytes;
    std::uint64_t m_reused;
    std::shared_ptr<HostLedger> m_ledger;
    bool m_isPooled;
    std::weak_ptr<ArenaPool> m_pool;
};

/// A tensor's part of an arena.
class ArenaPart : public DeviceBuffer {
public:
    ArenaPart(std::shared_ptr<HostArena> arena, std::span<std::byte> bytes)
        : m_arena(std::move(arena)), m_bytes(bytes) {
        m_arena->ledger().allocate(m_bytes.size());
    }
    ~ArenaPart() override { m_arena->ledger().free(m_bytes.size()); }
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

}  // namespace

std::shared_ptr<HostMapping> ArenaPool::take(std::uint64_t bytes) {
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

void ArenaPool::put(std::shared_ptr<HostMapping> mapping) {
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
    for (std::shared_ptr<HostMapping>& each : gone) {
        const std::uint64_t size = each->size();
        each.reset();
        m_ledger->unreserve(size);
    }
}

void ArenaPool::clear() {
    std::list<std::shared_ptr<HostMapping>> gone;
    {
        const std::scoped_lock lock(m_mutex);
        gone.swap(m_mappings);
        m_bytes = 0;
    }
    for (std::shared_ptr<HostMapping>& each : gone) {
        const std::uint64_t size = each->size();
        each.reset();
        m_ledger->unreserve(size);
    }
}

Result<std::shared_ptr<MemoryArena>> makeHostArena(std::uint64_t bytes,
                                                   std::shared_ptr<HostLedger> ledger,
                                                   const std::shared_ptr<ArenaPool>& pool) {
    std::shared_ptr<HostMapping> mapping = pool ? pool->take(bytes) : nullptr;
    const std::uint64_t reused = mapping ? mapping->size() : 0;
    if (mapping == nullptr) {
        mapping = HostMapping::make(bytes);
        if (mapping == nullptr) {
            return fail(ErrorCode::OutOfMemory,
                        "The system refused " + formatSize(static_cast<double>(bytes)) +
                            " of host memory at once: " + systemErrorText(errno) +
                            ". Put fewer layers on the CPU or close other programs.");
        }
        ledger->reserve(mapping->size());
    }
    return std::shared_ptr<MemoryArena>(
        std::make_shared<HostArena>(std::move(mapping), bytes, reused, std::move(ledger), pool));
}

}  // namespace stowage
