// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/load_steps.h"

#include "engine/base/byte_size.h"
#include "engine/base/page_cache.h"
#include "engine/load/execute/read_batches.h"
#include "engine/load/execute/worker_pool.h"
#include "engine/load/program/host_layout.h"
#include "engine/load/program/load_schedule.h"
#include "engine/load/read_choice.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace stowage {

namespace {

/// Gives the memory that a load reads into its pages, a little ahead of whoever reads: zeroing a
/// page, and on a virtual machine getting it from the host, then takes none of the time in which a
/// reader waits for the disk. Works on batches by their numbers, in order.
class PagePopulator {
public:
    /// `populate` makes the pages of one batch, in any thread (populatePages). `threads`: 0 for
    /// none.
    PagePopulator(std::size_t batches, unsigned threads,
                  std::function<void(std::size_t batch)> populate);
    /// Ends with the batch that is under way.
    ~PagePopulator() = default;
    PagePopulator(const PagePopulator&) = delete;
    PagePopulator& operator=(const PagePopulator&) = delete;

    /// The batches before `end` may have pages now; those before `read` are being read, and make
    /// their own. From any thread.
    void allow(std::size_t read, std::size_t end);

private:
    void run(const std::stop_token& stop);
    /// The next one to populate, once it may be; the number of all where there is none, or on a
    /// stop.
    [[nodiscard]] std::size_t next(const std::stop_token& stop);

    std::size_t m_batches;
    std::function<void(std::size_t batch)> m_populate;
    std::mutex m_mutex;  ///< guards the two below
    std::condition_variable_any m_mayGo;
    std::size_t m_next = 0;
    std::size_t m_end = 0;
    std::vector<std::jthread> m_threads;  ///< the last: they use what is above
};

PagePopulator::PagePopulator(std::size_t batches, unsigned threads,
                             std::function<void(std::size_t batch)> populate)
    : m_batches(batches), m_populate(std::move(populate)) {
    for (unsigned i = 0; i < threads; ++i) {
        try {
            m_threads.emplace_back([this](const std::stop_token& stop) { run(stop); });
        } catch (const std::system_error&) {  // then with those that there are
            return;
        }
    }
}

void PagePopulator::allow(std::size_t read, std::size_t end) {
    if (m_threads.empty()) {
        return;
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_next = std::max(m_next, read);
        m_end = std::max(m_end, end);
    }
    m_mayGo.notify_all();
}

std::size_t PagePopulator::next(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const bool mayGo =
        m_mayGo.wait(lock, stop, [this] { return m_next < m_end || m_next >= m_batches; });
    return mayGo && m_next < m_batches ? m_next++ : m_batches;
}

void PagePopulator::run(const std::stop_token& stop) {
    for (std::size_t at = next(stop); at < m_batches; at = next(stop)) {
        m_populate(at);
    }
}

/// What all workers of a load have read. Bytes.
struct ReadTotals {
    std::atomic<std::uint64_t> direct{0};
    std::atomic<std::uint64_t> buffered{0};
};

/// Reads ranges for one worker; of each shard in turn it keeps one open file.
class RangeReader {
public:
    /// Both outlive the reader.
    RangeReader(const LoadWork& work, ReadTotals& totals) : m_work(work), m_totals(totals) {}

    /// Fills `target` from `offset` of the shard, and counts it. ReadMode::Direct holds as far as
    /// the file system allows; `target` must then be congruent with `offset` modulo
    /// DirectReader::kAlignment, and the whole blocks that it lies in are written to.
    /// Errors: Cancelled, Truncated, ReadFailed.
    [[nodiscard]] Result<void> read(std::uint32_t shard, std::uint64_t offset,
                                    std::span<std::byte> target, ReadMode mode,
                                    const std::stop_token& stop);
    /// The share of a range that is in memory already; nothing where that is unknown.
    [[nodiscard]] std::optional<double> cachedShare(std::uint32_t shard, std::uint64_t offset,
                                                    std::uint64_t length);

private:
    /// Opens what tells about the shard and reads it; without them where it cannot be opened.
    void openShard(std::uint32_t shard);

