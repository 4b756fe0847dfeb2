// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/execute/mapped_file.h"

#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/load/execute/load_steps.h"
#include "engine/load/program/load_schedule.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <utility>

namespace stowage {

namespace {

constexpr std::uintptr_t kFilePage = 4096;
/// Maps that can exist at a time; a handler of signals may only read a table of fixed size.
constexpr std::size_t kMostMaps = 4096;

struct KnownMap {
    std::atomic<std::uintptr_t> begin{0};  ///< 0: the slot is free
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> isTorn{false};
};

std::array<KnownMap, kMostMaps>& knownMaps() {
    static std::array<KnownMap, kMostMaps> maps;
    return maps;
}

std::mutex& tableMutex() {
    static std::mutex mutex;
    return mutex;
}

struct sigaction& previousAction() {
    static struct sigaction action {};
    return action;
}

/// Only calls that the kernel answers by itself: it may interrupt anything.
void onBusError(int, siginfo_t* info, void*) {
    const int savedErrno = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (KnownMap& known : knownMaps()) {
        const std::uintptr_t begin = known.begin.load(std::memory_order_acquire);
        if (begin == 0 || address < begin || address >= known.end.load()) {
            continue;
        }
        void* const page = reinterpret_cast<void*>(address / kFilePage * kFilePage);
        known.isTorn.store(true);
        if (::mmap(page, kFilePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                   -1, 0) != MAP_FAILED) {
            errno = savedErrno;
            return;
        }
    }
    // Not ours: the instruction runs again and finds whoever handled this before.
    ::sigaction(SIGBUS, &previousAction(), nullptr);
    errno = savedErrno;
}

/// With the table locked.
void installHandler() {
    static bool isInstalled = false;
    if (!isInstalled) {
        (void)knownMaps();  // made before a signal can ask for it
        struct sigaction action {};
        action.sa_sigaction = onBusError;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        isInstalled = ::sigaction(SIGBUS, &action, &previousAction()) == 0;
    }
}

/// The slot, or kMostMaps where all are taken.
std::size_t takeSlot(std::span<std::byte> bytes) {
    const std::scoped_lock lock(tableMutex());
    installHandler();
    for (std::size_t slot = 0; slot < kMostMaps; ++slot) {
        KnownMap& known = knownMaps()[slot];
        if (known.begin.load() == 0) {
            const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
            known.isTorn.store(false);
            known.end.store(begin + bytes.size());
            known.begin.store(begin, std::memory_order_release);
            return slot;
        }
    }
    return kMostMaps;
}

Unexpected truncated(const RandomAccessFile& file, std::uint64_t size) {
    return fail(ErrorCode::Truncated,
                say("%1 has %2 bytes, but had %3 bytes when it was opened, so the file has "
                    "changed. Open the file again.",
                    file.path(), size, file.size()),
                file.path());
}

/// The time of change of a file that still has its size.
Result<timespec> requireSize(const RandomAccessFile& file) {
    struct stat state {};
    if (::fstat(file.descriptor(), &state) != 0) {
        return fail(ErrorCode::ReadFailed,
                    say("%1 cannot be examined: %2.", file.path(), systemErrorText(errno)),
                    file.path());
    }
    const auto size = static_cast<std::uint64_t>(state.st_size);
    if (size < file.size()) {
        return truncated(file, size);
    }
    return state.st_mtim;
}

}  // namespace

Result<std::shared_ptr<MappedFile>> MappedFile::map(std::shared_ptr<const RandomAccessFile> file) {
    const Result<timespec> changed = requireSize(*file);
    STOWAGE_TRY(changed);
    if (file->size() == 0) {
        return std::shared_ptr<MappedFile>(
            new MappedFile(std::move(file), *changed, {}, kMostMaps));
    }
    void* const data = ::mmap(nullptr, file->size(), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_NORESERVE, file->descriptor(), 0);
    if (data == MAP_FAILED) {
        return fail(ErrorCode::OutOfMemory,
                    say("The system refused to map %1 (%2): %3. Use the load method \"streamed\".",
                        file->path(), formatSize(static_cast<double>(file->size())),
                        systemErrorText(errno)),
                    file->path());
    }
    const std::span<std::byte> bytes{static_cast<std::byte*>(data), file->size()};
    const std::size_t slot = takeSlot(bytes);
    if (slot == kMostMaps) {
        ::munmap(data, bytes.size());
        return fail(ErrorCode::LimitExceeded,
                    say("%1 cannot be mapped: %2 files are already mapped. Use the load method "
                        "\"streamed\".",
                        file->path(), kMostMaps),
                    file->path());
    }
    return std::shared_ptr<MappedFile>(new MappedFile(std::move(file), *changed, bytes, slot));
}

MappedFile::MappedFile(std::shared_ptr<const RandomAccessFile> file, const timespec& changed,
                       std::span<std::byte> bytes, std::size_t slot)
    : m_file(std::move(file)), m_changed(changed), m_bytes(bytes), m_slot(slot) {}

MappedFile::~MappedFile() {
    if (m_bytes.empty()) {
        return;
    }
    const std::scoped_lock lock(tableMutex());
    knownMaps()[m_slot].begin.store(0);
    ::munmap(m_bytes.data(), m_bytes.size());
}

void MappedFile::expect(std::uint64_t offset, std::uint64_t length) const {
    const std::uint64_t begin = offset / kFilePage * kFilePage;
    const std::uint64_t end = std::min<std::uint64_t>(offset + length, m_bytes.size());
    if (begin < end) {
        (void)::madvise(m_bytes.data() + begin, end - begin, MADV_WILLNEED);
    }
}

Result<void> MappedFile::check() const {
    const Result<timespec> changed = requireSize(*m_file);
    STOWAGE_TRY(changed);
    if (!m_bytes.empty() && knownMaps()[m_slot].isTorn.load()) {
        return fail(ErrorCode::ReadFailed,
                    say("Pages of %1 were missing while the file was mapped: the file was changed, "
                        "or its disk is failing. Open the file again.",
                        m_file->path()),
                    m_file->path());
    }
    if (changed->tv_sec != m_changed.tv_sec || changed->tv_nsec != m_changed.tv_nsec) {
        return fail(ErrorCode::Malformed,
                    say("%1 was changed or replaced after it was opened; open the file again.",
                        m_file->path()),
                    m_file->path());
    }
    return {};
}

MappedShards::MappedShards(const LoadWork& work, std::vector<std::uint32_t> copies)
    : m_work(work), m_copies(std::move(copies)) {}

Result<void> MappedShards::mapAll() {
    for (std::uint32_t index = 0; index < m_work.schedule.tensors.size(); ++index) {
        const std::uint32_t shard = m_work.stored(index).location.shard;
        if (m_maps.contains(shard)) {
            continue;
        }
        STOWAGE_TRY(map(shard));
    }
    return {};
}

Result<void> MappedShards::mapFileOf(std::uint32_t tensor) {
    return map(m_work.stored(tensor).location.shard);
}

Result<void> MappedShards::map(std::uint32_t shard) {
    Result<std::shared_ptr<MappedFile>> map =
        MappedFile::map(m_work.schedule.checkpoint->shards[shard]);
    STOWAGE_TRY(map);
    m_maps.emplace(shard, std::move(map).value());
    return {};
}

Result<void> MappedShards::unmapAll() {
    STOWAGE_TRY(checkAll());
    m_work.monitor.sampleNow();
    m_maps.clear();
    return {};
}

Result<void> MappedShards::unmapFileOf(std::uint32_t tensor) {
    Result<void> whole = check(tensor);
    m_work.monitor.sampleNow();
    m_maps.erase(m_work.stored(tensor).location.shard);
    return whole;
}

Result<std::span<std::byte>> MappedShards::bytesToCopy(std::uint32_t tensor) {
    STOWAGE_TRY(check(tensor));
    expectAhead();
    const TensorLocation& place = m_work.stored(tensor).location;
    return mapOf(tensor)->bytes(place.offset, place.length);
}

void MappedShards::copied(std::uint64_t bytes) {
    m_copiedBytes += bytes;
    expectAhead();
}

Result<std::shared_ptr<MappedView>> MappedShards::view(std::uint32_t tensor) const {
    STOWAGE_TRY(check(tensor));
    const TensorLocation& place = m_work.stored(tensor).location;
    return std::make_shared<MappedView>(mapOf(tensor), place.offset, place.length);
}

Result<void> MappedShards::check(std::uint32_t tensor) const {
    return mapOf(tensor)->check();
}

Result<void> MappedShards::checkAll() const {
    for (const auto& [shard, map] : m_maps) {
        STOWAGE_TRY(map->check());
    }
    return {};
}

const std::shared_ptr<MappedFile>& MappedShards::mapOf(std::uint32_t tensor) const {
    return m_maps.at(m_work.stored(tensor).location.shard);
}

/// Keeps the disk busy with what will be copied next out of the maps that there are. Bytes of
/// strided tensors count as copied, so that it may run less far ahead of those.
void MappedShards::expectAhead() {
    // Bytes of a map that are asked of the disk before they are copied.
    constexpr std::uint64_t kAhead = 16 * kMiB;
    while (m_expecting < m_copies.size() && m_expectedBytes < m_copiedBytes + kAhead) {
        const TensorLocation& place = m_work.stored(m_copies[m_expecting]).location;
        const auto map = m_maps.find(place.shard);
        if (map == m_maps.end()) {
            return;
        }
        const std::uint64_t length = std::min(kAhead, place.length - m_expectedPart);
        map->second->expect(place.offset + m_expectedPart, length);
        m_expectedBytes += length;
        m_expectedPart += length;
        if (m_expectedPart == place.length) {
            m_expectedPart = 0;
            ++m_expecting;
        }
    }
}

}  // namespace stowage
