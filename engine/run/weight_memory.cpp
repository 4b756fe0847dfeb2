// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weight_memory.h"

#include "engine/base/byte_size.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

namespace stowage {

namespace {

/// Smaller tensors share mappings of the host device.
constexpr std::uint64_t kLeastBytes = kMiB;
/// What lies there serves requests down to four fifths of it: more would waste memory in use.
constexpr std::uint64_t kFitTop = 5;
constexpr std::uint64_t kFitBottom = 4;

using ArenaPtr = std::shared_ptr<MemoryArena>;

}  // namespace

/// What is not in use. Buffers know it, but do not keep it alive.
class WeightMemory::Shelf {
public:
    /// One that fits, which is in use from here on; null: there is none, and `bytes` may be made.
    ArenaPtr take(std::uint64_t bytes) {
        std::list<ArenaPtr> gone;  // unmapped outside the lock
        const std::scoped_lock lock(m_mutex);
        auto best = m_free.end();
        for (auto it = m_free.begin(); it != m_free.end(); ++it) {
            const std::uint64_t size = (*it)->bytes().size();
            const bool fits = size >= bytes && size / kFitTop * kFitBottom <= bytes;
            if (fits && (best == m_free.end() || size < (*best)->bytes().size())) {
                best = it;
            }
        }
        ArenaPtr taken = best != m_free.end() ? *best : nullptr;
        if (taken) {
            bytes = taken->bytes().size();
            m_freeBytes -= bytes;
            m_free.erase(best);
        }
        m_usedBytes += bytes;
        m_mostUsed = std::max(m_mostUsed, m_usedBytes);
        m_largest = std::max(m_largest, bytes);
        dropTo(mostFree(), gone);
        return taken;
    }

    void putBack(ArenaPtr arena) {
        std::list<ArenaPtr> gone;
        const std::scoped_lock lock(m_mutex);
        const std::uint64_t bytes = arena->bytes().size();
        m_usedBytes -= bytes;
        m_freeBytes += bytes;
        m_free.push_back(std::move(arena));
        dropTo(mostFree(), gone);
    }

    void notMade(std::uint64_t bytes) {
        const std::scoped_lock lock(m_mutex);
        m_usedBytes -= bytes;
    }

private:
    /// With one tensor's more, because the largest are tables at both ends of a model, for which
    /// there would be room only when no layer is in the way.
    [[nodiscard]] std::uint64_t mostFree() const { return m_mostUsed - m_usedBytes + m_largest; }

    /// The longest unused goes first.
    void dropTo(std::uint64_t bytes, std::list<ArenaPtr>& gone) {
        while (m_freeBytes > bytes) {
            m_freeBytes -= m_free.front()->bytes().size();
            gone.splice(gone.end(), m_free, m_free.begin());
        }
    }

    std::mutex m_mutex;
    std::list<ArenaPtr> m_free;  ///< the longest unused first
    std::uint64_t m_freeBytes = 0;
    std::uint64_t m_usedBytes = 0;
    std::uint64_t m_mostUsed = 0;  ///< ever
    std::uint64_t m_largest = 0;   ///< tensor ever
};

namespace {

/// Puts its arena back when it goes.
template <class Shelf>
class ShelvedBuffer : public DeviceBuffer {
public:
    ShelvedBuffer(std::shared_ptr<DeviceBuffer> part, ArenaPtr arena, std::weak_ptr<Shelf> shelf)
        : m_part(std::move(part)), m_arena(std::move(arena)), m_shelf(std::move(shelf)) {}
    ~ShelvedBuffer() override {
        m_part.reset();
        if (const std::shared_ptr<Shelf> shelf = m_shelf.lock()) {
            shelf->putBack(std::move(m_arena));
        }
    }
    ShelvedBuffer(const ShelvedBuffer&) = delete;
    ShelvedBuffer& operator=(const ShelvedBuffer&) = delete;

    [[nodiscard]] std::byte* data() const override { return m_part->data(); }
    [[nodiscard]] std::uint64_t size() const override { return m_part->size(); }
    [[nodiscard]] std::optional<DeviceId> device() const override { return m_part->device(); }

private:
    std::shared_ptr<DeviceBuffer> m_part;
    ArenaPtr m_arena;
    std::weak_ptr<Shelf> m_shelf;
};

}  // namespace

WeightMemory::WeightMemory() : m_shelf(std::make_shared<Shelf>()) {}

WeightMemory::~WeightMemory() = default;

Result<std::shared_ptr<DeviceBuffer>> WeightMemory::take(DeviceMemory& host, std::uint64_t bytes,
                                                         std::string_view owner) {
    if (bytes < kLeastBytes) {
        return host.allocateFor(bytes, owner);
    }
    ArenaPtr arena = m_shelf->take(bytes);
    if (arena == nullptr) {
        Result<ArenaPtr> made = host.makeArena(bytes, HostMemoryUse::Fresh);
        if (!made || *made == nullptr) {
            m_shelf->notMade(bytes);
            return made ? host.allocateFor(bytes, owner)
                        : Result<std::shared_ptr<DeviceBuffer>>(made.unexpected());
        }
        arena = std::move(*made);
    }
    Result<std::shared_ptr<DeviceBuffer>> part = arena->take(0, bytes, owner);
    if (!part) {
        m_shelf->putBack(std::move(arena));
        return part;
    }
    return std::shared_ptr<DeviceBuffer>(std::make_shared<ShelvedBuffer<Shelf>>(
        std::move(*part), std::move(arena), std::weak_ptr<Shelf>(m_shelf)));
}

}  // namespace stowage
