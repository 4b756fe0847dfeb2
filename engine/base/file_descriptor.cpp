// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file_descriptor.h"

#include "engine/base/error_conversion.h"

#include <unistd.h>

#include <cerrno>
#include <limits>

namespace stowage {

void FileDescriptor::reset() {
    if (m_number >= 0) {
        ::close(release());
    }
}

std::optional<int> FileDescriptor::readAt(std::uint64_t offset, std::span<std::byte> target) const {
    while (!target.empty()) {
        const ssize_t count =
            ::pread(m_number, target.data(), target.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return count < 0 ? errno : 0;
        }
        offset += static_cast<std::uint64_t>(count);
        target = target.subspan(static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

Result<void> FileDescriptor::writeAt(std::uint64_t offset, std::span<const std::byte> bytes,
                                     const std::string& path) const {
    constexpr auto kMostOffset = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
    if (bytes.size() > kMostOffset || offset > kMostOffset - bytes.size()) {
        return writeFailure(path, EFBIG);
    }
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(m_number, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return writeFailure(path, count < 0 ? errno : ENOSPC);
        }
        offset += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

}  // namespace stowage
