// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace stowage {

/// A regular file's descriptor, closed with the last share of it.
class OpenDescriptor {
public:
    /// Errors: FileNotFound, PermissionDenied, NotARegularFile, ReadFailed.
    [[nodiscard]] static Result<std::shared_ptr<const OpenDescriptor>> open(
        const std::string& path);
    /// Another descriptor of the very same file, also where its path leads elsewhere by now, with
    /// `flags` beside those for reading (O_DIRECT). Null where the system refuses.
    [[nodiscard]] std::shared_ptr<const OpenDescriptor> openAgain(int flags) const;
    ~OpenDescriptor();
    OpenDescriptor(const OpenDescriptor&) = delete;
    OpenDescriptor& operator=(const OpenDescriptor&) = delete;

    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// A hash of device, inode, size and time of change: another file has another.
    [[nodiscard]] std::uint64_t identity() const { return m_identity; }
    /// The number of the file system that the file lies on (st_dev).
    [[nodiscard]] std::uint64_t fileSystem() const { return m_fileSystem; }

private:
    OpenDescriptor(int number, std::uint64_t size, std::uint64_t identity, std::uint64_t fileSystem)
        : m_number(number), m_size(size), m_identity(identity), m_fileSystem(fileSystem) {}

    int m_number;
    std::uint64_t m_size;
    std::uint64_t m_identity;
    std::uint64_t m_fileSystem;
};

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

}  // namespace stowage
