// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/file_writer.h"

#include "engine/base/byte_size.h"
#include "engine/base/error_conversion.h"
#include "engine/base/integers.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace stowage {
namespace {

/// As many as the system itself follows.
constexpr int kMostLinks = 40;

/// The number in "/dev/fd/63" and the other names that a process has for what it has open. What
/// lies behind may be a regular file, into which the shell wrote already: it must not be replaced.
std::optional<int> openDescriptorOf(std::string_view path) {
    if (path == "/dev/stdout") {
        return STDOUT_FILENO;
    }
    if (path == "/dev/stderr") {
        return STDERR_FILENO;
    }
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) {
            continue;
        }
        const std::string_view digits = path.substr(folder.size());
        int number = 0;
        const auto [end, failure] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (failure == std::errc() && end == digits.data() + digits.size() && number >= 0) {
            return number;
        }
    }
    return std::nullopt;
}

Result<OutputTarget> streamTarget(std::string path, int openDescriptor) {
    const int flags = openDescriptor < 0 ? O_WRONLY : ::fcntl(openDescriptor, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        return writeFailure(path, flags < 0 ? errno : EBADF);
    }
    if (openDescriptor < 0 && ::access(path.c_str(), W_OK) != 0) {
        return writeFailure(path, errno);
    }
    return OutputTarget{OutputTarget::Kind::Stream, std::move(path), openDescriptor, std::nullopt};
}

