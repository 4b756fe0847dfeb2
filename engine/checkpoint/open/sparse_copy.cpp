// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/open/sparse_copy.h"

#include "engine/base/error_conversion.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace stowage {
namespace {

namespace fs = std::filesystem;

/// A new file of `bytes` bytes, none of them written.
Result<int> makeSparse(const std::string& path, std::uint64_t bytes) {
    constexpr mode_t kReadableByAll = 0644;
    std::error_code failure;
    fs::create_directories(fs::path(path).parent_path(), failure);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kReadableByAll);
    if (file < 0) {
        return writeFailure(path, errno);
    }
    if (::ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        const int code = errno;
        ::close(file);
        return writeFailure(path, code);
    }
    return file;
}

}  // namespace

SparseCopy::~SparseCopy() {
    if (m_file >= 0) {
        ::close(m_file);
    }
}

Result<void> SparseCopy::write(const std::string& name, std::uint64_t fileBytes,
                               std::uint64_t offset, std::span<const std::byte> bytes) {
    if (m_file < 0 || name != m_name) {
        STOWAGE_TRY(finish());
        const Result<int> made = makeSparse(m_folder + "/" + name, fileBytes);
        STOWAGE_TRY(made);
        m_file = *made;
        m_name = name;
    }
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(m_file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno != EINTR) {
            return writeFailure(path(), errno);
        }
        const auto done = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        bytes = bytes.subspan(done);
        offset += done;
    }
    return {};
}

Result<void> SparseCopy::finish() {
    // Some file systems have no room only when a file is closed.
    if (m_file >= 0 && ::close(std::exchange(m_file, -1)) != 0 && errno != EINTR) {
        return writeFailure(path(), errno);
    }
    return {};
}

}  // namespace stowage