    const LoadWork& m_work;
    ReadTotals& m_totals;
    std::uint32_t m_shard = std::numeric_limits<std::uint32_t>::max();
    std::optional<CachedPages> m_cached;
    std::optional<DirectReader> m_direct;
};

constexpr std::uint64_t kReadBlock = DirectReader::kAlignment;

/// Reads the whole blocks around `target`, and returns how many bytes of it are there.
std::uint64_t readBlocks(const DirectReader& file, std::uint64_t offset,
                         std::span<std::byte> target) {
    const std::uint64_t head = offset % kReadBlock;
    const std::uint64_t length = (head + target.size() + kReadBlock - 1) / kReadBlock * kReadBlock;
    const std::uint64_t got = file.readSome(offset - head, {target.data() - head, length});
    return std::min<std::uint64_t>(got - std::min(got, head), target.size());
}

bool isCongruent(std::uint64_t offset, const std::byte* address) {
    return reinterpret_cast<std::uintptr_t>(address) % kReadBlock == offset % kReadBlock;
}

Result<void> RangeReader::read(std::uint32_t shard, std::uint64_t offset,
                               std::span<std::byte> target, ReadMode mode,
                               const std::stop_token& stop) {
    STOWAGE_TRY(proceed(m_work, stop));
    std::uint64_t done = 0;
    const bool mayBeDirect = mode == ReadMode::Direct && isCongruent(offset, target.data());
    if (mayBeDirect) {
        openShard(shard);
    }
    if (mayBeDirect && m_direct) {
        done = readBlocks(*m_direct, offset, target);
        m_totals.direct += done;
        m_work.monitor.countRead(done);
    }
    if (done == target.size()) {
        return {};
    }
    const std::span<std::byte> rest = target.subspan(done);
    Result<void> read = readRange(m_work, shard, offset + done, rest, stop);
    m_totals.buffered += read ? rest.size() : 0;
    return read;
}

std::optional<double> RangeReader::cachedShare(std::uint32_t shard, std::uint64_t offset,
                                               std::uint64_t length) {
    openShard(shard);
    return m_cached ? m_cached->sample(offset, length) : std::nullopt;
}

void RangeReader::openShard(std::uint32_t shard) {
    if (shard == m_shard) {
        return;
    }
    m_shard = shard;
    m_cached.reset();
    m_direct.reset();
    // A file that cannot be opened any more is the buffered read's failure to tell.
    if (const auto file = m_work.schedule.checkpoint->shards[shard]->lease()) {
        m_cached.emplace(**file);
        m_direct = DirectReader::open(**file);
    }
}

/// Places and pages are made so much before they are read into: at most 32 MiB, which a load that
/// is paused has beyond what it has read.
constexpr std::size_t kBatchesAhead = 32;
/// More than so many make pages no faster.
constexpr unsigned kMostPopulators = 4;

/// Of reads out of the page cache where many threads share the slots.
constexpr std::uint64_t kCopiedByMany = kMiB;

/// Half of the processors: readers need them as well.
unsigned usualPopulators() {
    return std::clamp(std::thread::hardware_concurrency() / 2, 1U, kMostPopulators);
}

/// Counts the bytes that a tensor still waits for, to report whole tensors.
class PendingBytes {
public:
    explicit PendingBytes(const LoadWork& work) : m_left(work.schedule.tensors.size()) {
        for (std::uint32_t index = 0; index < m_left.size(); ++index) {
            m_left[index] = work.stored(index).location.length;
            if (m_left[index] == 0) {  // empty tensors are there already
                work.monitor.tensorDone(work.name(index), 0);
                work.monitor.itemDone();
            }
        }
    }
    void arrived(const LoadWork& work, const ReadPart& part) {
        work.monitor.advance(part.length, work.name(part.scheduled));
        if (m_left[part.scheduled].fetch_sub(part.length) == part.length) {
            work.monitor.tensorDone(work.name(part.scheduled),
                                    denseBytes(work.stored(part.scheduled)));
            work.monitor.itemDone();
            work.gate.arrive();
        }
    }

private:
    std::vector<std::atomic<std::uint64_t>> m_left;
};

/// A place that a worker reads to, and what is still on its way out of it.
class Slot {
public:
    Slot(const LoadWork& work, PendingBytes& pending, std::span<std::byte> bytes)
        : m_work(work), m_pending(pending), m_bytes(bytes) {}

