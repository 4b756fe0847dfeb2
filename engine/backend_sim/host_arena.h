// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/backend_sim/host_ledger.h"
#include "engine/backend_sim/host_mapping.h"
#include "engine/device/memory_arena.h"

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

namespace stowage {

/// Arenas that nobody uses, kept with their pages for a load that asks for used ones. What it
/// holds is reserved in the ledger. Thread-safe.
class ArenaPool {
public:
    /// `mostBytes`: what it may hold.
    ArenaPool(std::shared_ptr<HostLedger> ledger, std::uint64_t mostBytes)
        : m_ledger(std::move(ledger)), m_mostBytes(mostBytes) {}
    ~ArenaPool() { clear(); }
    ArenaPool(const ArenaPool&) = delete;
    ArenaPool& operator=(const ArenaPool&) = delete;

    /// The smallest one of at least `bytes` that is not much larger; null where there is none. It
    /// stays reserved: the caller answers for it from here on.
    [[nodiscard]] std::shared_ptr<HostMapping> take(std::uint64_t bytes);
    /// Keeps a mapping that is reserved in the ledger; for it the oldest ones go as far as need
    /// be. One beyond the pool's own limit is given back to the system.
    void put(std::shared_ptr<HostMapping> mapping);
    /// Gives all of them back to the system.
    void clear();

private:
    std::shared_ptr<HostLedger> m_ledger;
    std::uint64_t m_mostBytes;
    std::mutex m_mutex;
    std::uint64_t m_bytes = 0;
    std::list<std::shared_ptr<HostMapping>> m_mappings;  ///< the oldest first
};

/// Makes an arena of the host. `pool`: where it comes from and goes to, null for a fresh one; an
/// arena that outlives the pool is given back to the system.
/// Error: OutOfMemory.
[[nodiscard]] Result<std::shared_ptr<MemoryArena>> makeHostArena(
    std::uint64_t bytes, std::shared_ptr<HostLedger> ledger,
    const std::shared_ptr<ArenaPool>& pool);

}  // namespace stowage
