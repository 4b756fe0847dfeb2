// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/run/weights/weight_mover.h"

#include "engine/base/byte_size.h"
#include "engine/device/host_memory.h"

#include <algorithm>
#include <list>
#include <utility>

namespace stowage {

namespace {

/// Smaller tensors share mappings of the host device.
constexpr std::uint64_t kLeastBytes = kMiB;

/// What lies there serves requests down to four fifths of it: more would waste memory in use.
constexpr std::uint64_t kFitTop = 5;

constexpr std::uint64_t kFitBottom = 4;

using ArenaPtr = std::shared_ptr<MemoryArena>;

constexpr std::uint64_t kBlock = DirectReader::kAlignment;

/// Large enough for full speed past the page cache, small enough to stop soon.
constexpr std::uint64_t kDirectBytes = 4 * kMiB;

/// Below this a file is read before it is examined.
constexpr std::uint64_t kLeastDirect = kMiB;

/// From this share in the page cache on, what lacks is soon read through it, too.
constexpr double kMostlyCached = 0.5;

bool beginsBlock(std::uint64_t offset, const std::byte* address) {
    return offset % kBlock == 0 && reinterpret_cast<std::uintptr_t>(address) % kBlock == 0;
}

using Clock = Timeline::Clock;

/// Tells a sink of the parts of one tensor.
class TransferWatch {
public:
    TransferWatch(const TransferSink& sink, const WeightDelivery& delivery)
        : m_sink(sink), m_device(delivery.device.info().id), m_tensor(delivery.name) {}
    void tell(SpanKind kind, std::uint64_t bytes, Clock::time_point begin) const {
        if (m_sink) {
            m_sink({kind, m_device, m_tensor, bytes, begin, Clock::now()});
        }
    }

private:
    const TransferSink& m_sink;
    DeviceId m_device;
    std::string_view m_tensor;
};

Unexpected moveCancelled() {
    return fail(ErrorCode::Cancelled, say("The forward pass was cancelled."));
}

}  // namespace

/// What is not in use. Buffers know it, but do not keep it alive.
class WeightMemory::BufferPool {
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
template <class BufferPool>
class ShelvedBuffer : public DeviceBuffer {
public:
    ShelvedBuffer(std::shared_ptr<DeviceBuffer> part, ArenaPtr arena,
                  std::weak_ptr<BufferPool> pool)
        : m_part(std::move(part)), m_arena(std::move(arena)), m_pool(std::move(pool)) {}
    ~ShelvedBuffer() override {
        m_part.reset();
        if (const std::shared_ptr<BufferPool> pool = m_pool.lock()) {
            pool->putBack(std::move(m_arena));
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
    std::weak_ptr<BufferPool> m_pool;
};

}  // namespace

WeightMemory::WeightMemory() : m_pool(std::make_shared<BufferPool>()) {}

WeightMemory::~WeightMemory() = default;

Result<std::shared_ptr<DeviceBuffer>> WeightMemory::take(DeviceMemory& host, std::uint64_t bytes,
                                                         std::string_view owner) {
    if (bytes < kLeastBytes) {
        return host.allocateFor(bytes, owner);
    }
    ArenaPtr arena = m_pool->take(bytes);
    if (arena == nullptr) {
        Result<ArenaPtr> made = host.makeArena(bytes, HostMemoryUse::Fresh);
        if (!made || *made == nullptr) {
            m_pool->notMade(bytes);
            return made ? host.allocateFor(bytes, owner)
                        : Result<std::shared_ptr<DeviceBuffer>>(made.unexpected());
        }
        arena = std::move(*made);
    }
    Result<std::shared_ptr<DeviceBuffer>> part = arena->take(0, bytes, owner);
    if (!part) {
        m_pool->putBack(std::move(arena));
        return part;
    }
    return std::shared_ptr<DeviceBuffer>(std::make_shared<ShelvedBuffer<BufferPool>>(
        std::move(*part), std::move(arena), std::weak_ptr<BufferPool>(m_pool)));
}

bool filesStayCached(std::uint64_t bytes, std::uint64_t promised) {
    const std::uint64_t room = roomForFiles(readHostMemory()).value_or(0);
    return bytes <= (room - std::min(room, promised)) / 2;
}

Result<WeightFile> WeightFile::open(const std::string& path, const std::string& name,
                                    std::uint64_t bytes, DiskUse use) {
    auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() != bytes) {
        return fail(ErrorCode::Truncated,
                    say("The offload file %2 of the tensor %1 has %3 bytes instead of %4; load the "
                        "model again.",
                        name, path, (*file)->size(), bytes),
                    path, name);
    }
    WeightFile opened(std::move(*file));
    if (use == DiskUse::Once && bytes >= kLeastDirect) {
        opened.openDirectly();
    }
    return opened;
}

void WeightFile::openDirectly() {
    const auto descriptor = m_file->lease();
    if (!descriptor) {
        return;
    }
    const std::optional<double> cached = CachedPages(**descriptor).sample(0, m_file->size());
    if (!cached || *cached >= kMostlyCached) {
        return;
    }
    if (auto direct = DirectReader::open(**descriptor)) {
        m_direct = std::make_unique<const DirectReader>(std::move(*direct));
    }
}

/// How many bytes are there; none where the rest must come through the page cache.
std::uint64_t WeightFile::readDirectly(std::uint64_t offset, std::span<std::byte> target) {
    const std::uint64_t whole = std::min<std::uint64_t>(target.size(), kDirectBytes);
    if (!m_direct || whole < kBlock || !beginsBlock(offset, target.data())) {
        return 0;
    }
    const std::uint64_t got = m_direct->readSome(offset, target.first(whole / kBlock * kBlock));
    if (got == 0) {
        m_direct.reset();  // the other way tells what is wrong
    }
    return got;
}

Result<void> WeightFile::read(std::uint64_t offset, std::span<std::byte> target,
                              const std::stop_token& stop) {
    while (!target.empty()) {
        if (stop.stop_requested()) {
            return moveCancelled();
        }
        std::uint64_t got = readDirectly(offset, target);
        if (got == 0) {
            got = std::min<std::uint64_t>(target.size(), kCachedReadBytes);
            STOWAGE_TRY(m_file->readAt(offset, target.first(got)));
        }
        offset += got;
        target = target.subspan(got);
    }
    return {};
}

/// Carries tensors, one after another, from where they lie to a device: what is read for the host
/// goes straight to its place, everything else in parts through one buffer that is kept.
class WeightMover {
public:
    /// Errors: Cancelled; Truncated, which names the file; ReadFailed; those of writing to the
    /// device.
    [[nodiscard]] Result<void> deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                       const TransferSink& sink);

private:
    struct Pinned {
        const DeviceMemory* device;
        std::shared_ptr<void> token;
    };

