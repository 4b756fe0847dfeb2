// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/descriptor_pool.h"

#include "engine/base/system_error.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace stowage {
namespace {

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

}  // namespace

Result<std::shared_ptr<const OpenDescriptor>> OpenDescriptor::open(const std::string& path) {
    const int descriptor = openFile(path.c_str());
    if (descriptor < 0) {
        return openFailure(path, errno);
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        const int errorNumber = errno;
        ::close(descriptor);
        return openFailure(path, errorNumber);
    }
    if (!S_ISREG(status.st_mode)) {
        ::close(descriptor);
        const char* kind = S_ISDIR(status.st_mode)    ? "a folder"
                           : S_ISFIFO(status.st_mode) ? "a FIFO"
                                                      : "a device or socket";
        return fail(ErrorCode::NotARegularFile,
                    path + " is " + kind + ", where a regular file is needed.", path);
    }
    return std::shared_ptr<const OpenDescriptor>(
        new OpenDescriptor(descriptor, static_cast<std::uint64_t>(status.st_size),
                           identityOf(status), static_cast<std::uint64_t>(status.st_dev)));
}

std::shared_ptr<const OpenDescriptor> OpenDescriptor::openAgain(int flags) const {
    const std::string path = "/proc/self/fd/" + std::to_string(m_number);
    const int descriptor = openFile(path.c_str(), flags);
    return descriptor < 0 ? nullptr
                          : std::shared_ptr<const OpenDescriptor>(
                                new OpenDescriptor(descriptor, m_size, m_identity, m_fileSystem));
}

OpenDescriptor::~OpenDescriptor() {
    ::close(m_number);
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

}  // namespace stowage