    [[nodiscard]] std::byte* data() const { return m_bytes.data(); }
    /// Begins to bring `bytes`, which lie here, to their device; false where it takes the caller.
    [[nodiscard]] Result<bool> begin(const ReadPart& part, std::span<const std::byte> bytes,
                                     const std::stop_token& stop) {
        DeviceMemory& device = m_work.device(part.scheduled);
        const auto [found, isNew] = m_queues.try_emplace(&device);
        if (isNew) {
            found->second = device.makeWriteQueue();
        }
        if (found->second == nullptr) {
            return false;
        }
        m_begun.push_back(&part);
        STOWAGE_TRY(found->second->write(*m_work.model.buffer(part.scheduled), part.tensorOffset,
                                         bytes, stop));
        return true;
    }
    /// Waits until all has arrived: the slot may be written to.
    [[nodiscard]] Result<void> settle() {
        for (const auto& [device, queue] : m_queues) {
            Result<void> arrived = queue == nullptr ? Result<void>() : queue->finish();
            if (!arrived) {
                m_work.monitor.noteFault(m_begun.empty() ? std::string()
                                                         : m_work.name(m_begun.front()->scheduled));
                return arrived;
            }
        }
        for (const ReadPart* const part : std::exchange(m_begun, {})) {
            m_pending.arrived(m_work, *part);
        }
        return {};
    }

private:
    const LoadWork& m_work;
    PendingBytes& m_pending;
    std::span<std::byte> m_bytes;
    std::vector<const ReadPart*> m_begun;
    std::map<DeviceMemory*, std::unique_ptr<WriteQueue>> m_queues;  ///< of devices that have them
};

class BulkRead {
public:
    BulkRead(const LoadWork& work, const StagingRing& ring, const HostArenas& arenas,
             const MakePlaces& makePlaces)
        : m_work(work),
          m_ring(ring),
          m_makePlaces(makePlaces),
          m_plan(makeReadPlan(work.schedule, arenas)),
          m_casts(castsAny(work.schedule)),
          m_fillsCards(fillsCards(work.schedule)),
          m_isReused(arenas.reusedBytes() > 0),
          m_pending(work) {}

    Result<void> run();
    /// What was read, and how. Without the arenas' part.
    [[nodiscard]] LoadIo figures() const;

private:
    void choose();
    void markCached();
    [[nodiscard]] ReadChoice copied() const;
    [[nodiscard]] bool anyStaged() const;
    [[nodiscard]] bool isCold() const { return m_cachedShare < kCachedLoad; }
    Result<void> probe(WorkerPool& pool);
    Result<void> readUntil(std::size_t end, const ReadChoice& choice, WorkerPool& pool);
    Result<void> work(unsigned index, std::size_t end, const ReadChoice& choice,
                      const std::stop_token& stop);
    Result<void> bring(const ReadBatch& batch, Slot& slot, std::span<std::byte> castSlot,
                       RangeReader& reader, const ReadChoice& choice, const std::stop_token& stop);
    /// On the device, or on its way there out of `slot`.
    Result<void> handOn(const ReadPart& part, std::span<const std::byte> bytes, Slot& slot,
                        std::span<std::byte> castSlot, const std::stop_token& stop);
    Result<void> deliverPart(const ReadPart& part, std::span<const std::byte> bytes,
                             std::span<std::byte> castSlot, const std::stop_token& stop);
    /// Of where a batch goes. What fails here is the reader's to tell, who touches the same pages.
    void makePages(const ReadBatch& batch) const;
    void showPlaceOf(const Error& error, const ReadBatch& batch) const;
    [[nodiscard]] unsigned workersFor(const ReadChoice& choice) const;
    /// As many as this load may have at once; `known`: the remembered choice.
    [[nodiscard]] unsigned mostWorkers(const std::optional<ReadChoice>& known) const;
    /// Largest read into a slot. Bytes.
    [[nodiscard]] std::uint64_t slotReads(const ReadChoice& choice) const {
        return m_casts ? kReadBytes : choice.blockBytes;
    }
    /// Each worker owns a slot to read into and, where anything is cast, one to cast into, else,
    /// for a card, a second one; where all lies in arenas, nobody uses any, and there may be more
    /// workers than slots.
    [[nodiscard]] unsigned slotsEach() const { return m_casts || m_fillsCards ? 2 : 1; }

