// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/load/plain_file.h"

#include "engine/base/system_error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace stowage {

PlainFile::PlainFile(std::string path, int descriptor)
    : m_path(std::move(path)), m_descriptor(descriptor) {}

Result<PlainFile> PlainFile::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return openFailure(path, errno);
    }
    return PlainFile(path, descriptor);
}

PlainFile::~PlainFile() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

PlainFile::PlainFile(PlainFile&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

PlainFile& PlainFile::operator=(PlainFile&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

Result<void> PlainFile::read(std::uint64_t offset, std::span<std::byte> target) const {
    while (!target.empty()) {
        const ssize_t got =
            ::pread(m_descriptor, target.data(), target.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail(ErrorCode::ReadFailed,
                        "Reading " + m_path + " back failed at offset " + std::to_string(offset) +
                            ": " + systemErrorText(errno) + ".",
                        m_path, {}, offset);
        }
        if (got == 0) {
            return fail(ErrorCode::Truncated,
                        m_path + " ends at offset " + std::to_string(offset) + ", " +
                            std::to_string(target.size()) + " bytes before it should.",
                        m_path, {}, offset);
        }
        offset += static_cast<std::uint64_t>(got);
        target = target.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Result<std::uint64_t> PlainFile::size() const {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0) {
        return openFailure(m_path, errno);
    }
    return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace stowage