    [[nodiscard]] Result<void> read(const WeightDelivery& delivery, const std::stop_token& stop,
                                    const TransferSink& sink);
    [[nodiscard]] Result<void> fetch(const WeightDelivery& delivery, const std::stop_token& stop,
                                     const TransferSink& sink);
    [[nodiscard]] Result<std::span<std::byte>> bufferFor(DeviceMemory& device);

    std::optional<HostScratch> m_buffer;
    std::vector<Pinned> m_pinned;  ///< goes before the buffer
};

Result<void> WeightMover::deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                  const TransferSink& sink) {
    if (delivery.tensor.memory == nullptr) {
        return read(delivery, stop, sink);
    }
    if (delivery.tensor.device == DeviceId::cpu()) {
        const TransferWatch watch(sink, delivery);
        const Clock::time_point begin = Clock::now();
        Result<void> written = delivery.device.write(
            delivery.target, 0, {delivery.tensor.memory->data(), delivery.bytes}, stop);
        watch.tell(SpanKind::HostToDevice, delivery.bytes, begin);
        return written;
    }
    return fetch(delivery, stop, sink);
}

/// From disk.
Result<void> WeightMover::read(const WeightDelivery& delivery, const std::stop_token& stop,
                               const TransferSink& sink) {
    auto file =
        WeightFile::open(delivery.tensor.file, delivery.name, delivery.bytes, delivery.disk);
    STOWAGE_TRY(file);
    const TransferWatch watch(sink, delivery);
    const bool isHost = delivery.device.isHost();
    std::span<std::byte> buffer{delivery.target.data(), delivery.bytes};
    if (!isHost) {
        const auto own = bufferFor(delivery.device);
        STOWAGE_TRY(own);
        buffer = *own;
    }
    for (std::uint64_t at = 0; at < delivery.bytes; at += kReadBytes) {
        const std::uint64_t length = std::min(kReadBytes, delivery.bytes - at);
        const std::span<std::byte> part = buffer.subspan(isHost ? at : 0, length);
        Clock::time_point begin = Clock::now();
        STOWAGE_TRY(file->read(at, part, stop));
        watch.tell(SpanKind::Disk, length, begin);
        if (isHost) {
            continue;
        }
        begin = Clock::now();
        STOWAGE_TRY(delivery.device.write(delivery.target, at, part, stop));
        watch.tell(SpanKind::HostToDevice, length, begin);
    }
    return {};
}