    /// Share of a load in the page cache from which on it is no measure of the disk.
    static constexpr double kCachedLoad = 0.1;
    static constexpr double kCachedBatch = 0.5;
    static constexpr std::size_t kAskedTogether = 4;  ///< batches
    /// Below, the system's reading ahead is faster than a request of its own for every range.
    static constexpr std::uint64_t kSmallestDirect = 256 * kKiB;

    const LoadWork& m_work;
    const StagingRing& m_ring;
    const MakePlaces& m_makePlaces;
    ReadPlan m_plan;
    bool m_casts;
    bool m_fillsCards;  ///< a card copies out of one slot beside reads to another
    bool m_isReused;    ///< memory on the CPU that has its pages
    PagePopulator* m_populator = nullptr;  ///< while run() goes on
    PendingBytes m_pending;
    ReadTotals m_totals;
    std::atomic<std::size_t> m_next{0};
    ReadChoice m_choice;
    std::optional<std::uint64_t> m_fileSystem;
    double m_cachedShare = 0;
    std::uint64_t m_probedBytes = 0;
};

/// What was chosen before, what is usual, and how much of the load is in memory already.
void BulkRead::choose() {
    const std::uint32_t shard = m_plan.batches.front().shard;
    if (const auto file = m_work.schedule.checkpoint->shards[shard]->lease()) {
        m_fileSystem = (*file)->fileSystem();
        m_choice = usualChoice(**file);
    }
    if (m_work.options.readMode) {
        m_choice.mode = *m_work.options.readMode;
        return;
    }
    markCached();
}

/// Asked once, before anything is read: the system reads ahead of what is read through its cache,
/// so that whoever asked again would be led through the cache from there on.
void BulkRead::markCached() {
    RangeReader reader(m_work, m_totals);
    std::vector<ReadBatch>& batches = m_plan.batches;
    std::uint64_t cached = 0;
    std::uint64_t asked = 0;
    for (std::size_t i = 0; i < batches.size();) {
        const ReadBatch whole = m_plan.merged(i, std::min(kAskedTogether, batches.size() - i));
        const std::size_t end = i + whole.grains;
        const bool isWholeRange = (i == 0 || batches[i - 1].range != whole.range) &&
                                  (end == batches.size() || batches[end].range != whole.range);
        const bool isSmall = isWholeRange && whole.length < kSmallestDirect;
        // What is unknown is taken for absent: past the cache it is as fast as the disk.
        const bool isCached =
            isSmall ||
            reader.cachedShare(whole.shard, whole.offset, whole.length).value_or(0) >= kCachedBatch;
        for (; i < end; ++i) {
            batches[i].throughCache = isCached;
        }
        cached += isCached && !isSmall ? whole.length : 0;
        asked += isSmall ? 0 : whole.length;
    }
    m_cachedShare = asked == 0 ? 0 : static_cast<double>(cached) / static_cast<double>(asked);
}

Result<void> BulkRead::run() {
    if (m_plan.batches.empty()) {
        return {};
    }
    choose();
    // Where all is copied out of the page cache, the processors have enough to do.
    PagePopulator populator(m_plan.batches.size(), isCold() ? usualPopulators() : 0,
                            [this](std::size_t batch) { makePages(m_plan.batches[batch]); });
    m_populator = &populator;
    const std::optional<ReadChoice> known =
        m_fileSystem ? rememberedChoice(*m_fileSystem) : std::nullopt;
    WorkerPool pool(mostWorkers(known));
    m_work.backends.tensors->beginOpening();  // no thread can be made from here on
    const bool mayProbe = !m_work.options.readMode && m_fileSystem && isCold() &&
                          m_work.schedule.totalBytes >= kSmallestProbedLoad &&
                          m_work.options.readThreads >= kUsualReaders && !m_work.gate.isPaused();
    if (!m_work.options.readMode && known) {
        m_choice = *known;
    } else if (mayProbe) {
        STOWAGE_TRY(probe(pool));
    }
    if (!m_work.options.readMode && !isCold()) {
        const ReadChoice choice = copied();
        m_choice.blockBytes = choice.blockBytes;
        return readUntil(m_plan.batches.size(), choice, pool);
    }
    return readUntil(m_plan.batches.size(), m_choice, pool);
}

Result<void> BulkRead::probe(WorkerPool& pool) {
    std::vector<ProbeRound> rounds = probeRounds();
    for (ProbeRound& round : rounds) {
        std::size_t end = m_next;
        std::uint64_t bytes = 0;
        for (; end < m_plan.batches.size() && bytes < round.bytes; ++end) {
            bytes += m_plan.batches[end].length;
        }
        const auto begin = std::chrono::steady_clock::now();
        STOWAGE_TRY(readUntil(end, round.choice, pool));
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        round.bytes = bytes;
        round.seconds = passed.count();
        m_probedBytes += bytes;
        if (m_work.gate.isPaused()) {
            return {};  // the time is the person's, not the disk's
        }
    }
    m_choice = fastestChoice(rounds).value_or(m_choice);
    rememberChoice(*m_fileSystem, m_choice);
    return {};
}

/// Reads the batches that are left before `end`.
Result<void> BulkRead::readUntil(std::size_t end, const ReadChoice& choice, WorkerPool& pool) {
    Result<void> read = pool.run(
        workersFor(choice), m_work.stop,
        [&](unsigned index, const std::stop_token& stop) { return work(index, end, choice, stop); },
        [&] { m_work.monitor.tick(); });
    m_next = std::min<std::size_t>(m_next, end);  // the last claims went beyond
    return read;
}

/// Out of the page cache, which nothing is asked of a disk for.
ReadChoice BulkRead::copied() const {
    const bool byMany = anyStaged() && copyThreads() > kStagingSlots;
    const std::uint64_t block = m_casts        ? kReadBytes
                                : m_fillsCards ? kCardReadBytes
                                : byMany       ? kCopiedByMany
                                               : kReadBytes;
    return {m_choice.mode, copyThreads(), block};
}

bool BulkRead::anyStaged() const {
    return std::ranges::any_of(m_plan.batches,
                               [](const ReadBatch& batch) { return batch.arena == nullptr; });
}

unsigned BulkRead::mostWorkers(const std::optional<ReadChoice>& known) const {
    unsigned most = std::max(workersFor(m_choice), workersFor(known.value_or(m_choice)));
    if (!isCold()) {
        return std::max(most, workersFor(copied()));
    }
    if (!known) {
        for (const ProbeRound& round : probeRounds()) {
            most = std::max(most, workersFor(round.choice));
        }
    }
    return most;
}

unsigned BulkRead::workersFor(const ReadChoice& choice) const {
    const unsigned readers = std::clamp(m_work.options.readThreads, 1U, kUsualReaders);
    if (readers < kUsualReaders) {
        return readers;
    }
    if (!anyStaged()) {
        return choice.threads;
    }
    return m_ring.workers(choice.threads, slotReads(choice), slotsEach());
}

Result<void> BulkRead::work(unsigned index, std::size_t end, const ReadChoice& choice,
                            const std::stop_token& stop) {
    const std::size_t stride = std::max<std::uint64_t>(choice.blockBytes / kGrainBytes, 1);
    const bool isTwin = m_fillsCards && !m_casts;
    const std::size_t own = anyStaged() ? std::size_t{index} * slotsEach() : 0;
    const auto slotAt = [&](std::size_t number) {
        return m_ring.slot(own + number, slotReads(choice));
    };
    std::array<Slot, 2> slots{Slot(m_work, m_pending, slotAt(0)),
                              Slot(m_work, m_pending, slotAt(isTwin ? 1 : 0))};
    const std::span<std::byte> castSlot = m_casts ? slotAt(1) : std::span<std::byte>();
    std::size_t turn = 0;
    RangeReader reader(m_work, m_totals);
    for (std::size_t first = m_next.fetch_add(stride); first < end;
         first = m_next.fetch_add(stride)) {
        const std::size_t last = std::min(first + stride, end);
        STOWAGE_TRY(proceed(m_work, stop));
        const std::size_t ahead = std::min(last + kBatchesAhead, m_plan.batches.size());
        const auto turnBefore = [&](std::size_t batch) { return m_plan.batches[batch - 1].turn; };
        // Pages are made of places that are there; without that, other threads' are no reason to
        // wait.
        STOWAGE_TRY(m_makePlaces(turnBefore(isCold() ? ahead : last), turnBefore(ahead)));
        m_populator->allow(last, ahead);
        while (first < last) {
            const ReadBatch batch = m_plan.merged(first, last - first);
            STOWAGE_TRY(slots[turn].settle());
            STOWAGE_TRY(bring(batch, slots[turn], castSlot, reader, choice, stop));
            turn = isTwin ? 1 - turn : turn;
            first += batch.grains;
        }
    }
    STOWAGE_TRY(slots[turn].settle());
    return slots[1 - turn].settle();
}

Result<void> BulkRead::bring(const ReadBatch& batch, Slot& slot, std::span<std::byte> castSlot,
                             RangeReader& reader, const ReadChoice& choice,
                             const std::stop_token& stop) {
    std::byte* const target = batch.arena != nullptr
                                  ? batch.arena
                                  : slot.data() + batch.offset % DirectReader::kAlignment;
    const ReadMode mode = batch.throughCache ? ReadMode::Buffered : choice.mode;
    Result<void> read = reader.read(batch.shard, batch.offset, {target, batch.length}, mode, stop);
    if (!read) {
        showPlaceOf(read.error(), batch);
        return read;
    }
    for (const ReadPart& part : m_plan.partsOf(batch)) {
        // A batch may hold many tensors; stepped through, they come one at a time.
        STOWAGE_TRY(proceed(m_work, stop));
        if (batch.arena != nullptr) {
            m_pending.arrived(m_work, part);
            continue;
        }
        const std::span<const std::byte> bytes{target + (part.offset - batch.offset), part.length};
        Result<void> handed = handOn(part, bytes, slot, castSlot, stop);
        if (!handed) {
            m_work.monitor.noteFault(m_work.name(part.scheduled));
            return handed;
        }
    }
    return {};
}

Result<void> BulkRead::handOn(const ReadPart& part, std::span<const std::byte> bytes, Slot& slot,
                              std::span<std::byte> castSlot, const std::stop_token& stop) {
    const bool mayBegin = m_fillsCards && !m_casts && !m_work.isOnDisk(part.scheduled);
    const Result<bool> begun = mayBegin ? slot.begin(part, bytes, stop) : Result<bool>(false);
    STOWAGE_TRY(begun);
    if (*begun) {
        return m_work.gate.isPaused() ? slot.settle() : Result<void>();
    }
    STOWAGE_TRY(deliverPart(part, bytes, castSlot, stop));
    m_pending.arrived(m_work, part);
    return {};
}

void BulkRead::makePages(const ReadBatch& batch) const {
    if (batch.arena != nullptr) {
        (void)(m_isReused || populatePages({batch.arena, batch.length}));
        return;
    }
    for (const ReadPart& part : m_plan.partsOf(batch)) {
        DeviceBuffer* const place = m_work.model.buffer(part.scheduled).get();
        if (place != nullptr && !m_work.schedule.isCast(part.scheduled)) {
            m_work.device(part.scheduled).makePages(*place, part.tensorOffset, part.length);
        }
    }
}

Result<void> BulkRead::deliverPart(const ReadPart& part, std::span<const std::byte> bytes,
                                   std::span<std::byte> castSlot, const std::stop_token& stop) {
    const std::uint64_t step = partBytes(m_work, part.scheduled);
    for (std::uint64_t at = 0; at < bytes.size(); at += step) {
        const auto piece = bytes.subspan(at, std::min<std::uint64_t>(step, bytes.size() - at));
        STOWAGE_TRY(deliver(m_work, part.scheduled, part.tensorOffset + at, piece, castSlot, stop));
    }
    return {};
}

/// Shows the tensor at which a batch's read failed, as far as the failure tells.
void BulkRead::showPlaceOf(const Error& error, const ReadBatch& batch) const {
    const ReadPart* at = nullptr;
    for (const ReadPart& part : m_plan.partsOf(batch)) {
        const bool begins = error.offset && part.offset <= *error.offset;
        at = at == nullptr || begins ? &part : at;
    }
    if (at != nullptr) {
        m_work.monitor.noteFault(m_work.name(at->scheduled));
    }
}

LoadIo BulkRead::figures() const {
    return LoadIo{m_choice, m_totals.direct, m_totals.buffered, m_probedBytes, 0};
}

/// Gathered in a temporary and handed on in parts.
Result<void> bringStrided(const LoadWork& work, std::uint32_t index,
                          std::span<std::byte> castSlot) {
    const Result<HostScratch> dense = HostScratch::map(denseBytes(work.stored(index)));
    STOWAGE_TRY(dense);
    const std::span<std::byte> bytes = dense->bytes();
    STOWAGE_TRY(readGathered(work, index, bytes));
    const std::uint64_t step = partBytes(work, index);
    for (std::uint64_t at = 0; at < bytes.size(); at += step) {
        STOWAGE_TRY(proceed(work, work.stop));
        const std::uint64_t length = std::min<std::uint64_t>(step, bytes.size() - at);
        STOWAGE_TRY(deliver(work, index, at, bytes.subspan(at, length), castSlot, work.stop));
    }
    return {};
}

Result<void> readStridedTensors(const LoadWork& work, const StagingRing& ring) {
    for (std::uint32_t index = 0; index < work.schedule.tensors.size(); ++index) {
        if (work.stored(index).strides.empty() || work.stored(index).location.length == 0) {
            continue;
        }
        STOWAGE_TRY(bringStrided(work, index, ring.slot(1)));
        work.monitor.advance(work.stored(index).location.length, work.name(index));
        work.monitor.tensorDone(work.name(index), denseBytes(work.stored(index)));
        work.monitor.itemDone();
        work.gate.arrive();
        work.monitor.tick();
    }
    return {};
}

}  // namespace

Result<void> readInBulk(const LoadWork& work, const StagingRing& ring, const HostArenas& arenas,
                        const MakePlaces& makePlaces) {
    BulkRead bulk(work, ring, arenas, makePlaces);
    Result<void> read = bulk.run();
    if (read) {
        read = makePlaces(kNone, kNone);  // of tensors that no read brings
    }
    LoadIo figures = bulk.figures();
    figures.reusedHostBytes = arenas.reusedBytes();
    work.monitor.noteIo(figures);
    return read ? readStridedTensors(work, ring) : read;
}

}  // namespace stowage
