// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/atomic_file_writer.h"

#include "engine/base/byte_size.h"
#include "engine/base/checked_math.h"
#include "engine/base/output_target.h"
#include "engine/base/system_error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <utility>

namespace stowage {
namespace {

/// Room that stays free beside what is written: index files, metadata, other programs.
constexpr std::uint64_t kFreeSpaceReserveBytes = 16 * kMiB;

std::string temporaryNameFor(const std::string& path) {
    static std::atomic<unsigned> counter{0};
    return path + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

}  // namespace

Result<std::unique_ptr<AtomicFileWriter>> AtomicFileWriter::create(const std::string& path,
                                                                   Durability durability) {
    const auto target = outputTarget(path);
    if (!target) {
        return target.unexpected();
    }
    if (target->kind == OutputTarget::Kind::Stream) {
        const auto stream = openStream(*target);
        if (!stream) {
            return stream.unexpected();
        }
        return std::unique_ptr<AtomicFileWriter>(
            new AtomicFileWriter(path, {}, *stream, durability));
    }
    std::string temporaryPath = temporaryNameFor(target->path);
    constexpr mode_t kMode = 0666;
    const int descriptor =
        ::open(temporaryPath.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kMode);
    if (descriptor < 0) {
        return writeFailure(path, errno);
    }
    if (target->permissions) {
        // Some file systems have no permissions to set; the file is as good without.
        [[maybe_unused]] const int set =
            ::fchmod(descriptor, static_cast<mode_t>(*target->permissions));
    }
    return std::unique_ptr<AtomicFileWriter>(
        new AtomicFileWriter(target->path, std::move(temporaryPath), descriptor, durability));
}

AtomicFileWriter::AtomicFileWriter(std::string path, std::string temporaryPath, int descriptor,
                                   Durability durability)
    : m_path(std::move(path)),
      m_temporaryPath(std::move(temporaryPath)),
      m_descriptor(descriptor),
      m_durability(durability) {}

AtomicFileWriter::~AtomicFileWriter() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
    if (!m_isCommitted && !isStream()) {
        ::unlink(m_temporaryPath.c_str());
    }
}

Result<void> AtomicFileWriter::reserve(std::uint64_t bytes) {
    if (bytes > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) {
        return writeFailure(m_path, EFBIG);
    }
    if (bytes == 0 || isStream()) {
        return {};
    }
    const auto length = static_cast<off_t>(bytes);
    if (::fallocate(m_descriptor, 0, 0, length) == 0) {
        return {};
    }
    if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) {
        return writeFailure(m_path, errno);
    }
    if (::ftruncate(m_descriptor, length) != 0) {
        return writeFailure(m_path, errno);
    }
    return {};
}

Result<void> AtomicFileWriter::append(std::span<const std::byte> bytes) {
    const auto written =
        isStream() ? writeStream(m_descriptor, bytes, m_path) : writeAt(m_position, bytes);
    if (written) {
        m_position += bytes.size();
    }
    return written;
}

Result<void> AtomicFileWriter::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
    std::uint64_t position = offset;
    while (!bytes.empty()) {
        if (!checkedAdd<std::uint64_t>(position, bytes.size()) ||
            position + bytes.size() >
                static_cast<std::uint64_t>(std::numeric_limits<off_t>::max())) {
            return writeFailure(m_path, EFBIG);
        }
        const ssize_t count =
            ::pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(position));
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return writeFailure(m_path, count < 0 ? errno : ENOSPC);
        }
        position += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> AtomicFileWriter::commit() {
    if (isStream()) {
        m_isCommitted = ::close(std::exchange(m_descriptor, -1)) == 0;
        return m_isCommitted ? Result<void>() : writeFailure(m_path, errno);
    }
    if (m_durability == Durability::Synced && ::fsync(m_descriptor) != 0) {
        return writeFailure(m_path, errno);
    }
    if (::close(std::exchange(m_descriptor, -1)) != 0) {
        return writeFailure(m_path, errno);
    }
    if (std::rename(m_temporaryPath.c_str(), m_path.c_str()) != 0) {
        return writeFailure(m_path, errno);
    }
    m_isCommitted = true;
    return {};
}

Result<void> writeFileAtomically(const std::string& path, std::string_view text) {
    auto file = AtomicFileWriter::create(path);
    if (!file) {
        return file.unexpected();
    }
    if (const auto written = (*file)->append(text); !written) {
        return written;
    }
    return (*file)->commit();
}

Result<std::uint64_t> freeSpaceBytes(const std::string& folder) {
    struct statvfs status {};
    if (::statvfs(folder.c_str(), &status) != 0) {
        return openFailure(folder, errno);
    }
    return checkedMultiply<std::uint64_t>(status.f_bavail, status.f_frsize)
        .value_or(std::numeric_limits<std::uint64_t>::max());
}

Result<void> requireFreeSpace(const std::string& folder, std::uint64_t neededBytes) {
    const auto available = freeSpaceBytes(folder);
    if (!available) {
        return available.unexpected();
    }
    const auto needed = checkedAdd<std::uint64_t>(neededBytes, kFreeSpaceReserveBytes);
    if (!needed || *available < *needed) {
        return fail(ErrorCode::DiskFull,
                    folder + " has " + formatSize(static_cast<double>(*available)) + " free, but " +
                        formatSize(static_cast<double>(neededBytes)) +
                        " and a reserve of 16 MiB are needed; free some space or choose another "
                        "folder.",
                    folder);
    }
    return {};
}

}  // namespace stowage
