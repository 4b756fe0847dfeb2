// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/random_access_file.h"

#include "engine/base/error_conversion.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <limits>
#include <list>
#include <unordered_map>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stowage {
namespace {

/// Open descriptors of files that are read now and then: at most `limit` of them, the least
/// recently used closed first (once nobody reads through it). Safe from several threads.
class DescriptorPool {
public:
    explicit DescriptorPool(std::size_t limit) : m_limit(limit) {}

    using Entry = std::shared_ptr<const OpenDescriptor>;
    /// The descriptor put in under `key`; empty where there is none any more.
    [[nodiscard]] Entry find(std::uint64_t key);
    void put(std::uint64_t key, Entry descriptor);
    void remove(std::uint64_t key);

private:
    using Entries = std::list<std::pair<std::uint64_t, Entry>>;

    std::size_t m_limit;
    std::mutex m_mutex;
    Entries m_entries;  ///< the most recently used first
    std::unordered_map<std::uint64_t, Entries::iterator> m_positions;
};

std::uint64_t identityOf(const struct stat& status) {
    constexpr std::uint64_t kPrime = 0x100000001b3;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const auto part :
         {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size),
          static_cast<std::uint64_t>(status.st_mtim.tv_sec),
          static_cast<std::uint64_t>(status.st_mtim.tv_nsec)}) {
        hash = (hash ^ part) * kPrime;
        hash ^= hash >> 29;
    }
    return hash;
}

/// The soft limit of open files is often 1,024 for the sake of select(), which nothing here uses.
bool raiseLimit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) {
        return false;
    }
    limit.rlim_cur = limit.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/// O_NONBLOCK: a FIFO without a writer must be refused, not waited for.
int openFile(const char* path, int moreFlags = 0) {
    const int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | moreFlags;
    const int descriptor = ::open(path, flags);
    if (descriptor < 0 && errno == EMFILE) {
        if (raiseLimit()) {
            return ::open(path, flags);
        }
        errno = EMFILE;
    }
    return descriptor;
}

/// Where a file ends that has nothing at `position`: it may have been cut long before that.
std::uint64_t endBefore(int descriptor, std::uint64_t position) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0
               ? std::min(position, static_cast<std::uint64_t>(status.st_size))
               : position;
}

Message notRegularText(const std::string& path, mode_t mode) {
    if (S_ISDIR(mode)) {
        return say("%1 is a folder, but a regular file is needed.", path);
    }
    return S_ISFIFO(mode) ? say("%1 is a FIFO, but a regular file is needed.", path)
                          : say("%1 is a device or socket, but a regular file is needed.", path);
}

DescriptorPool& pool() {
    // Never destroyed: files may live in static objects that go later.
    static auto* const kPool = new DescriptorPool(RandomAccessFile::kPooledDescriptors);
    return *kPool;
}

std::uint64_t nextNumber() {
    static std::atomic<std::uint64_t> kNext{1};
    return kNext.fetch_add(1);
}

}  // namespace

Result<std::shared_ptr<const OpenDescriptor>> OpenDescriptor::open(const std::string& path) {
    FileDescriptor descriptor(openFile(path.c_str()));
    struct stat status {};
    if (descriptor.get() < 0 || ::fstat(descriptor.get(), &status) != 0) {
        return openFailure(path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(ErrorCode::NotARegularFile, notRegularText(path, status.st_mode), path);
    }
    return std::shared_ptr<const OpenDescriptor>(
        new OpenDescriptor(std::move(descriptor), static_cast<std::uint64_t>(status.st_size),
                           identityOf(status), static_cast<std::uint64_t>(status.st_dev)));
}

std::shared_ptr<const OpenDescriptor> OpenDescriptor::openAgain(int flags) const {
    const std::string path = "/proc/self/fd/" + std::to_string(number());
    FileDescriptor again(openFile(path.c_str(), flags));
    return again.get() < 0 ? nullptr
                           : std::shared_ptr<const OpenDescriptor>(new OpenDescriptor(
                                 std::move(again), m_size, m_identity, m_fileSystem));
}

DescriptorPool::Entry DescriptorPool::find(std::uint64_t key) {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_positions.find(key);
    if (found == m_positions.end()) {
        return nullptr;
    }
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    return found->second->second;
}

void DescriptorPool::put(std::uint64_t key, Entry descriptor) {
    Entry dropped;  // closed outside the lock
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_positions.find(key); found != m_positions.end()) {
        // Two threads opened the file at once: one of the descriptors is enough.
        return;
    }
    m_entries.emplace_front(key, std::move(descriptor));
    m_positions.emplace(key, m_entries.begin());
    if (m_entries.size() > m_limit) {
        dropped = std::move(m_entries.back().second);
        m_positions.erase(m_entries.back().first);
        m_entries.pop_back();
    }
}

