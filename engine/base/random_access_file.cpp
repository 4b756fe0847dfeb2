// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/random_access_file.h"

#include "engine/base/descriptor_pool.h"
#include "engine/base/system_error.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <limits>
#include <utility>

namespace stowage {
namespace {

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

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::open(const std::string& path) {
    auto opened = OpenDescriptor::open(path);
    if (!opened) {
        return opened.unexpected();
    }
    return std::shared_ptr<const RandomAccessFile>(
        new RandomAccessFile(path, std::move(*opened), true));
}

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::openWhenRead(
    const std::string& path) {
    auto opened = OpenDescriptor::open(path);
    if (!opened) {
        return opened.unexpected();
    }
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
    if (!opened) {
        return opened.unexpected();
    }
    if ((*opened)->identity() != m_identity) {
        return fail(ErrorCode::ReadFailed,
                    m_path + " was changed or replaced since it was opened; open it again.",
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
    if (!leased) {
        return leased.unexpected();
    }
    const int descriptor = (*leased)->number();
    std::uint64_t position = offset;
    while (!target.empty()) {
        if (position > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) {
            return fail(ErrorCode::Truncated,
                        m_path + " ends before offset " + std::to_string(position) + ".", m_path,
                        {}, position);
        }
        const ssize_t count =
            ::pread(descriptor, target.data(), target.size(), static_cast<off_t>(position));
        if (count < 0) {
            if (errno == EINTR) {
                continue;
            }
            return fail(ErrorCode::ReadFailed,
                        "Reading " + m_path + " at offset " + std::to_string(position) +
                            " failed: " + systemErrorText(errno) + ".",
                        m_path, {}, position);
        }
        if (count == 0) {
            return fail(ErrorCode::Truncated,
                        m_path + " ends at offset " + std::to_string(position) + ", where " +
                            std::to_string(target.size()) + " more bytes were to be read.",
                        m_path, {}, position);
        }
        position += static_cast<std::uint64_t>(count);
        target = target.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

}  // namespace stowage