/// From another device.
Result<void> WeightMover::fetch(const WeightDelivery& delivery, const std::stop_token& stop,
                                const TransferSink& sink) {
    const auto buffer = bufferFor(delivery.device);
    STOWAGE_TRY(buffer);
    const TransferWatch watch(sink, delivery);
    for (std::uint64_t at = 0; at < delivery.bytes; at += kReadBytes) {
        if (stop.stop_requested()) {
            return moveCancelled();
        }
        const Clock::time_point begin = Clock::now();
        const std::span<std::byte> part = buffer->first(std::min(kReadBytes, delivery.bytes - at));
        STOWAGE_TRY(delivery.tensors.copyOut(delivery.name, at, part));
        STOWAGE_TRY(delivery.device.write(delivery.target, at, part, stop));
        watch.tell(SpanKind::HostToDevice, part.size(), begin);
    }
    return {};
}

/// Real cards take page-locked memory without another copy.
Result<std::span<std::byte>> WeightMover::bufferFor(DeviceMemory& device) {
    if (!m_buffer) {
        Result<HostScratch> made = HostScratch::map(kReadBytes);
        STOWAGE_TRY(made);
        m_buffer.emplace(std::move(*made));
    }
    if (std::ranges::find(m_pinned, &device, &Pinned::device) == m_pinned.end()) {
        m_pinned.push_back({&device, device.pinHost(m_buffer->bytes())});
    }
    return m_buffer->bytes();
}

WeightMovers::WeightMovers() = default;
WeightMovers::~WeightMovers() = default;

Result<void> WeightMovers::deliver(const WeightDelivery& delivery, const std::stop_token& stop,
                                   const TransferSink& sink) {
    std::unique_ptr<WeightMover> mover;
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_idle.empty()) {
            mover = std::move(m_idle.back());
            m_idle.pop_back();
        }
    }
    if (mover == nullptr) {
        mover = std::make_unique<WeightMover>();
    }
    Result<void> delivered = mover->deliver(delivery, stop, sink);
    const std::scoped_lock lock(m_mutex);
    m_idle.push_back(std::move(mover));
    return delivered;
}

namespace {

constexpr std::uintptr_t kPageBytes = 4 * kKiB;

/// A piece ends where a page and a tensor begin together, once it has so many bytes: a copy must
/// not cross from one piece to the next.
constexpr std::uintptr_t kPieceBytes = 256 * kMiB;

/// Addresses of whole pages.
struct PageRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};

PageRange pagesOf(std::span<const std::byte> tensor) {
    const auto begin = reinterpret_cast<std::uintptr_t>(tensor.data());
    return {begin / kPageBytes * kPageBytes,
            (begin + tensor.size() + kPageBytes - 1) / kPageBytes * kPageBytes};
}

std::vector<PageRange> piecesOf(std::vector<std::span<std::byte>> tensors) {
    std::ranges::sort(tensors, {}, [](std::span<std::byte> tensor) { return tensor.data(); });
    std::vector<PageRange> pieces;
    for (const std::span<std::byte> tensor : tensors) {
        const PageRange pages = pagesOf(tensor);
        const bool sharesPage = !pieces.empty() && pages.begin < pieces.back().end;
        const bool goesOn = !pieces.empty() && pages.begin == pieces.back().end &&
                            pieces.back().end - pieces.back().begin < kPieceBytes;
        if (sharesPage || goesOn) {
            pieces.back().end = std::max(pieces.back().end, pages.end);
        } else {
            pieces.push_back(pages);
        }
    }
    return pieces;
}

}  // namespace

bool areLockedForCards(std::uint64_t bytes, std::uint64_t passes,
                       std::optional<std::uint64_t> hostCapacity) {
    return passes > 1 && bytes > 0 && hostCapacity && bytes <= *hostCapacity / 2;
}

void LockedWeights::lock(DeviceMemory& card, std::vector<std::span<std::byte>> tensors,
                         const std::stop_token& stop) {
    for (const PageRange piece : piecesOf(std::move(tensors))) {
        if (stop.stop_requested()) {
            return;
        }
        if (auto held = card.pinHost(
                {reinterpret_cast<std::byte*>(piece.begin), piece.end - piece.begin})) {
            m_locks.push_back(std::move(held));
        }
    }
}

}  // namespace stowage