void DescriptorPool::remove(std::uint64_t key) {
    Entry dropped;
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_positions.find(key); found != m_positions.end()) {
        dropped = std::move(found->second->second);
        m_entries.erase(found->second);
        m_positions.erase(found);
    }
}

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::open(const std::string& path) {
    auto opened = OpenDescriptor::open(path);
    STOWAGE_TRY(opened);
    return std::shared_ptr<const RandomAccessFile>(
        new RandomAccessFile(path, std::move(*opened), true));
}

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::openWhenRead(
    const std::string& path) {
    auto opened = OpenDescriptor::open(path);
    STOWAGE_TRY(opened);
    return std::shared_ptr<const RandomAccessFile>(
        new RandomAccessFile(path, std::move(*opened), false));
}

RandomAccessFile::RandomAccessFile(std::string path, std::shared_ptr<const OpenDescriptor> opened,
                                   bool keepsDescriptor)
    : m_path(std::move(path)),
      m_size(opened->size()),
      m_identity(opened->identity()),
      m_number(nextNumber()) {
    if (keepsDescriptor) {
        m_kept = std::move(opened);
    } else {
        pool().put(m_number, std::move(opened));
    }
}

RandomAccessFile::~RandomAccessFile() {
    pool().remove(m_number);
}

Result<std::shared_ptr<const OpenDescriptor>> RandomAccessFile::lease() const {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_kept) {
            return m_kept;
        }
    }
    if (auto pooled = pool().find(m_number)) {
        return pooled;
    }
    auto opened = OpenDescriptor::open(m_path);
    STOWAGE_TRY(opened);
    if ((*opened)->identity() != m_identity) {
        return fail(
            ErrorCode::ReadFailed,
            say("%1 was changed or replaced after it was opened; open the file again.", m_path),
            m_path);
    }
    pool().put(m_number, *opened);
    return opened;
}

int RandomAccessFile::descriptor() const {
    auto leased = lease();
    if (!leased) {
        return -1;
    }
    const std::scoped_lock lock(m_mutex);
    if (!m_kept) {
        m_kept = std::move(*leased);
    }
    return m_kept->number();
}

Result<void> RandomAccessFile::readAt(std::uint64_t offset, std::span<std::byte> target) const {
    const auto leased = lease();
    STOWAGE_TRY(leased);
    const int descriptor = (*leased)->number();
    std::uint64_t position = offset;
    while (!target.empty()) {
        if (position > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) {
            return fail(ErrorCode::Truncated, say("%1 ends before offset %2.", m_path, position),
                        m_path, {}, position);
        }
        const ssize_t count =
            ::pread(descriptor, target.data(), target.size(), static_cast<off_t>(position));
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return fail(ErrorCode::ReadFailed,
                        say("Reading %1 at offset %2 failed: %3.", m_path, position,
                            systemErrorText(errno)),
                        m_path, {}, position);
        }
        if (count == 0) {
            const std::uint64_t end = endBefore(descriptor, position);
            return fail(ErrorCode::Truncated,
                        say("%1 ends at offset %2, but %3 more bytes were expected.", m_path, end,
                            position + target.size() - end),
                        m_path, {}, end);
        }
        position += static_cast<std::uint64_t>(count);
        target = target.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<std::string> readWholeFile(const std::string& path, std::uint64_t most,
                                  const std::function<Message(std::uint64_t size)>& tooLong) {
    const auto file = RandomAccessFile::open(path);
    STOWAGE_TRY(file);
    if ((*file)->size() > most) {
        return fail(ErrorCode::LimitExceeded, tooLong((*file)->size()), path);
    }
    std::string text((*file)->size(), '\0');
    STOWAGE_TRY((*file)->readAt(0, std::as_writable_bytes(std::span(text))));
    return text;
}

}  // namespace stowage
