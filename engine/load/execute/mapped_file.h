// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/random_access_file.h"
#include "engine/base/result.h"
#include "engine/device/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include <time.h>

namespace stowage {

struct LoadWork;

/// A whole file mapped privately: its pages are page cache, which the system may drop and read
/// again, until a tensor over it is written to.
///
/// A page that the file lost meanwhile (it was truncated, or its disk fails) would end the process
/// with SIGBUS, whoever touches it: LibTorch too. So a handler for that signal knows every map of
/// ours: it lays a page of zeros over the hole and marks the map as torn, which check() then
/// tells. Faults elsewhere go to whoever handled the signal before.
class MappedFile {
public:
    /// Errors: Truncated (the file is shorter than when it was opened), OutOfMemory, ReadFailed.
    [[nodiscard]] static Result<std::shared_ptr<MappedFile>> map(
        std::shared_ptr<const RandomAccessFile> file);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// Part of the file; lives as long as the map.
    [[nodiscard]] std::span<std::byte> bytes(std::uint64_t offset, std::uint64_t length) const {
        return m_bytes.subspan(offset, length);
    }
    /// Tells the system that these bytes will be read next, in order: it begins to bring them in.
    void expect(std::uint64_t offset, std::uint64_t length) const;
    /// Errors: Truncated where the file is shorter now, ReadFailed where a page was missing,
    /// Malformed where the file was written to since it was mapped.
    [[nodiscard]] Result<void> check() const;

private:
    MappedFile(std::shared_ptr<const RandomAccessFile> file, const timespec& changed,
               std::span<std::byte> bytes, std::size_t slot);

    std::shared_ptr<const RandomAccessFile> m_file;
    timespec m_changed;  ///< the file's time of change when it was mapped
    std::span<std::byte> m_bytes;
    std::size_t m_slot;  ///< in the table that the signal handler reads
};

/// A tensor's memory that is a part of a map, which it keeps alive.
class MappedView : public DeviceBuffer {
public:
    MappedView(std::shared_ptr<const MappedFile> file, std::uint64_t offset, std::uint64_t length)
        : m_bytes(file->bytes(offset, length)), m_file(std::move(file)) {}
    [[nodiscard]] std::byte* data() const override { return m_bytes.data(); }
    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    [[nodiscard]] std::optional<DeviceId> device() const override { return DeviceId::cpu(); }
    [[nodiscard]] Result<void> check() const override { return m_file->check(); }

private:
    std::span<std::byte> m_bytes;
    std::shared_ptr<const MappedFile> m_file;
};

/// The files that a load has mapped, and what is asked of the disk ahead of the copies out of them.
/// Tensors are numbered as in LoadSchedule::tensors. For one thread.
class MappedShards {
public:
    /// `copies`: the tensors that will be copied out of maps, in order. `work` outlives the object.
    MappedShards(const LoadWork& work, std::vector<std::uint32_t> copies);

    /// Maps every file that holds a tensor of the load. Errors: those of MappedFile::map.
    [[nodiscard]] Result<void> mapAll();
    /// Maps the one file that holds `tensor`. Errors: those of MappedFile::map.
    [[nodiscard]] Result<void> mapFileOf(std::uint32_t tensor);
    /// Views keep their own share of what is unmapped. Errors: those of checkAll.
    [[nodiscard]] Result<void> unmapAll();
    /// The same of the one file that holds `tensor`. Errors: those of check.
    [[nodiscard]] Result<void> unmapFileOf(std::uint32_t tensor);

    /// All bytes between the first and the last of a tensor, which will be copied next; its file is
    /// mapped. The disk is kept busy from here on. Errors: those of check.
    [[nodiscard]] Result<std::span<std::byte>> bytesToCopy(std::uint32_t tensor);
    /// So many bytes more were copied out of maps: as many more are asked for.
    void copied(std::uint64_t bytes);
    /// A tensor's memory that is a part of the map of its file. Errors: those of check.
    [[nodiscard]] Result<std::shared_ptr<MappedView>> view(std::uint32_t tensor) const;

    /// Of the file that holds `tensor`. Errors: those of MappedFile::check.
    [[nodiscard]] Result<void> check(std::uint32_t tensor) const;
    /// Of all that are mapped.
    [[nodiscard]] Result<void> checkAll() const;

private:
    [[nodiscard]] Result<void> map(std::uint32_t shard);
    [[nodiscard]] const std::shared_ptr<MappedFile>& mapOf(std::uint32_t tensor) const;
    void expectAhead();

    const LoadWork& m_work;
    std::vector<std::uint32_t> m_copies;
    std::size_t m_expecting = 0;       ///< of m_copies: the first not wholly expected
    std::uint64_t m_expectedPart = 0;  ///< of that one
    std::uint64_t m_expectedBytes = 0;
    std::uint64_t m_copiedBytes = 0;
    std::map<std::uint32_t, std::shared_ptr<MappedFile>> m_maps;  ///< by shard
};

}  // namespace stowage
