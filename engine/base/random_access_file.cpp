// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/random_access_file.h"

#include "engine/base/system_error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <utility>

namespace stowage {

Result<std::shared_ptr<const RandomAccessFile>> RandomAccessFile::open(const std::string& path) {
    // O_NONBLOCK: a FIFO without a writer must be refused, not waited for.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
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
    return std::shared_ptr<const RandomAccessFile>(
        new RandomAccessFile(path, descriptor, static_cast<std::uint64_t>(status.st_size)));
}

RandomAccessFile::RandomAccessFile(std::string path, int descriptor, std::uint64_t size)
    : m_path(std::move(path)), m_descriptor(descriptor), m_size(size) {}

RandomAccessFile::~RandomAccessFile() {
    ::close(m_descriptor);
}

Result<void> RandomAccessFile::readAt(std::uint64_t offset, std::span<std::byte> target) const {
    std::uint64_t position = offset;
    while (!target.empty()) {
        if (position > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) {
            return fail(ErrorCode::Truncated,
                        m_path + " ends before offset " + std::to_string(position) + ".", m_path,
                        {}, position);
        }
        const ssize_t count =
            ::pread(m_descriptor, target.data(), target.size(), static_cast<off_t>(position));
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