/// A pipe whose reader has gone is an error to report, not the end of the process: while this
/// lives, the signal that the system sends for it is kept from the calling thread.
class WithoutPipeSignal {
public:
    WithoutPipeSignal() {
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~WithoutPipeSignal() {
        if (sigismember(&m_before, SIGPIPE) == 0) {
            constexpr timespec kNow{0, 0};
            while (sigtimedwait(&m_pipe, nullptr, &kNow) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

private:
    sigset_t m_pipe{};
    sigset_t m_before{};
};

/// Room that stays free beside what is written: index files, metadata, other programs.
constexpr std::uint64_t kFreeSpaceReserveBytes = 16 * kMiB;

std::string temporaryNameFor(const std::string& path) {
    static std::atomic<unsigned> counter{0};
    return path + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
}

}  // namespace

Result<OutputTarget> outputTarget(const std::string& path) {
    std::filesystem::path place(path);
    for (int links = 0; links < kMostLinks; ++links) {
        if (const auto open = openDescriptorOf(place.native())) {
            return streamTarget(place.native(), *open);
        }
        struct stat state {};
        if (::lstat(place.c_str(), &state) != 0) {
            if (errno != ENOENT) {
                return writeFailure(path, errno);
            }
            return OutputTarget{OutputTarget::Kind::File, place.native(), -1, std::nullopt};
        }
        constexpr mode_t kPermissions = 0777;
        switch (state.st_mode & S_IFMT) {
            case S_IFREG:
                return OutputTarget{OutputTarget::Kind::File, place.native(), -1,
                                    static_cast<unsigned>(state.st_mode & kPermissions)};
            case S_IFIFO:
            case S_IFCHR:
            case S_IFBLK:
                return streamTarget(place.native(), -1);
            case S_IFDIR:
                return fail(ErrorCode::NotARegularFile,
                            say("%1 is a folder; give a file name instead.", path), path);
            case S_IFLNK:
                break;
            default:
                return fail(ErrorCode::NotARegularFile,
                            say("%1 is a socket; give a file name instead.", path), path);
        }
        std::error_code failure;
        const std::filesystem::path named = std::filesystem::read_symlink(place, failure);
        if (failure) {
            return writeFailure(path, failure.value());
        }
        place = place.parent_path() / named;  // an absolute name replaces the folder
    }
    return writeFailure(path, ELOOP);
}

Result<FileDescriptor> openStream(const OutputTarget& target) {
    if (target.openDescriptor >= 0) {
        FileDescriptor copy(::fcntl(target.openDescriptor, F_DUPFD_CLOEXEC, 0));
        return copy.get() >= 0 ? Result(std::move(copy)) : writeFailure(target.path, errno);
    }
    FileDescriptor descriptor(
        ::open(target.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (descriptor.get() < 0 && errno == ENXIO) {
        return fail(ErrorCode::WriteFailed,
                    say("%1 is a FIFO that no program reads from; start the reading program first.",
                        target.path),
                    target.path);
    }
    if (descriptor.get() < 0) {
        return writeFailure(target.path, errno);
    }
    // Only opening must not wait; a reader may be slower than the writer.
    ::fcntl(descriptor.get(), F_SETFL, ::fcntl(descriptor.get(), F_GETFL) & ~O_NONBLOCK);
    return descriptor;
}

Result<void> writeStream(int descriptor, std::span<const std::byte> bytes,
                         const std::string& path) {
    const WithoutPipeSignal quiet;
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return writeFailure(path, count < 0 ? errno : ENOSPC);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> requireWritable(const std::string& path) {
    const auto target = outputTarget(path);
    STOWAGE_TRY(target);
    if (target->kind == OutputTarget::Kind::Stream) {
        return {};  // a FIFO's reader would take a first opening for the whole of it
    }
    const auto file = AtomicFileWriter::create(path, AtomicFileWriter::Durability::Cached);
    return file ? Result<void>() : file.unexpected();
}

Result<std::unique_ptr<AtomicFileWriter>> AtomicFileWriter::create(const std::string& path,
                                                                   Durability durability) {
    const auto target = outputTarget(path);
    STOWAGE_TRY(target);
    if (target->kind == OutputTarget::Kind::Stream) {
        auto stream = openStream(*target);
        STOWAGE_TRY(stream);
        return std::unique_ptr<AtomicFileWriter>(
            new AtomicFileWriter(path, {}, std::move(*stream), durability));
    }
    std::string temporaryPath = temporaryNameFor(target->path);
    constexpr mode_t kMode = 0666;
    FileDescriptor descriptor(
        ::open(temporaryPath.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kMode));
    if (descriptor.get() < 0) {
        return writeFailure(path, errno);
    }
    if (target->permissions) {
        // Some file systems have no permissions to set; the file is as good without.
        [[maybe_unused]] const int set =
            ::fchmod(descriptor.get(), static_cast<mode_t>(*target->permissions));
    }
    return std::unique_ptr<AtomicFileWriter>(new AtomicFileWriter(
        target->path, std::move(temporaryPath), std::move(descriptor), durability));
}

AtomicFileWriter::AtomicFileWriter(std::string path, std::string temporaryPath,
                                   FileDescriptor descriptor, Durability durability)
    : m_path(std::move(path)),
      m_temporaryPath(std::move(temporaryPath)),
      m_descriptor(std::move(descriptor)),
      m_durability(durability) {}

AtomicFileWriter::~AtomicFileWriter() {
    m_descriptor.reset();
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
    if (::fallocate(m_descriptor.get(), 0, 0, length) == 0) {
        return {};
    }
    if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) {
        return writeFailure(m_path, errno);
    }
    if (::ftruncate(m_descriptor.get(), length) != 0) {
        return writeFailure(m_path, errno);
    }
    return {};
}

Result<void> AtomicFileWriter::append(std::span<const std::byte> bytes) {
    const auto written =
        isStream() ? writeStream(m_descriptor.get(), bytes, m_path) : writeAt(m_position, bytes);
    if (written) {
        m_position += bytes.size();
    }
    return written;
}

Result<void> AtomicFileWriter::writeAt(std::uint64_t offset, std::span<const std::byte> bytes) {
    return m_descriptor.writeAt(offset, bytes, m_path);
}

Result<void> AtomicFileWriter::commit() {
    if (isStream()) {
        m_isCommitted = ::close(m_descriptor.release()) == 0;
        return m_isCommitted ? Result<void>() : writeFailure(m_path, errno);
    }
    if (m_durability == Durability::Synced && ::fsync(m_descriptor.get()) != 0) {
        return writeFailure(m_path, errno);
    }
    if (::close(m_descriptor.release()) != 0) {
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
    STOWAGE_TRY(file);
    STOWAGE_TRY((*file)->append(text));
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
    STOWAGE_TRY(available);
    const auto needed = checkedAdd<std::uint64_t>(neededBytes, kFreeSpaceReserveBytes);
    if (!needed || *available < *needed) {
        return fail(ErrorCode::DiskFull,
                    say("%1 has %2 of free space, but %3 and a reserve of 16 MiB are needed; free "
                        "some space or choose another folder.",
                        folder, formatSize(*available), formatSize(neededBytes)),
                    folder);
    }
    return {};
}

}  // namespace stowage
